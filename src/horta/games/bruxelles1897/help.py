"""Help at the decisions of Bruxelles 1897: what can be done, and what something new is."""

from __future__ import annotations

from horta.core.help import First, Told, Way, firsts_told, ways_told
from horta.core.i18n import mark
from horta.games.bruxelles1897.table import Decision, Table
from horta.games.bruxelles1897.words import words


def _is_forced(table: Table) -> bool:
    return bool(table.printed.forced)


def _is_free(table: Table) -> bool:
    return not table.printed.forced


WAYS: dict[Decision, tuple[Way, ...]] = {
    Decision.TURN: (
        Way(
            mark(
                "Take a card of the grid: one of your Architects takes its place, you pay the "
                "number that he shows, then you do what the card says."
            ),
            ("B97-ANV-01",),
            ("take",),
        ),
        Way(
            mark(
                "Visit a Brussels card with as many Architects as it asks for now: francs, your "
                "nobles, or an action without a card. It costs no francs."
            ),
            ("B97-BXL-01",),
            ("visit",),
        ),
        Way(
            mark(
                "Pass: you are out for this round, and your Architects still count. The first to "
                "pass gets 3 FB, the others 1."
            ),
            ("B97-PAS-01",),
            ("pass",),
        ),
        Way(
            mark(
                "At the end of the round the highest sum of numbers in each column wins the Bonus "
                "card below, and most cards around a coat of arms score."
            ),
            ("B97-MAJ-01",),
        ),
    ),
    Decision.ARCH: (
        Way(
            mark(
                "Choose an Architect and the side that he shows. You pay that number, and it "
                "counts for you in this column."
            ),
            ("B97-ANV-01",),
            ("place",),
        ),
    ),
    Decision.MAT: (
        Way(
            mark(
                "Give Material cards until they cover the cost; every card must lend at least one "
                "symbol. Each different material used is 1 VP."
            ),
            ("B97-ANV-10",),
            ("pay",),
        ),
        Way(mark("Enough is paid: build the house."), ("B97-ANV-09",), ("done",)),
        Way(
            mark("Do not build: the House is discarded, and your Architect stays."),
            ("B97-ANV-05",),
            ("forgo-house",),
            when=_is_free,
        ),
        Way(mark("Whoever can build must do so."), ("B97-ANV-05",), when=_is_forced),
    ),
    Decision.ART: (
        Way(
            mark("Give up an artwork of the colour you like for 3 FB."), ("B97-ANV-08",), ("sell",)
        ),
        Way(
            mark("Do not sell: the Money card is discarded, and your Architect stays."),
            ("B97-ANV-05",),
            ("forgo-sale",),
            when=_is_free,
        ),
        Way(mark("Whoever can sell must do so."), ("B97-ANV-05",), when=_is_forced),
    ),
    Decision.BXARCH: (
        Way(
            mark(
                "Send this Architect to Brussels until the end of the round. Numbers do not matter "
                "there, so keep those that you want to show in the grid."
            ),
            ("B97-BXL-03",),
            ("send",),
        ),
        Way(
            mark("Whoever has most Architects in Brussels sends one of them to prison."),
            ("B97-MAJ-09",),
        ),
    ),
    Decision.CINQ: (
        Way(
            mark(
                "Do what such a card of the grid would do. For a sale you give up an artwork; for "
                "the others you draw 2 cards and use one."
            ),
            ("B97-BXL-09",),
            ("perform",),
        ),
        Way(
            mark("You can only choose what you have the means for before you draw."),
            ("B97-BXL-11",),
        ),
    ),
    Decision.PICK: (
        Way(mark("Use one of the two cards; the other is discarded."), ("B97-BXL-10",), ("pick",)),
    ),
    Decision.HALL: (
        Way(
            mark("Let an upright noble act; the card is tilted until the round ends."),
            ("B97-BXL-05",),
            ("activate",),
        ),
        Way(mark("Stop: no further noble acts."), ("B97-BXL-06",), ("stop",)),
        Way(mark("At most as many as your Nobility level when you came."), ("B97-BXL-05",)),
    ),
    Decision.KEEP: (
        Way(
            mark("Keep the noble, tilted: usable again from the next round on."),
            ("B97-NOB-02",),
            ("keep",),
        ),
        Way(mark("Discard the noble: the effect was all."), ("B97-NOB-02",), ("dismiss",)),
        Way(
            mark(
                "Each noble but Brugmann wants 2 FB at the end; one that you cannot pay costs 3 VP."
            ),
            ("B97-END-02",),
        ),
    ),
    Decision.FREE: (
        Way(
            mark("Take an Architect back from prison; you can use him in this round."),
            ("B97-NOB-06",),
            ("free",),
        ),
    ),
    Decision.EXPO: (
        Way(
            mark(
                "Show an artwork of a colour that nobody has shown yet: 2 VP, and you keep the "
                "artwork."
            ),
            ("B97-EXH-03",),
            ("exhibit",),
        ),
        Way(
            mark("Decline: you are out of this exhibition."),
            ("B97-EXH-06",),
            ("decline",),
        ),
    ),
    Decision.JAIL: (
        Way(
            mark(
                "Choose which of your Architects in Brussels goes to prison. He is out until "
                "Vandervelde or a Bonus card frees him."
            ),
            ("B97-MAJ-10",),
            ("jail",),
        ),
    ),
}

FIRSTS = (
    First(
        "architect",
        mark(
            "The number that an Architect shows is what you pay now, and what counts for you in "
            "the column at the end of the round."
        ),
        ("B97-MAJ-02",),
        ("place",),
    ),
    First(
        "brussels",
        mark(
            "Each visit to a Brussels card takes one Architect more than the last, and whoever has "
            "most there sends one to prison."
        ),
        ("B97-BXL-01",),
        ("send",),
    ),
    First(
        "house",
        mark(
            "Your first house costs 1 symbol, each further one 1 more; at the end every house "
            "scores your Architecture level."
        ),
        ("B97-ANV-09",),
        ("pay",),
    ),
    First(
        "sale",
        mark("Artworks sold are gone; each colour you keep may count at the end."),
        ("B97-ANV-08",),
        ("sell",),
    ),
    First(
        "noble",
        mark(
            "A noble acts at once. Kept, the card can act again at City Hall, but wants wages at "
            "the end."
        ),
        ("B97-NOB-02",),
        ("keep",),
    ),
    First(
        "hall",
        mark("City Hall lets your upright nobles act, as many as your Nobility level."),
        ("B97-BXL-05",),
        ("activate",),
    ),
    First(
        "cinquantenaire",
        mark("The Cinquantenaire does what a card of the grid would do, without the card."),
        ("B97-BXL-09",),
        ("perform",),
    ),
    First(
        "exhibition",
        mark(
            "An exhibition: in turn you show artworks in colours that nobody has shown, for 2 VP "
            "each."
        ),
        ("B97-EXH-01",),
        ("exhibit",),
    ),
    First(
        "prison",
        mark(
            "Prison: whoever was busiest in Brussels loses an Architect until somebody frees him."
        ),
        ("B97-MAJ-09",),
        ("jail", "free"),
    ),
    First(
        "grid",
        mark(
            "Each card of the grid is an action; your Architect takes its place and fights for the "
            "column and the coats of arms."
        ),
        ("B97-ANV-01",),
        ("take",),
    ),
)


def explain(table: Table, lang: str) -> list[Told]:
    """Say what can be done at the decision of the moment."""
    return ways_told(WAYS.get(Decision(table.decision), ()), table, words(lang).say)


def firsts(table: Table, lang: str) -> list[Told]:
    """Return what is explained once, when it comes up."""
    return firsts_told(FIRSTS, table, words(lang).say)
