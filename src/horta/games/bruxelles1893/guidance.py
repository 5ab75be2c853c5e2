"""What Bruxelles 1893 tells a person beside the drawing: why not, and by which rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from horta.core import guidance
from horta.core.words import mark
from horta.games.bruxelles1893.acts import can_act
from horta.games.bruxelles1893.brussels import assistants_needed
from horta.games.bruxelles1893.components import (
    ACT_NAMES,
    BACK,
    COLOUR_NAMES,
    COLOURED,
    CRESTS,
    KIND_NAMES,
    NOBLES,
    NOTABLE_NAMES,
    PAVILION_NAMES,
    PAVILIONS,
    PLACE_NAMES,
    ROW_NAMES,
    SIDE,
    SPACES,
    TILES,
    Act,
    Colour,
    Kind,
)
from horta.games.bruxelles1893.drawing import target
from horta.games.bruxelles1893.flow import legal
from horta.games.bruxelles1893.moves import (
    COLUMN_NAMES,
    CREST_NAMES,
    CURSOR_NAMES,
    MAX_LEGAL,
    SPACE_NAMES,
)
from horta.games.bruxelles1893.payments import ALLOWED, demand, units_owned
from horta.games.bruxelles1893.table import (
    NOBODY,
    NOTHING,
    Decision,
    Table,
    shop_top,
    white_works,
    works_of,
)
from horta.games.bruxelles1893.theatre import PRICES
from horta.games.bruxelles1893.words import SEAT_TITLES, Bruxelles1893Words, words

RULES_2023 = {
    "space": "B93E2-ACT-03",
    "space-workshop": "B93E2-WRK-01",
    "space-sale": "B93E2-SAL-01",
    "space-theatre": "B93E2-NOB-01",
    "space-materials": "B93E2-MAT-01",
    "space-construction": "B93E2-BLD-01",
    "crest": "B93E2-CLO-41",
    "prize": "B93E2-CLO-30",
    "power": "B93E2-CLO-31",
    "place": "B93E2-BRU-01",
    "place-market": "B93E2-BRU-10",
    "place-exchange": "B93E2-BRU-06",
    "place-park": "B93E2-BRU-08",
    "place-grand-place": "B93E2-BRU-07",
    "copy-workshop": "B93E2-WRK-01",
    "copy-sale": "B93E2-SAL-01",
    "copy-theatre": "B93E2-NOB-01",
    "copy-materials": "B93E2-MAT-01",
    "copy-construction": "B93E2-BLD-01",
    "theatre": "B93E2-NOB-01",
    "deck": "B93E2-NOB-08",
    "discards": "B93E2-NOB-08",
    "grid": "B93E2-SAL-05",
    "prices": "B93E2-SAL-05",
    "shop": "B93E2-SAL-04",
    "compass": "B93E2-CPS-02",
    "branch": "B93E2-CPS-07",
    "work": "B93E2-WRK-01",
    "supply": "B93E2-MAT-01",
    "supply-joker": "B93E2-CPS-06",
    "money": "B93E2-CMP-09",
    "own": "B93E2-SAL-01",
    "cube": "B93E2-CPS-03",
    "cube-joker": "B93E2-CPS-06",
    "notable": "B93E2-NOB-05",
    "notable-brugmann": "B93E2-NOB-20",
    "notable-empain": "B93E2-NOB-21",
    "notable-solvay": "B93E2-NOB-22",
    "notable-buls": "B93E2-NOB-23",
    "notable-albert": "B93E2-NOB-24",
    "notable-van_de_velde": "B93E2-NOB-25",
    "notable-vandervelde": "B93E2-NOB-26",
    "notable-maeterlinck": "B93E2-NOB-27",
    "line-money": "B93E2-END-11",
    "line-works": "B93E2-END-10",
    "line-notables": "B93E2-END-09",
    "line-assistants": "B93E2-END-08",
    "bid": "B93E2-ACT-04",
    "house": "B93E2-BLD-01",
    "reserve": "B93E2-ACT-03",
    "justice": "B93E2-CLO-52",
    "exhibits": "B93E2-PASS-03",
    "token": "B93E2-CLO-21",
    "track-town_hall": "B93E2-CLO-41",
    "track-palace": "B93E2-BRU-07",
    "track-architect": "B93E2-END-05",
    "stock": "B93E2-PLAN-01",
    "pass": "B93E2-PASS-03",
}
"""The rule of each thing on the drawing in the second edition, by the beginning of its name."""

RULES_2013 = {
    "space": "B93-ANP-01",
    "space-workshop": "B93-ATL-01",
    "space-sale": "B93-SAL-01",
    "space-theatre": "B93-THE-01",
    "space-materials": "B93-MAT-01",
    "space-construction": "B93-CON-01",
    "crest": "B93-CRE-02",
    "prize": "B93-BON-01",
    "power": "B93-BON-03",
    "place": "B93-BRU-01",
    "place-market": "B93-BRU-06",
    "place-exchange": "B93-BRU-07",
    "place-park": "B93-BRU-08",
    "place-grand-place": "B93-BRU-09",
    "copy-workshop": "B93-ATL-01",
    "copy-sale": "B93-SAL-01",
    "copy-theatre": "B93-THE-01",
    "copy-materials": "B93-MAT-01",
    "copy-construction": "B93-CON-01",
    "theatre": "B93-THE-01",
    "deck": "B93-THE-08",
    "discards": "B93-THE-08",
    "grid": "B93-SAL-06",
    "prices": "B93-SAL-06",
    "shop": "B93-SAL-07",
    "compass": "B93-CON-03",
    "branch": "B93-CPS-03",
    "work": "B93-ATL-02",
    "supply": "B93-MAT-01",
    "supply-joker": "B93-CON-07",
    "money": "B93-CMP-13",
    "own": "B93-SAL-01",
    "cube": "B93-CON-03",
    "cube-joker": "B93-CON-07",
    "notable": "B93-NOT-01",
    "notable-brugmann": "B93-NOT-02",
    "notable-solvay": "B93-NOT-03",
    "notable-buls": "B93-NOT-04",
    "notable-albert": "B93-NOT-05",
    "notable-vandervelde": "B93-NOT-06",
    "notable-maeterlinck": "B93-NOT-07",
    "notable-empain": "B93-NOT-08",
    "notable-van_de_velde": "B93-NOT-09",
    "line-money": "B93-END-05",
    "line-works": "B93-END-06",
    "line-notables": "B93-END-07",
    "line-assistants": "B93-END-08",
    "bid": "B93-ANP-02",
    "house": "B93-CON-02",
    "reserve": "B93-ACT-03",
    "justice": "B93-JUS-01",
    "exhibits": "B93-PAS-05",
    "token": "B93-FPL-02",
    "track-town_hall": "B93-CRE-02",
    "track-palace": "B93-BRU-09",
    "track-architect": "B93-END-04",
    "stock": "B93-STK-01",
    "pass": "B93-PAS-02",
}
"""The same in the first edition."""

RULES_MORE = {
    "notable-nagelmackers": "BE-ACT-10",
    "notable-privat_livemont": "BE-ACT-13",
    "theatre-shown": "AS-06",
    "own-white": "BE-ACT-16",
    "as": "BE-ACT-16",
    "assistants": "B93E2-ACT-03",
    "travellers": "BE-ACT-11",
    "travel": "BE-ACT-12",
    "station": "BE-SET-07",
    "bay": "B93E2-BLD-01",
    "pavilion": "BE-ACT-30",
    "visit": "BE-CLO-02",
    "mode": "BE-CARD-09",
    "barter": "BE-CARD-17",
    "turn": "AS-12",
    "board": "AS-03",
    "board-hankar": "AS-06",
    "board-gauchie": "AS-08",
    "board-horta": "AS-10",
    "board-saintenoy": "AS-12",
    "board-strauven": "AS-14",
}
"""What Belle Époque and the architects' boards add; cards and tiles have rules by their numbers."""

REASONS = {
    "outside": mark("{space} lies outside the zone."),
    "assistant": mark("An assistant stands there: {seat}."),
    "neutral": mark("A neutral assistant stands there."),
    "house_there": mark("A house stands there."),
    "no_assistant": mark("You have no assistant in reserve."),
    "no_francs": mark("You have no francs to bid."),
    "too_few": mark("Needs {count} assistants; you have {own}."),
    "bid_first": mark("First bid for {space}."),
    "by_grand_place": mark("Notables act at the Grand-Place."),
    "by_park": mark("Only the park copies an action."),
    "not_offered": mark("The stock card does not name this crest."),
    "no_works": mark("No coloured work can be taken."),
    "nothing_to_sell": mark("You have no work that the shop does not show."),
    "theatre_empty": mark("The theatre is empty."),
    "no_cubes": mark("No noble cube is left."),
    "cannot_build": mark("You cannot pay your next house, or there is no room for it."),
    "stack_empty": mark("No work of this colour is left."),
    "no_work": mark("You have no work of this colour."),
    "in_shop": mark("This colour is in the shop."),
    "too_far": mark("The cursor cannot reach this: {count} steps, and you have {own}."),
    "too_dear": mark("Costs {count} FB; you have {own}."),
    "kept": mark("You have this notable already."),
    "no_joker": mark("You have no joker to give."),
    "kind_gone": mark("None is left in the supply."),
    "never_jokers": mark("Jokers cannot be taken here."),
    "passed_over": mark("You have passed this kind over: only later ones can follow."),
    "leaves_too_few": mark("Too few cubes would be left to take."),
    "none_owned": mark("You have none of these."),
    "not_asked": mark("The compass does not ask for this."),
    "does_not_add_up": mark("The rest could not be paid as the compass asks."),
    "blocked": mark("This branch would end on the other one."),
    "not_yours": mark("You do not have this notable."),
    "tilted": mark("This notable has acted in this round."),
    "not_won": mark("You did not win this card."),
    "in_turn": mark("Your cards come from left to right."),
    "line_used": mark("A card went under this line in this round."),
    "no_symbols": mark("Your card has no points to slide."),
    "settled": mark("Left unpaid already, or it can be paid."),
    "tile_there": mark("A tile lies there."),
    "tile_taken": mark("An assistant stands on this tile: {seat}."),
    "pavilion_taken": mark("This pavilion stands already: {seat}."),
    "no_glass": mark("Needs {count} glass beyond the compass; you have {own}."),
    "cannot_pay": mark("You cannot pay this building."),
    "card_used": mark("This card was used in this round."),
    "not_now": mark("This card acts at another time."),
}

BASE_CAST = 8
"""Notables that are drawn before every player; those of an expansion come with it only."""

_Reason = tuple[str, str, dict[str, object]]


def rule_of(table: Table, element: str) -> str:
    """Return the id of the rule that a thing follows, in the edition on the table."""
    rules = RULES_2013 if table.edition.may_skip else RULES_2023 | RULES_MORE
    kind, _, name = element.partition("-")
    if kind in ("card", "tile") and name.isdigit():
        return f"BE-{kind.upper()}-{int(name):02d}"
    if kind == "space" and name in SPACE_NAMES and table.decision != Decision.SITE:
        element = f"space-{ACT_NAMES[table.act[SPACE_NAMES.index(name)]]}"
    elif kind == "theatre" and name.isdigit() and int(name) < PRICES:
        shown = int(table.theatre[int(name)])
        if 0 <= shown < len(NOTABLE_NAMES):
            element = f"notable-{NOTABLE_NAMES[shown]}"
    return guidance.rule_of(rules, element)


def refusals(table: Table, lang: str) -> dict[str, str]:
    """Say why what looks like an option cannot be chosen now."""
    found = _REASONS_OF.get(int(table.decision))
    if found is None:
        return {}
    options = np.zeros(MAX_LEGAL, np.int32)
    count = legal(table, options)
    chosen = guidance.open_elements(target(table, int(a)) for a in options[:count])
    said = words(lang)
    return {
        name: said.say(REASONS[reason], **values)
        for name, reason, values in found(table, said)
        if name not in chosen
    }


def _figure(table: Table, space: int, said: Bruxelles1893Words) -> tuple[str, dict[str, object]]:
    """Say who stands on a space."""
    figure = int(table.figure[space])
    if 0 <= figure < table.players:
        return "assistant", {"seat": said.say(SEAT_TITLES[figure])}
    return "neutral", {}


def _turn(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Spaces, places, and what only they lead to (B93-ANP-01, 02, BRU-04, B93E2-ACT-03..06)."""
    s = table.to_play
    seat = table.seats[s]
    for space, title in enumerate(SPACE_NAMES):
        name = f"space-{title}"
        if not table.zone >> space & 1:
            yield name, "outside", {"space": title}
        elif table.figures >> space & 1:
            yield (name, *_figure(table, space, said))
        else:
            yield name, "no_francs" if seat.reserve > 0 else "no_assistant", {}
    for place, title in enumerate(PLACE_NAMES):
        needed = assistants_needed(table, place)
        own = int(seat.reserve + seat.travellers)
        yield f"place-{title}", "too_few", {"count": needed, "own": own}
    for title in ACT_NAMES:
        yield f"copy-{title}", "by_park", {}
    for notable in range(len(NOTABLE_NAMES)):
        if seat.notables >> notable & 1:
            yield f"notable-{s}-{NOTABLE_NAMES[notable]}", "by_grand_place", {}


def _bid(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """A bid goes with the assistant that was pointed at a space (B93-ANP-02, B93E2-ACT-04)."""
    values: dict[str, object] = {"space": SPACE_NAMES[table.space]}
    for title in SPACE_NAMES:
        yield f"space-{title}", "bid_first", values
    for title in PLACE_NAMES:
        yield f"place-{title}", "bid_first", values


def _crest(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Crests (B93-STK-02, B93E2-PLAN-02)."""
    for crest in range(CRESTS):
        yield f"crest-{CREST_NAMES[crest]}", "not_offered", {}


def _neutral(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Spaces for a neutral assistant (B93-2PL-02, B93E2-PLAN-07)."""
    for space, title in enumerate(SPACE_NAMES):
        name = f"space-{title}"
        if not table.zone >> space & 1:
            yield name, "outside", {"space": title}
        elif table.figures >> space & 1:
            yield (name, *_figure(table, space, said))
        elif table.printed.cross >> space & 1:
            yield name, "tile_there", {}
        else:
            yield name, "house_there", {}


def _park(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Actions to copy (B93-BRU-08, B93E2-BRU-09)."""
    why = {
        Act.WORKSHOP: "no_works",
        Act.SALE: "nothing_to_sell",
        Act.THEATRE: "theatre_empty",
        Act.MATERIALS: "no_cubes",
        Act.CONSTRUCTION: "cannot_build",
    }
    for act, reason in why.items():
        if not can_act(table, table.to_play, act):
            yield f"copy-{ACT_NAMES[act]}", reason, {}


def _work(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Works to take; drawn ones are all to have (B93E2-WRK-01)."""
    if not table.edition.blind_workshop:
        for colour in range(COLOURED):
            yield f"work-{COLOUR_NAMES[colour]}", "stack_empty", {}


def _sell(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Works to sell (B93-SAL-01, B93E2-SAL-01)."""
    s = table.to_play
    tops = (shop_top(table, 0), shop_top(table, 1))
    for colour in Colour:
        name = f"own-{s}-{COLOUR_NAMES[colour]}"
        if table.seats[s].works[colour] == 0:
            yield name, "no_work", {}
        elif colour in tops:
            yield name, "in_shop", {}
    if white_works(table, s) > 0 and max(tops) >= BACK:
        yield f"own-{s}-white", "in_shop", {}


def _cursor(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Places of the cursor (B93-SAL-03, B93E2-SAL-02)."""
    row, column = table.cursor // SIDE, table.cursor % SIDE
    for k in range(SPACES):
        steps = abs(k // SIDE - row) + abs(k % SIDE - column)
        own = works_of(table, table.to_play) + int(table.more_steps)
        yield f"grid-{CURSOR_NAMES[k]}", "too_far", {"count": steps, "own": own}


def _theatre(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Notables to hire (B93-THE-01, B93E2-NOB-01)."""
    for price in range(PRICES):
        if table.theatre[price] != NOTHING:
            own = table.seats[table.to_play].money
            yield f"theatre-{price}", "too_dear", {"count": price, "own": own}


def _keep(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """The notable hired (B93-THE-05, B93E2-NOB-04)."""
    if 0 <= table.notable < len(NOTABLE_NAMES):
        yield f"notable-{table.to_play}-{NOTABLE_NAMES[table.notable]}", "kept", {}


def _solvay(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """A joker for two cubes (B93-NOT-03, B93E2-NOB-22)."""
    s = table.to_play
    owned = table.seats[s].cubes[Kind.JOKER] > 0
    yield f"cube-{s}-joker", "leaves_too_few" if owned else "no_joker", {}


def _cube(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Cubes of the supply (B93-MAT-01, 02, B93E2-MAT-01, 02)."""
    for kind in range(NOBLES):
        if kind != Kind.GLASS or table.belle_epoque:
            reason = "leaves_too_few"
            if table.supply[kind] == 0:
                reason = "kind_gone"
            elif kind < table.cubes_from:
                reason = "passed_over"
            yield f"supply-{KIND_NAMES[kind]}", reason, {}
    yield "supply-joker", "never_jokers", {}


def _pay(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Units of a payment (B93-CON-03..08, B93E2-CPS-03..06)."""
    s = table.to_play
    allowed = ALLOWED[demand(table)]
    last = max((k for k in range(len(table.paid)) if table.paid[k] > 0), default=0)
    for kind in (Kind.WOOD, Kind.IRON, Kind.STONE, Kind.GLASS, Kind.JOKER, Kind.FRANCS):
        if kind == Kind.GLASS and not table.belle_epoque:
            continue
        name = f"money-{s}" if kind == Kind.FRANCS else f"cube-{s}-{KIND_NAMES[kind]}"
        if not allowed >> kind & 1:
            yield name, "not_asked", {}
        elif units_owned(table, s, kind, 0) == 0:
            own = table.seats[s].money
            yield (
                (name, "too_dear", {"count": 3, "own": own})
                if kind == Kind.FRANCS
                else (
                    name,
                    "none_owned",
                    {},
                )
            )
        else:
            yield name, "passed_over" if kind < last else "does_not_add_up", {}


def _branch(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Branches of the compass (B93-CPS-03, B93E2-CPS-08)."""
    for branch in range(2):
        yield f"branch-{branch}", "blocked", {}


def _site(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Spaces for a house (B93-CON-12, B93E2-BLD-06)."""
    for space, title in enumerate(SPACE_NAMES):
        if table.house[space] != NOBODY:
            yield f"space-{title}", "house_there", {}
        elif table.figures >> space & 1:
            yield (f"space-{title}", *_figure(table, space, said))
        elif table.printed.cross >> space & 1:
            yield f"space-{title}", "tile_there", {}


def _notable(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Notables to activate (B93-BRU-10, B93E2-NOB-05)."""
    s = table.to_play
    for notable in range(len(NOTABLE_NAMES)):
        name, kept = f"notable-{s}-{NOTABLE_NAMES[notable]}", table.seats[s].notables >> notable & 1
        if kept or notable < BASE_CAST:
            yield name, "tilted" if kept else "not_yours", {}


def _prize(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Cards that were won, and lines to slide them under (B93-BON-01, 05, 06, CLO-30, 33, 35)."""
    s = table.to_play
    for column in range(SIDE):
        if table.prize[column] != NOTHING:
            own = table.winner[column] == s
            yield f"prize-{COLUMN_NAMES[column]}", "in_turn" if own else "not_won", {}
    for row, title in enumerate(ROW_NAMES):
        used = table.seats[s].rows_used >> row & 1
        yield f"line-{s}-{title}", "line_used" if used else "no_symbols", {}


def _unpaid(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Notables that cannot stay unpaid (B93-END-02, B93E2-END-03)."""
    s = table.to_play
    for notable in range(len(NOTABLE_NAMES)):
        if table.seats[s].notables >> notable & 1:
            yield f"notable-{s}-{NOTABLE_NAMES[notable]}", "settled", {}


def _target(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """A house or a pavilion (BE-ACT-30, 31)."""
    s = table.to_play
    yield f"bay-{s}", "cannot_build", {}
    own = int(table.seats[s].cubes[Kind.GLASS])
    for row, name in enumerate(PAVILION_NAMES):
        owner, glass = int(table.pavilion[row]), int(table.printed.glass[row])
        if owner != NOBODY:
            yield name, "pavilion_taken", {"seat": said.say(SEAT_TITLES[owner])}
        elif own < glass:
            yield name, "no_glass", {"count": glass, "own": own}
        else:
            yield name, "cannot_pay", {}


def _tile(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """Open tiles on which somebody stands (BE-ACT-02)."""
    for s in range(table.players):
        for tile in range(TILES):
            if table.seats[s].tiles >> tile & 1:
                yield f"tile-{tile + 1}", "tile_taken", {"seat": said.say(SEAT_TITLES[s])}


def _window(table: Table, said: Bruxelles1893Words) -> Iterator[_Reason]:
    """The player's own cards (BE-CG-01)."""
    for row in range(PAVILIONS):
        if table.belle_epoque and table.pavilion[row] == table.to_play:
            used = table.card_used[row]
            yield f"card-{table.card[row] + 1}", "card_used" if used else "not_now", {}


_REASONS_OF: dict[int, Callable[[Table, Bruxelles1893Words], Iterator[_Reason]]] = {
    Decision.TURN: _turn,
    Decision.BID: _bid,
    Decision.CREST: _crest,
    Decision.NEUTRAL: _neutral,
    Decision.PARK: _park,
    Decision.START_WORK: _work,
    Decision.WORK: _work,
    Decision.SELL: _sell,
    Decision.CURSOR: _cursor,
    Decision.THEATRE: _theatre,
    Decision.KEEP: _keep,
    Decision.SOLVAY: _solvay,
    Decision.CUBE: _cube,
    Decision.PAY: _pay,
    Decision.BRANCH: _branch,
    Decision.SITE: _site,
    Decision.GRAND_PLACE: _notable,
    Decision.OWNER_NOTABLE: _notable,
    Decision.PRIZE: _prize,
    Decision.UNPAID: _unpaid,
    Decision.TARGET: _target,
    Decision.TILE: _tile,
    Decision.WINDOW: _window,
    Decision.WHITE_WORK: _work,
    Decision.BARTER_WORK: _work,
    Decision.CARD_NOTABLE: _notable,
}
