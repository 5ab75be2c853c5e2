"""The words of Bruxelles 1893: labels of actions, events, questions, and what each thing is."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from horta.core.notes import Event as Told
from horta.core.presentation import BaseWords
from horta.games.bruxelles1893.boards import BOARD_ROWS, BOARD_TITLES
from horta.games.bruxelles1893.brussels import assistants_needed
from horta.games.bruxelles1893.cards import CARD_ROWS
from horta.games.bruxelles1893.construction import turned, units_due
from horta.games.bruxelles1893.messages import (
    BUILT_PLAIN,
    COMPASS_QUESTION,
    CURSOR_PLACE,
    EVENTS,
    EXACT,
    GAUCHIE_WITHOUT_GLASS,
    LABELS,
    LEFT_THEATRE,
    PASSED_CARD,
    PASSED_TILE,
    PAVILION_PLAIN,
    PORTRAIT_PLAIN,
    QUESTIONS,
    SET_QUESTIONS,
    UNPAID_SETTLED,
)
from horta.games.bruxelles1893.moves import (
    ACTIONS,
    COLUMN_NAMES,
    CURSOR_NAMES,
    SHOWN,
    SPACE_NAMES,
    WHITE_SALE,
)
from horta.games.bruxelles1893.names import (
    ACTS,
    COLOURS,
    FIGURES,
    KINDS,
    MODES,
    PLACES,
    ROWS,
    SEAT_TITLES,
    SHOP_SIDES,
    SOURCES,
    TRACKS,
)
from horta.games.bruxelles1893.notables import NOTABLE_ROWS, NOTABLE_TITLES
from horta.games.bruxelles1893.pieces import (
    BACK,
    MOST_BID,
    SIDE,
    STEPS,
    UNPAID_POINTS,
    WHITE,
    Act,
    Architect,
    Kind,
    Place,
    Row,
    Tile,
    Track,
)
from horta.games.bruxelles1893.sale import price
from horta.games.bruxelles1893.scoring import LINES
from horta.games.bruxelles1893.table import Decision, Event, Source, Table, shop_top, tint
from horta.games.bruxelles1893.tiles import NEIGHBOUR_POINTS, PASS_POINTS, TILE_ROWS
from horta.games.bruxelles1893.variant import STRAUVEN_SALE
from horta.games.bruxelles1893.windows import Window

PACKAGE = "horta.games.bruxelles1893"

# What each number of an event stands for.
_SPACES = (Event.NEUTRAL, Event.PLACED, Event.BUILT, Event.WITHDREW, Event.DOUBLED)
_ACTS = (Event.SKIPPED, Event.IMPOSSIBLE, Event.COPIED, Event.OWNER)
_COLOURS = (
    Event.CREATED,
    Event.STARTING_WORK,
    Event.SOLD,
    Event.WHITE_WORK,
    Event.TURNED_UP,
    Event.SOLD_WHITE,
    Event.GAVE_WORK,
    Event.RETURNED,
    Event.COVERED,
)
_NOTABLES = (
    Event.HIRED,
    Event.KEPT,
    Event.DISCARDED,
    Event.REVEALED,
    Event.ACTIVATED,
    Event.SHOWED,
    Event.DISMISSED,
)
_COLUMNS = (Event.WON, Event.TIED, Event.TUCKED, Event.USED, Event.SWAPPED)
_CARDS = (Event.CARD, Event.TOOK_CARD)
_PAVILIONS = (Event.TARGET, Event.PAVILION, Event.VISITED)


class Bruxelles1893Words(BaseWords):
    """The words of Bruxelles 1893 in one language."""

    exact = EXACT

    def __init__(self, lang: str) -> None:
        super().__init__(PACKAGE, lang, LINES, SEAT_TITLES)

    def colour(self, table: Table, colour: int) -> str:
        """Name a colour; the first edition has pink works."""
        return self.say(COLOURS[tint(table, colour)])

    def work(self, table: Table, work: int) -> str:
        """Name a work: one that lies white side up by both of its sides."""
        if work < BACK:
            return self.colour(table, work)
        return f"{self.say(COLOURS[WHITE])} ({self.colour(table, work - BACK)})"

    def crest(self, crest: int) -> str:
        """Name a crest by the windows around it, from the first to the last."""
        first = SIDE * (crest // (SIDE - 1)) + crest % (SIDE - 1)
        return f"{SPACE_NAMES[first]}–{SPACE_NAMES[first + SIDE + 1]}"

    def cursor(self, centre: int) -> str:
        """Name a place of the cursor."""
        row, column = CURSOR_NAMES[centre].split("-")
        return self.say(CURSOR_PLACE, row=row, column=column)

    def label(self, table: Table, action: int) -> str:
        """Say what an action does."""
        kind, values = ACTIONS.decode(action)
        form, said = kind, self._values(table, kind, values)
        if kind == "decline":
            form = {
                Decision.PERFORM: "skip",
                Decision.PARK: "idle",
                Decision.CUBE: "no_cube",
                Decision.GRAND_PLACE: "stop",
                Decision.OWNER_NOTABLE: "stop",
                Decision.TILE: "no_tile",
                Decision.DROP: "drop_stop",
                Decision.WINDOW: "no_turn" if table.window == Window.COMPASS else "no_card",
            }.get(Decision(table.decision), "decline")
        elif kind == "solvay":
            form = "solvay_exchange" if values[0] else "solvay_one"
        elif kind == "prize":
            form = "prize_row" if values[1] else "prize_power"
        else:
            form = self._form(table, kind, values)
        return self.say(LABELS[form], **said)

    def _form(self, table: Table, kind: str, values: tuple[int, ...]) -> str:
        """Return which label an action of Belle Époque or the variant has."""
        decision = table.decision
        if kind == "build":
            return "build_pavilion" if values[0] else "build_house"
        if kind == "turn":
            return "turn_back" if values[1] else "turn_on"
        if kind == "barter":
            return "barter_work" if values[0] else "barter_cubes"
        if kind == "take" and values[0] == SHOWN:
            return "take_shown"
        if kind == "white" and table.window == Window.WORKSHOP_DONE:
            return "white_up"
        if kind == "figure":
            return "double" if decision == Decision.DOUBLE else "withdraw"
        if kind == "column":
            return "column_won" if table.column < 0 else "column_other"
        other = {
            ("work", Decision.WHITE_WORK): "white_work",
            ("bid", Decision.WITHDRAW_SUM): "withdraw_sum",
            ("shop", Decision.MARKET_OUT): "market_out",
        }
        return other.get((kind, Decision(decision)), kind)

    def _values(self, table: Table, kind: str, values: tuple[int, ...]) -> dict[str, object]:
        first = values[0] if values else 0
        say = self.say
        said: dict[str, object] = {"francs": first}
        if kind in ("neutral", "place", "site"):
            said["space"] = SPACE_NAMES[first]
            said["act"] = say(ACTS[Act(table.act[first])])
        elif kind in ("perform", "decline"):
            said["act"] = say(ACTS[Act(table.acting)]) if table.acting >= 0 else ""
        elif kind == "copy":
            said["act"] = say(ACTS[Act(first)])
        elif kind == "crest":
            said["crest"] = self.crest(first)
        elif kind == "brussels":
            said["place"] = say(PLACES[Place(first)])
            said["assistants"] = assistants_needed(table, first)
        elif kind == "bid":
            said["francs"] = min(first + 1, MOST_BID)
        elif kind == "sell" and first == WHITE_SALE:
            said["colour"] = say(COLOURS[WHITE])
        elif kind in ("work", "sell", "white", "as", "return"):
            said["colour"] = self.colour(table, first)
        elif kind == "cursor":
            said |= self._price(table, first)
        elif kind == "shop":
            said["side"] = say(SHOP_SIDES[first])
            top = max(0, shop_top(table, first))
            said["colour"] = say(COLOURS[WHITE]) if top >= BACK else self.colour(table, top)
        elif kind == "take":
            notable = table.shown if first == SHOWN else table.theatre[first]
            said["notable"] = NOTABLE_TITLES[max(0, notable)]
        elif kind == "drop":
            said["notable"] = NOTABLE_TITLES[max(0, table.theatre[first])]
        elif kind in ("keep", "discard"):
            said["notable"] = NOTABLE_TITLES[max(0, table.notable)]
        elif kind in ("activate", "unpaid", "dismiss"):
            said["notable"] = NOTABLE_TITLES[first]
            said["francs"] = table.printed.cost[first]
        elif kind in ("cube", "pay", "give"):
            said["kind"] = say(KINDS[Kind(first)])
        elif kind == "branch":
            said["kind"] = say(KINDS[Kind(table.ring[table.branch[first]])])
            said["next"] = say(KINDS[Kind(table.ring[turned(table, first, 1)])])
        elif kind == "prize":
            said["column"] = COLUMN_NAMES[first]
            said["row"] = say(ROWS[Row(values[1] - 1)]) if values[1] else ""
        elif kind == "power":
            said["power"] = say(TRACKS[Track(first)])
        else:
            said |= self._values_more(table, kind, values)
        return said

    def _values_more(self, table: Table, kind: str, values: tuple[int, ...]) -> dict[str, object]:
        """Return what the labels of Belle Époque and the variant tell."""
        first = values[0] if values else 0
        say = self.say
        if kind == "board":
            effect = self.board(first + 1, table.belle_epoque == 1)
            return {"architect": BOARD_TITLES[first], "effect": effect}
        if kind == "travellers":
            return {"count": first}
        if kind == "build" and first:
            card = table.card[first - 1]
            glass = table.printed.glass[first - 1]
            return {"row": first, "glass": glass, "card": card + 1, "effect": self.card(card)}
        if kind == "turn":
            place = turned(table, first, 1 - 2 * values[1])
            now, then = table.ring[table.branch[first]], table.ring[place]
            return {"kind": say(KINDS[Kind(now)]), "next": say(KINDS[Kind(then)])}
        if kind == "tile":
            return {"tile": first + 1, "effect": self.tile(first, table.players, table)}
        if kind == "card":
            return {"card": first + 1, "effect": self.card(first)}
        if kind == "mode":
            return {"mode": say(MODES[first])}
        if kind == "figure":
            return {"space": SPACE_NAMES[first]}
        if kind == "send":
            return {"figure": say(FIGURES[first])}
        if kind == "column":
            return {"column": COLUMN_NAMES[first]}
        if kind == "row":
            return {"row": say(ROWS[Row(first)])}
        return {}

    def _price(self, table: Table, centre: int) -> dict[str, object]:
        francs, points = price(table, max(0, table.sold_as), table.sold >= BACK, centre)
        if table.seats[table.turn].architect == Architect.STRAUVEN:
            francs, points = francs + STRAUVEN_SALE, points + STRAUVEN_SALE
        return {"centre": self.cursor(centre), "francs": francs, "points": points}

    def card(self, card: int) -> str:
        """Say what a Belle Époque card does."""
        return self.say(CARD_ROWS[card].effect)

    def tile(self, tile: int, players: int, table: Table | None = None) -> str:
        """Say what an end-game tile brings; a table tells what is printed on its boards."""
        points = {
            Tile.PASSES_SCORE: int(PASS_POINTS[players]),
            Tile.NEIGHBOURS: int(NEIGHBOUR_POINTS[players]),
        }.get(Tile(tile), 0)
        if tile == Tile.PORTRAIT:
            if table is None:
                return self.say(PORTRAIT_PLAIN)
            points = table.prints[Architect.NONE].levels[(STEPS + 1) * Track.ARCHITECT + STEPS]
        return self.say(TILE_ROWS[tile].effect, points=points)

    def board(self, architect: int, belle_epoque: bool) -> str:
        """Say what an architect's board changes; without glass Gauchie has a joker (AS-08)."""
        if architect == Architect.GAUCHIE and not belle_epoque:
            return self.say(GAUCHIE_WITHOUT_GLASS)
        return self.say(BOARD_ROWS[architect - 1].effect)

    def effect(self, notable: int) -> str:
        """Say what a notable does."""
        return self.say(NOTABLE_ROWS[notable].effect)

    def event(self, event: Told, names: Sequence[str]) -> str:
        """Tell an event."""
        kind, say = Event(event.kind), self.say
        values: dict[str, object] = {
            "seat": names[event.seat] if event.seat >= 0 else "",
            "a": event.a,
            "b": event.b,
            "c": event.c,
        }
        if kind in _SPACES:
            values["space"] = SPACE_NAMES[event.a]
        elif kind in _ACTS:
            values["act"] = say(ACTS[Act(event.a)])
        elif kind in _COLOURS:
            values["colour"] = say(COLOURS[event.a])
        elif kind in _NOTABLES:
            values["notable"] = NOTABLE_TITLES[event.a]
        elif kind in _COLUMNS:
            values["column"] = COLUMN_NAMES[event.a]
            values["row"] = say(ROWS[Row(event.b)]) if kind == Event.TUCKED else ""
            values["other"] = COLUMN_NAMES[event.b] if kind == Event.SWAPPED else ""
        elif kind in (Event.CREST, Event.MAJORITY, Event.NEUTRAL_LEADS):
            values["crest"] = self.crest(event.a)
        elif kind in _CARDS:
            values |= {"card": event.a + 1, "effect": self.card(event.a)}
        elif kind in _PAVILIONS:
            values["number"] = event.a + 1
        elif kind == Event.TILE:
            values |= {"tile": event.a + 1, "effect": self.tile(event.a, len(names))}
        elif kind == Event.BOARD:
            values["architect"] = BOARD_TITLES[event.a]
        elif kind == Event.MODE:
            values["mode"] = say(MODES[event.a])
        elif kind == Event.EXTRA_TURN:
            values["figure"] = say(FIGURES[event.a])
        elif kind == Event.ROW:
            values["row"] = say(ROWS[Row(event.a)])
        elif kind in (Event.WENT, Event.WENT_WITH):
            values["place"] = say(PLACES[Place(event.a)])
        elif kind in (Event.STEPPED, Event.AT_END):
            values["track"] = say(TRACKS[Track(event.a)])
        elif kind == Event.POINTS:
            values["source"] = say(SOURCES[Source(event.b)])
        elif kind in (Event.CUBE, Event.PAID, Event.GAVE):
            values["kind"] = say(KINDS[Kind(event.a)])
        elif kind == Event.TURNED:
            values["kind_b"] = say(KINDS[Kind(event.b)])
        elif kind == Event.SETTLED:
            unpaid = [title for k, title in enumerate(NOTABLE_TITLES) if event.c >> k & 1]
            values |= {"unpaid": ", ".join(unpaid), "loss": -UNPAID_POINTS * event.b}
        return say(self._told_as(event), **values)

    def _told_as(self, event: Told) -> str:
        """Return the form of an event: what it leaves out, and what there is to tell besides."""
        kind = Event(event.kind)
        if kind == Event.PASSED and event.b:
            return PASSED_CARD if event.c else PASSED_TILE
        if kind == Event.DISCARDED and event.seat < 0:
            return LEFT_THEATRE
        if kind == Event.SETTLED and event.b:
            return UNPAID_SETTLED
        if kind == Event.BUILT and not event.c:
            return BUILT_PLAIN
        if kind == Event.PAVILION and not event.c:
            return PAVILION_PLAIN
        return EVENTS[kind]

    def chapter(self, event: Told) -> str:
        """Name the round that an event begins."""
        return self.say("Round {a}", a=event.a) if event.kind == Event.ROUND else ""

    def question(self, table: Table) -> str:
        """Ask the decision of the moment."""
        if table.decision == Decision.WINDOW and table.window == Window.COMPASS:
            return self.say(COMPASS_QUESTION)
        due = units_due(table) if table.decision == Decision.PAY else int(table.cubes_due)
        if table.decision in SET_QUESTIONS and due > 1:
            return self.say(SET_QUESTIONS[Decision(table.decision)], count=due)
        return self.say(QUESTIONS[Decision(table.decision)])


@functools.cache
def words(lang: str) -> Bruxelles1893Words:
    """Return the words of Bruxelles 1893 in a language."""
    return Bruxelles1893Words(lang)
