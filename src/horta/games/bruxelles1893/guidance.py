"""What Bruxelles 1893 tells a person beside the drawing: why not, and by which rule."""

from __future__ import annotations

from horta.core import guidance, registry
from horta.games.bruxelles1893 import scoring
from horta.games.bruxelles1893.meanings import TRACK_NAMES
from horta.games.bruxelles1893.moves import SPACE_NAMES
from horta.games.bruxelles1893.names import KINDS, TRACKS
from horta.games.bruxelles1893.pieces import (
    ACT_NAMES,
    CUBE_KINDS,
    KIND_NAMES,
    NOTABLE_NAMES,
    Kind,
    Track,
)
from horta.games.bruxelles1893.reasons import REASONS, REASONS_OF
from horta.games.bruxelles1893.table import Decision, Table
from horta.games.bruxelles1893.theatre import PRICES
from horta.games.bruxelles1893.words import words

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

RULES_ALL = RULES_2023 | RULES_MORE


def rule_of(table: Table, element: str) -> str:
    """Return the id of the rule that a thing follows, in the edition on the table."""
    rules = RULES_2013 if table.edition.may_skip else RULES_ALL
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


def idle_lines(table: Table) -> frozenset[str]:
    """Without Belle Époque its lines are empty."""
    return scoring.idle_lines(table)


def holdings(table: Table, seat: int, lang: str) -> dict[str, int]:
    """Return what a seat has: francs, figures, cubes, works, notables, how far its tracks are."""
    said, own = words(lang), table.seats[seat]
    held = {said.say("FB"): own.money, said.say("assistants"): own.reserve}
    if table.belle_epoque:
        held |= {said.say("travellers"): own.travellers}
    held |= {said.say(KINDS[Kind(k)]): own.cubes[k] for k in range(CUBE_KINDS)}
    held |= {said.say("works"): sum(own.works) + sum(own.white)}
    held |= {said.say("notables"): int(own.notables).bit_count()}
    held |= {said.say(TRACKS[Track(k)]): own.step[k] for k in range(len(own.step))}
    held |= {said.say("exhibitions"): own.exhibits}
    return held | {said.say("Justice"): own.justice}


def signs(table: Table, lang: str) -> dict[str, str]:
    """Return the shapes that stand for what a seat has."""
    say = words(lang).say
    shown = {
        "FB": "coin",
        "assistants": "assistant",
        "works": "work-yellow",
        "notables": "somebody",
        "exhibitions": "back",
        "Justice": "bars",
    }
    if table.belle_epoque:
        shown["travellers"] = "guest"
    shown |= {KINDS[Kind(k)]: f"kind-{KIND_NAMES[k]}" for k in range(CUBE_KINDS)}
    shown |= {TRACKS[Track(k)]: f"badge-{name}" for k, name in enumerate(TRACK_NAMES)}
    return {say(name): f"b93-{shape}" for name, shape in shown.items()}


def refusals(table: Table, lang: str) -> dict[str, str]:
    """Say why what looks like an option cannot be chosen now."""
    found = REASONS_OF.get(int(table.decision))
    if found is None:
        return {}
    chosen = guidance.names_open(registry.game("bruxelles1893"), table)
    said = words(lang)
    return {
        name: said.say(REASONS[reason], **values)
        for name, reason, values in found(table, said)
        if name not in chosen
    }
