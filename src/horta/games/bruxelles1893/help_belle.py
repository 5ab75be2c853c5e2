"""Help at the decisions of Belle Époque and of the variant."""

from __future__ import annotations

from horta.core.help import Way
from horta.core.i18n import mark
from horta.games.bruxelles1893.table import Decision, Table


def _tiles_count(table: Table) -> bool:
    return bool(table.rulings.tiles_count)


def _tiles_leave(table: Table) -> bool:
    return not table.rulings.tiles_count


WAYS: dict[Decision, tuple[Way, ...]] = {
    Decision.BOARD: (
        Way(
            mark(
                "Take an architect's board: it has a track of its own, higher lines or cheaper "
                "houses, and one ability for the whole game."
            ),
            ("AS-03",),
            ("board",),
        ),
    ),
    Decision.WHITE_WORK: (
        Way(
            mark("Take a work and lay it white side up. It is sold as any colour, for half."),
            ("BE-ACT-13",),
            ("work",),
        ),
    ),
    Decision.WHITE: (
        Way(
            mark("Choose one of your white works, by the colour on its other side."),
            ("BE-ACT-16",),
            ("white",),
        ),
    ),
    Decision.SELL_AS: (
        Way(
            mark(
                "Name the colour that the white work is sold as: any that the shop does not show. "
                "You get half the francs and half the points."
            ),
            ("BE-ACT-16",),
            ("as",),
        ),
    ),
    Decision.TARGET: (
        Way(
            mark(
                "Build a house on the board, or a pavilion beside a row. A pavilion costs the "
                "same, perhaps with glass, and brings its card."
            ),
            ("BE-ACT-30",),
            ("build",),
        ),
        Way(
            mark(
                "Pavilions count as houses at the end, and when others use your house on a "
                "construction space. Nobody places on a pavilion."
            ),
            ("BE-END-04",),
        ),
    ),
    Decision.TRAVELLERS: (
        Way(
            mark("Say how many travellers go in place of assistants."),
            ("BE-ACT-12",),
            ("travellers",),
        ),
    ),
    Decision.ROW: (
        Way(
            mark("Choose the line that tile 2 raises by 2."),
            ("BE-TILE-02",),
            ("row",),
        ),
    ),
    Decision.WINDOW: (
        Way(
            mark("Use one of your cards now; each acts once in a round."),
            ("BE-CG-01",),
            ("card",),
        ),
        Way(
            mark("Turn a hand of the compass before you build: the ability of Saintenoy's board."),
            ("AS-12",),
            ("turn",),
        ),
        Way(
            mark("Use nothing now. A card may serve you later in the round."),
            ("BE-CG-02",),
            ("decline",),
        ),
    ),
    Decision.TILE: (
        Way(
            mark(
                "Send one more assistant to an open tile. It stays there to the end of the game, "
                "and the tile counts for you."
            ),
            ("BE-ACT-01",),
            ("tile",),
        ),
        Way(
            mark("Send nobody."),
            ("BE-ACT-01",),
            ("decline",),
        ),
        Way(
            mark("An assistant on a tile no longer counts in the line for assistants."),
            ("BE-END-03",),
            when=_tiles_leave,
        ),
        Way(
            mark("An assistant on a tile still counts in the line for assistants."),
            ("BE-END-03",),
            when=_tiles_count,
        ),
    ),
    Decision.MARKET_OUT: (
        Way(
            mark("Card 4: choose the work that leaves the shop; its colour can then be sold."),
            ("BE-CARD-04",),
            ("shop",),
        ),
    ),
    Decision.DROP: (
        Way(
            mark("Card 6: discard a notable of the theatre; new ones come before you hire."),
            ("BE-CARD-06",),
            ("drop",),
        ),
        Way(
            mark("Discard no more."),
            ("BE-CARD-06",),
            ("decline",),
        ),
    ),
    Decision.MODE: (
        Way(
            mark(
                "Card 9: let one cube be of another kind, or let one joker not cost you the 5 VP."
            ),
            ("BE-CARD-09",),
            ("mode",),
        ),
    ),
    Decision.CARD_NOTABLE: (
        Way(
            mark("Card 13: use one more notable, beyond the limit."),
            ("BE-CARD-13",),
            ("activate",),
        ),
    ),
    Decision.DISMISS: (
        Way(
            mark(
                "Card 14: discard a notable used in this round and get the francs it costs at the "
                "end."
            ),
            ("BE-CARD-14",),
            ("dismiss",),
        ),
    ),
    Decision.WITHDRAW: (
        Way(
            mark("Card 15: choose the bid from which you take francs back."),
            ("BE-CARD-15",),
            ("figure",),
        ),
    ),
    Decision.WITHDRAW_SUM: (
        Way(
            mark(
                "Card 15: choose how many francs you take back. They no longer count in the column."
            ),
            ("BE-CARD-15",),
            ("bid",),
        ),
    ),
    Decision.BARTER: (
        Way(
            mark("Card 17: give two noble cubes for a work, or a work for two cubes."),
            ("BE-CARD-17",),
            ("barter",),
        ),
    ),
    Decision.GIVE: (
        Way(
            mark("Card 17: choose the cubes that you give."),
            ("BE-CARD-17",),
            ("give",),
        ),
    ),
    Decision.GIVE_WORK: (
        Way(
            mark("Card 17: choose the work that you give."),
            ("BE-CARD-17",),
            ("return",),
        ),
    ),
    Decision.BARTER_WORK: (
        Way(
            mark("Card 17: choose the work that you get, of any colour but black."),
            ("BE-CARD-17",),
            ("work",),
        ),
    ),
    Decision.FIGURE: (
        Way(
            mark(
                "Card 22: one of your figures goes on the card, and you take another turn. You "
                "need one more figure for it."
            ),
            ("BE-CARD-22",),
            ("send",),
        ),
    ),
    Decision.COLUMN: (
        Way(
            mark(
                "Card 25: give up the card of a column that you won, and take one from outside "
                "the zone instead."
            ),
            ("BE-CARD-25",),
            ("column",),
        ),
    ),
    Decision.DOUBLE: (
        Way(
            mark(
                "Card 27: choose your assistant on a tile space that counts twice at the crests "
                "around it."
            ),
            ("BE-CARD-27",),
            ("figure",),
        ),
    ),
}
