"""Flow: what a decision offers and what an answer to it does, side by side.

    ASKED = (
        Ask(Decision.TURN, list_turn, answer_turn),
        Ask(Decision.BUILD, list_sites, build, "site"),
    )
    offered, answered = pair(ASKED, __name__, ACTIONS)

    @rule
    def legal(table, out):
        return offered(table.decision, table, out)

`offered` and `answered` are rules: they call the half of the pair that fits the decision, which
they take before its arguments. They are written out as a chain of comparisons, which Numba
compiles to one jump. So a new decision is a new line of the table, and no half of it can be
forgotten. A pair that names a span of actions has its answer decoded: `build(table, space)` gets
the coordinates, `answer_turn(table, action)` the action itself.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from horta.core.actions import ActionSpace, Span
from horta.core.rule import Rule

Case = tuple[int, Rule[..., Any]]


class Ask(NamedTuple):
    """A decision: the rule that tells its options, and the rule that carries an answer out."""

    decision: int
    offers: Rule[..., int]
    answers: Rule[..., None]
    span: str = ""
    """The span that all its options belong to: the answer gets their coordinates."""


def pair(
    asked: Sequence[Ask], module: str, actions: ActionSpace | None = None
) -> tuple[Rule[..., int], Rule[..., None]]:
    """Return the rules `offered(decision, …)` and `answered(decision, …)`.

    A decision that is not listed offers 0 and does nothing.
    """
    answers = []
    for ask in asked:
        rule = ask.answers
        if ask.span:
            assert actions is not None, f"{module}: spans are named, and no action space is given"
            rule = decoded(rule, actions[ask.span])
        answers.append((ask.decision, rule))
    offered = choose("offered", [(ask.decision, ask.offers) for ask in asked], module)
    return offered, choose("answered", answers, module)


def decoded(rule: Rule[..., None], span: Span) -> Rule[..., None]:
    """Return the rule `answer(table, action)` that hands a rule the coordinates of the action."""
    decode = span.decoder()

    def one(table: Any, action: int) -> None:
        rule(table, decode(action))

    def two(table: Any, action: int) -> None:
        a, b = decode(action)
        rule(table, a, b)

    def three(table: Any, action: int) -> None:
        a, b, c = decode(action)
        rule(table, a, b, c)

    return Rule((one, two, three)[len(span.axes) - 1])


def choose(name: str, cases: Sequence[Case], module: str) -> Rule[..., Any]:
    """Return a rule that calls one of several by its first argument; of what is not listed, 0."""
    arguments = [list(inspect.signature(case.function).parameters) for _, case in cases]
    lines = [f"def {name}({', '.join(['decision', *arguments[0]])}):"]
    # Numba follows a rule only by a name of its own, so each case gets one.
    names: dict[str, Any] = {"__name__": module}
    for (decision, case), own in zip(cases, arguments, strict=True):
        called = f"rule_{int(decision)}"
        if called in names:
            raise TypeError(f"{module}: {decision!r} stands twice")
        if len(own) != len(arguments[0]):
            raise TypeError(f"{module}: {case!r} takes {own}, others take {arguments[0]}")
        names[called] = case
        lines.append(f"    if decision == {int(decision)}:")
        lines.append(f"        return {called}({', '.join(arguments[0])})")
    # What answers returns nothing, and Numba wants one type.
    silent = inspect.signature(cases[0][1].function).return_annotation in (None, "None")
    lines.append("    return None" if silent else "    return 0")
    exec(compile("\n".join(lines) + "\n", f"<{name} of {module}>", "exec"), names)
    function: Callable[..., Any] = names[name]
    function.__doc__ = f"Call the rule that fits the decision ({len(cases)} of them)."
    return Rule(function)
