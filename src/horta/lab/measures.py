"""What is measured of one finished game.

Everything follows from the match itself, so that every game can be measured: shares of the
victory, the sheet, the length, who led when, and how much there was to choose from. What only one
game has (boards, cards, tiles) it declares as its traits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from horta.core.engine import engine
from horta.core.match import Match
from horta.core.outcome import outcome_of
from horta.core.record import at, from_bytes
from horta.core.traits import traits_of

FIRST = 2
"""How many choices of a seat are its opening."""

Row = dict[str, Any]
"""What is kept of a game, as plain JSON."""


def measure(match: Match) -> Row:
    """Return what is kept of a finished game.

    | field | is |
    |---|---|
    | `decisions` | actions that were played |
    | `rounds` | chapters that the game's notes tell of; 0 if it tells none |
    | `branching` | legal actions at a decision, on average |
    | `changes` | how often another seat than before took the lead alone |
    | `decided` | the part of the game after which the winner's lead was never lost again |
    | `margin` | by how many points the first was ahead of the second in the end |
    | `seats` | by seat: `share` of the victory, `score`, `lines`, `things`, `opening` |
    """
    asked, offered = _decisions(match)
    changes, decided = _drama(match)
    words = match.game.presentation.words("en")
    totals = sorted(match.scores, reverse=True)
    return {
        "decisions": len(match.actions),
        "rounds": sum(bool(words.chapter(event)) for _, event in match.events()),
        "branching": sum(offered) / len(offered) if offered else 0.0,
        "changes": changes,
        "decided": decided,
        "margin": totals[0] - totals[1] if len(totals) > 1 else 0,
        "seats": _seats(match, asked, offered),
    }


def _decisions(match: Match) -> tuple[list[int], list[int]]:
    """Return of every decision the seat, and how many legal actions there were."""
    rules, out = engine(match.game), match.game.new_list()
    asked, offered = [], []
    for data in match.tables[:-1]:
        table = from_bytes(match.game.table, data)
        asked.append(int(rules.to_play(table, 0)))
        offered.append(int(rules.legal(table, 0, out)))
    return asked, offered


def _drama(match: Match) -> tuple[int, float]:
    """Return how often the lead changed, and when it was taken for good.

    The lead is what the sheet says as if the game ended then. A tie leaves it where it was.
    """
    rules, sheet = engine(match.game), match.game.new_sheet()
    leader, changes, taken = -1, 0, 0
    final = match.outcome.shares
    for number, data in enumerate(match.tables):
        rules.score(from_bytes(match.game.table, data), 0, sheet)
        shares = outcome_of(match.game, sheet, match.players).shares
        if shares != final:
            taken = number + 1
        alone = shares.index(1.0) if 1.0 in shares else -1
        if alone >= 0:
            changes += leader >= 0 and alone != leader
            leader = alone
    return changes, taken / max(len(match.actions), 1)


def _seats(match: Match, asked: Sequence[int], offered: Sequence[int]) -> list[Row]:
    traits = traits_of(match.game)
    texts = [match.text(action) for action in match.actions]
    openings = _openings(match, asked, offered, {trait.dealt for trait in traits})
    shown = match.position["table"].get("seats") or []
    outcome, sheet = match.outcome, match.sheet
    points = [line.name for line in match.game.lines if not line.tie_break]
    rows = []
    for seat in range(match.players):
        own = [text for text, who in zip(texts, asked, strict=True) if who == seat]
        rows.append(
            {
                "share": outcome.shares[seat],
                "score": outcome.totals[seat],
                "lines": {name: sheet[name][seat] for name in points},
                "things": {
                    trait.name: trait.of(shown[seat] if seat < len(shown) else {}, own)
                    for trait in traits
                },
                "opening": openings[seat],
            }
        )
    return rows


def _openings(
    match: Match, asked: Sequence[int], offered: Sequence[int], dealt: set[str]
) -> list[list[str]]:
    """Return the first choices of every seat, named so that they can be counted over deals.

    What was dealt, and what left nothing to choose, is no choice.
    """
    named = getattr(match.game.presentation, "sort", None)
    found: list[list[str]] = [[] for _ in range(match.players)]
    moments = zip(match.tables[:-1], match.actions, asked, offered, strict=True)
    for data, action, seat, ways in moments:
        text = match.text(action)
        if ways > 1 and len(found[seat]) < FIRST and text.split()[0] not in dealt:
            table = at(match.game.table, from_bytes(match.game.table, data))
            name = named(table, action) if named else text
            found[seat].append(f"{len(found[seat]) + 1}. {name}")
    return found
