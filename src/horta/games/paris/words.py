"""The words of Paris: labels of actions, events, questions, and what each thing does."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from horta.core.i18n import mark
from horta.core.notes import Event as Told
from horta.core.presentation import BaseWords
from horta.games.paris.cards import CARD_TITLES, POSTCARD_ROWS
from horta.games.paris.components import CARD_CODES, Card
from horta.games.paris.moves import ACTIONS, BUILDING_NAMES, SPACE_NAMES, SQUARE_NAMES
from horta.games.paris.postcards import covers_two
from horta.games.paris.scoring import LINES
from horta.games.paris.table import Decision, Event, Table

PACKAGE = "horta.games.paris"

SEAT_TITLES = (mark("Orange"), mark("Blue"))

SIDES = (mark("north"), mark("east"), mark("south"), mark("west"))

PIECES = {row.card: row.called for row in POSTCARD_ROWS if row.called}

# What a cobble space is good for.
BASE_EFFECTS = {
    "o": mark("Orange builds here."),
    "b": mark("Blue builds here."),
    "m": mark("Both players build here."),
    "L": mark("Its lamp lights the four neighbours; only Métropolitain builds over it."),
}

# Postcards whose effect an option changes (rulings on PA-PEN, PA-FON, PA-LEV).
STATUE_OF_ALL = mark(
    "Place the statue with a free space in front. "
    "End: 2 points per side, 1 per corner, covered or not."
)
FOUNTAIN_OF_TWO = mark(
    "Place the fountain on two spaces, your colour or mixed. "
    "End: 3 points for each building of yours beside it."
)
LEVITATION_COSTS = mark(
    "Swap a building of your reserve for one of the site and build it at once. "
    "What you gave still costs you 3 points at the end."
)

BUILDING = mark("the {letter} of {size}")
BUILDING_EFFECT = mark("{size} spaces: worth {size} points for each lamp that lights it.")
HAND_EFFECT = mark("Lay it on an empty square, turned as you like.")
SQUARE_EFFECT = mark("Room for a tile of 2 × 2 spaces.")

LABELS = {
    "pass": mark("Pass"),
    "decline": mark("Do not use {card}"),
    "tile": mark("Lay your tile on {square}, turned {degrees}°"),
    "take": mark("Take {building}"),
    "give": mark("Give {building} to the site"),
    "get": mark("Get {building} from the site"),
    "activate": mark("Use {card}"),
    "build": mark("Build {building} at {space}, turned {degrees}°"),
    "build_flipped": mark("Build {building} at {space}, mirrored, turned {degrees}°"),
    "put": mark("Place the {piece} on {space}"),
    "put_across": mark("Place the {piece} across from {space}"),
    "put_down": mark("Place the {piece} down from {space}"),
    "put_facing": mark("Place the {piece} on {space}, facing {side}"),
    "put_joined": mark("Place the {piece} on {space}, joined to the {side}"),
}

QUESTIONS = {
    Decision.P1_TURN: mark("Lay your tile or take a building"),
    Decision.P2_TURN: mark("Build or use a postcard"),
    Decision.LEV_GIVE: mark("Which building do you give to the site?"),
    Decision.LEV_GET: mark("Which building do you get?"),
    Decision.LEV_PLACE: mark("Where do you build it?"),
    Decision.SPECIAL: mark("Where do you place the {piece}?"),
    Decision.OVER: mark("The game is over"),
}

EXACT = {
    (Decision.P1_TURN, frozenset({"choose", "pass"})): mark("Take a building, or pass"),
    (Decision.P1_TURN, frozenset({"tile"})): mark("Lay your tile"),
    (Decision.P2_TURN, frozenset({"build"})): mark("Build"),
    (Decision.P2_TURN, frozenset({"build", "pass"})): mark("Build, or pass"),
    (Decision.P2_TURN, frozenset({"activate"})): mark("Use a postcard"),
}
"""How a turn is asked where not all of its ways are open."""

EVENTS = {
    Event.STARTED: mark("{seat} starts."),
    Event.LAID: mark("{seat} lays a tile on {square}."),
    Event.DREW: mark("{seat} draws a tile; {left} left."),
    Event.TOOK: mark("{seat} takes {building}."),
    Event.PASSED: mark("{seat} passes."),
    Event.PHASE_2: mark("All tiles are laid. {seat} starts phase 2."),
    Event.BUILT: mark("{seat} builds {building} at {space}."),
    Event.USED_RIGHT: mark("{seat} uses {card} on {space}."),
    Event.ACTIVATED: mark("{seat} takes the postcard {card}."),
    Event.PUT: mark("{seat} places the {piece} on {space}."),
    Event.DECLINED: mark("{seat} leaves {card} unused."),
    Event.GAVE: mark("{seat} gives {building} to the site."),
    Event.GOT: mark("{seat} gets {building} from the site."),
    Event.SKIPPED: mark("{seat} can do nothing and is skipped."),
    Event.ENDED: mark("The game is over."),
}

# What the drawing says besides.
DRAWING = (
    mark("Site"),
    mark("Reserve"),
    mark("Tile in hand"),
    mark("In hand"),
    mark("Hidden tile"),
    mark("Stack"),
    mark("Action tokens"),
    mark("Chimneys"),
    mark("Postcards"),
    mark("Phase {phase}"),
    mark("Total"),
    mark("Paris: the table"),
    mark("to play"),
    mark("wins"),
    mark("unused"),
    mark("orange"),
    mark("blue"),
    mark("mixed"),
    mark("{seat} to play"),
    mark("{seat} wins"),
    mark("Shared victory"),
    mark("still to use"),
    mark("Garden"),
    mark("lamp space"),
)


def begun(said: str) -> str:
    """Begin a label with a capital letter, whatever word a language puts first."""
    return said[:1].upper() + said[1:]


class ParisWords(BaseWords):
    """The words of Paris in one language."""

    exact = EXACT

    def __init__(self, lang: str) -> None:
        super().__init__(PACKAGE, lang, LINES, SEAT_TITLES)
        self._labels: dict[int, str] = {}
        self._buildings: dict[int, str] = {}

    def option(self, text: str) -> str:
        """Translate a title, a description or a value of the options; a postcard has a title."""
        if text in CARD_CODES:
            return CARD_TITLES[CARD_CODES.index(text)]
        return super().option(text)

    def label(self, table: Table, action: int) -> str:
        """Say what an action does."""
        kind, values = ACTIONS.decode(action)
        say = self.say
        if kind in ("tile", "activate", "build"):  # the same at every table
            said = self._labels.get(action)
            if said is None:
                said = self._labels[action] = self._label(kind, values)
            return said
        if kind == "choose":
            given = {Decision.LEV_GIVE: "give", Decision.LEV_GET: "get"}
            verb = given.get(Decision(table.decision), "take")
            return begun(say(LABELS[verb], building=self.building(values[0])))
        if kind == "put":
            return self._put(table, *values)
        return say(LABELS[kind], card=CARD_TITLES[table.card] if table.card >= 0 else "")

    def _label(self, kind: str, values: Sequence[int]) -> str:
        say = self.say
        if kind == "tile":
            return say(LABELS[kind], square=SQUARE_NAMES[values[0]], degrees=90 * values[1])
        if kind == "activate":
            return say(LABELS[kind], card=CARD_TITLES[values[0]])
        said = say(
            LABELS["build" if values[2] < 4 else "build_flipped"],
            building=self.building(values[0]),
            space=SPACE_NAMES[values[1]],
            degrees=90 * (values[2] % 4),
        )
        return begun(said)

    def _put(self, table: Table, space: int, facing: int) -> str:
        card = table.card
        form = "put"
        if covers_two(table, card):
            form = "put_across" if facing == 0 else "put_down"
        elif card == Card.PEN:
            form = "put_facing"
        elif card == Card.BOU:
            form = "put_joined"
        return self.say(
            LABELS[form],
            piece=self.piece(card),
            space=SPACE_NAMES[space],
            side=self.say(SIDES[facing]),
        )

    def building(self, building: int) -> str:
        """Name a building as players do: by the letter that it looks like and its spaces."""
        found = self._buildings.get(building)
        if found is None:
            name = BUILDING_NAMES[building]
            found = self._buildings[building] = self.say(BUILDING, letter=name[0], size=name[1:])
        return found

    def piece(self, card: int) -> str:
        """Name the special piece of a postcard."""
        return self.say(PIECES[Card(card)]) if card in PIECES else ""

    def effect(self, card: int, table: Table) -> str:
        """Say what a postcard does under the options of a table."""
        if card == Card.PEN and table.statue_counts_all:
            return self.say(STATUE_OF_ALL)
        if card == Card.FON and table.fountain_cells > 1:
            return self.say(FOUNTAIN_OF_TWO)
        if card == Card.LEV and table.gift_costs:
            return self.say(LEVITATION_COSTS)
        return self.say(POSTCARD_ROWS[card].effect)

    def event(self, event: Told, names: Sequence[str]) -> str:
        """Tell an event."""
        kind = Event(event.kind)
        values: dict[str, object] = {"seat": names[event.seat] if event.seat >= 0 else ""}
        if kind == Event.LAID:
            values["square"] = SQUARE_NAMES[event.a]
        elif kind == Event.DREW:
            values["left"] = event.a
        elif kind in (Event.TOOK, Event.GAVE, Event.GOT):
            values["building"] = self.building(event.a)
        elif kind == Event.BUILT:
            values |= {"building": self.building(event.a), "space": SPACE_NAMES[event.b]}
        elif kind in (Event.USED_RIGHT, Event.ACTIVATED, Event.PUT, Event.DECLINED):
            values |= {
                "card": CARD_TITLES[event.a],
                "piece": self.piece(event.a),
                "space": SPACE_NAMES[event.b],
            }
        return self.say(EVENTS[kind], **values)

    def chapter(self, event: Told) -> str:
        """Name the phase that an event begins."""
        phases: dict[int, int] = {Event.STARTED: 1, Event.PHASE_2: 2}
        return self.say("Phase {phase}", phase=phases[event.kind]) if event.kind in phases else ""

    def question(self, table: Table) -> str:
        """Ask the decision of the moment."""
        piece = self.piece(table.card) if table.decision == Decision.SPECIAL else ""
        return self.say(QUESTIONS[Decision(table.decision)], piece=piece)


@functools.cache
def words(lang: str) -> ParisWords:
    """Return the words of Paris in a language."""
    return ParisWords(lang)
