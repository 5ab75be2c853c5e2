"""Bruxelles 1897 in characters, for terminals and logs: the same scene that the drawing gets."""

from __future__ import annotations

from collections.abc import Sequence

from horta.core.scene import Scene
from horta.games.bruxelles1897.brussels import architects_needed
from horta.games.bruxelles1897.components import (
    COLUMNS,
    KIND_TITLES,
    KINDS,
    NOBLES,
    PLACES,
    SIDE_VALUES,
    TRACKS,
)
from horta.games.bruxelles1897.table import (
    NEUTRAL,
    NOBODY,
    NOTHING,
    Table,
    level,
    rows,
    upright,
)
from horta.games.bruxelles1897.words import (
    LOWER_TITLES,
    PLACE_TITLES,
    TRACK_TITLES,
    UPPER_TITLES,
    BruxellesWords,
    words,
)

# ANSI: black on ochre, white on blue, black on green, white on rose; the neutral colour.
PAINTS = ("30;48;5;172", "97;48;5;25", "30;48;5;71", "97;48;5;132", "97;48;5;240")
CELL = 18


def sketch(scene: Scene, colour: bool) -> str:
    """Return the table as text; with colour, by ANSI codes."""
    return _Sketch(scene, colour).text()


class _Sketch:
    def __init__(self, scene: Scene, colour: bool) -> None:
        self.scene = scene
        self.table: Table = scene.table
        self.names = scene.names
        self.words: BruxellesWords = words(scene.lang)
        self.say = self.words.say
        self.colour = colour

    def text(self) -> str:
        lines = [self.say("Round {round}", round=self.table.round_no), ""]
        lines += self._brussels()
        lines += self._grid()
        for s in range(self.scene.players):
            lines += self._seat(s)
        return "\n".join(line.rstrip() for line in lines)

    def _paint(self, text: str, owner: int) -> str:
        return f"\x1b[{PAINTS[owner]}m{text}\x1b[0m" if self.colour else text

    def _brussels(self) -> list[str]:
        lines = []
        for place in range(PLACES):
            there = []
            for s, name in enumerate(self.names):
                sent = list(self.table.seats[s].sent)[KINDS * place : KINDS * place + KINDS]
                if any(sent):
                    there.append(f"{name} {self._kinds(sent)}")
            lines.append(
                f"{self.say(PLACE_TITLES[place])} ({architects_needed(self.table, place)})"
                + (f": {', '.join(there)}" if there else "")
            )
        return [*lines, ""]

    def _grid(self) -> list[str]:
        lines = ["   " + "".join(f"{letter:<{CELL}}" for letter in "abcd"[:COLUMNS])]
        for r in range(rows(self.table)):
            cells = range(COLUMNS * r, COLUMNS * r + COLUMNS)
            lines.append(f"{r + 1}  " + "".join(self._cell(cell) for cell in cells))
        for column, bonus in enumerate(self.table.bonus):
            upper = self.say(UPPER_TITLES[bonus])
            lower = self.say(LOWER_TITLES[self.table.printed.lower[bonus]])
            lines.append(f"   {'abcd'[column]}: {upper} / {lower}")
        return [*lines, ""]

    def _cell(self, cell: int) -> str:
        card, owner = self.table.card[cell], self.table.owner[cell]
        if card != NOTHING:
            return f"{self.words.card(card)[: CELL - 1]:<{CELL}}"
        if owner == NOBODY:
            return f"{'·':<{CELL}}"
        name = self.say("neutral") if owner == NEUTRAL else self.names[owner][: CELL - 6]
        text = f"[{name} {SIDE_VALUES[self.table.side[cell]]}]"
        return self._paint(text, owner) + " " * max(0, CELL - len(text))

    def _kinds(self, counts: Sequence[int]) -> str:
        held = [
            f"{kind} ×{count}" for kind, count in zip(KIND_TITLES, counts, strict=True) if count
        ]
        return ", ".join(held) or "–"

    def _seat(self, s: int) -> list[str]:
        table, seat = self.table, self.table.seats[s]
        notes = [f"{seat.francs} {self.say('FB')}"]
        if table.first == s:
            notes.append(self.say("first player"))
        if seat.passed:
            notes.append(self.say("passed"))
        if table.expo == s:
            notes.append(self.say("Expo card"))
        turn = f" ← {self.say('to play')}" if self.scene.to_play == s else ""
        name = self._paint(self.names[s], s)
        lines = [f"{name}: {self.scene.scores[s]} {self.say('VP')} ({', '.join(notes)}){turn}"]
        lines.append(
            f"   {self.say('Architects')}: {self._kinds(list(seat.hand))} {self.say('in hand')}, "
            f"{self._kinds(list(seat.prison))} {self.say('in prison')}"
        )
        levels = [f"{self.say(TRACK_TITLES[t])} {level(table, s, t)}" for t in range(TRACKS)]
        lines.append("   " + ", ".join(levels))
        standing = upright(table, s)
        nobles = [self.words.noble(k) for k in range(NOBLES) if (standing >> k) & 1]
        tilted = [
            f"({self.words.noble(k)})"  # in brackets: tilted
            for k in range(NOBLES)
            if (seat.tilted >> k) & 1
        ]
        lines.append("   " + ", ".join(nobles + tilted))
        cards = [
            self.words.card(card) + (f" ×{count}" if count > 1 else "")
            for card, count in enumerate(seat.cards)
            if count
        ]
        if cards:
            lines.append("   " + ", ".join(cards))
        return lines
