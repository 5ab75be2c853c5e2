"""What Bruxelles 1897 tells a person beside the drawing: why not, and by which rule."""

from __future__ import annotations

from collections.abc import Iterator

from horta.core import guidance, registry
from horta.core.i18n import mark
from horta.games.bruxelles1897.art_nouveau import (
    arch_options,
    can_build,
    owned_colours,
    paid_cards,
    price,
)
from horta.games.bruxelles1897.brussels import architects_needed
from horta.games.bruxelles1897.components import (
    CARD_NAMES,
    CELL_NAMES,
    COLOUR_NAMES,
    COLUMNS,
    HELD,
    HOUSE_START,
    KIND_NAMES,
    MATERIAL_NAMES,
    MATERIAL_START,
    NOBLE_NAMES,
    NOBLE_START,
    PLACE_NAMES,
    SIDE_NAMES,
    SIDE_VALUES,
    Card,
    Place,
)
from horta.games.bruxelles1897.painter import DECK_NAMES
from horta.games.bruxelles1897.piles import has_card
from horta.games.bruxelles1897.table import (
    NEUTRAL,
    NOBODY,
    NOTHING,
    Decision,
    Table,
    in_hand,
    material_cards,
    rows,
    upright,
)
from horta.games.bruxelles1897.words import (
    NEUTRAL_TITLE,
    SEAT_TITLES,
    TRACK_TITLES,
    BruxellesWords,
    words,
)

RULES = {
    "cell": "B97-ANV-01",
    "place": "B97-BXL-01",
    "place-exchange": "B97-BXL-04",
    "place-hall": "B97-BXL-05",
    "place-cinquantenaire": "B97-BXL-09",
    "sent": "B97-BXL-14",
    "pile": "B97-BXL-10",
    "pile-money": "B97-BXL-13",
    "hand": "B97-ANV-02",
    "side": "B97-ANV-02",
    "prison": "B97-MAJ-11",
    "jail": "B97-MAJ-09",
    "held": "B97-ANV-07",
    **{f"held-{name}": "B97-ANV-06" for name in COLOUR_NAMES},
    **{f"held-{name}": "B97-ANV-10" for name in MATERIAL_NAMES},
    **{f"held-{name}": "B97-ANV-09" for name in CARD_NAMES[HOUSE_START:HELD]},
    "noble": "B97-NOB-01",
    "drawn": "B97-BXL-10",
    "tray": "B97-ANV-02",
    "crest": "B97-MAJ-07",
    "bonus": "B97-CMP-08",
    "track-architecture": "B97-END-03",
    "track-nobility": "B97-BXL-05",
    "track-prestige": "B97-MAJ-07",
    "expo": "B97-EXH-01",
    "money": "B97-GEN-01",
}
"""The rule of each thing on the drawing, by the beginning of its name."""

REASONS = {
    "architect": mark("An Architect stands there: {seat}."),
    "empty": mark("There is no card there."),
    "no_architect": mark("You have no Architect in hand."),
    "too_dear": mark("You cannot pay any of your Architects; you have {own} FB."),
    "too_few": mark("Needs {count} Architects; you have {own} in hand."),
    "none_upright": mark("None of your nobles is upright."),
    "nothing_there": mark("You could do none of its actions."),
    "by_hall": mark("Nobles act at City Hall."),
    "by_park": mark("Only the Cinquantenaire draws from this pile."),
    "choose_first": mark("First choose a card of the grid or a Brussels card."),
    "not_in_hand": mark("You have no such Architect in hand."),
    "costs": mark("Costs {count} FB; you have {own}."),
    "passed_over": mark("You have skipped this kind: only later ones can follow."),
    "too_few_behind": mark("With the kinds that follow you could not reach the number."),
    "no_card": mark("No card of this kind is left to draw."),
    "no_material": mark("Symbols for a house: {count}; your material has {own}."),
    "no_artwork": mark("You have no artwork to sell."),
    "no_colour": mark("You have no artwork of this colour."),
    "shown": mark("This colour has been exhibited already."),
    "none_held": mark("You have none of these."),
    "paid": mark("The price is paid."),
    "not_kept": mark("You have not hired this noble."),
    "tilted": mark("This noble has already acted this round."),
    "not_in_prison": mark("No such Architect of yours is in prison."),
}

_Reason = tuple[str, str, dict[str, object]]


def rule_of(table: Table, element: str) -> str:
    """Return the id of the rule that a thing on the drawing follows: a cell, that of its card."""
    name = element.removeprefix("cell-")
    if element.startswith("cell-") and name in CELL_NAMES:
        cell = CELL_NAMES.index(name)
        if table.owner[cell] != NOBODY:
            return "B97-ANV-03"
        return _rule_of_card(int(table.card[cell]))
    return guidance.rule_of(RULES, element)


def _rule_of_card(card: int) -> str:
    if card == NOTHING:
        return RULES["cell"]
    if card == Card.EXPO:
        return "B97-EXH-01"
    if card == Card.MONEY:
        return "B97-ANV-08"
    if card >= NOBLE_START:
        return "B97-NOB-01"
    if card >= HOUSE_START:
        return "B97-ANV-09"
    return "B97-ANV-07" if card >= MATERIAL_START else "B97-ANV-06"


def holdings(table: Table, seat: int, lang: str) -> dict[str, int]:
    """Return what a seat has: francs, cards, Architects, nobles, and how far its tracks are."""
    said, own = words(lang), table.seats[seat]
    held = {said.say("FB"): own.francs, said.say("Architects"): sum(own.hand)}
    held |= {said.card(card): own.cards[card] for card in range(HELD)}
    held |= {said.say("Nobles"): int(own.nobles).bit_count()}
    held |= {said.say(title): own.track[k] for k, title in enumerate(TRACK_TITLES)}
    return held | {said.say("Prison"): sum(own.prison)}


def signs(table: Table, lang: str) -> dict[str, str]:
    """Return the shapes that stand for what a seat has."""
    said = words(lang)
    marks = dict(zip(TRACK_TITLES, ("compass", "crown", "laurel"), strict=True))
    marks |= {"FB": "franc", "Prison": "bars", "Architects": "architect", "Nobles": "noble"}
    shown = {said.say(title): f"bx-mark-{mark}" for title, mark in marks.items()}
    return shown | {said.card(card): f"bx-card-{CARD_NAMES[card]}" for card in range(HELD)}


def refusals(table: Table, lang: str) -> dict[str, str]:
    """Say why what looks like an option cannot be chosen now."""
    if table.decision == Decision.OVER:
        return {}
    chosen = guidance.names_open(registry.game("bruxelles1897"), table)
    said = words(lang)
    return {
        name: said.say(REASONS[reason], **values)
        for name, reason, values in _REASONS_OF.get(Decision(table.decision), _none)(table, said)
        if name not in chosen
    }


def _none(table: Table, said: BruxellesWords) -> Iterator[_Reason]:
    yield from ()


def _turn(table: Table, said: BruxellesWords) -> Iterator[_Reason]:
    """Cells, Brussels cards, and what only they lead to (ACT-02, ANV-01, BXL-01, 07, 11)."""
    s = table.to_play
    seat = table.seats[s]
    own = in_hand(table, s)
    for cell in range(COLUMNS * rows(table)):
        name = f"cell-{CELL_NAMES[cell]}"
        owner = int(table.owner[cell])
        if owner != NOBODY:
            title = NEUTRAL_TITLE if owner == NEUTRAL else SEAT_TITLES[owner]
            yield name, "architect", {"seat": said.say(title)}
        elif table.card[cell] == NOTHING:
            yield name, "empty", {}
        elif own == 0:
            yield name, "no_architect", {}
        elif arch_options(table) == 0:
            yield name, "too_dear", {"own": seat.francs}
    for place, title in enumerate(PLACE_NAMES):
        name = f"place-{title}"
        needed = architects_needed(table, place)
        if own < needed:
            yield name, "too_few", {"count": needed, "own": own}
        elif place == Place.HALL and upright(table, s) == 0:
            yield name, "none_upright", {}
        elif place == Place.CINQUANTENAIRE:
            yield name, "nothing_there", {}
    for title in KIND_NAMES:
        yield f"hand-{s}-{title}", "choose_first", {}
    for title in NOBLE_NAMES:
        yield f"noble-{s}-{title}", "by_hall", {}
    for title in DECK_NAMES:
        yield f"pile-{title}", "by_park", {}


def _arch(table: Table, said: BruxellesWords) -> Iterator[_Reason]:
    """Sides of Architects (ANV-01)."""
    s = table.to_play
    seat = table.seats[s]
    for side, title in enumerate(SIDE_NAMES):
        name = f"side-{s}-{title}"
        if seat.hand[side // 2] == 0:
            yield name, "not_in_hand", {}
        else:
            yield name, "costs", {"count": SIDE_VALUES[side], "own": seat.francs}


def _send(table: Table, said: BruxellesWords) -> Iterator[_Reason]:
    """Architects for a Brussels card, each combination once (BXL-03)."""
    s = table.to_play
    for kind, title in enumerate(KIND_NAMES):
        name = f"hand-{s}-{title}"
        if table.seats[s].hand[kind] == 0:
            yield name, "not_in_hand", {}
        else:
            yield name, "passed_over" if kind < table.least else "too_few_behind", {}


def _park(table: Table, said: BruxellesWords) -> Iterator[_Reason]:
    """Actions of the Cinquantenaire (BXL-11)."""
    s = table.to_play
    for deck, title in enumerate(DECK_NAMES):
        name = f"pile-{title}"
        if title == "houses" and not can_build(table, s):
            yield (
                name,
                "no_material",
                {"count": price(table, s), "own": 2 * material_cards(table, s)},
            )
        elif not has_card(table, deck):
            yield name, "no_card", {}
    if owned_colours(table, s) == 0:
        yield "pile-money", "no_artwork", {}


def _pay(table: Table, said: BruxellesWords) -> Iterator[_Reason]:
    """Material for a house, each set once (ANV-10, 11)."""
    s = table.to_play
    for kind, title in enumerate(MATERIAL_NAMES):
        name = f"held-{s}-{title}"
        if table.seats[s].cards[MATERIAL_START + kind] == 0:
            yield name, "none_held", {}
        elif paid_cards(table) >= price(table, s):
            yield name, "paid", {}
        else:
            yield name, "passed_over" if kind < table.least else "too_few_behind", {}


def _colour(table: Table, said: BruxellesWords) -> Iterator[_Reason]:
    """Artworks to sell or to exhibit (ANV-08, EXH-04)."""
    s = table.to_play
    for colour, title in enumerate(COLOUR_NAMES):
        held = table.seats[s].cards[colour] > 0
        yield f"held-{s}-{title}", "shown" if held else "no_colour", {}


def _noble(table: Table, said: BruxellesWords) -> Iterator[_Reason]:
    """Nobles at City Hall (BXL-05, NOB-05)."""
    s = table.to_play
    for noble, title in enumerate(NOBLE_NAMES):
        kept = table.seats[s].nobles >> noble & 1
        yield f"noble-{s}-{title}", "tilted" if kept else "not_kept", {}


def _free(table: Table, said: BruxellesWords) -> Iterator[_Reason]:
    """Prisoners (NOB-06, MAJ-04)."""
    for title in KIND_NAMES:
        yield f"prison-{table.to_play}-{title}", "not_in_prison", {}


_REASONS_OF = {
    Decision.TURN: _turn,
    Decision.ARCH: _arch,
    Decision.BXARCH: _send,
    Decision.CINQ: _park,
    Decision.MAT: _pay,
    Decision.ART: _colour,
    Decision.EXPO: _colour,
    Decision.HALL: _noble,
    Decision.FREE: _free,
}
