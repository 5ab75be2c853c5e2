"""Help at the decisions of Bruxelles 1893: what can be done, and what something new is."""

from __future__ import annotations

from horta.core.help import Told, Way, firsts_told, ways_told
from horta.core.i18n import mark
from horta.games.bruxelles1893 import help_belle
from horta.games.bruxelles1893.help_new import FIRSTS
from horta.games.bruxelles1893.table import Decision, Table
from horta.games.bruxelles1893.words import words


def _is_first(table: Table) -> bool:
    return not _is_second(table)


def _is_second(table: Table) -> bool:
    return bool(table.edition.pass_cards)


def _is_belle(table: Table) -> bool:
    return bool(table.belle_epoque)


def _francs_spoil(table: Table) -> bool:
    return bool(table.rulings.francs_spoil)


def _francs_are_fine(table: Table) -> bool:
    return not table.rulings.francs_spoil


def _pays_by_card(table: Table) -> bool:
    return bool(table.mode)


def _limit_rises(table: Table) -> bool:
    return bool(table.rulings.limit_rises)


def _limit_is_fixed(table: Table) -> bool:
    return not table.rulings.limit_rises


def _ties_last(table: Table) -> bool:
    return bool(table.rulings.ties_last)


def _ties_first(table: Table) -> bool:
    return not table.rulings.ties_last


WAYS: dict[Decision, tuple[Way, ...]] = {
    Decision.START_WORK: (
        Way(
            mark("Choose your first work, of any colour but black."),
            ("B93-SET-10", "B93E2-SET-11"),
            ("work",),
        ),
    ),
    Decision.CREST: (
        Way(
            mark(
                "Choose the crest that opens the zone: the largest of the four parts around it. "
                "In this round assistants go only there."
            ),
            ("B93-STK-03", "B93E2-PLAN-03"),
            ("crest",),
        ),
        Way(
            mark("Houses may be built anywhere, and columns outside the zone have no auction."),
            ("B93-STK-06", "B93E2-PLAN-06"),
        ),
    ),
    Decision.NEUTRAL: (
        Way(
            mark(
                "Put a neutral assistant on a space of the zone without house and assistant. It "
                "takes up the space and counts at crests, for nobody."
            ),
            ("B93-2PL-02", "B93E2-PLAN-07"),
            ("neutral",),
        ),
    ),
    Decision.TURN: (
        Way(
            mark(
                "Place an assistant on a space of the zone, with a bid of at least 1 FB, and "
                "carry out the action that the space shows."
            ),
            ("B93-ANP-01", "B93E2-ACT-03"),
            ("place",),
        ),
        Way(
            mark("Go to a place in Brussels: it takes assistants, no francs, and acts at once."),
            ("B93-BRU-01", "B93E2-BRU-01"),
            ("brussels",),
        ),
        Way(
            mark(
                "Pass: you are out for this round and get 1 FB for each colour among your works. "
                "The first to pass gets 1 FB more and the Exposition tile."
            ),
            ("B93-PAS-02",),
            ("pass",),
            when=_is_first,
        ),
        Way(
            mark(
                "Pass: you are out for this round and get 1 FB for each colour among your works. "
                "The first to pass gets a prestige card and 1 to 5 FB more."
            ),
            ("B93E2-PASS-03",),
            ("pass",),
            when=_is_second,
        ),
        Way(
            mark(
                "A house on a space is no obstacle; its owner gets something when others place "
                "there."
            ),
            ("B93-SEC-01", "B93E2-FREE-01"),
        ),
        Way(
            mark(
                "Pavilions count as houses at the end, and when others use your house on a "
                "construction space. Nobody places on a pavilion."
            ),
            ("BE-END-04",),
            when=_is_belle,
        ),
    ),
    Decision.BID: (
        Way(
            mark(
                "Put francs under your assistant, at least 1. You do not get them back when the "
                "round ends."
            ),
            ("B93-ANP-02", "B93E2-ACT-04"),
            ("bid",),
        ),
        Way(
            mark(
                "When the round ends, the highest sum of bids in a column takes the card below it."
            ),
            ("B93-AUC-01", "B93E2-CLO-10"),
        ),
    ),
    Decision.PERFORM: (
        Way(
            mark("Carry out the action of the space."),
            ("B93-ANP-05",),
            ("perform",),
        ),
        Way(
            mark("Skip it: your assistant and the bid stay and count all the same."),
            ("B93-ANP-05",),
            ("decline",),
        ),
    ),
    Decision.WORK: (
        Way(
            mark("Keep one of the works that you have drawn; the others go under the pile."),
            ("B93-ATL-01",),
            ("work",),
            when=_is_first,
        ),
        Way(
            mark("Take a work of any colour but black."),
            ("B93E2-WRK-01",),
            ("work",),
            when=_is_second,
        ),
        Way(
            mark(
                "Each work is for sale, brings 1 FB for its colour when you pass, and points at "
                "the end."
            ),
            ("B93-PAS-03", "B93E2-PASS-02"),
        ),
    ),
    Decision.SELL: (
        Way(
            mark(
                "Sell one of your works whose colour does not lie in the shop. The cursor then "
                "shows its price."
            ),
            ("B93-SAL-01", "B93E2-SAL-01"),
            ("sell",),
        ),
    ),
    Decision.CURSOR: (
        Way(
            mark(
                "Move the cursor, by at most one step for each of your works, or leave it. The "
                "corner in the colour of your work shows francs by its row and points by its "
                "column."
            ),
            ("B93-SAL-03", "B93E2-SAL-02"),
            ("cursor",),
        ),
        Way(
            mark("A black work reads the middle of the cursor."),
            ("B93-SAL-06", "B93E2-SAL-06"),
        ),
    ),
    Decision.SHOP: (
        Way(
            mark("The work goes to the shop. Choose which of the two it covers."),
            ("B93-SAL-07",),
            ("shop",),
            when=_is_first,
        ),
        Way(
            mark(
                "The work goes to the shop. Choose which of the two there goes back to its stack."
            ),
            ("B93E2-SAL-04",),
            ("shop",),
            when=_is_second,
        ),
        Way(
            mark("A colour that lies in the shop cannot be sold."),
            ("B93-SAL-01", "B93E2-SAL-01"),
        ),
    ),
    Decision.THEATRE: (
        Way(
            mark(
                "Hire a notable and pay the place, 3 FB to nothing. The effect comes at once; "
                "then you keep or discard the card."
            ),
            ("B93-THE-01", "B93E2-NOB-01"),
            ("take",),
        ),
        Way(
            mark("A notable whom you keep wants francs at the end of the game."),
            ("B93-THE-04", "B93E2-NOB-06"),
        ),
    ),
    Decision.KEEP: (
        Way(
            mark("Keep the notable, tilted: usable again from the next round on."),
            ("B93-THE-03", "B93E2-NOB-03"),
            ("keep",),
        ),
        Way(
            mark("Discard the notable: nothing to pay at the end."),
            ("B93-THE-03", "B93E2-NOB-03"),
            ("discard",),
        ),
        Way(
            mark("At the end each notable must be paid. One that you cannot pay costs 5 VP."),
            ("B93-END-02", "B93E2-END-03"),
        ),
    ),
    Decision.SOLVAY: (
        Way(
            mark("Take one noble cube, or give a joker for two."),
            ("B93-NOT-03", "B93E2-NOB-22"),
            ("solvay",),
        ),
    ),
    Decision.CUBE: (
        Way(
            mark(
                "Take a noble cube of the kind you like. It pays a unit of a house where the "
                "compass points at it, and is 1 VP at the end."
            ),
            ("B93-MAT-01", "B93E2-MAT-01"),
            ("cube",),
        ),
        Way(
            mark("Take no cube."),
            ("B93-SEC-07", "B93E2-FREE-05"),
            ("decline",),
        ),
    ),
    Decision.PAY: (
        Way(
            mark(
                "Pay the next unit with one of the kinds that the compass allows. Each hand of "
                "the compass takes at least one unit; a joker stands for any."
            ),
            ("B93-CON-03", "B93E2-CPS-03"),
            ("pay",),
        ),
        Way(
            mark(
                "Paid without a joker, the building brings 5 VP at once. Units of 3 FB do no harm."
            ),
            ("B93-CON-10", "B93E2-BLD-03"),
            when=_francs_are_fine,
        ),
        Way(
            mark(
                "Paid with noble cubes alone, the building brings 5 VP at once: jokers and francs "
                "cost you these points."
            ),
            ("B93E2-BLD-03",),
            when=_francs_spoil,
        ),
        Way(
            mark(
                "With card 9, one cube may be of another kind, or one joker does not cost you the "
                "5 VP."
            ),
            ("BE-CARD-09",),
            when=_pays_by_card,
        ),
    ),
    Decision.BRANCH: (
        Way(
            mark(
                "Turn one hand of the compass one place on: it decides what the next building "
                "will cost. The two never point at the same place."
            ),
            ("B93-CPS-03", "B93E2-CPS-07"),
            ("branch",),
        ),
    ),
    Decision.SITE: (
        Way(
            mark(
                "Put the house on any space without house and assistant, also outside the zone. "
                "When others place there, you get something."
            ),
            ("B93-CON-12", "B93E2-BLD-06"),
            ("site",),
        ),
    ),
    Decision.PARK: (
        Way(
            mark("Carry out one of the five actions, without a space and without a bid."),
            ("B93-BRU-08", "B93E2-BRU-08"),
            ("copy",),
        ),
        Way(
            mark("Leave the park unused."),
            ("B93-BRU-08",),
            ("decline",),
            when=_is_first,
        ),
    ),
    Decision.GRAND_PLACE: (
        Way(
            mark("Use an upright notable; the card is tilted until the round ends."),
            ("B93-BRU-09", "B93E2-BRU-07"),
            ("activate",),
        ),
        Way(
            mark("Stop: no further notable is used."),
            ("B93-BRU-09", "B93E2-BRU-07"),
            ("decline",),
        ),
        Way(
            mark("The limit is your Palace level when you came."),
            ("B93-BRU-09", "B93E2-BRU-07"),
            when=_limit_is_fixed,
        ),
        Way(
            mark("The limit is your Palace level: Prince Albert, used here, raises it at once."),
            ("B93-BRU-09", "B93E2-BRU-07"),
            when=_limit_rises,
        ),
    ),
    Decision.OWNER_NOTABLE: (
        Way(
            mark(
                "Somebody placed on your house in a theatre space: use one of your upright "
                "notables."
            ),
            ("B93-SEC-06", "B93E2-FREE-04"),
            ("activate",),
        ),
        Way(
            mark("Use none, and keep them for the Grand-Place."),
            ("B93-SEC-06", "B93E2-FREE-04"),
            ("decline",),
        ),
    ),
    Decision.PRIZE: (
        Way(
            mark(
                "Use the power of a card that you won and discard it, or slide the card under a "
                "line of your board: its symbols raise what that line is worth at the end."
            ),
            ("B93-BON-01", "B93E2-CLO-30"),
            ("prize",),
        ),
        Way(
            mark("Under each line at most one card in a round."),
            ("B93-BON-06", "B93E2-CLO-35"),
        ),
        Way(
            mark("Players tied in a column use its power before the cards won."),
            ("B93-AUC-02", "B93E2-CLO-36"),
            when=_ties_first,
        ),
        Way(
            mark("Players tied in a column use its power after the cards won."),
            ("B93-AUC-02", "B93E2-CLO-36"),
            when=_ties_last,
        ),
    ),
    Decision.POWER: (
        Way(
            mark("Take one of the powers: a step on a track, or an assistant back from Justice."),
            ("B93-BON-03", "B93E2-CLO-32"),
            ("power",),
        ),
    ),
    Decision.UNPAID: (
        Way(
            mark(
                "Your francs do not pay all your notables: choose one to leave unpaid. It goes "
                "and costs 5 VP."
            ),
            ("B93-END-02", "B93E2-END-03"),
            ("unpaid",),
        ),
    ),
    **help_belle.WAYS,
}


def explain(table: Table, lang: str) -> list[Told]:
    """Say what can be done at the decision of the moment."""
    ways = WAYS.get(Decision(table.decision), ())
    return ways_told(ways, table, words(lang).say, book=_is_second(table))


def firsts(table: Table, lang: str) -> list[Told]:
    """Return what is explained once, when it comes up."""
    return firsts_told(FIRSTS, table, words(lang).say, book=_is_second(table))
