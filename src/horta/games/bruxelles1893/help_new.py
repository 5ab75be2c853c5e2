"""What is explained once in Bruxelles 1893, when it comes up for the first time."""

from __future__ import annotations

from horta.core.help import First
from horta.core.i18n import mark

FIRSTS = (
    First(
        "zone",
        mark(
            "Each round plays in another part of the board, the zone; the crest chosen marks its "
            "corner."
        ),
        ("B93-STK-04", "B93E2-PLAN-04"),
        ("crest",),
    ),
    First(
        "neutral",
        mark("A neutral assistant only takes up room: it bids nothing and scores for nobody."),
        ("B93-2PL-04", "B93E2-PLAN-07"),
        ("neutral",),
    ),
    First(
        "auction",
        mark(
            "An auction: when the round ends, the highest sum of bids in each column wins the "
            "card below it; all bids are spent."
        ),
        ("B93-AUC-01", "B93E2-CLO-10"),
        ("bid",),
    ),
    First(
        "workshop",
        mark("Works are sold for francs and points, and each colour brings 1 FB when you pass."),
        ("B93-PAS-03", "B93E2-PASS-02"),
        ("work",),
    ),
    First(
        "cursor",
        mark(
            "The price of a work lies under the corner of the cursor in its colour; every work "
            "you own lets you move it one step."
        ),
        ("B93-SAL-03", "B93E2-SAL-05"),
        ("cursor",),
    ),
    First(
        "shop",
        mark("A colour that lies in the shop cannot be sold until it leaves."),
        ("B93-SAL-01", "B93E2-SAL-01"),
        ("shop",),
    ),
    First(
        "notable",
        mark(
            "A notable acts at once. Kept, the card can act again, but must be paid at the end of "
            "the game."
        ),
        ("B93-THE-04", "B93E2-NOB-03"),
        ("keep",),
    ),
    First(
        "compass",
        mark(
            "The compass says with what a building is paid; whoever builds turns one of its hands."
        ),
        ("B93-CON-03", "B93E2-BLD-02"),
        ("pay",),
    ),
    First(
        "site",
        mark("When others place an assistant on your house, you get something for it."),
        ("B93-SEC-01", "B93E2-FREE-01"),
        ("site",),
    ),
    First(
        "grand-place",
        mark("At the Grand-Place your notables act once more, as many as your Palace level."),
        ("B93-BRU-09", "B93E2-BRU-07"),
        ("activate",),
    ),
    First(
        "prize",
        mark(
            "A card that you won is used for its power, or slid under a line that then scores "
            "more at the end."
        ),
        ("B93-BON-01", "B93E2-CLO-30"),
        ("prize",),
    ),
    First(
        "unpaid",
        mark("At the end notables must be paid; one that stays unpaid leaves and costs 5 VP."),
        ("B93-END-02", "B93E2-END-03"),
        ("unpaid",),
    ),
    First(
        "board",
        mark("Every architect's board has one ability; it works in all your actions of that kind."),
        ("AS-04",),
        ("board",),
    ),
    First(
        "pavilion",
        mark(
            "A pavilion is built in place of a house and counts as one in the score; it brings a "
            "card, and points at each visit."
        ),
        ("BE-ACT-30",),
        ("build",),
    ),
    First(
        "card",
        mark("A card acts once in a round, at its own moment, if you like."),
        ("BE-CG-01",),
        ("card",),
    ),
    First(
        "saintenoy",
        mark("Saintenoy may turn a hand of the compass before a building is paid."),
        ("AS-12",),
        ("turn",),
    ),
    First(
        "tile",
        mark("A tile counts for you at the end of the game; the assistant on it stays there."),
        ("BE-ACT-02",),
        ("tile",),
    ),
    First(
        "traveller",
        mark(
            "A traveller goes to Brussels in place of an assistant, and back to the station when "
            "the round ends."
        ),
        ("BE-ACT-12",),
        ("travellers",),
    ),
    First(
        "white-work",
        mark("A white work is sold as any colour that the shop does not show, for half the price."),
        ("BE-ACT-16",),
        ("white", "as"),
        shows=("own-white", "shop-white"),
    ),
    First(
        "turn",
        mark(
            "An assistant on the board does three things: it acts now, bids for its column, and "
            "counts at the crests around it."
        ),
        ("B93-ANP-01", "B93E2-ACT-03"),
        ("place",),
    ),
    First(
        "brussels",
        mark(
            "Brussels takes assistants instead of francs, and more with every visit; whoever has "
            "most there loses one to Justice."
        ),
        ("B93-BRU-02", "B93E2-BRU-02"),
        ("brussels",),
    ),
)
