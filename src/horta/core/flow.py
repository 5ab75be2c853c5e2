"""Flow: what a decision offers and what an answer to it does, side by side.

    ASKED = (
        Ask(Decision.TURN, list_turn, answer_turn),
        Ask(Decision.BID, list_bids, answer_bid),
    )
    legal = offers(ASKED, __name__)
    play = answers(ASKED, __name__)

`legal` and `play` are rules: they look at `table.decision` and call the half that fits. They are
written out as a chain of comparisons, which Numba compiles to one jump; so a new decision is a new
line of the table, and neither half of it can be forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from horta.core.rule import Rule


class Ask(NamedTuple):
    """A decision: the rule that lists its options, and the rule that carries an answer out."""

    decision: int
    offers: Rule[..., int]
    """`offers(table, out) -> n` writes the options, sorted."""
    answers: Rule[..., None]
    """`answers(table, action)` plays one of them."""


def offers(asked: Sequence[Ask], module: str) -> Rule[..., int]:
    """Return the rule `legal(table, out) -> n`; a decision that is not listed offers nothing."""
    _check(asked, module)
    cases = [(ask.decision, ask.offers) for ask in asked]
    return _dispatch("legal", "table, out", cases, module, returns=True)


def answers(asked: Sequence[Ask], module: str) -> Rule[..., None]:
    """Return the rule `play(table, action)`; a decision that is not listed does nothing."""
    _check(asked, module)
    cases = [(ask.decision, ask.answers) for ask in asked]
    return _dispatch("play", "table, action", cases, module, returns=False)


def stages(proceeds: Sequence[tuple[int, Rule[..., None]]], module: str) -> Rule[..., None]:
    """Return the rule `proceed(table)`, which carries out a stage that nobody decides."""
    return _dispatch("proceed", "table", proceeds, module, returns=False)


def _check(asked: Sequence[Ask], module: str) -> None:
    seen: set[int] = set()
    for ask in asked:
        if ask.decision in seen:
            raise TypeError(f"{module}: decision {ask.decision!r} is asked twice")
        seen.add(ask.decision)


def _dispatch(
    name: str,
    arguments: str,
    cases: Sequence[tuple[int, Rule[..., Any]]],
    module: str,
    *,
    returns: bool,
) -> Rule[..., Any]:
    # Numba follows a rule only by a name of its own, so each case gets one.
    names: dict[str, Any] = {"__name__": module}
    lines = [f"def {name}({arguments}):", "    decision = table.decision"]
    for decision, case in cases:
        names[f"rule_{int(decision)}"] = case
        call = f"rule_{int(decision)}({arguments})"
        lines.append(f"    if decision == {int(decision)}:")
        lines.append(f"        return {call}" if returns else f"        {call}; return")
    if returns:
        lines.append("    return 0")
    exec(compile("\n".join(lines) + "\n", f"<{name} of {module}>", "exec"), names)
    function: Callable[..., Any] = names[name]
    function.__doc__ = f"Look at the decision of the moment and {name} it."
    return Rule(function)
