"""The words of Bruxelles 1893: labels of actions, events, questions, and what each thing is."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from horta.core.notes import Event as Told
from horta.core.words import Catalogue, catalogue, mark
from horta.games.bruxelles1893.brussels import assistants_needed
from horta.games.bruxelles1893.components import (
    MOST_BID,
    NOTABLE_TITLES,
    PINK,
    Act,
    Colour,
    Kind,
    Notable,
    Place,
    Row,
    Track,
)
from horta.games.bruxelles1893.construction import turned
from horta.games.bruxelles1893.moves import (
    ACTIONS,
    COLUMN_NAMES,
    CREST_NAMES,
    CURSOR_NAMES,
    SPACE_NAMES,
)
from horta.games.bruxelles1893.scoring import LINES
from horta.games.bruxelles1893.table import Decision, Event, Source, Table, shop_top, tint

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

EFFECTS = {
    Notable.BRUGMANN: mark("Gain 5 FB."),
    Notable.EMPAIN: mark("Take 2 jokers."),
    Notable.SOLVAY: mark("Take 1 noble cube, or give a joker for 2."),
    Notable.BULS: mark("One step on the Town Hall track."),
    Notable.ALBERT: mark("One step on the Royal Palace track."),
    Notable.VAN_DE_VELDE: mark("One step on the Architect track."),
    Notable.VANDERVELDE: mark("Free one assistant from Justice."),
    Notable.MAETERLINCK: mark("Gain 5 VP."),
}

SOURCES = {
    Source.SALE: mark("sale"),
    Source.OWNER: mark("a house used by another player"),
    Source.CONSTRUCTION: mark("construction"),
    Source.NOTABLES: mark("Maeterlinck"),
    Source.CRESTS: mark("crests"),
    Source.UNPAID: mark("unpaid notables"),
}

SHOP_SIDES = (mark("left"), mark("right"))

LABELS = {
    "pass": mark("Pass"),
    "decline": mark("Decline"),
    "skip": mark("Leave the action ({act})"),
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
}

QUESTIONS = {
    Decision.START_WORK: mark("Which work do you start with?"),
    Decision.CREST: mark("Which crest opens the zone?"),
    Decision.NEUTRAL: mark("Where does the neutral assistant stand?"),
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
}

EVENTS = {
    Event.STARTED: mark("{seat} is the first player."),
    Event.ROUND: mark("Round {a}: the Stock Exchange pays {b} FB."),
    Event.CREST: mark("{seat} opens the zone at crest {crest}."),
    Event.NEUTRAL: mark("{seat} places the neutral assistant on {space}."),
    Event.NO_NEUTRAL: mark("{seat} finds no room for the neutral assistant."),
    Event.PLACED: mark("{seat} places an assistant on {space} and bids {b} FB."),
    Event.SKIPPED: mark("{seat} leaves the action ({act})."),
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
    Event.PRIZES: mark("New cards lie below the columns."),
    Event.SETTLED: mark("{seat} pays {a} FB for notables; unpaid: {b}."),
    Event.ENDED: mark("The game is over."),
    Event.STOPPED: mark("{seat} activates no further notable."),
    Event.DREW: mark("{seat} draws works: {a}."),
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
    mark("For who passes first"),
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
    mark("Take the francs of the stock card."),
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
)

# What each number of an event stands for.
_SPACES = (Event.NEUTRAL, Event.PLACED, Event.BUILT)
_ACTS = (Event.SKIPPED, Event.IMPOSSIBLE, Event.COPIED, Event.OWNER)
_COLOURS = (Event.CREATED, Event.STARTING_WORK, Event.SOLD)
_NOTABLES = (Event.HIRED, Event.KEPT, Event.DISCARDED, Event.REVEALED, Event.ACTIVATED)
_COLUMNS = (Event.WON, Event.TIED, Event.TUCKED, Event.USED)


class Bruxelles1893Words:
    """The words of Bruxelles 1893 in one language."""

    def __init__(self, lang: str) -> None:
        self.say: Catalogue = catalogue(PACKAGE, lang)

    def colour(self, table: Table, colour: int) -> str:
        """Name a colour; the first edition has pink works."""
        return self.say(COLOURS[tint(table, colour)])

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
            }.get(Decision(table.decision), "decline")
        elif kind == "solvay":
            form = "solvay_exchange" if values[0] else "solvay_one"
        elif kind == "prize":
            form = "prize_row" if values[1] else "prize_power"
        return self.say(LABELS[form], **said)

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
        elif kind in ("work", "sell"):
            said["colour"] = self.colour(table, first)
        elif kind == "cursor":
            said |= self._price(table, first)
        elif kind == "shop":
            said["side"] = say(SHOP_SIDES[first])
            said["colour"] = self.colour(table, max(0, shop_top(table, first)))
        elif kind == "take":
            said["notable"] = NOTABLE_TITLES[max(0, table.theatre[first])]
        elif kind in ("keep", "discard"):
            said["notable"] = NOTABLE_TITLES[max(0, table.notable)]
        elif kind in ("activate", "unpaid"):
            said["notable"] = NOTABLE_TITLES[first]
        elif kind in ("cube", "pay"):
            said["kind"] = say(KINDS[Kind(first)])
        elif kind == "branch":
            said["kind"] = say(KINDS[Kind(table.ring[table.branch[first]])])
            said["next"] = say(KINDS[Kind(table.ring[turned(table, first)])])
        elif kind == "prize":
            said["column"] = COLUMN_NAMES[first]
            said["row"] = say(ROWS[Row(values[1] - 1)]) if values[1] else ""
        elif kind == "power":
            said["power"] = say(TRACKS[Track(first)])
        return said

    def _price(self, table: Table, centre: int) -> dict[str, object]:
        colour = max(0, table.sold)
        row = centre // 5 + 1 + table.printed.corner_row[colour]
        column = centre % 5 + 1 + table.printed.corner_column[colour]
        return {
            "centre": CURSOR_NAMES[centre],
            "francs": table.printed.francs[row],
            "points": table.printed.points[column],
        }

    def effect(self, notable: int) -> str:
        """Say what a notable does."""
        return self.say(EFFECTS[Notable(notable)])

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
        elif kind in (Event.CREST, Event.MAJORITY):
            values["crest"] = CREST_NAMES[event.a]
        elif kind == Event.WENT:
            values["place"] = say(PLACES[Place(event.a)])
        elif kind == Event.STEPPED:
            values["track"] = say(TRACKS[Track(event.a)])
        elif kind == Event.POINTS:
            values["source"] = say(SOURCES[Source(event.b)])
        elif kind in (Event.CUBE, Event.PAID):
            values["kind"] = say(KINDS[Kind(event.a)])
        elif kind == Event.TURNED:
            values["kind_b"] = say(KINDS[Kind(event.b)])
        return say(EVENTS[kind], **values)

    def question(self, table: Table) -> str:
        """Ask the decision of the moment."""
        return self.say(QUESTIONS[Decision(table.decision)])

    def line(self, name: str) -> str:
        """Name a line of the score sheet."""
        return self.say(next(line.title for line in LINES if line.name == name))

    def option(self, text: str) -> str:
        """Translate a title, a description or a value of the options."""
        return self.say(text)

    def seats(self, players: int) -> list[str]:
        """Name the seats."""
        return [self.say(title) for title in SEAT_TITLES[:players]]


@functools.cache
def words(lang: str) -> Bruxelles1893Words:
    """Return the words of Bruxelles 1893 in a language."""
    return Bruxelles1893Words(lang)
