"""Help at the decisions of Paris: what can be done, and what something new is."""

from __future__ import annotations

from horta.core.drawing import render
from horta.core.help import First, Told, Way, firsts_told, ways_told
from horta.core.i18n import mark
from horta.games.paris.board import lit_by_large_lamp
from horta.games.paris.cards import POSTCARD_ROWS
from horta.games.paris.components import CARD_CODES, Card
from horta.games.paris.table import NOTHING, Decision, Table, has_right
from horta.games.paris.words import PACKAGE, words


def _holds_tile(table: Table) -> bool:
    return table.seats[table.to_play].hand != NOTHING


def _has_metropolitain(table: Table) -> bool:
    return has_right(table, table.to_play, Card.MET)


def _has_chartier(table: Table) -> bool:
    return has_right(table, table.to_play, Card.CHA)


def _flips(table: Table) -> bool:
    return any(int(bits) >> 4 for bits in table.printed.offered)


def _never_flips(table: Table) -> bool:
    return not _flips(table)


def _gift_costs(table: Table) -> bool:
    return bool(table.gift_costs)


def _gift_is_free(table: Table) -> bool:
    return not table.gift_costs


WAYS: dict[Decision, tuple[Way, ...]] = {
    Decision.P1_TURN: (
        Way(
            mark("Lay your tile on any empty square, turned as you like; then you draw the next."),
            ("PA-PH1-02",),
            ("tile",),
        ),
        Way(
            mark(
                "Take a building of the site into your reserve. You build it in the second half; "
                "if you cannot, it costs you 3 points."
            ),
            ("PA-PH1-04",),
            ("choose",),
        ),
        Way(
            mark("Pass: all your tiles lie. You are asked again on your next turn."),
            ("PA-PH1-08",),
            ("pass",),
        ),
        Way(
            mark("As long as you hold a tile you cannot pass."),
            ("PA-PH1-06",),
            when=_holds_tile,
        ),
        Way(mark("Nothing is built yet, and no postcard is used."), ("PA-PH1-05",)),
        Way(
            mark("Whoever lays all their tiles first begins the second half."),
            ("PA-PH1-12",),
            when=_holds_tile,
        ),
    ),
    Decision.P2_TURN: (
        Way(
            mark(
                "Build: place a building of your reserve on free spaces of your colour and mixed "
                "ones. It scores its size for every lamp that lights it."
            ),
            ("PA-PH2-02",),
            ("build",),
        ),
        Way(
            mark(
                "Use a postcard: one of your four tokens goes on it, you do what it says, and "
                "nobody can use it again."
            ),
            ("PA-PH2-06",),
            ("activate",),
        ),
        Way(
            mark("Pass: you may, since only a permission would let you build."),
            ("PA-PH2-16",),
            ("pass",),
        ),
        Way(
            mark("A building may be turned, but not flipped over."),
            ("PA-DEF-08",),
            when=_never_flips,
        ),
        Way(mark("A building may be turned and flipped over."), ("PA-DEF-08",), when=_flips),
        Way(
            mark("Métropolitain: this build may cover one lamp space."),
            ("PA-MET-02",),
            when=_has_metropolitain,
        ),
        Way(
            mark("Chartier: this build may cover one space of your rival's colour."),
            ("PA-CHA-02",),
            when=_has_chartier,
        ),
        Way(mark("What is left in your reserve costs 3 points each at the end."), ("PA-SCO-09",)),
    ),
    Decision.LEV_GIVE: (
        Way(
            mark("Give a building of your reserve to the site; you will get another for it."),
            ("PA-LEV-01",),
            ("choose",),
        ),
        Way(
            mark("Decline: the card stays used, and nothing is exchanged."),
            ("PA-PH2-10",),
            ("decline",),
        ),
        Way(mark("What you give costs you nothing any more."), ("PA-LEV-06",), when=_gift_is_free),
        Way(
            mark("What you give still costs you 3 points at the end."),
            ("PA-LEV-06",),
            when=_gift_costs,
        ),
    ),
    Decision.LEV_GET: (
        Way(
            mark("Take a building of the site that fits somewhere; you build it at once."),
            ("PA-LEV-04",),
            ("choose",),
        ),
    ),
    Decision.LEV_PLACE: (
        Way(
            mark("Place it on free spaces of your colour and mixed ones."),
            ("PA-LEV-02",),
            ("build",),
        ),
        Way(mark("Métropolitain and Chartier do not help here."), ("PA-LEV-05",)),
    ),
    Decision.SPECIAL: (  # what the postcard does comes first: see `explain`
        Way(
            mark("Decline: the card stays used, its piece leaves the game and scores nothing."),
            ("PA-PH2-12",),
            ("decline",),
        ),
    ),
}

FIRSTS = (
    First(
        "tile",
        mark("You pave the city together: lamps make the spaces beside them worth building on."),
        ("PA-SCO-02",),
        ("tile",),
    ),
    First(
        "take",
        mark("What you take you should build later: left over, each building costs you 3 points."),
        ("PA-SCO-09",),
        ("choose",),
    ),
    First(
        "build",
        mark(
            "A building scores its size for every lamp that lights it; "
            "in the dark it scores nothing."
        ),
        ("PA-SCO-02",),
        ("build",),
    ),
    First(
        "postcard",
        mark("Each postcard does one thing once, for whoever uses it first; you have four tokens."),
        ("PA-PH2-06",),
        ("activate",),
    ),
    First(
        "piece",
        mark("A special piece covers its space for good; you may also decline to place it."),
        ("PA-PH2-10",),
        ("put",),
    ),
    First(
        "pass",
        mark("When a turn has nothing to offer, you may pass; two idle turns end the game."),
        ("PA-PH2-18",),
        ("pass",),
    ),
)


def _picture(table: Table, lang: str) -> str:
    """Draw the spaces that the large lamp lights under the options of a table (PA-GRA-03)."""
    if table.card != Card.GRA:
        return ""
    title = words(lang).say("The spaces that the large lamp lights")
    return render(PACKAGE, "help.svg.jinja", title=title, **lit_by_large_lamp(table))


def explain(table: Table, lang: str) -> list[Told]:
    """Say what can be done at the decision of the moment, and what its postcard does."""
    said = words(lang)
    told = ways_told(WAYS.get(Decision(table.decision), ()), table, said.say)
    if table.decision == Decision.SPECIAL:
        code = CARD_CODES[table.card]
        effect = f"{POSTCARD_ROWS[table.card].title}: {said.effect(table.card, table)}"
        told.insert(0, Told(effect, f"PA-{code}-01", ("put",), picture=_picture(table, lang)))
    return told


def firsts(table: Table, lang: str) -> list[Told]:
    """Return what is explained once, when it comes up."""
    return firsts_told(FIRSTS, table, words(lang).say)
