"""The two editions: everything in which they differ, as data.

The chapters ask the table, never the edition's name: `if table.edition.may_skip`. A new edition
or a house rule is a new row here.
"""

from __future__ import annotations

from horta.core.record import i8, record


@record
class Edition:
    """What an edition decides; 1 is yes. The comments name the rules of 2013 and 2023."""

    may_skip: i8  # a placed assistant need not act: B93-ANP-05, B93E2-ACT-07
    blind_workshop: i8  # works are drawn, not chosen: B93-ATL-01, B93E2-WRK-01
    chosen_start: i8  # the first work is chosen: B93-SET-10, B93E2-SET-11
    shop_covers: i8  # a sold work covers another, or sends it back: B93-SAL-07, B93E2-SAL-04
    pass_cards: i8  # first to pass: a card, not a tile: B93-PAS-02, B93E2-PASS-03
    reshuffles_at_once: i8  # an empty pile of notables: B93-THE-08, B93E2-NOB-08
    loose_compass: i8  # six tiles at random, or a printed ring: B93-SET-11, B93E2-SET-09
    any_pays_francs: i8  # "any" takes 3 FB too: B93-CON-05, B93E2-CPS-04
    cube_declinable: i8  # the owner's cube: B93-SEC-07, B93E2-FREE-05
    park_idle: i8  # the park may be left unused: B93-BRU-08, B93E2-BRU-09
    prizes_in_order: i8  # own cards from left to right, or freely: B93-BON-01, B93E2-CLO-30
    tidies_last_round: i8  # end of round in round 5: B93-END-01, B93E2-EOR-08
    pays_from_token: i8  # who pays notables first: B93-END-02, B93E2-RND-02
    pink_works: i8  # brown works are pink: B93-CMP-11, B93E2-CMP-07
    prizes: i8  # bonus or prestige cards: B93-CMP-09, B93E2-CMP-11


DIFFERENCES: dict[str, dict[str, int]] = {
    "may_skip": {"2013": 1, "2023": 0},
    "blind_workshop": {"2013": 1, "2023": 0},
    "chosen_start": {"2013": 0, "2023": 1},
    "shop_covers": {"2013": 1, "2023": 0},
    "pass_cards": {"2013": 0, "2023": 1},
    "reshuffles_at_once": {"2013": 1, "2023": 0},
    "loose_compass": {"2013": 1, "2023": 0},
    "any_pays_francs": {"2013": 0, "2023": 1},
    "cube_declinable": {"2013": 1, "2023": 0},
    "park_idle": {"2013": 1, "2023": 0},
    "prizes_in_order": {"2013": 1, "2023": 0},
    "tidies_last_round": {"2013": 0, "2023": 1},
    "pays_from_token": {"2013": 1, "2023": 0},
    "pink_works": {"2013": 1, "2023": 0},
    "prizes": {"2013": 25, "2023": 30},
}


def write_edition(edition: Edition, name: str) -> None:
    """Write an edition's decisions into a table."""
    for field, values in DIFFERENCES.items():
        setattr(edition, field, values[name])
