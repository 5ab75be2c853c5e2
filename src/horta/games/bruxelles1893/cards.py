"""The 32 Belle Époque cards, a row each (BE-CG, BE-CARD-01..32).

A row says everything of a card: its text, its window, its picture, what it asks, and by name the
rules for what it needs and what it does, which stand in `cards_action.py`, `cards_brussels.py` and
`cards_round.py`. A card that cannot act is not offered and stays face up; use is optional and once
a round (BE-CG-01, 02; `card_windows.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from horta.core.flow import choose
from horta.core.i18n import mark
from horta.core.rows import row_check
from horta.core.rule import Rule, lookup, rule
from horta.games.bruxelles1893.cards_action import (
    ask_drops,
    can_clear_shop,
    can_substitute,
    can_trade_joker,
    cubes_score,
    cubes_were_paid,
    discard_scores,
    has_cast,
    has_white,
    has_works,
    jokers_left,
    more_steps,
    take_jokers,
    trade_joker,
    works_pay,
)
from horta.games.bruxelles1893.cards_brussels import (
    can_barter,
    crowd_pays,
    has_bids,
    has_tilted,
    has_upright,
    has_wealth,
    wealth_scores,
    works_left,
    works_score,
)
from horta.games.bruxelles1893.cards_round import (
    ask_columns,
    can_double,
    can_hire_last,
    can_swap_column,
    cards_pay,
    cards_score,
    crests_pay,
    has_guests,
    has_railway,
    has_two_figures,
    hire_last,
    house_scores,
    is_in_brussels,
    leads_crests,
    more_symbols,
    on_house,
    recall,
    travellers_score,
    upright_score,
)
from horta.games.bruxelles1893.pieces import Card
from horta.games.bruxelles1893.table import Decision, Table
from horta.games.bruxelles1893.travellers import take_traveller
from horta.games.bruxelles1893.windows import Window


@rule
def always(table: Table, s: int) -> bool:
    """A card that needs nothing but its window."""
    return True


@dataclass(frozen=True)
class BelleCard:
    """One Belle Époque card."""

    card: Card
    effect: str
    """When it acts and what it does, in a sentence."""
    window: Window
    """The moment in which it may be used."""
    moment: str
    """The picture of that moment: an action, a place, a time of the round."""
    sign: str
    """The picture of what it does, a row of glyphs (`signs.py`)."""
    worth: int
    """What it brings in a round, in hundredths of a point: a guess, for bots alone."""
    needs: Rule[..., Any] = always
    """The rule `needs(table, seat)` that tells whether the card can act in its window."""
    does: Rule[..., Any] | None = None
    """The rule `does(table, seat)` that carries it out, as far as nothing is asked."""
    asks: tuple[Decision, ...] = ()
    """What it asks: the first question at once, the others after it."""
    lacks: str = "not_now"
    """What is said of it where `needs` forbids it (`reasons.py`)."""

    def missing(self) -> list[str]:
        """Return the parts of the row that are not there."""
        needed = ("effect", "moment", "sign", "worth", "lacks")
        wrong = [name for name in needed if not getattr(self, name)]
        if self.does is None and not self.asks:
            wrong.append("does or asks")
        if self.window == Window.COMPASS:  # Saintenoy's alone
            wrong.append("window")
        return wrong


CARD_ROWS = (
    BelleCard(
        Card.WORKS_PAY,
        mark("After your workshop: 1 FB for each work you own."),
        Window.WORKSHOP_DONE,
        moment="workshop",
        sign="coin:1 / work",
        worth=120,
        needs=has_works,
        does=works_pay,
        lacks="no_own_works",
    ),
    BelleCard(
        Card.TURN_UP,
        mark("After your workshop: turn a white work to its coloured side."),
        Window.WORKSHOP_DONE,
        moment="workshop",
        sign="white > work",
        worth=80,
        needs=has_white,
        asks=(Decision.WHITE,),
        lacks="no_white",
    ),
    BelleCard(
        Card.MORE_STEPS,
        mark("In your sale: two more steps of the cursor."),
        Window.PRICE,
        moment="sale",
        sign="cursor +2",
        worth=100,
        does=more_steps,
    ),
    BelleCard(
        Card.CLEAR_SHOP,
        mark("Before your sale: send a work of the shop back to its stack."),
        Window.SALE,
        moment="sale",
        sign="easel undo",
        worth=50,
        needs=can_clear_shop,
        asks=(Decision.MARKET_OUT,),
    ),
    BelleCard(
        Card.DISCARD_SCORES,
        mark("When you discard the notable you hired: 3 VP."),
        Window.DISCARD,
        moment="theatre",
        sign="gone > vp:3",
        worth=150,
        does=discard_scores,
    ),
    BelleCard(
        Card.NEW_FACES,
        mark("Before you hire: discard one to four notables of the theatre."),
        Window.THEATRE,
        moment="theatre",
        sign="gone again notable",
        worth=40,
        needs=has_cast,
        does=ask_drops,
        asks=(Decision.DROP,),
    ),
    BelleCard(
        Card.JOKERS,
        mark("After your materials: take 2 jokers."),
        Window.MATERIALS_DONE,
        moment="materials",
        sign="joker joker",
        worth=140,
        needs=jokers_left,
        does=take_jokers,
        lacks="kind_gone",
    ),
    BelleCard(
        Card.TRADE_JOKER,
        mark("After your materials: give a joker for a noble cube."),
        Window.MATERIALS_DONE,
        moment="materials",
        sign="joker > cube",
        worth=70,
        needs=can_trade_joker,
        does=trade_joker,
    ),
    BelleCard(
        Card.SUBSTITUTE,
        mark(
            "When you build: one cube may be of another kind, "
            "or one joker does not cost you the 5 VP."
        ),
        Window.CONSTRUCTION,
        moment="construction",
        sign="iron <> wood | pardon",
        worth=150,
        needs=can_substitute,
        asks=(Decision.MODE,),
    ),
    BelleCard(
        Card.CUBES_SCORE,
        mark("After your construction: 1 VP for each cube the compass took."),
        Window.CONSTRUCTION_DONE,
        moment="construction",
        sign="vp:1 / cube",
        worth=180,
        needs=cubes_were_paid,
        does=cubes_score,
    ),
    BelleCard(
        Card.CROWD_PAYS,
        mark("After the Stock Exchange: 1 FB for each figure there."),
        Window.EXCHANGE_DONE,
        moment="exchange",
        sign="coin:1 / pawn",
        worth=120,
        does=crowd_pays,
    ),
    BelleCard(
        Card.WEALTH_SCORES,
        mark("After the Stock Exchange: 1 VP for every 5 FB you own."),
        Window.EXCHANGE_DONE,
        moment="exchange",
        sign="vp:1 / coin:5",
        worth=80,
        needs=has_wealth,
        does=wealth_scores,
    ),
    BelleCard(
        Card.ONE_MORE,
        mark("After the Grand-Place: activate one more notable."),
        Window.GRAND_PLACE_DONE,
        moment="grand-place",
        sign="+1 notable",
        worth=150,
        needs=has_upright,
        asks=(Decision.CARD_NOTABLE,),
        lacks="all_acted",
    ),
    BelleCard(
        Card.DISMISS,
        mark("After the Grand-Place: discard a used notable for the francs it costs."),
        Window.GRAND_PLACE_DONE,
        moment="grand-place",
        sign="gone > coin",
        worth=60,
        needs=has_tilted,
        asks=(Decision.DISMISS,),
        lacks="none_acted",
    ),
    BelleCard(
        Card.WITHDRAW,
        mark("After the park: take back part of a bid, or all of it."),
        Window.PARK_DONE,
        moment="park",
        sign="bid undo",
        worth=80,
        needs=has_bids,
        asks=(
            Decision.WITHDRAW,
            Decision.WITHDRAW_SUM,
        ),
        lacks="no_bids",
    ),
    BelleCard(
        Card.WORKS_SCORE,
        mark("After the park: 1 VP for each work you own."),
        Window.PARK_DONE,
        moment="park",
        sign="vp:1 / work",
        worth=150,
        needs=has_works,
        does=works_score,
        lacks="no_own_works",
    ),
    BelleCard(
        Card.BARTER,
        mark("After the market: two noble cubes for a work, or a work for two cubes."),
        Window.MARKET_DONE,
        moment="market",
        sign="cube:2 <> work",
        worth=90,
        needs=can_barter,
        asks=(
            Decision.BARTER,
            Decision.GIVE,
            Decision.GIVE_WORK,
            Decision.BARTER_WORK,
        ),
        lacks="no_barter",
    ),
    BelleCard(
        Card.WHITE_WORK,
        mark("After the market: create a white work."),
        Window.MARKET_DONE,
        moment="market",
        sign="white",
        worth=140,
        needs=works_left,
        asks=(Decision.WHITE_WORK,),
        lacks="no_works",
    ),
    BelleCard(
        Card.TRAVELLER,
        mark("At the start of the round: take a traveller."),
        Window.ROUND,
        moment="dawn",
        sign="traveller",
        worth=150,
        needs=has_railway,
        does=take_traveller,
    ),
    BelleCard(
        Card.ANY_CREST,
        mark("At the start of the round: open the zone at any crest."),
        Window.CREST,
        moment="dawn",
        sign="star crest",
        worth=60,
        asks=(Decision.CREST,),
    ),
    BelleCard(
        Card.HOUSE_SCORES,
        mark("When you place an assistant on a house: 3 VP."),
        Window.PLACED,
        moment="house",
        sign="vp:3",
        worth=220,
        needs=on_house,
        does=house_scores,
    ),
    BelleCard(
        Card.EXTRA_TURN,
        mark(
            "After your action: put a figure on this card and take another turn; "
            "you need one more figure for it."
        ),
        Window.EXTRA,
        moment="turn",
        sign="pawn > again",
        worth=150,
        needs=has_two_figures,
        asks=(Decision.FIGURE,),
    ),
    BelleCard(
        Card.LAST_NOTABLE,
        mark("At the end of the round: pay 2 FB to use the free notable."),
        Window.LAST_NOTABLE,
        moment="dusk",
        sign="coin:2 > notable",
        worth=120,
        needs=can_hire_last,
        does=hire_last,
    ),
    BelleCard(
        Card.UPRIGHT_SCORE,
        mark("At the end of the round: 1 VP for each notable you did not use."),
        Window.UPRIGHT,
        moment="dusk",
        sign="vp:1 / notable",
        worth=200,
        needs=has_upright,
        does=upright_score,
    ),
    BelleCard(
        Card.OTHER_COLUMN,
        mark("When you win a column: take a card from outside the zone instead."),
        Window.COLUMNS,
        moment="column",
        sign="prize again prize",
        worth=60,
        needs=can_swap_column,
        does=ask_columns,
        asks=(Decision.COLUMN,),
    ),
    BelleCard(
        Card.MORE_SYMBOLS,
        mark("For the first player: two more Manneken-Pis symbols."),
        Window.SYMBOLS,
        moment="token",
        sign="manneken manneken",
        worth=80,
        does=more_symbols,
    ),
    BelleCard(
        Card.DOUBLE,
        mark("Before crests score: your assistant on a tile space counts twice."),
        Window.CRESTS,
        moment="crest",
        sign="rosette pawn ×2",
        worth=150,
        needs=can_double,
        asks=(Decision.DOUBLE,),
    ),
    BelleCard(
        Card.CRESTS_PAY,
        mark("After crests score: 2 FB for each that brought you points."),
        Window.CRESTS_DONE,
        moment="crest",
        sign="coin:2 / crest",
        worth=200,
        needs=leads_crests,
        does=crests_pay,
    ),
    BelleCard(
        Card.RECALL,
        mark("Before the majority in Brussels: take an assistant back."),
        Window.BRUSSELS,
        moment="justice",
        sign="pawn undo",
        worth=120,
        needs=is_in_brussels,
        does=recall,
        lacks="none_in_brussels",
    ),
    BelleCard(
        Card.TRAVELLERS_SCORE,
        mark("Before the majority in Brussels: 1 VP for each traveller there."),
        Window.BRUSSELS,
        moment="justice",
        sign="vp:1 / traveller",
        worth=80,
        needs=has_guests,
        does=travellers_score,
        lacks="no_guests",
    ),
    BelleCard(
        Card.CARDS_SCORE,
        mark("At the visit to the pavilions: 2 VP for each card you own."),
        Window.VISIT,
        moment="visit",
        sign="vp:2 / card",
        worth=200,
        does=cards_score,
    ),
    BelleCard(
        Card.CARDS_PAY,
        mark("At the visit to the pavilions: 3 FB for each card you own."),
        Window.VISIT,
        moment="visit",
        sign="coin:3 / card",
        worth=220,
        does=cards_pay,
    ),
)


check_rows = row_check("Belle Époque card", list(Card), "card")
check_rows(CARD_ROWS)

WINDOW_OF = lookup(row.window for row in CARD_ROWS)
# What a card asks at once; WINDOWS if nothing.
ASKS = lookup((*row.asks, Decision.WINDOWS)[0] for row in CARD_ROWS)
# A card that acts with an action needs an own assistant on a space: the park has none (BE-CG-03).
WITH_ACTION = lookup(Window.SALE <= row.window <= Window.CONSTRUCTION_DONE for row in CARD_ROWS)

needs_of = choose("needs_of", [(row.card, row.needs) for row in CARD_ROWS], __name__)
carry_out_card = choose(
    "carry_out_card", [(row.card, row.does) for row in CARD_ROWS if row.does], __name__
)
