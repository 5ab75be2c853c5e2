"""A notebook that loads the results of an experiment and shows what they say."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FORMAT = {"nbformat": 4, "nbformat_minor": 5}


def notebook(folder: Path, lang: str = "en") -> dict[str, Any]:
    """Return a notebook for the results of a folder, as JSON."""
    where = json.dumps(str(folder))
    return written(
        [
            "# An experiment\n\nWhat the games say, and the games themselves as data frames.",
            f"from horta.lab import Results\n\nresults = Results.read({where})\nresults.experiment",
            f'print("\\n".join(results.tell("{lang}")))',
            "from IPython.display import display\n\n"
            f'for plot in results.plots("{lang}").values():\n    display(plot)',
            "results.findings_frame()",
            "results.games_frame().groupby('variant').mean(numeric_only=True)",
            "results.frame()",
        ]
    )


def written(cells: Sequence[str]) -> dict[str, Any]:
    """Return cells as a notebook: text where one begins with a heading, else Python."""
    return {
        "cells": [_cell(number, text) for number, text in enumerate(cells)],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        **FORMAT,
    }


def _cell(number: int, text: str) -> dict[str, Any]:
    told = {"id": f"cell-{number}", "metadata": {}, "source": text.splitlines(keepends=True)}
    if text.startswith("#"):
        return {"cell_type": "markdown", **told}
    return {"cell_type": "code", "execution_count": None, "outputs": [], **told}
