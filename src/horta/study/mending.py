"""Mending: which fields of a position, each changed by itself, would heal what the rules refuse.

An invariant is about several fields at once and names none of them. Whoever breaks one should see
where: so every field is tried with a few values near its own, until the rules have no objection, or
another one.
"""

from __future__ import annotations

from collections.abc import Iterator

from horta.core.errors import HortaError
from horta.core.game import Json
from horta.study.editor import Fault, Field, change, fault, fields

MOST_TRIES = 500
MOST_TOLD = 12
FEW = 6
"""Values of a choice that are tried."""


def mending(position: Json, found: Fault, by: int = 0) -> list[str]:
    """Return the fields of which some other value heals a fault, or leads at least past it.

    `by` is how much a number was changed by, if that is how the fault came.
    """
    heals: list[str] = []
    passes: list[str] = []
    tries = 0
    for one in fields(position):
        for text in _others(one, by):
            tries += 1
            if tries > MOST_TRIES or len(heals) >= MOST_TOLD:
                return heals or passes[:MOST_TOLD]
            try:
                left = fault(change(position, one.path, text))
            except HortaError:
                continue
            if left is None:
                heals.append(one.path)
                break
            if str(left.problem) != str(found.problem) and one.path not in passes:
                passes.append(one.path)
    return heals or passes[:MOST_TOLD]


def _others(one: Field, by: int) -> Iterator[str]:
    """Yield a few other values of a field, as they stand in a form."""
    if one.kind == "number" and one.value:
        number = int(one.value)
        for step in (-by, by) if by else (-1, 1):
            fits = (one.least is None or number + step >= one.least) and (
                one.most is None or number + step <= one.most
            )
            if fits:
                yield str(number + step)
    elif one.kind == "flag":
        yield "" if one.value else "yes"
    elif one.kind == "choice":
        yield from [text for text in one.choices if text != one.value][:FEW]
    elif one.kind == "list" and one.value:
        held = one.value.split(", ")
        for gone in dict.fromkeys((0, len(held) - 1)):
            yield ", ".join(held[:gone] + held[gone + 1 :])
