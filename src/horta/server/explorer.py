"""The explorer of the house: the corpora that it looks decisions up in, and how a page tells them.

The corpora are opened when somebody asks for the first time, beside the loop, and kept.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from horta.core import registry
from horta.core.errors import BadFile
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.match import Match
from horta.core.record import at
from horta.corpus import LEVELS, Corpus, Move, Moves, SetUp
from horta.corpus import open as open_corpus
from horta.server.i18n import words
from horta.server.option_fields import option_fields

LEVEL_WORDS = {
    "exact": mark("the same knowledge"),
    "path": mark("the same choices before"),
    "like": mark("the same kind of decision"),
}
LEVEL_HELP = {
    "exact": mark("Counted: decisions in which the seat knew exactly the same."),
    "path": mark(
        "Counted over all deals: the same decision in the same round, after the same own choices."
    ),
    "like": mark(
        "Counted over all deals: the same decision, for the same time in this round, and after "
        "the same choice in this turn, whatever was chosen before."
    ),
}
WHOLE = 100


class Explorer:
    """The corpora of the house."""

    def __init__(self, paths: Sequence[str] = ()) -> None:
        """Take files; without any, those that come with the package."""
        for path in paths:
            if not Path(path).is_file():
                raise BadFile(f"HORTA_CORPUS: there is no file {path}")
        self._paths = tuple(paths)
        self._opening: asyncio.Task[Corpus] | None = None

    async def corpus(self) -> Corpus:
        """Return the bots' games."""
        if self._opening is None:
            self._opening = asyncio.create_task(asyncio.to_thread(open_corpus, *self._paths))
        try:
            return await asyncio.shield(self._opening)
        except BadFile:
            self._opening = None  # whoever has mended the file is served
            raise


# a decision, as a page tells it


@dataclass(frozen=True)
class Counted:
    """What was counted of one sort of action, in words of a language."""

    played: int
    offered: int
    often: str
    """In per cent of the decisions in which it was offered."""
    share: str
    share_range: str
    share_at: tuple[float, float, float]
    """From, at and to, in per cent, to be drawn."""
    score: str
    score_range: str
    few: bool

    @classmethod
    def of(cls, move: Move, lang: str) -> Counted | None:
        """Return it; None where nothing was offered."""
        if not move.offered:
            return None
        say, known = words(lang), move.played > 0
        low, high = WHOLE * move.share_from, WHOLE * move.share_to
        ranged = known and not math.isinf(move.score_to)
        return cls(
            *(move.played, move.offered, f"{WHOLE * move.often:.0f}"),
            f"{WHOLE * move.share:.0f}" if known else "–",
            say("{low} to {high}", low=f"{low:.0f}", high=f"{high:.0f}") if known else "",
            (low, WHOLE * move.share, high) if known else (0.0, 0.0, 0.0),
            _number(move.score, lang) if known else "–",
            say(
                "{low} to {high}",
                low=_number(move.score_from, lang),
                high=_number(move.score_to, lang),
            )
            if ranged
            else "",
            move.few,
        )


def _number(value: float, lang: str) -> str:
    """Write a number with one place behind the point, or the comma."""
    shown = f"{value:.1f}"
    return shown if lang == "en" else shown.replace(".", ",")


def told(match: Match, found: Moves, house: Moves | None, lang: str) -> list[Json]:
    """Return the rows of a decision: each sort of action with its actions, and what was counted.

    Labels and targets are those of the table as the seat to play sees it.
    """
    seat = match.to_play
    table = at(match.game.table, match.redacted(seat))
    speaks = match.game.presentation
    say = speaks.words(lang)
    beside = {} if house is None else {move.sort: move for move in house.moves}
    rows: list[Json] = []
    for move in found.moves:
        actions = []
        for action in move.actions:
            target = speaks.target(table, action)
            actions.append(
                {
                    "action": action,
                    "label": say.label(table, action),
                    "element": target.piece or target.element,
                    "icon": target.icon,
                    "crossed": target.crossed,
                    "shows": " ".join(dict.fromkeys([target.element, *target.cells])).strip(),
                }
            )
        own = beside.get(move.sort)
        rows.append(
            {
                "actions": actions,
                "bots": Counted.of(move, lang),
                "house": None if own is None else Counted.of(own, lang),
            }
        )
    return rows


# which games


def varied(set_ups: Sequence[SetUp]) -> list[str]:
    """Return the options in which some set-ups differ, and that do not follow from others."""
    names = sorted({name for each in set_ups for name in each.chosen})
    return [
        name
        for name in names
        if len({json.dumps(each.chosen.get(name)) for each in set_ups}) > 1
        and not all(_follows(each, name) for each in set_ups if name in each.chosen)
    ]


def _follows(set_up: SetUp, name: str) -> bool:
    """Tell whether an option has its value because of the other options."""
    game = registry.game(set_up.game)
    rest = {other: value for other, value in set_up.chosen.items() if other != name}
    return SetUp.of(game, set_up.players, game.read_options(rest)) == set_up


def filters(set_ups: Sequence[SetUp], shown: SetUp, lang: str) -> list[Json]:
    """Return the options that can be chosen among set-ups, each with its values in words."""
    game, say = registry.game(shown.game), words(lang)
    fields = {field["name"]: field for field in option_fields(game, lang)}
    found = []
    for name in varied(set_ups):
        if name not in fields:
            continue
        field = fields[name]
        titles = dict(field["values"])
        titles |= {"true": say("yes"), "false": say("no")} if field["kind"] == "switch" else {}
        values = {}
        for each in set_ups:
            value = json.dumps(each.chosen[name]) if name in each.chosen else field["default"]
            values[value] = titles.get(value, value)
        chosen = json.dumps(shown.chosen[name]) if name in shown.chosen else field["default"]
        found.append(
            {"name": name, "title": field["title"], "values": values.items(), "chosen": chosen}
        )
    return found


def levels(found: Moves, lang: str) -> list[Json]:
    """Return what may count as the same decision, with how many decisions each has."""
    say = words(lang)
    return [
        {
            "name": name,
            "title": say(LEVEL_WORDS[name]),
            "counted": found.counted[name],
            "chosen": name == found.level,
        }
        for name in LEVELS
    ]
