"""What is where on the drawing of Bruxelles 1897, and what text fits; the rules say what counts."""

from __future__ import annotations

from collections.abc import Sequence

from horta.core.drawing import fit, width
from horta.core.game import Json
from horta.core.scene import Scene
from horta.games.bruxelles1897.brussels import architects_needed
from horta.games.bruxelles1897.components import (
    CARD_NAMES,
    CELL_NAMES,
    COLOUR_NAMES,
    COLOURS,
    COLUMNS,
    DECK_STARTS,
    HELD,
    HOUSE_START,
    IN_DECKS,
    KIND_COUNTS,
    KIND_NAMES,
    KIND_TITLES,
    KINDS,
    LOWER_NAMES,
    MATERIAL_START,
    MOST_PURSES,
    MOST_SPACES,
    NOBLE_NAMES,
    NOBLE_START,
    PER_COLOUR,
    PER_HOUSE_KIND,
    PER_NOBLE,
    PER_PURSE,
    PLACE_NAMES,
    PURSE,
    SIDE_NAMES,
    SIDE_VALUES,
    TRACK_NAMES,
    UPPER_NAMES,
    Card,
    Track,
    Upper,
)
from horta.games.bruxelles1897.majorities import (
    OWNERS,
    column_sum,
    column_winners,
    crest_leaders,
    leaves_from,
)
from horta.games.bruxelles1897.scoring import LINES
from horta.games.bruxelles1897.table import (
    NEUTRAL,
    NOBODY,
    NOTHING,
    Decision,
    Table,
    in_prison,
    level,
    rows,
)
from horta.games.bruxelles1897.words import (
    ARCHITECT_TITLE,
    BONUS_EFFECT,
    CREST_EFFECT,
    DECK_TITLES,
    LOWER_TITLES,
    PILE_EFFECT,
    PLACE_TITLES,
    PRISON_EFFECT,
    SENT_EFFECT,
    SIDE_EFFECT,
    STANDING_EFFECT,
    TRACK_EFFECTS,
    TRACK_TITLES,
    UPPER_TITLES,
    BruxellesWords,
    words,
)

CELL_WIDE = 190
GAP = 10
ACROSS = 12
GRID_HIGH = 518
TITLE_SIZES = (17, 16, 15, 14, 13, 12)
LOWER_POINTS = (PER_HOUSE_KIND, PER_NOBLE, PER_COLOUR, PER_PURSE)  # in the order of `Lower`
DECK_NAMES = ("artworks", "materials", "houses", "nobles")


def owner_name(owner: int) -> int | str:
    """Return how the template calls an owner: a seat by its number, the neutral colour by name."""
    return "neutral" if owner == NEUTRAL else owner


class Painter:
    """Works out the regions of the table."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.table: Table = scene.table
        self.players = scene.players
        self.words: BruxellesWords = words(scene.lang)
        self.say = self.words.say

    @property
    def names(self) -> Sequence[str]:
        """The names of the seats: read where they are shown, so that all else can be shared."""
        return self.scene.names

    # The grid

    def _card(self, card: int) -> Json:
        """Work out how an Action card is drawn: its picture, and its tag."""
        name = CARD_NAMES[card]
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

    @property
    def _cell_high(self) -> float:
        """How high the cells of the grid are."""
        return (GRID_HIGH - GAP * (rows(self.table) - 1)) / rows(self.table)

    def cells(self) -> list[Json]:
        """Work out the cells of the grid."""
        high = self._cell_high
        return [
            {
                "name": CELL_NAMES[k],
                "x": k % COLUMNS * (CELL_WIDE + ACROSS),
                "y": k // COLUMNS * (high + GAP),
                "high": high,
                "chosen": self.table.cell == k,
                **self._content(k),
            }
            for k in range(COLUMNS * rows(self.table))
        ]

    def _content(self, cell: int) -> Json:
        """Work out what lies in a cell: a card, an Architect, or nothing."""
        name, card, owner = CELL_NAMES[cell], self.table.card[cell], self.table.owner[cell]
        if card != NOTHING:
            shown = self._card(card)
            return {
                "kind": "card",
                "card": shown,
                "tag": f"{name} · {shown['tag']}",
                "title": fit(shown["title"], CELL_WIDE - 24, TITLE_SIZES, bold=True),
            }
        if owner == NOBODY:
            return {"kind": "empty", "tag": name}
        side = self.table.side[cell]
        value = SIDE_VALUES[side]
        whose = self.say("neutral")
        if owner != NEUTRAL:
            whose = f"{self.names[owner]}, {self._architect(side // 2)}"
        counts = self.say(STANDING_EFFECT, value=value, column=name[0])
        return {
            "kind": "architect",
            "owner": owner_name(owner),
            "value": value,
            "other": SIDE_VALUES[side ^ 1],
            "tag": f"{name} · {whose} · {counts}",
        }

    def crests(self) -> list[Json]:
        """Work out the complete coats of arms, with the players who lead there."""
        high = self._cell_high
        made = []
        for r in range(rows(self.table) - 1):
            for c in range(COLUMNS - 1):
                leading = crest_leaders(self.table, r, c)
                if leading == 0:
                    continue
                leaders = [s for s in range(self.players) if (leading >> s) & 1]
                points = [
                    f"{self.names[s]} +{level(self.table, s, Track.PRESTIGE)}" for s in leaders
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
        for c, upper in enumerate(self.table.bonus):
            lower = self.table.printed.lower[upper]
            first = self.say(UPPER_TITLES[upper])
            second = self.say(LOWER_TITLES[lower])
            made.append(
                {
                    "upper": UPPER_NAMES[upper],
                    "lower": LOWER_NAMES[lower],
                    "title": fit(first, 138, (16, 15, 14, 13, 12, 11, 10), bold=True),
                    "short": first.split()[-1] if upper < Upper.PRISON else "",
                    "points": LOWER_POINTS[lower],
                    "francs": PURSE,
                    "most": MOST_PURSES,
                    "sums": self._sums(c),
                    "tag": f"{self.say('Bonus')} {'abcd'[c]} · "
                    f"{self.say(BONUS_EFFECT, upper=first, lower=second)}",
                }
            )
        return made

    def _sums(self, column: int) -> list[Json]:
        """Work out who shows how much in a column; the neutral colour wins nothing, but leads."""
        sums = [column_sum(self.table, column, owner) for owner in range(OWNERS)]
        winners = column_winners(self.table, column)
        return [
            {
                "owner": owner_name(owner),
                "sum": total,
                "leads": total == max(sums) if owner == NEUTRAL else (winners >> owner) & 1 == 1,
            }
            for owner, total in enumerate(sums)
            if total
        ]

    # Brussels

    def places(self) -> list[Json]:
        """Work out the three Brussels cards."""
        made = []
        for p, name in enumerate(PLACE_NAMES):
            sent = [
                {
                    "owner": s,
                    "kind": KIND_NAMES[kind],
                    "count": count,
                    "target": leaves_from(self.table, s, kind) == p,
                    "tag": f"{self.names[s]} · {self._architect(kind)} × {count} · "
                    f"{self.say(SENT_EFFECT)}",
                }
                for s in range(self.players)
                for kind in range(KINDS)
                if (count := self.table.seats[s].sent[KINDS * p + kind])
            ]
            title = self.say(PLACE_TITLES[p])
            made.append(
                {
                    "name": name,
                    "title": fit(title, 166, TITLE_SIZES, bold=True),
                    "next": architects_needed(self.table, p),
                    "sent": sent,
                    "pitch": min(31.0, 178 / max(1, len(sent))),
                    "busy": self.table.place == p,
                    "tag": f"{title} · {self.words.place_effect(p)} "
                    f"{self.say('used {count} ×', count=self.table.used[p])}",
                }
            )
        return made

    def prison(self) -> Json:
        """Work out the Prison card."""
        counts = [in_prison(self.table, s) for s in range(self.players)]
        return {
            "title": fit(self.say("Prison"), 128, TITLE_SIZES, bold=True),
            "tag": f"{self.say('Prison')} · {self.say(PRISON_EFFECT)}",
            "counts": [{"owner": s, "count": n} for s, n in enumerate(counts) if n],
        }

    # The board

    def tracks(self) -> list[Json]:
        """Work out the three staircases with the markers of the players."""
        made = []
        printed = self.table.printed
        for t, name in enumerate(TRACK_NAMES):
            spaces = printed.spaces[t]
            step = 146 / spaces
            rise = 38 / max(1, spaces - 1)
            steps = [
                {
                    "x": k * step,
                    "y": -8 - k * rise,  # the number stands below the markers
                    "value": printed.values[MOST_SPACES * t + k],
                    "here": [s for s in range(self.players) if self.table.seats[s].track[t] == k],
                }
                for k in range(spaces)
            ]
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
            cards = range(DECK_STARTS[d], DECK_STARTS[d + 1])
            pile = sum(self.table.pile[card] for card in cards)
            thrown = sum(self.table.discard[card] for card in cards)
            count = self.say("pile {pile}, discard {discard}", pile=pile, discard=thrown)
            listed = ", ".join(
                f"{self.words.card(card)} {n}" for card in cards if (n := self.table.pile[card])
            )
            title = self.say(DECK_TITLES[d])
            made.append(
                {
                    "name": name,
                    "pile": pile,
                    "discard": thrown,
                    "tag": f"{title} · {count} · {listed} · {self.say(PILE_EFFECT)}",
                }
            )
        tag = f"{self.words.card(Card.MONEY)} · {self.words.card_effect(Card.MONEY)}"
        made.append({"name": "money", "pile": None, "discard": None, "tag": tag})
        return made

    def expo(self) -> Json:
        """Work out the Exhibition area."""
        inside = Card.EXPO in list(self.table.card)
        return {
            "here": not inside and self.table.expo == NOBODY,
            "shown": [name for k, name in enumerate(COLOUR_NAMES) if (self.table.shown >> k) & 1],
            "open": self.table.showing == 1,
            "title": self.say("Exhibition area"),
            "tag": f"{self.say('Exhibition area')} · {self.words.card_effect(Card.EXPO)}",
        }

    # The players

    def seat(self, s: int) -> Json:
        """Work out what lies before a player."""
        table, seat, scene = self.table, self.table.seats[s], self.scene
        turn = scene.to_play == s
        return {
            "number": s,
            "name": fit(self.names[s], 190, (27, 25, 22, 20, 18, 16), bold=True),
            "note": fit(" · ".join(self._notes(s)), 218, (13, 12, 11, 10)),
            "turn": turn,
            "won": s in scene.winners,
            "first": table.first == s,
            "passed": seat.passed > 0 and scene.to_play is not None,
            "score": scene.scores[s],
            "expo": table.expo == s,
            "francs": seat.francs,
            "kinds": self._kinds(s),
            "choosing": turn and table.decision == Decision.ARCH,
            "artworks": [self._held(s, card) for card in range(COLOURS)],
            "houses": [self._held(s, card) for card in range(HOUSE_START, HELD)],
            "materials": [self._held(s, card) for card in range(MATERIAL_START, HOUSE_START)],
            "nobles": [
                {
                    "name": name,
                    "here": (seat.nobles >> k) & 1 == 1,
                    "tilted": (seat.tilted >> k) & 1 == 1,
                    "tag": f"{self.words.noble(k)} · {self.words.noble_effect(k)}",
                }
                for k, name in enumerate(NOBLE_NAMES)
            ],
            "tray": self._tray() if turn else [],
            "ledger": [
                {
                    "title": fit(self.words.line(line.name), 128, (12.5, 12, 11.5, 11, 10.5, 10)),
                    "value": scene.sheet[line.name][s],
                    "tie": line.tie_break,
                }
                for line in LINES
            ],
        }

    def _notes(self, s: int) -> list[str]:
        """Say how a player stands in this round."""
        over = self.scene.to_play is None
        passed = 0 if over else self.table.seats[s].passed
        notes = {
            self.say("to play"): self.scene.to_play == s,
            self.say("wins"): s in self.scene.winners,
            f"{self.say('passed')} ({passed})": passed > 0,
            self.say("first player"): self.table.first == s and not over,
        }
        return [note for note, holds in notes.items() if holds]

    def _architect(self, kind: int) -> str:
        """Name an Architect as players do, by the numbers on its two sides."""
        return self.say(ARCHITECT_TITLE, kind=KIND_TITLES[kind])

    def _kinds(self, s: int) -> list[Json]:
        """Work out a player's Architects, by kind."""
        seat = self.table.seats[s]
        return [
            {
                "name": kind,
                "title": self._architect(k),
                "sides": [
                    (name, value, f"{self._architect(k)} · {self.say(SIDE_EFFECT, value=value)}")
                    for name, value in zip(SIDE_NAMES, SIDE_VALUES, strict=True)
                    if name.startswith(kind)
                ],
                "hand": seat.hand[k],
                "prison": seat.prison[k],
                "all": KIND_COUNTS[k],
            }
            for k, kind in enumerate(KIND_NAMES)
        ]

    def _held(self, s: int, card: int) -> Json:
        shown = self._card(card)
        tag = f"{shown['title']} · {self.words.held_effect(card)}"
        return {**shown, "tag": tag, "count": self.table.seats[s].cards[card]}

    def _tray(self) -> list[Json]:
        """Work out the cards of an action that is not finished."""
        table = self.table
        drawn = [card for card in table.drawn if card != NOTHING]
        made = [{**self._card(card), "target": f"drawn-{k}"} for k, card in enumerate(drawn)]
        lying = [table.at_hand] if table.at_hand != NOTHING else []
        for k, count in enumerate(table.paid):
            lying += [MATERIAL_START + k] * count
        made += [{**self._card(card), "target": ""} for card in lying]
        for shown in made:
            shown["label"] = fit(shown["title"], 94, (14, 13, 12, 11, 10), bold=True)
        return made

    def headline(self) -> Json:
        """Work out whose turn it is and what is asked."""
        to_play, winners = self.scene.to_play, self.scene.winners
        if to_play is not None:
            text = self.say("{seat} to play", seat=self.names[to_play])
            asked = self.words.question(self.table)
        else:
            text = (
                self.say("{seat} wins", seat=self.names[winners[0]])
                if len(winners) == 1
                else self.say("Shared victory")
            )
            asked = " : ".join(str(score) for score in self.scene.scores)
        line = fit(text, 420, (25, 23, 21, 19, 17, 15), bold=True)
        seats = [to_play] if to_play is not None else winners
        return {
            "seats": seats,
            "line": line,
            "half": (width(line.lines[0], line.size, bold=True) + 8 + 32 * len(seats)) / 2,
            "asked": fit(asked, 560, (14, 13, 12, 11)),
            "round": self.say("Round {round}", round=self.table.round_no),
            "number": self.table.round_no,
        }
