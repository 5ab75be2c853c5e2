"""Rows as a data frame of pandas, for all results that have one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from horta.core.errors import HortaError


def frame_of(rows: Sequence[Mapping[str, Any]]) -> Any:
    """Return rows as a pandas data frame; `HortaError` says what is missing without pandas."""
    try:
        import pandas as pd
    except ImportError:
        raise HortaError("a data frame needs pandas: pip install 'horta[data]'") from None
    return pd.DataFrame(rows)
