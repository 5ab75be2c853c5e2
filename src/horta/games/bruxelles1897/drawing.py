"""The drawing of Bruxelles 1897: `table.svg.jinja` filled from a view, and from nothing else.

This module works out what is where (sums of columns, coats of arms, what text fits); the template
holds the art. Regions are top-level groups with a box of their own, so that a stylesheet can
arrange them anew on a narrow screen.
"""

from __future__ import annotations

from typing import Any

from horta.core.drawing import fit, flow, render, width
from horta.core.game import Json, Target
from horta.games.bruxelles1897.components import (
    CARD_NAMES,
    CELL_NAMES,
    COLOUR_NAMES,
    COLUMNS,
    DECK_STARTS,
    DEED_NAMES,
    HELD,
    HOUSE_START,
    IN_DECKS,
    KIND_COUNTS,
    KIND_NAMES,
    LOWER_NAMES,
    MATERIAL_NAMES,
    MATERIAL_START,
    NOBLE_NAMES,
    NOBLE_START,
    PLACE_NAMES,
    SIDE_NAMES,
    SIDE_VALUES,
    TRACK_NAMES,
    UPPER_NAMES,
    BruxellesComponents,
    Card,
)
from horta.games.bruxelles1897.moves import ACTIONS
from horta.games.bruxelles1897.scoring import LINES
from horta.games.bruxelles1897.table import Decision, Table
from horta.games.bruxelles1897.words import (
    ARCHITECT_EFFECT,
    BONUS_EFFECT,
    CREST_EFFECT,
    DECK_TITLES,
    LOWER_TITLES,
    PILE_EFFECT,
    PLACE_TITLES,
    PRISON_EFFECT,
    PRISONER_EFFECT,
    QUESTIONS,
    SEAT_TITLES,
    SENT_EFFECT,
    SIDE_EFFECT,
    STANDING_EFFECT,
    TRACK_EFFECTS,
    TRACK_TITLES,
    UPPER_TITLES,
    BruxellesWords,
    words,
)

PACKAGE = "horta.games.bruxelles1897"

NEUTRAL = "neutral"
CELL_WIDE = 190
GAP = 10
ACROSS = 12
GRID_HIGH = 518
TITLE_SIZES = (17, 16, 15, 14, 13, 12)
DECK_NAMES = ("artworks", "materials", "houses", "nobles")
# Where the seats sit, clockwise from the upper left: which side, and how many there are.
PLACES = {
    2: ("left", "right"),
    3: ("left", "right", "right"),
    4: ("left", "right", "right", "left"),
}


def target(table: Table, action: int) -> Target:
    """Say where on the drawing an action lies."""
    kind, values = ACTIONS.decode(action)
    value = values[0] if values else 0
    s = table.to_play
    if kind == "take":
        return Target(f"cell-{CELL_NAMES[value]}")
    if kind == "visit":
        return Target(f"place-{PLACE_NAMES[value]}")
    if kind == "place":
        return Target(f"side-{s}-{SIDE_NAMES[value]}")
    if kind == "send":
        return Target(f"hand-{s}-{KIND_NAMES[value]}")
    if kind == "free":
        return Target(f"prison-{s}-{KIND_NAMES[value]}")
    if kind == "jail":
        return Target(f"sent-{s}-{KIND_NAMES[value]}")
    if kind == "perform":
        deck = {"creation": 0, "supply": 1, "construction": 2, "influence": 3}
        deed = DEED_NAMES[value]
        return Target(f"pile-{DECK_NAMES[deck[deed]]}" if deed in deck else "pile-money")
    if kind == "pick":
        return Target(f"drawn-{value}")
    if kind == "pay":
        return Target(f"held-{s}-{MATERIAL_NAMES[value]}")
    if kind in ("sell", "exhibit"):
        return Target(f"held-{s}-{COLOUR_NAMES[value]}")
    if kind == "activate":
        return Target(f"noble-{s}-{NOBLE_NAMES[value]}")
    return Target()  # pass, done, keep and the like are buttons


class Painter:
    """Works out the regions of the table, in one language."""

    def __init__(self, view: Json, lang: str) -> None:
        self.view = view
        self.words: BruxellesWords = words(lang)
        self.say = self.words.say
        self.table: Json = view["table"]
        self.components = BruxellesComponents.model_validate(view["components"])
        self.players: int = view["players"]
        self.names = [self.say(name) if name in SEAT_TITLES else name for name in view["names"]]
        self.doing: Json = self.table["under_way"]

    # The grid

    def _card(self, name: str) -> Json:
        """Work out how an Action card is drawn: its picture, and its tag."""
        card = CARD_NAMES.index(name)
        title = self.words.card(card)
        effect = self.words.card_effect(card)
        if NOBLE_START <= card < IN_DECKS:
            effect = self.words.noble_effect(card - NOBLE_START + 1)
        return {
            "name": name,
            "title": title,
            "tag": f"{title} · {effect}",
            "symbols": name if MATERIAL_START <= card < HOUSE_START else "",
        }

    def cells(self) -> list[Json]:
        """Work out the cells of the grid."""
        grid = self.table["grid"]
        high = (GRID_HIGH - GAP * (len(grid) - 1)) / len(grid)
        made = []
        for r, row in enumerate(grid):
            for c, thing in enumerate(row):
                name = CELL_NAMES[COLUMNS * r + c]
                cell: Json = {
                    "name": name,
                    "x": c * (CELL_WIDE + ACROSS),
                    "y": r * (high + GAP),
                    "high": high,
                    "kind": "empty",
                    "tag": name,
                    "chosen": self.doing["cell"] == name,
                }
                if thing == NEUTRAL:
                    title = self.say("neutral")
                    cell |= {"kind": "architect", "owner": NEUTRAL, "value": 2, "other": 4}
                    cell["tag"] = f"{name} · {title} · {self._counts(2, name)}"
                elif thing is not None and thing[0].isdigit():
                    owner, side = int(thing[0]), SIDE_NAMES.index(thing[2:])
                    cell |= {"kind": "architect", "owner": owner, "value": SIDE_VALUES[side]}
                    cell["other"] = SIDE_VALUES[side ^ 1]
                    counts = self._counts(SIDE_VALUES[side], name)
                    cell["tag"] = f"{name} · {self.names[owner]} {thing[2:]} · {counts}"
                elif thing is not None:
                    card = self._card(thing)
                    cell |= {"kind": "card", "card": card, "tag": f"{name} · {card['tag']}"}
                    cell["title"] = fit(card["title"], CELL_WIDE - 24, TITLE_SIZES, bold=True)
                made.append(cell)
        return made

    def _counts(self, value: int, cell: str) -> str:
        """Say what an Architect in the grid counts."""
        return self.say(STANDING_EFFECT, value=value, column=cell[0])

    def _owner(self, r: int, c: int) -> int | str | None:
        thing = self.table["grid"][r][c]
        if thing == NEUTRAL:
            return NEUTRAL
        return int(thing[0]) if thing is not None and thing[0].isdigit() else None

    def crests(self) -> list[Json]:
        """Work out the complete coats of arms, with the players who lead there."""
        grid = self.table["grid"]
        high = (GRID_HIGH - GAP * (len(grid) - 1)) / len(grid)
        made = []
        for r in range(len(grid) - 1):
            for c in range(COLUMNS - 1):
                owners = [self._owner(r + dr, c + dc) for dr in (0, 1) for dc in (0, 1)]
                if None in owners:
                    continue
                most = max(owners.count(s) for s in range(self.players))
                leaders = [s for s in range(self.players) if owners.count(s) == most]
                points = [
                    f"{self.names[s]} +{self.table['seats'][s]['levels']['prestige']}"
                    for s in leaders
                ]
                made.append(
                    {
                        "x": (c + 1) * (CELL_WIDE + ACROSS) - ACROSS / 2,
                        "y": (r + 1) * (high + GAP) - GAP / 2,
                        "leaders": leaders,
                        "tag": f"{self.words.line('arms')} · {', '.join(points)} · "
                        f"{self.say(CREST_EFFECT)}",
                    }
                )
        return made

    def bonuses(self) -> list[Json]:
        """Work out the Bonus cards and the sums of the columns above them."""
        made = []
        for c, upper in enumerate(self.table["bonus"]):
            sums: dict[int | str, int] = {}
            for r, row in enumerate(self.table["grid"]):
                owner = self._owner(r, c)
                if owner is not None:
                    value = 2 if owner == NEUTRAL else int(row[c][-1])
                    sums[owner] = sums.get(owner, 0) + value
            most = max(sums.values(), default=0)
            lower = getattr(self.components.bonus_pairs, upper)
            first = self.say(UPPER_TITLES[UPPER_NAMES.index(upper)])
            second = self.say(LOWER_TITLES[LOWER_NAMES.index(lower)])
            made.append(
                {
                    "upper": upper,
                    "lower": lower,
                    "title": fit(first, 138, (16, 15, 14, 13, 12, 11, 10), bold=True),
                    "text": flow(second, (126, 34), (12.5, 12, 11.5, 11, 10.5, 10)),
                    "sums": [
                        {"owner": owner, "sum": total, "leads": total == most}
                        for owner, total in sorted(sums.items(), key=lambda item: str(item[0]))
                    ],
                    "tag": f"{self.say('Bonus')} {'abcd'[c]} · "
                    f"{self.say(BONUS_EFFECT, upper=first, lower=second)}",
                }
            )
        return made

    # Brussels

    def places(self) -> list[Json]:
        """Work out the three Brussels cards."""
        made = []
        first_of: set[tuple[int, str]] = set()
        for p, name in enumerate(PLACE_NAMES):
            sent = []
            for s, seat in enumerate(self.table["seats"]):
                for kind, count in seat["brussels"].get(name, {}).items():
                    sent.append(
                        {
                            "owner": s,
                            "kind": kind,
                            "count": count,
                            # an Architect who goes to prison leaves the first card that has one
                            "target": (s, kind) not in first_of,
                            "tag": f"{self.names[s]} · {kind} × {count} · {self.say(SENT_EFFECT)}",
                        }
                    )
                    first_of.add((s, kind))
            used = self.table["used"].get(name, 0)
            title = self.say(PLACE_TITLES[p])
            made.append(
                {
                    "name": name,
                    "title": fit(title, 128, TITLE_SIZES, bold=True),
                    "next": used + 1,
                    "sent": sent,
                    "pitch": min(31.0, 178 / max(1, len(sent))),
                    "busy": self.doing["place"] == name,
                    "tag": f"{title} · {self.words.place_effect(p)} "
                    f"{self.say('used {count} ×', count=used)}",
                }
            )
        return made

    def prison(self) -> Json:
        """Work out the Prison card."""
        counts = [sum(seat["prison"].values()) for seat in self.table["seats"]]
        return {
            "title": fit(self.say("Prison"), 128, TITLE_SIZES, bold=True),
            "tag": f"{self.say('Prison')} · {self.say(PRISON_EFFECT)}",
            "counts": [{"owner": s, "count": n} for s, n in enumerate(counts) if n],
        }

    # The board

    def tracks(self) -> list[Json]:
        """Work out the three staircases with the markers of the players."""
        made = []
        for t, name in enumerate(TRACK_NAMES):
            values = getattr(self.components.tracks, name)
            step = 146 / len(values)
            rise = 46 / max(1, len(values) - 1)
            steps = []
            for k, value in enumerate(values):
                here = [
                    s for s, seat in enumerate(self.table["seats"]) if seat["tracks"][name] == k + 1
                ]
                steps.append({"x": k * step, "y": -k * rise, "value": value, "here": here})
            made.append(
                {
                    "name": name,
                    "title": fit(self.say(TRACK_TITLES[t]), 108, (15, 14, 13, 12), bold=True),
                    "tag": f"{self.say(TRACK_TITLES[t])} · {self.say(TRACK_EFFECTS[t])}",
                    "step": step,
                    "steps": steps,
                    "radius": min(9.0, step / 3.2),
                }
            )
        return made

    def piles(self) -> list[Json]:
        """Work out the four piles and the bank."""
        made: list[Json] = []
        for d, name in enumerate(DECK_NAMES):
            cards = CARD_NAMES[DECK_STARTS[d] : DECK_STARTS[d + 1]]
            pile = sum(self.table["piles"].get(card, 0) for card in cards)
            thrown = {card: self.table["discards"].get(card, 0) for card in cards}
            known = {card: self.table["piles"].get(card, 0) for card in cards}
            title = self.say(DECK_TITLES[d])
            count = self.say(
                "pile {pile}, discard {discard}", pile=pile, discard=sum(thrown.values())
            )
            listed = ", ".join(
                f"{self.words.card(CARD_NAMES.index(card))} {n}" for card, n in known.items() if n
            )
            made.append(
                {
                    "name": name,
                    "pile": pile,
                    "discard": sum(thrown.values()),
                    "tag": f"{title} · {count} · {listed} · {self.say(PILE_EFFECT)}",
                }
            )
        tag = f"{self.words.card(Card.MONEY)} · {self.words.card_effect(Card.MONEY)}"
        made.append({"name": "money", "pile": None, "discard": None, "tag": tag})
        return made

    def expo(self) -> Json:
        """Work out the Exhibition area."""
        inside = any("expo" in row for row in self.table["grid"])
        return {
            "here": not inside and self.table["expo_holder"] is None,
            "shown": self.doing["exhibited"],
            "open": self.doing["exhibition"],
            "title": self.say("Exhibition area"),
            "tag": f"{self.say('Exhibition area')} · {self.words.card_effect(Card.EXPO)}",
        }

    # The players

    def seat(self, s: int) -> Json:
        """Work out what lies before a player."""
        seat = self.table["seats"][s]
        view = self.view
        turn = view["to_play"] == s
        won = s in view["winners"]
        notes = []
        if turn:
            notes.append(self.say("to play"))
        if won:
            notes.append(self.say("wins"))
        if seat["passed"]:
            notes.append(f"{self.say('passed')} ({seat['passed']})")
        if self.table["first"] == s:
            notes.append(self.say("first player"))
        held = seat["artworks"] | seat["materials"] | seat["houses"]
        sides: dict[str, int] = dict(zip(SIDE_NAMES, SIDE_VALUES, strict=True))
        return {
            "number": s,
            "name": fit(self.names[s], 190, (27, 25, 22, 20, 18, 16), bold=True),
            "note": fit(" · ".join(notes), 218, (13, 12, 11, 10)),
            "turn": turn,
            "won": won,
            "you": view["seat"] == s,
            "first": self.table["first"] == s,
            "passed": seat["passed"] > 0,
            "score": view["scores"][s],
            "expo": self.table["expo_holder"] == s,
            "francs": seat["francs"],
            "kinds": [
                {
                    "name": kind,
                    "sides": [
                        (name, value, f"{name} · {self.say(SIDE_EFFECT, value=value)}")
                        for name, value in sides.items()
                        if name.startswith(kind)
                    ],
                    "hand": seat["hand"].get(kind, 0),
                    "prison": seat["prison"].get(kind, 0),
                    "all": KIND_COUNTS[k],
                }
                for k, kind in enumerate(KIND_NAMES)
            ],
            "choosing": turn and self.table["decision"] == "arch",
            "artworks": [self._held(name, held) for name in COLOUR_NAMES],
            "houses": [self._held(name, held) for name in CARD_NAMES[HOUSE_START:HELD]],
            "materials": [self._held(name, held) for name in MATERIAL_NAMES],
            "nobles": [
                {
                    "name": name,
                    "here": name in seat["upright"] or name in seat["tilted"],
                    "tilted": name in seat["tilted"],
                    "tag": f"{self.words.noble(k)} · {self.words.noble_effect(k)}",
                }
                for k, name in enumerate(NOBLE_NAMES)
            ],
            "tray": self._tray() if turn else [],
            "ledger": [
                {
                    "title": fit(self.words.line(line.name), 128, (12.5, 12, 11.5, 11, 10.5, 10)),
                    "value": view["sheet"][line.name][s],
                    "tie": line.tie_break,
                }
                for line in LINES
            ],
        }

    def _held(self, name: str, held: Json) -> Json:
        card = self._card(name)
        tag = f"{card['title']} · {self.words.held_effect(CARD_NAMES.index(name))}"
        return {**card, "tag": tag, "count": held.get(name, 0)}

    def _tray(self) -> list[Json]:
        """Work out the cards of an action that is not finished."""
        made = [
            {**self._card(name), "target": f"drawn-{k}"}
            for k, name in enumerate(self.doing["drawn"])
        ]
        if self.doing["at_hand"] is not None:
            made.append({**self._card(self.doing["at_hand"]), "target": ""})
        for name, count in self.doing["paid"].items():
            made += [{**self._card(name), "target": ""} for _ in range(count)]
        for card in made:
            card["label"] = fit(card["title"], 102, (14, 13, 12, 11, 10), bold=True)
        return made

    def headline(self) -> Json:
        """Work out whose turn it is and what is asked."""
        to_play = self.view["to_play"]
        winners = self.view["winners"]
        if to_play is not None:
            text = self.say("{seat} to play", seat=self.names[to_play])
            asked = self._question()
        else:
            text = (
                self.say("{seat} wins", seat=self.names[winners[0]])
                if len(winners) == 1
                else self.say("Shared victory")
            )
            asked = " : ".join(str(score) for score in self.view["scores"])
        line = fit(text, 420, (25, 23, 21, 19, 17, 15), bold=True)
        seats = [to_play] if to_play is not None else winners
        return {
            "seats": seats,
            "line": line,
            "half": (width(line.lines[0], line.size, bold=True) + 8 + 32 * len(seats)) / 2,
            "asked": fit(asked, 560, (14, 13, 12, 11)),
            "round": self.say("Round {round}", round=self.table["round"]),
            "number": self.table["round"],
        }

    def _question(self) -> str:
        decision = Decision[self.table["decision"].upper()]
        count = {
            Decision.BXARCH: self.doing["to_send"],
            Decision.HALL: self.doing["calls"],
            Decision.MAT: sum(self.table["seats"][self.table["turn"]]["houses"].values()) + 1,
        }.get(decision, 0)
        at_hand = self.doing["at_hand"]
        noble = self.words.card(CARD_NAMES.index(at_hand)) if at_hand else ""
        return self.say(QUESTIONS[decision], count=count, noble=noble, cell=self.doing["cell"])


def draw(view: Json, lang: str) -> str:
    """Return the table as SVG."""
    painter = Painter(view, lang)
    seats = []
    for s in range(painter.players):
        side = PLACES[painter.players][s]
        beside = PLACES[painter.players].count(side)
        # Clockwise: the right side is filled from the top, the left one from the bottom.
        lower = s == (2 if side == "right" else 3)
        seats.append(
            {
                **painter.seat(s),
                "x": 14 if side == "left" else 1214,
                "y": 259 if beside == 1 else 506 if lower else 12,
            }
        )
    values: dict[str, Any] = {
        "cells": painter.cells(),
        "crests": painter.crests(),
        "bonuses": painter.bonuses(),
        "places": painter.places(),
        "prison": painter.prison(),
        "tracks": painter.tracks(),
        "piles": painter.piles(),
        "expo": painter.expo(),
        "seats": seats,
        "headline": painter.headline(),
        "architect_effect": painter.say(ARCHITECT_EFFECT),
        "prisoner_effect": painter.say(PRISONER_EFFECT),
    }
    return render(PACKAGE, "table.svg.jinja", lang=lang, say=painter.say, **values)


assert len(CARD_NAMES) == len(Card)
