"""Seeds: what a deal comes from.

A seed is a whole number from 0 to 2**63 - 1, as people choose them, or 32 hexadecimal digits: 128
bits that fill the whole state of the dice. A deal that nobody chose is drawn in the second form, so
that nobody can try out all of them; it is a text, since many readers of JSON round large numbers.
"""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Any

from horta.core.dice import FILLED, fill_dice
from horta.core.errors import HortaError
from horta.core.i18n import mark
from horta.core.limits import shown, whole
from horta.core.record import Games, at

if TYPE_CHECKING:
    from horta.core.engine import Engine

Seed = int | str

MOST_SEED = 2**63 - 1
DIGITS = 32
PATTERN = f"^[0-9a-f]{{{DIGITS}}}$"
"""What a seed of 128 bits looks like."""


def draw_seed() -> str:
    """Draw a seed that nobody can foresee."""
    return secrets.token_hex(DIGITS // 2)


def check_seed(seed: Any) -> Seed:
    """Return a seed, a number as Python's own; or refuse what is none."""
    if isinstance(seed, str) and re.fullmatch(PATTERN, seed):
        return seed
    number = whole(seed)
    if number is not None and 0 <= number <= MOST_SEED:
        return number
    raise HortaError(
        mark(
            "a seed is a whole number from 0 to 2**63 - 1 or a text of 32 hexadecimal digits, "
            "not {seed}"
        ),
        seed=shown(seed),
    )


def check_number(seed: Any) -> int:
    """Return a seed that is a number, where only those can be used, or refuse it."""
    number = whole(seed)
    if number is None or not 0 <= number <= MOST_SEED:
        raise HortaError(
            mark("a seed is a whole number from 0 to 2**63 - 1, not {seed}"), seed=shown(seed)
        )
    return number


def read_seed(text: str) -> Seed:
    """Return the seed that a person has typed."""
    typed = text.strip()
    seed: Seed = int(typed) if typed.isdecimal() and len(typed) < DIGITS else typed.lower()
    check_seed(seed)
    return seed


def deal(rules: Engine, table: Games, seed: Seed) -> None:
    """Deal a game on a table that holds its options and components already."""
    rules.setup(table, 0, lay_seed(at(rules.game.table, table), seed))


def lay_seed(table: Any, seed: Seed) -> int:
    """Make a table ready for the rule `setup`; return the number that it is to be given."""
    if isinstance(seed, int):
        return seed
    # Compiled code takes no seed of 128 bits: the dice are filled here, and lie ready for it.
    fill_dice(table.dice, int(seed, 16))
    return FILLED
