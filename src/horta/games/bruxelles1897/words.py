"""The words of Bruxelles 1897: labels of actions, events, questions, and what each thing does."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from horta.core.i18n import mark
from horta.core.notes import Event as Told
from horta.core.presentation import BaseWords
from horta.games.bruxelles1897.art_nouveau import price, types_used
from horta.games.bruxelles1897.brussels import architects_needed
from horta.games.bruxelles1897.components import (
    BRUGMANN,
    CELL_NAMES,
    EXCHANGE,
    EXHIBIT,
    FIRST_PASS,
    KIND_TITLES,
    LATER_PASS,
    MATERIAL_START,
    SALE,
    SIDE_VALUES,
    UNPAID,
)
from horta.games.bruxelles1897.majorities import told
from horta.games.bruxelles1897.moves import ACTIONS
from horta.games.bruxelles1897.nobles import is_noble, noble_of
from horta.games.bruxelles1897.scoring import LINES
from horta.games.bruxelles1897.table import NEUTRAL, NOTHING, Decision, Event, Table

PACKAGE = "horta.games.bruxelles1897"

SEAT_TITLES = (mark("Ochre"), mark("Blue"), mark("Green"), mark("Rose"))
NEUTRAL_TITLE = mark("neutral")
NOBODY_TITLE = mark("nobody")

CARD_TITLES = (
    mark("yellow artwork"),
    mark("green artwork"),
    mark("blue artwork"),
    mark("red artwork"),
    mark("wood and wood"),
    mark("stone and stone"),
    mark("metal and metal"),
    mark("wood and stone"),
    mark("wood and metal"),
    mark("stone and metal"),
    mark("house A"),
    mark("house B"),
    mark("house C"),
    mark("house D"),
    mark("Victor Horta"),
    mark("Prince Albert"),
    mark("Charles Buls"),
    mark("Émile Vandervelde"),
    mark("Paul Hankar"),
    mark("Money card"),
    mark("Expo card"),
)

NOBLE_TITLES = (mark("Georges Brugmann"), *CARD_TITLES[14:19])

NOBLE_EFFECTS = (
    mark("Gain {francs} FB."),
    mark("Architecture +1."),
    mark("Nobility +1."),
    mark("Prestige +1."),
    mark("Free one of your Architects from prison."),
    mark("Draw 2 Material cards, keep one."),
)

CARD_EFFECTS = (
    *(mark("Creation: keep the artwork."),) * 4,
    *(mark("Supply: keep the material."),) * 6,
    *(mark("Construction: pay with material, keep the house, 1 VP for each type used."),) * 4,
    *(mark("Influence: use the noble, then keep or discard the card."),) * 5,
    mark("Sale: give up an artwork for {francs} FB."),
    mark("Exhibition: everybody in the round may show artworks, {points} VP each."),
)

# What a card does that lies before a player: artworks, materials, houses.
HELD_EFFECTS = (
    *(mark("To sell for {francs} FB or to exhibit for {points} VP."),) * 4,
    *(mark("Pays up to 2 symbols of a house. End: 1 VP."),) * 6,
    *(mark("End: VP by your Architecture level. The next house costs one symbol more."),) * 4,
)

DECK_TITLES = (mark("Artwork"), mark("Material"), mark("House"), mark("Noble"))

PLACE_TITLES = (mark("Stock Exchange"), mark("City Hall"), mark("Cinquantenaire"))

PLACE_EFFECTS = (
    mark("Gain {francs} FB."),
    mark("Activate upright nobles, at most as many as your Nobility level."),
    mark("One action of the grid, except the exhibition, with a card from its pile."),
)

DEED_TITLES = (
    mark("Creation: draw 2 artworks, keep one"),
    mark("Sale: give up an artwork for 3 FB"),
    mark("Supply: draw 2 materials, keep one"),
    mark("Construction: draw 2 houses, build one"),
    mark("Influence: draw 2 nobles, use one"),
)

TRACK_TITLES = (mark("Architecture"), mark("Nobility"), mark("Prestige"))

UPPER_TITLES = (
    mark("Architecture +1"),
    mark("Nobility +1"),
    mark("Prestige +1"),
    mark("free a prisoner"),
)

LOWER_TITLES = (
    mark("2 VP for each different house"),
    mark("2 VP for each noble"),
    mark("2 VP for each different artwork"),
    mark("3 VP for every 2 FB, at most 5 times"),
)

TRACK_EFFECTS = (
    mark("End: VP for each of your houses."),
    mark("How many nobles act at City Hall."),
    mark("VP for each coat of arms that you lead."),
)

# What the other things on the table are for.
ARCHITECT_TITLE = mark("Architect {kind}")
ARCHITECT_EFFECT = mark("The side that you show is what you pay, and what counts in the column.")
SIDE_EFFECT = mark("Pay {value} FB; it counts {value} in the column.")
STANDING_EFFECT = mark("counts {value} in column {column}")
BONUS_EFFECT = mark("Every round: {upper}. In the last round also: {lower}.")
CREST_EFFECT = mark("Whoever has the most of the four Architects gains VP by Prestige.")
PRISON_EFFECT = mark("Whoever has the most Architects in Brussels sends one here.")
PRISONER_EFFECT = mark("Out of play until Vandervelde or a bonus frees it.")
SENT_EFFECT = mark("Back in hand next round; with the most in Brussels, one goes to prison.")
PILE_EFFECT = mark("The Cinquantenaire draws 2 of these cards and uses one.")

LABELS = {
    "take": mark("{cell}: take {card}"),
    "visit": mark("{place}: place {count}"),
    "pass": mark("Pass: {francs} FB"),
    "place": mark("Architect {kind}, showing {value}: pay {value} FB"),
    "send": mark("Place an Architect {kind}"),
    "pick": mark("Use {card}"),
    "pay": mark("Give {card}"),
    "done": mark("Build the house: {points} VP"),
    "forgo-house": mark("Do not build; discard the house"),
    "sell": mark("Sell {card}: {francs} FB"),
    "forgo-sale": mark("Do not sell; discard the card"),
    "keep": mark("Keep {noble}"),
    "dismiss": mark("Discard {noble}"),
    "activate": mark("{noble}: {effect}"),
    "stop": mark("Stop"),
    "free": mark("Free an Architect {kind}"),
    "exhibit": mark("Exhibit {card}: {points} VP"),
    "decline": mark("Exhibit nothing more"),
    "jail": mark("Send an Architect {kind} to prison"),
}

QUESTIONS = {
    Decision.TURN: mark("Take a card, use a Brussels card, or pass"),
    Decision.ARCH: mark("Which Architect do you place on {cell}, and which side up?"),
    Decision.BXARCH: mark("Which Architect do you place? {count} to go"),
    Decision.CINQ: mark("Which action do you perform at the Cinquantenaire?"),
    Decision.PICK: mark("Which of the two cards do you use?"),
    Decision.MAT: mark("How do you pay for the house? Symbols: {count}"),
    Decision.ART: mark("Which artwork do you sell?"),
    Decision.KEEP: mark("Do you keep {noble}?"),
    Decision.HALL: mark("Which noble do you activate? {count} at most"),
    Decision.FREE: mark("Which Architect do you free?"),
    Decision.EXPO: mark("Which artwork do you exhibit?"),
    Decision.JAIL: mark("Which Architect goes to prison?"),
    Decision.OVER: mark("The game is over"),
}

EXACT = {
    (Decision.TURN, frozenset({"take", "pass"})): mark("Take a card, or pass"),
    (Decision.TURN, frozenset({"visit", "pass"})): mark("Use a Brussels card, or pass"),
}
"""How a turn is asked where not all of its ways are open."""

EVENTS = {
    Event.ROUND: mark("Round {round}. {seat} is the first player."),
    Event.NO_EXPO: mark("The Expo card is not in the grid: no exhibition in this round."),
    Event.RESHUFFLED: mark("{deck}: the discard is shuffled into a new pile."),
    Event.PLACED: mark(
        "{seat} places an Architect showing {value} on {cell}, pays {value} FB and takes: {card}."
    ),
    Event.SENT: mark("{seat} uses a Brussels card: {place}. Architects placed: {count}."),
    Event.FRANCS: mark("{seat} gains {francs} FB."),
    Event.KEPT: mark("{seat} keeps: {card}."),
    Event.SOLD: mark("{seat} sells for {francs} FB: {card}."),
    Event.WASTED: mark("{seat} lacks the means; the card is discarded: {card}."),
    Event.FORWENT: mark("{seat} does not use the card; it is discarded: {card}."),
    Event.DREW: mark("{seat} draws: {card}; {other}."),
    Event.PICKED: mark("{seat} uses: {card}. Discarded: {other}."),
    Event.GAVE: mark("{seat} pays with: {card}."),
    Event.BUILT: mark("{seat} builds for {price}: {card}. +{points} VP for the types used."),
    Event.ACTED: mark("{seat} uses {noble}."),
    Event.RAISED: mark("{seat}: {track} rises to {level}."),
    Event.AT_TOP: mark("{seat}: {track} is on its last space and stays at {level}."),
    Event.FREED: mark("{seat} frees an Architect: {kind}."),
    Event.NONE_TO_FREE: mark("{seat} has no prisoner to free."),
    Event.NONE_TO_DRAW: mark("{deck}: no card is left to draw."),
    Event.ENGAGED: mark("{seat} keeps {noble}, tilted until the next round."),
    Event.DISMISSED: mark("{seat} discards {noble}."),
    Event.OPENED: mark("{seat} holds the Expo card and opens an exhibition."),
    Event.EXHIBITED: mark("{seat} exhibits: {card}. +{points} VP."),
    Event.DECLINED: mark("{seat} leaves the exhibition."),
    Event.CLOSED: mark("The exhibition is over."),
    Event.PASSED: mark("{seat} passes and gains {francs} FB."),
    Event.MAJORITIES: mark("All have passed. The majorities of round {round}:"),
    Event.COLUMN: mark("Column {column} ({bonus}): {counts}. Majority: {winners}."),
    Event.CREST: mark("Coat of arms {block}: {counts}. {points}."),
    Event.BRUSSELS: mark("Brussels: {counts}. One Architect to prison: {winners}."),
    Event.JAILED: mark("{seat} sends an Architect to prison: {kind}."),
    Event.WAGES: mark("{seat} pays wages: {count} × 2 FB."),
    Event.ENDED: mark("The game is over."),
}

# Forms that an event takes when something is missing or more.
DREW_ONE = mark("{seat} draws the only card: {card}.")
PICKED_ONE = mark("{seat} uses: {card}.")
DUPLICATE = mark("{seat} has {noble} already and discards the card.")
UNPAID_WAGES = mark(
    "{seat} pays wages: {count} × 2 FB. Not paid and discarded: {unpaid}, −{loss} VP."
)
EMPTY_COLUMN = mark("Column {column} ({bonus}): no Architect, no majority.")
EMPTY_BRUSSELS = mark("Brussels: no Architect, nobody goes to prison.")
COUNTED = mark("{seat} {count}")
GAINED = mark("{seat} +{points} VP")

# What the drawing and the sketch say besides.
DRAWING = (
    mark("Bruxelles 1897: the table"),
    mark("Round {round}"),
    mark("Prison"),
    mark("Exhibition area"),
    mark("in hand"),
    mark("in prison"),
    mark("first player"),
    mark("to play"),
    mark("{seat} to play"),
    mark("{seat} wins"),
    mark("Shared victory"),
    mark("passed"),
    mark("wins"),
    mark("Total"),
    mark("pile {pile}, discard {discard}"),
    mark("used {count} ×"),
    mark("empty"),
    mark("upright"),
    mark("tilted"),
    mark("FB"),
    mark("VP"),
    mark("Grid"),
    mark("Bonus"),
    mark("Brussels"),
    mark("Artworks"),
    mark("Materials"),
    mark("Houses"),
    mark("Nobles"),
    mark("Architects"),
)


class BruxellesWords(BaseWords):
    """The words of Bruxelles 1897 in one language."""

    exact = EXACT

    def __init__(self, lang: str) -> None:
        super().__init__(PACKAGE, lang, LINES, SEAT_TITLES)

    def card(self, card: int) -> str:
        """Name an Action card."""
        return self.say(CARD_TITLES[card]) if card != NOTHING else ""

    def noble(self, noble: int) -> str:
        """Name a noble."""
        return self.say(NOBLE_TITLES[noble])

    def noble_effect(self, noble: int) -> str:
        """Say what a noble does."""
        return self.say(NOBLE_EFFECTS[noble], francs=BRUGMANN)

    def card_effect(self, card: int) -> str:
        """Say what an Action card does."""
        return self.say(CARD_EFFECTS[card], francs=SALE, points=EXHIBIT)

    def held_effect(self, card: int) -> str:
        """Say what an artwork, a material or a house does for who has it."""
        return self.say(HELD_EFFECTS[card], francs=SALE, points=EXHIBIT)

    def place_effect(self, place: int) -> str:
        """Say what a Brussels card does."""
        return self.say(PLACE_EFFECTS[place], francs=EXCHANGE)

    def label(self, table: Table, action: int) -> str:
        """Say what an action does."""
        kind, values = ACTIONS.decode(action)
        say = self.say
        value = values[0] if values else 0
        if kind == "take":
            card = self.card(table.card[value])
            return say(LABELS[kind], cell=CELL_NAMES[value], card=card)
        if kind == "visit":
            place = say(PLACE_TITLES[value])
            return say(LABELS[kind], place=place, count=architects_needed(table, value))
        if kind == "pass":
            return say(LABELS[kind], francs=LATER_PASS if table.passes else FIRST_PASS)
        if kind == "place":
            side = KIND_TITLES[value // 2]
            return say(LABELS[kind], kind=side, value=SIDE_VALUES[value])
        if kind == "perform":
            return say(DEED_TITLES[value])
        if kind == "pick":
            return say(LABELS[kind], card=self.card(table.drawn[value]))
        if kind == "pay":
            return say(LABELS[kind], card=self.card(MATERIAL_START + value))
        if kind == "done":
            return say(LABELS[kind], points=types_used(table, price(table, table.turn)))
        if kind in ("sell", "exhibit"):
            return say(LABELS[kind], card=self.card(value), francs=SALE, points=EXHIBIT)
        if kind in ("keep", "dismiss"):
            return say(LABELS[kind], noble=self.card(table.at_hand))
        if kind == "activate":
            return say(LABELS[kind], noble=self.noble(value), effect=self.noble_effect(value))
        return say(LABELS[kind], kind=KIND_TITLES[value] if value < len(KIND_TITLES) else "")

    def event(self, event: Told, names: Sequence[str]) -> str:
        """Tell an event."""
        kind = Event(event.kind)
        a, b, c = event.a, event.b, event.c
        values: dict[str, object] = {"seat": names[event.seat] if event.seat >= 0 else ""}
        form = EVENTS[kind]
        if kind in (Event.COLUMN, Event.CREST, Event.BRUSSELS):
            return self._majority(kind, told(event), names)
        if kind in (Event.ROUND, Event.MAJORITIES):
            values["round"] = a
        elif kind in (Event.RESHUFFLED, Event.NONE_TO_DRAW):
            values["deck"] = self.say(DECK_TITLES[a])
        elif kind == Event.PLACED:
            values |= {"cell": CELL_NAMES[a], "value": SIDE_VALUES[b]}
            values["card"] = self.card(c)
        elif kind == Event.SENT:
            values |= {"place": self.say(PLACE_TITLES[a]), "count": b}
        elif kind in (Event.FRANCS, Event.PASSED):
            values["francs"] = a
        elif kind in (Event.DREW, Event.PICKED):
            values |= {"card": self.card(a), "other": self.card(b)}
            if b == NOTHING:
                form = DREW_ONE if kind == Event.DREW else PICKED_ONE
        elif kind == Event.BUILT:
            values |= {"card": self.card(a), "price": b, "points": c}
        elif kind in (Event.ACTED, Event.ENGAGED, Event.DISMISSED):
            values["noble"] = self.noble(a)
            if kind == Event.DISMISSED and b:
                form = DUPLICATE
        elif kind in (Event.RAISED, Event.AT_TOP):
            values |= {"track": self.say(TRACK_TITLES[a]), "level": b}
        elif kind in (Event.FREED, Event.JAILED):
            values["kind"] = KIND_TITLES[a]
        elif kind == Event.WAGES:
            values |= {"count": a, "unpaid": b, "loss": UNPAID * b}
            if b:
                form = UNPAID_WAGES
        else:  # the other events name a card, and what it brings
            values |= {"card": self.card(a), "francs": b, "points": b}
        return self.say(form, **values)

    def _majority(self, kind: Event, number: int, names: Sequence[str]) -> str:
        """Tell a count of majorities: who had how many, and who wins."""
        first, width = {Event.COLUMN: (8, 7), Event.CREST: (4, 3), Event.BRUSSELS: (4, 4)}[kind]
        counts = [number >> first + width * s & (1 << width) - 1 for s in range(len(names))]
        shown = self._list(COUNTED, names, counts)
        winners = number >> (4 if kind == Event.COLUMN else 0) & 15
        won = [name for s, name in enumerate(names) if winners >> s & 1]
        neutral = 0
        if kind == Event.COLUMN:
            neutral = number >> first + width * NEUTRAL & (1 << width) - 1
        elif kind == Event.CREST:
            neutral = 4 - sum(counts)  # only complete ones are counted (MAJ-06)
        if neutral:
            title = self.say(COUNTED, seat=self.say(NEUTRAL_TITLE), count=neutral)
            shown = ", ".join(part for part in (shown, title) if part)
        if kind == Event.COLUMN:
            return self.say(
                EVENTS[kind] if shown else EMPTY_COLUMN,
                column="abcd"[number & 3],
                bonus=self.say(UPPER_TITLES[number >> 2 & 3]),
                counts=shown,
                winners=", ".join(won) or self.say(NOBODY_TITLE),
            )
        if kind == Event.CREST:
            points = [number >> 16 + 7 * s & 127 for s in range(len(names))]
            cell = number & 15
            return self.say(
                EVENTS[kind],
                block=f"{CELL_NAMES[cell]}–{CELL_NAMES[cell + 5]}",
                counts=shown,
                points=self._list(GAINED, names, points),
            )
        form = EVENTS[kind] if won else EMPTY_BRUSSELS
        return self.say(form, counts=shown, winners=", ".join(won))

    def _list(self, form: str, names: Sequence[str], numbers: Sequence[int]) -> str:
        return ", ".join(
            self.say(form, seat=name, count=number, points=number)
            for name, number in zip(names, numbers, strict=True)
            if number
        )

    def chapter(self, event: Told) -> str:
        """Name the round that an event begins."""
        return self.say("Round {round}", round=event.a) if event.kind == Event.ROUND else ""

    def question(self, table: Table) -> str:
        """Ask the decision of the moment."""
        decision = Decision(table.decision)
        count = {
            Decision.BXARCH: table.to_send,
            Decision.HALL: table.calls,
            Decision.MAT: price(table, table.turn),
        }.get(decision, 0)
        noble = self.noble(noble_of(table.at_hand)) if is_noble(table.at_hand) else ""
        cell = CELL_NAMES[table.cell] if table.cell != NOTHING else ""
        return self.say(QUESTIONS[decision], count=count, noble=noble, cell=cell)


@functools.cache
def words(lang: str) -> BruxellesWords:
    """Return the words of Bruxelles 1897 in a language."""
    return BruxellesWords(lang)
