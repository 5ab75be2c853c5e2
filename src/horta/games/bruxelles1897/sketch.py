"""Bruxelles 1897 in characters, for terminals and logs: the same view that the drawing gets."""

from __future__ import annotations

from horta.core.game import Json
from horta.games.bruxelles1897.components import (
    CARD_NAMES,
    COLUMNS,
    KIND_NAMES,
    LOWER_NAMES,
    NOBLE_NAMES,
    PLACE_NAMES,
    TRACK_NAMES,
    UPPER_NAMES,
    BruxellesComponents,
)
from horta.games.bruxelles1897.words import (
    LOWER_TITLES,
    PLACE_TITLES,
    SEAT_TITLES,
    TRACK_TITLES,
    UPPER_TITLES,
    BruxellesWords,
    words,
)

# ANSI: black on ochre, white on blue, black on green, white on rose; the neutral colour.
PAINTS = ("30;48;5;172", "97;48;5;25", "30;48;5;71", "97;48;5;132")
NEUTRAL_PAINT = "97;48;5;240"
CELL = 18


def sketch(view: Json, lang: str, colour: bool) -> str:
    """Return the table as text; with colour, by ANSI codes."""
    return _Sketch(view, lang, colour).text()


class _Sketch:
    def __init__(self, view: Json, lang: str, colour: bool) -> None:
        self.view = view
        self.table: Json = view["table"]
        self.words: BruxellesWords = words(lang)
        self.say = self.words.say
        self.colour = colour
        self.names = [self.say(name) if name in SEAT_TITLES else name for name in view["names"]]

    def text(self) -> str:
        lines = [self.say("Round {round}", round=self.table["round"]), ""]
        lines += self._brussels()
        lines += self._grid()
        for s in range(len(self.names)):
            lines += self._seat(s)
        return "\n".join(line.rstrip() for line in lines)

    def _paint(self, text: str, owner: int | None) -> str:
        if not self.colour:
            return text
        paint = NEUTRAL_PAINT if owner is None else PAINTS[owner]
        return f"\x1b[{paint}m{text}\x1b[0m"

    def _brussels(self) -> list[str]:
        lines = []
        for place, name in enumerate(PLACE_NAMES):
            used = self.table["used"].get(name, 0)
            there = [
                f"{self.names[s]} {self._kinds(seat['brussels'][name])}"
                for s, seat in enumerate(self.table["seats"])
                if name in seat["brussels"]
            ]
            lines.append(
                f"{self.say(PLACE_TITLES[place])} ({used + 1})"
                + (f": {', '.join(there)}" if there else "")
            )
        return [*lines, ""]

    def _grid(self) -> list[str]:
        lines = ["   " + "".join(f"{letter:<{CELL}}" for letter in "abcd"[:COLUMNS])]
        for r, row in enumerate(self.table["grid"], 1):
            lines.append(f"{r}  " + "".join(self._cell(thing) for thing in row))
        pairs = BruxellesComponents.model_validate(self.view["components"]).bonus_pairs
        upper = [self.say(UPPER_TITLES[UPPER_NAMES.index(name)]) for name in self.table["bonus"]]
        for column, name in enumerate(self.table["bonus"]):
            lower = self.say(LOWER_TITLES[LOWER_NAMES.index(getattr(pairs, name))])
            lines.append(f"   {'abcd'[column]}: {upper[column]} / {lower}")
        return [*lines, ""]

    def _cell(self, thing: str | None) -> str:
        if thing is None:
            return f"{'·':<{CELL}}"
        if thing in CARD_NAMES:
            title = self.words.card(CARD_NAMES.index(thing))
            return f"{title[: CELL - 1]:<{CELL}}"
        if thing == "neutral":
            text, owner = f"[{self.say('neutral')} 2]", None
        else:
            owner = int(thing[0])
            text = f"[{self.names[owner][: CELL - 6]} {thing[-1]}]"
        return self._paint(text, owner) + " " * max(0, CELL - len(text))

    def _kinds(self, counts: Json) -> str:
        return " ".join(f"{kind}×{counts[kind]}" for kind in KIND_NAMES if kind in counts) or "–"

    def _seat(self, s: int) -> list[str]:
        seat = self.table["seats"][s]
        notes = [f"{seat['francs']} {self.say('FB')}"]
        if self.table["first"] == s:
            notes.append(self.say("first player"))
        if seat["passed"]:
            notes.append(self.say("passed"))
        if self.table["expo_holder"] == s:
            notes.append(self.say("Expo card"))
        turn = f" ← {self.say('to play')}" if self.view["to_play"] == s else ""
        name = self._paint(self.names[s], s)
        lines = [f"{name}: {self.view['scores'][s]} {self.say('VP')} ({', '.join(notes)}){turn}"]
        lines.append(
            f"   {self.say('Architects')}: {self._kinds(seat['hand'])} {self.say('in hand')}, "
            f"{self._kinds(seat['prison'])} {self.say('in prison')}"
        )
        lines.append(
            "   "
            + ", ".join(
                f"{self.say(TRACK_TITLES[t])} {seat['levels'][track]}"
                for t, track in enumerate(TRACK_NAMES)
            )
        )
        cards = [
            self.words.card(CARD_NAMES.index(card)) + (f" ×{count}" if count > 1 else "")
            for held in ("artworks", "materials", "houses")
            for card, count in seat[held].items()
        ]
        nobles = [self.words.noble(NOBLE_NAMES.index(noble)) for noble in seat["upright"]]
        tilted = [
            f"({self.words.noble(NOBLE_NAMES.index(noble))})"  # in brackets: tilted
            for noble in seat["tilted"]
        ]
        lines.append("   " + ", ".join(nobles + tilted))
        if cards:
            lines.append("   " + ", ".join(cards))
        return lines
