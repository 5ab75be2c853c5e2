"""What Paris tells a person beside the drawing: why not, and by which rule."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from horta.core import guidance, registry
from horta.core.i18n import mark
from horta.games.paris import scoring
from horta.games.paris.board import letters_of
from horta.games.paris.building import lamps_for, rivals_for
from horta.games.paris.cards import CARD_OF, CARD_TITLES, STANDS, Stands
from horta.games.paris.components import CARD_CODES, POSTCARDS, SIDE, Base, Card
from horta.games.paris.moves import BUILDING_NAMES, SPACE_NAMES, SQUARE_NAMES
from horta.games.paris.table import (
    BUILT,
    NOBODY,
    Decision,
    State,
    Table,
    is_base,
    is_free,
    rival,
)
from horta.games.paris.words import PIECES, SEAT_TITLES, ParisWords, words

RULES = {
    "hand": "PA-PH1-02",
    "square": "PA-PH1-02",
    "building": "PA-PH2-02",
    "space": "PA-PH2-02",
    "postcard": "PA-PH2-06",
    "piece": "PA-PH2-10",
    **{f"{what}-{code}": f"PA-{code}-01" for what in ("postcard", "piece") for code in CARD_CODES},
}
"""The rule of each thing on the drawing, by the beginning of its name."""

REASONS = {
    "phase_2": mark("Postcards are used in phase 2."),
    "laid": mark("There is already a tile there."),
    "no_tile": mark("You have no tile left to lay."),
    "yours": mark("You have already taken it."),
    "theirs": mark("{seat} has taken it."),
    "built": mark("It is already on the board."),
    "on_site": mark("It is on the site: only Lévitation can fetch it."),
    "no_chimney": mark("You have no chimney left."),
    "fits_nowhere": mark("This building fits nowhere."),
    "no_tokens": mark("You have no action tokens left."),
    "used": mark("Already used by {seat}."),
    "being_used": mark("You are using it now."),
    "finish": mark("First finish {card}."),
    "building_there": mark("A building stands there."),
    "piece_there": mark("The {piece} is already there."),
    "lamp_there": mark("A lamp stands there."),
    "not_your_colour": mark("Not your colour."),
    "not_mixed": mark("Mixed is not enough: it must be your own colour."),
    "no_room": mark("None of your buildings fits over this space."),
    "no_reserve": mark("You have no building in your reserve."),
    "give_first": mark("First give one of your own buildings."),
    "none_fits": mark("No building of the site fits anywhere."),
    "given": mark("You are giving it away."),
    "not_given": mark("You are exchanging another building."),
    "needs_lamp": mark("The large lamp needs a free lamp space."),
    "needs_pair": mark("There is no second space beside it."),
    "needs_building": mark("None of your buildings is beside it."),
    "needs_front": mark("There is no free space in front of it."),
}


SQUARE_OF = [4 * (space // (2 * SIDE)) + space % SIDE // 2 for space in range(SIDE * SIDE)]
"""The square that a space lies on."""


def rule_of(table: Table, element: str) -> str:
    """Return the id of the rule that a thing on the drawing follows."""
    name = element.removeprefix("building-")
    if element.startswith("building-") and name in BUILDING_NAMES:
        building = BUILDING_NAMES.index(name)
        if table.owner[building] != NOBODY:
            return "PA-SCO-02"
        if table.phase == 1:
            return "PA-PH1-04"
    return guidance.rule_of(RULES, element)


def idle_lines(table: Table) -> frozenset[str]:
    """Postcards that are not in play bring no points."""
    return scoring.idle_lines(table)


@functools.cache
def _held(lang: str) -> tuple[str, str, str]:
    say = words(lang).say
    return say("Action tokens"), say("Chimneys"), say("Reserve")


def holdings(table: Table, seat: int, lang: str) -> dict[str, int]:
    """Return what a seat has to act with."""
    own, (tokens, chimneys, reserve) = table.seats[seat], _held(lang)
    return {
        tokens: own.tokens,
        chimneys: own.chimneys,
        reserve: int(own.reserve).bit_count(),
    }


def signs(table: Table, lang: str) -> dict[str, str]:
    """Return the shapes that stand for what a seat has."""
    shapes = ("pa-mark-token", "pa-mark-chimney", "pa-mark-reserve")
    return dict(zip(_held(lang), shapes, strict=True))


def refusals(table: Table, lang: str) -> dict[str, str]:
    """Say why what looks like an option cannot be chosen now."""
    if table.decision == Decision.OVER:
        return {}
    chosen = guidance.names_open(registry.game("paris"), table)
    return {name: why for name, why in _reasons(table, words(lang)) if name not in chosen}


def _reasons(table: Table, said: ParisWords) -> Iterator[tuple[str, str]]:
    about = {
        "seat": said.say(SEAT_TITLES[rival(table.to_play)]),
        "card": CARD_TITLES[table.card] if table.card >= 0 else "",
    }
    told: dict[str, str] = {}  # most things are refused for the same few reasons
    for building, name in enumerate(BUILDING_NAMES):
        found = _building(table, building)
        if found:
            if found not in told:
                told[found] = said.say(REASONS[found], **about)
            yield f"building-{name}", told[found]
    paved, no_tile = list(table.square_tile), said.say(REASONS["no_tile"])
    for square, name in enumerate(SQUARE_NAMES):
        if paved[square] < 0:
            yield f"square-{name}", no_tile
    for card in range(POSTCARDS):
        if table.card_state[card] != State.OUT:
            reason, values = _postcard(table, card, said)
            yield f"postcard-{CARD_CODES[card]}", said.say(REASONS[reason], **values)
    yield from _spaces(table, paved, said)


def _spaces(table: Table, paved: list[int], said: ParisWords) -> Iterator[tuple[str, str]]:
    """Say why nothing can be put on the spaces: on all that look alike for the same reason."""
    by_day = table.decision == Decision.P1_TURN
    pieces, letters = list(table.piece), [] if by_day else letters_of(table)
    told: dict[int | str, str] = {}
    alike: int | str
    for space, name in enumerate(SPACE_NAMES):
        if paved[SQUARE_OF[space]] < 0:
            continue
        alike = pieces[space]
        if alike < 0:
            alike = "laid" if by_day else letters[space]
        why = told.get(alike)
        if why is None:
            reason, values = ("laid", {}) if by_day else _space(table, space, said)
            why = told[alike] = said.say(REASONS[reason], **values)
        yield f"space-{name}", why


def _building(table: Table, building: int) -> str:
    """Say why a building cannot be chosen, by where it is."""
    s, bit = table.to_play, 1 << building
    decision = table.decision
    if table.owner[building] != NOBODY:
        return "built"
    if table.transit == building:
        return "given"
    if decision == Decision.SPECIAL:
        return "finish"
    if table.seats[rival(s)].reserve & bit:
        return "theirs"
    if decision == Decision.LEV_PLACE:
        return "not_given"
    mine = table.seats[s].reserve & bit
    if decision == Decision.P1_TURN:
        return "yours" if mine else ""
    if table.seats[s].chimneys <= 0:
        return "no_chimney"
    if decision == Decision.P2_TURN:
        return "fits_nowhere" if mine else "on_site"
    if decision == Decision.LEV_GIVE:
        if mine:
            return "none_fits"
        return "give_first" if table.seats[s].reserve else "no_reserve"
    return "not_given" if mine else "fits_nowhere"


def _postcard(table: Table, card: int, said: ParisWords) -> tuple[str, dict[str, str]]:
    """Say why a postcard cannot be used (PA-PH1-05, PA-PH2-06, 07)."""
    if table.card == card:
        return "being_used", {}
    if table.card_holder[card] != NOBODY:
        return "used", {"seat": said.say(SEAT_TITLES[table.card_holder[card]])}
    if table.decision == Decision.P1_TURN:
        return "phase_2", {}
    if table.decision == Decision.P2_TURN:
        return "no_tokens", {}
    return "finish", {"card": CARD_TITLES[table.card]}


def _space(table: Table, space: int, said: ParisWords) -> tuple[str, dict[str, str]]:
    """Say why nothing can be put on a space."""
    s, card = table.to_play, int(table.card)
    if not is_free(table, space):
        piece = int(table.piece[space])
        if piece < BUILT:
            return "building_there", {}
        return "piece_there", {"piece": said.say(PIECES[CARD_OF[piece]])}
    if table.decision in (Decision.LEV_GIVE, Decision.LEV_GET):
        return "finish", {"card": CARD_TITLES[card]}
    if table.decision == Decision.SPECIAL:
        return _special(table, space), {}
    seat = table.seats[s]
    if seat.chimneys <= 0:
        return "no_chimney", {}
    placing = table.decision == Decision.LEV_PLACE
    if not placing and seat.reserve == 0:
        return "no_reserve", {}
    if is_base(table, Base.LAMP, space) and (placing or not lamps_for(table, s)):
        return "lamp_there", {}
    if is_base(table, rival(s), space) and (placing or not rivals_for(table, s)):
        return "not_your_colour", {}
    return "no_room", {}


def _special(table: Table, space: int) -> str:
    """Say why the special piece of the postcard at hand cannot stand on a free space."""
    s, card = table.to_play, table.card
    if card == Card.GRA:
        return "needs_lamp"
    if card == Card.JAR and table.seats[s].chimneys <= 0:
        return "no_chimney"
    if is_base(table, Base.LAMP, space):
        return "lamp_there"
    if is_base(table, rival(s), space):
        return "not_your_colour"
    if is_base(table, Base.MIXED, space) and STANDS[card] != Stands.OWN_OR_MIXED:
        return "not_mixed"
    if card == Card.BOU:
        return "needs_building"
    if card == Card.PEN:
        return "needs_front"
    return "needs_pair"
