"""The words of Bruxelles 1893: labels of actions, events, questions, and what each thing is."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from horta.core.i18n import mark
from horta.core.notes import Event as Told
from horta.core.presentation import BaseWords
from horta.games.bruxelles1893.boards import BOARD_ROWS, BOARD_TITLES
from horta.games.bruxelles1893.brussels import assistants_needed
from horta.games.bruxelles1893.cards import CARD_ROWS
from horta.games.bruxelles1893.construction import turned
from horta.games.bruxelles1893.moves import (
    ACTIONS,
    COLUMN_NAMES,
    CREST_NAMES,
    CURSOR_NAMES,
    SHOWN,
    SPACE_NAMES,
    WHITE_SALE,
)
from horta.games.bruxelles1893.notables import NOTABLE_ROWS, NOTABLE_TITLES
from horta.games.bruxelles1893.pieces import (
    BACK,
    MOST_BID,
    PINK,
    WHITE,
    Act,
    Architect,
    Colour,
    Kind,
    Place,
    Row,
    Track,
)
from horta.games.bruxelles1893.sale import price
from horta.games.bruxelles1893.scoring import LINES
from horta.games.bruxelles1893.table import Decision, Event, Source, Table, shop_top, tint
from horta.games.bruxelles1893.tiles import TILE_ROWS
from horta.games.bruxelles1893.variant import STRAUVEN_SALE
from horta.games.bruxelles1893.windows import Window

PACKAGE = "horta.games.bruxelles1893"

SEAT_TITLES = (mark("Ochre"), mark("Blue"), mark("Green"), mark("Rose"), mark("Slate"))

ACTS = {
    Act.WORKSHOP: mark("workshop"),
    Act.SALE: mark("sale"),
    Act.THEATRE: mark("theatre"),
    Act.MATERIALS: mark("materials"),
    Act.CONSTRUCTION: mark("construction"),
}

PLACES = {
    Place.MARKET: mark("Place Sainte-Catherine market"),
    Place.EXCHANGE: mark("Stock Exchange"),
    Place.PARK: mark("Cinquantenaire park"),
    Place.GRAND_PLACE: mark("Grand-Place"),
}

COLOURS = {
    Colour.BLUE: mark("blue"),
    Colour.BROWN: mark("brown"),
    Colour.YELLOW: mark("yellow"),
    Colour.GREEN: mark("green"),
    Colour.BLACK: mark("black"),
    PINK: mark("pink"),
    WHITE: mark("white"),
}

KINDS = {
    Kind.WOOD: mark("wood"),
    Kind.IRON: mark("iron"),
    Kind.STONE: mark("stone"),
    Kind.GLASS: mark("glass"),
    Kind.JOKER: mark("joker"),
    Kind.FRANCS: mark("3 FB"),
    Kind.ANY: mark("any material"),
    Kind.EMPTY: mark("the empty place"),
}

TRACKS = {
    Track.TOWN_HALL: mark("Town Hall"),
    Track.PALACE: mark("Royal Palace"),
    Track.ARCHITECT: mark("Architect"),
    Track.RELEASE: mark("release from Justice"),
}

ROWS = {
    Row.MONEY: mark("money"),
    Row.WORKS: mark("works"),
    Row.NOTABLES: mark("notables"),
    Row.ASSISTANTS: mark("assistants"),
}

SOURCES = {
    Source.SALE: mark("sale"),
    Source.OWNER: mark("a house used by another player"),
    Source.CONSTRUCTION: mark("construction"),
    Source.NOTABLES: mark("Maeterlinck"),
    Source.CRESTS: mark("crests"),
    Source.UNPAID: mark("unpaid notables"),
    Source.CARDS: mark("a Belle Époque card"),
    Source.VISIT: mark("visit to the pavilions"),
}

SHOP_SIDES = (mark("left"), mark("right"))
MODES = (mark("another kind for one cube"), mark("one joker forgiven"))
FIGURES = (mark("assistant"), mark("traveller"))

LABELS = {
    "pass": mark("Pass"),
    "decline": mark("Decline"),
    "skip": mark("Skip the action ({act})"),
    "stop": mark("Activate no notable"),
    "idle": mark("Leave the park unused"),
    "no_cube": mark("Take no cube"),
    "perform": mark("Carry out the action ({act})"),
    "crest": mark("Open the zone at crest {crest}"),
    "neutral": mark("Place the neutral assistant on {space}"),
    "place": mark("Place an assistant on {space} ({act})"),
    "brussels": mark("Go to: {place} (assistants: {assistants})"),
    "bid": mark("Bid {francs} FB"),
    "copy": mark("Copy: {act}"),
    "work": mark("Take a work: {colour}"),
    "sell": mark("Sell a work: {colour}"),
    "cursor": mark("Cursor to {centre}: {francs} FB, {points} VP"),
    "shop": mark("Put it on the {side} side of the shop ({colour})"),
    "take": mark("Hire {notable} for {francs} FB"),
    "keep": mark("Keep {notable}"),
    "discard": mark("Discard {notable}"),
    "solvay_one": mark("Take 1 noble cube"),
    "solvay_exchange": mark("Give a joker for 2 noble cubes"),
    "cube": mark("Take: {kind}"),
    "pay": mark("Pay: {kind}"),
    "branch": mark("Turn the compass from {kind} to {next}"),
    "site": mark("Build on {space} ({act})"),
    "activate": mark("Activate {notable}"),
    "prize_power": mark("Column {column}: use the power"),
    "prize_row": mark("Column {column}: slide it under the line for {row}"),
    "power": mark("Take: {power}"),
    "unpaid": mark("Leave {notable} unpaid"),
    "board": mark("Take the board of {architect}: {effect}"),
    "travellers": mark("Send travellers: {count}"),
    "white": mark("Sell the white work whose colour is {colour}"),
    "white_up": mark("Turn up the white work: {colour}"),
    "white_work": mark("Create a white work: {colour}"),
    "as": mark("Sell it as {colour}"),
    "build_house": mark("Build a house"),
    "build_pavilion": mark(
        "Build the pavilion of row {row} (glass: {glass}), card {card}: {effect}"
    ),
    "turn_on": mark("Turn the compass on, from {kind} to {next}"),
    "turn_back": mark("Turn the compass back, from {kind} to {next}"),
    "tile": mark("Send an assistant to tile {tile}: {effect}"),
    "no_tile": mark("Send nobody to a tile"),
    "card": mark("Use card {card}: {effect}"),
    "no_card": mark("Use no card"),
    "no_turn": mark("Leave the compass as it is"),
    "drop": mark("Discard {notable}"),
    "drop_stop": mark("Discard no more"),
    "mode": mark("Card 9: {mode}"),
    "dismiss": mark("Discard {notable} for {francs} FB"),
    "withdraw": mark("Take francs back from {space}"),
    "withdraw_sum": mark("Take back {francs} FB"),
    "double": mark("Count the assistant on {space} twice"),
    "barter_cubes": mark("Give 2 noble cubes for a work"),
    "barter_work": mark("Give a work for 2 noble cubes"),
    "give": mark("Give: {kind}"),
    "return": mark("Give a work: {colour}"),
    "send": mark("On card 22: {figure}"),
    "column_won": mark("Give up the card of column {column}"),
    "column_other": mark("Take the card of column {column}"),
    "row": mark("Raise the line for {row}"),
    "take_shown": mark("Hire {notable} from the top of the pile for nothing"),
    "market_out": mark("Send back the work on the {side} side of the shop ({colour})"),
}

QUESTIONS = {
    Decision.START_WORK: mark("Which work do you start with?"),
    Decision.CREST: mark("Which crest opens the zone?"),
    Decision.NEUTRAL: mark("Where do you place the neutral assistant?"),
    Decision.TURN: mark("Place an assistant, go to Brussels, or pass"),
    Decision.BID: mark("How much do you bid?"),
    Decision.PERFORM: mark("Carry out the action?"),
    Decision.PARK: mark("Which action do you copy?"),
    Decision.WORK: mark("Which work do you take?"),
    Decision.SELL: mark("Which work do you sell?"),
    Decision.CURSOR: mark("Where does the cursor go?"),
    Decision.SHOP: mark("On which side of the shop does the work go?"),
    Decision.THEATRE: mark("Which notable do you hire?"),
    Decision.KEEP: mark("Keep the notable or discard it?"),
    Decision.SOLVAY: mark("One cube, or a joker for two?"),
    Decision.CUBE: mark("Which cube do you take?"),
    Decision.PAY: mark("How do you pay the next unit?"),
    Decision.BRANCH: mark("Which branch of the compass turns?"),
    Decision.SITE: mark("Where do you build?"),
    Decision.GRAND_PLACE: mark("Which notable do you activate?"),
    Decision.OWNER_NOTABLE: mark("Your house was used: which notable do you activate?"),
    Decision.PRIZE: mark("Use the card's power, or slide it under a line?"),
    Decision.POWER: mark("Which power do you take?"),
    Decision.UNPAID: mark("Which notable do you leave unpaid?"),
    Decision.OVER: mark("The game is over"),
    Decision.BOARD: mark("Whose board do you take?"),
    Decision.TRAVELLERS: mark("How many travellers do you send?"),
    Decision.SELL_AS: mark("Which colour do you sell the white work as?"),
    Decision.TARGET: mark("A house or a pavilion?"),
    Decision.TILE: mark("Do you send an assistant to an end-game tile?"),
    Decision.WHITE_WORK: mark("Which work becomes white?"),
    Decision.WHITE: mark("Which white work?"),
    Decision.WINDOW: mark("Do you use a card?"),
    Decision.MARKET_OUT: mark("Which work leaves the shop?"),
    Decision.DROP: mark("Which notables are discarded?"),
    Decision.MODE: mark("How do you use the card?"),
    Decision.CARD_NOTABLE: mark("Which notable do you activate?"),
    Decision.DISMISS: mark("Which notable do you discard?"),
    Decision.WITHDRAW: mark("From which bid do you take francs back?"),
    Decision.WITHDRAW_SUM: mark("How much do you take back?"),
    Decision.BARTER: mark("What do you give?"),
    Decision.GIVE: mark("Which cube do you give?"),
    Decision.GIVE_WORK: mark("Which work do you give?"),
    Decision.BARTER_WORK: mark("Which work do you take?"),
    Decision.FIGURE: mark("Which figure goes on the card?"),
    Decision.COLUMN: mark("Which column?"),
    Decision.DOUBLE: mark("Which assistant counts twice?"),
    Decision.ROW: mark("Which line do you raise?"),
}

COMPASS_QUESTION = mark("Do you turn the compass before you build?")

EVENTS = {
    Event.STARTED: mark("{seat} is the first player."),
    Event.ROUND: mark("Round {a}: the Stock Exchange pays {b} FB."),
    Event.CREST: mark("{seat} opens the zone at crest {crest}."),
    Event.NEUTRAL: mark("{seat} places the neutral assistant on {space}."),
    Event.NO_NEUTRAL: mark("{seat} finds no room for the neutral assistant."),
    Event.PLACED: mark("{seat} places an assistant on {space} and bids {b} FB."),
    Event.SKIPPED: mark("{seat} skips the action ({act})."),
    Event.IMPOSSIBLE: mark("{seat} cannot carry out the action ({act})."),
    Event.WENT: mark("{seat} goes to: {place} (assistants: {b})."),
    Event.JOKERS: mark("{seat} takes jokers: {a}."),
    Event.FRANCS: mark("{seat} gains {a} FB."),
    Event.COPIED: mark("{seat} copies an action: {act}."),
    Event.IDLE: mark("{seat} leaves the park unused."),
    Event.CREATED: mark("{seat} takes a work: {colour}."),
    Event.STARTING_WORK: mark("{seat} starts with a work: {colour}."),
    Event.REBUILT: mark("Works come back from the shop: coloured {a}, black {b}."),
    Event.SOLD: mark("{seat} sells a work ({colour}) for {b} FB and {c} VP."),
    Event.HIRED: mark("{seat} hires {notable} for {b} FB."),
    Event.KEPT: mark("{seat} keeps {notable}."),
    Event.DISCARDED: mark("{notable} is discarded."),
    Event.REVEALED: mark("{notable} comes to the theatre."),
    Event.RESHUFFLED: mark("The discarded notables are shuffled."),
    Event.ACTIVATED: mark("{seat} activates {notable}."),
    Event.STEPPED: mark("{seat} moves on the {track} track, to {b}."),
    Event.RELEASED: mark("{seat} frees an assistant from Justice."),
    Event.POINTS: mark("{seat} gains {a} VP ({source})."),
    Event.CUBE: mark("{seat} takes a cube: {kind}."),
    Event.EXCHANGED: mark("{seat} gives a joker for two noble cubes."),
    Event.PAID: mark("{seat} pays a unit: {kind}."),
    Event.TURNED: mark("{seat} turns the compass to {kind_b}."),
    Event.BUILT: mark("{seat} builds house {b} on {space} and gains {c} VP."),
    Event.OWNER: mark("{seat} profits from the house ({act})."),
    Event.BLACK_WORK: mark("{seat} takes a black work."),
    Event.PASSED: mark("{seat} passes and gains {a} FB."),
    Event.WON: mark("{seat} wins column {column} with {b} FB."),
    Event.TIED: mark("Column {column} is tied at {b} FB."),
    Event.FIRST: mark("{seat} takes the Manneken-Pis (symbols: {a})."),
    Event.TUCKED: mark("{seat} slides the card of column {column} under {row}: +{c}."),
    Event.USED: mark("{seat} uses the card of column {column}."),
    Event.MAJORITY: mark("{seat} gains {b} VP at crest {crest}."),
    Event.DETAINED: mark("{seat} sends an assistant to Justice."),
    Event.PRIZES: mark("New cards are laid below the columns."),
    Event.SETTLED: mark("{seat} pays {a} FB for notables; unpaid: {b}."),
    Event.ENDED: mark("The game is over."),
    Event.STOPPED: mark("{seat} activates no more notables."),
    Event.DREW: mark("{seat} draws works: {a}."),
    Event.BOARD: mark("{seat} takes the board of {architect}."),
    Event.CARD: mark("{seat} uses card {card}: {effect}"),
    Event.TRAVELLER: mark("{seat} takes a traveller."),
    Event.WHITE_WORK: mark("{seat} creates a white work ({colour})."),
    Event.TURNED_UP: mark("{seat} turns up a white work: {colour}."),
    Event.SOLD_WHITE: mark("{seat} sells a white work as {colour} for {b} FB and {c} VP."),
    Event.BONUS_SALE: mark("{seat} gains {a} FB and {b} VP more."),
    Event.TARGET: mark("{seat} plans the pavilion of row {number}."),
    Event.GLASS: mark("{seat} pays glass: {a}."),
    Event.PAVILION: mark("{seat} builds the pavilion of row {number} and gains {c} VP."),
    Event.TOOK_CARD: mark("{seat} takes card {card}: {effect}"),
    Event.TILE: mark("{seat} sends an assistant to tile {tile}: {effect}"),
    Event.LEFT_TILES: mark("{seat} sends nobody to a tile."),
    Event.SHOWED: mark("{seat} shows {notable} on top of the pile."),
    Event.MODE: mark("{seat} announces: {mode}."),
    Event.DISMISSED: mark("{seat} discards {notable} for {b} FB."),
    Event.WITHDREW: mark("{seat} takes {b} FB back from {space}."),
    Event.GAVE: mark("{seat} gives a cube: {kind}."),
    Event.GAVE_WORK: mark("{seat} gives a work: {colour}."),
    Event.EXTRA_TURN: mark("{seat} takes another turn; waiting on the card: {figure}."),
    Event.SWAPPED: mark("{seat} takes the card of column {other} in place of column {column}."),
    Event.SYMBOLS: mark("{seat} has extra Manneken-Pis symbols: {a}."),
    Event.DOUBLED: mark("{seat} counts the assistant on {space} twice."),
    Event.RECALLED: mark("{seat} takes an assistant back from Brussels."),
    Event.WENT_WITH: mark("{seat} goes to: {place} (assistants: {b}, travellers: {c})."),
    Event.TRAVELLERS_HOME: mark("Travellers return to the station: {a}."),
    Event.VISITED: mark("{seat} gains {b} VP: visit to the pavilion of row {number}."),
    Event.ROW: mark("{seat} raises the line for {row}."),
    Event.RETURNED: mark("{seat} sends a work of the shop back: {colour}."),
}

# What the sketch and the drawing say besides.
DRAWING = (
    mark("Round {a} of 5"),
    mark("Crest"),
    mark("Theatre"),
    mark("Shop"),
    mark("Cursor"),
    mark("Compass"),
    mark("Supply"),
    mark("Cards below the columns"),
    mark("Works"),
    mark("Cubes"),
    mark("Justice"),
    mark("houses"),
    mark("exhibitions"),
    mark("passed"),
    mark("to play"),
    mark("Ochre"),
    mark("Rose"),
    mark("Slate"),
    mark("{a} FB"),
    mark("{a} VP"),
    mark("{seat} to play"),
    mark("{seat} wins"),
    mark("Shared victory"),
    mark("wins"),
    mark("Bruxelles 1893: the table"),
    mark("Total"),
    mark("Points"),
    mark("Column"),
    mark("assistant"),
    mark("neutral assistant"),
    mark("house"),
    mark("Stock card"),
    mark("For the first to pass"),
    mark("Workshop"),
    mark("Discarded"),
    mark("at the end"),
    mark("Setup"),
    mark("Zone"),
    mark("Turns"),
    mark("Cards"),
    mark("Payment"),
    mark("End"),
    mark("Take 3 jokers."),
    mark("Take the francs on the stock card."),
    mark("Copy one of the five actions."),
    mark("Activate notables: at most as many as your Royal Palace says."),
    # the lines of the score sheet
    mark("Sales"),
    mark("Own houses used by others"),
    mark("Construction"),
    mark("Crests"),
    mark("Unpaid notables"),
    mark("Buildings"),
    mark("Money"),
    mark("Notables"),
    mark("Assistants"),
    mark("Noble cubes"),
    mark("Manneken-Pis"),
    mark("Belle Époque cards"),
    mark("Visits to the pavilions"),
    mark("End-game tiles"),
    # Belle Époque and the variant
    mark("Pavilions"),
    mark("Station"),
    mark("travellers"),
    mark("used"),
    mark("white"),
    mark("Pavilion"),
    mark("visit"),
    mark("Card"),
    mark("Tile"),
    mark("tile space"),
    mark("Brussels"),
)

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
            said["crest"] = CREST_NAMES[first]
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
            effect = self.board(first + 1)
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
            return {"tile": first + 1, "effect": self.tile(first)}
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
        return {"centre": CURSOR_NAMES[centre], "francs": francs, "points": points}

    def card(self, card: int) -> str:
        """Say what a Belle Époque card does."""
        return self.say(CARD_ROWS[card].effect)

    def tile(self, tile: int) -> str:
        """Say what an end-game tile brings."""
        return self.say(TILE_ROWS[tile].effect)

    def board(self, architect: int) -> str:
        """Say what an architect's board changes."""
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
        elif kind in (Event.CREST, Event.MAJORITY):
            values["crest"] = CREST_NAMES[event.a]
        elif kind in _CARDS:
            values |= {"card": event.a + 1, "effect": self.card(event.a)}
        elif kind in _PAVILIONS:
            values["number"] = event.a + 1
        elif kind == Event.TILE:
            values |= {"tile": event.a + 1, "effect": self.tile(event.a)}
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
        elif kind == Event.STEPPED:
            values["track"] = say(TRACKS[Track(event.a)])
        elif kind == Event.POINTS:
            values["source"] = say(SOURCES[Source(event.b)])
        elif kind in (Event.CUBE, Event.PAID, Event.GAVE):
            values["kind"] = say(KINDS[Kind(event.a)])
        elif kind == Event.TURNED:
            values["kind_b"] = say(KINDS[Kind(event.b)])
        return say(EVENTS[kind], **values)

    def question(self, table: Table) -> str:
        """Ask the decision of the moment."""
        if table.decision == Decision.WINDOW and table.window == Window.COMPASS:
            return self.say(COMPASS_QUESTION)
        return self.say(QUESTIONS[Decision(table.decision)])


@functools.cache
def words(lang: str) -> Bruxelles1893Words:
    """Return the words of Bruxelles 1893 in a language."""
    return Bruxelles1893Words(lang)
