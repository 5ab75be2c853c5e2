"""What an experiment shows, in words: a plain sentence for each finding, in three languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from babel.numbers import format_decimal

from horta.core import registry
from horta.core.i18n import Catalogue, catalogue, mark
from horta.core.traits import Trait, traits_of
from horta.lab.comparing import AMOUNT, BOT, HAD, LINE, OPENING, SEAT, Finding, Measure

if TYPE_CHECKING:
    from horta.lab.results import Results

PACKAGE = "horta.lab"

WINS_MORE = mark("With “{variant}”, {who} wins {by} more games in a hundred ({low} to {high})")
WINS_LESS = mark("With “{variant}”, {who} wins {by} fewer games in a hundred ({low} to {high})")
PARTS_MORE = mark("{what}: {by} points in a hundred more with “{variant}” ({low} to {high})")
PARTS_LESS = mark("{what}: {by} points in a hundred less with “{variant}” ({low} to {high})")
MORE = mark("{what}: {by} more with “{variant}” ({low} to {high})")
LESS = mark("{what}: {by} less with “{variant}” ({low} to {high})")
ABOVE = mark("{who} wins {value} games in a hundred ({low} to {high}), more than a fair {fair}")
BELOW = mark("{who} wins {value} games in a hundred ({low} to {high}), less than a fair {fair}")
IN_VARIANT = mark("“{variant}”: {clause}")

TOLD = mark("{clause}, which {games} games can tell from chance.")
HINTED = mark(
    "{clause}; among {tests} comparisons chance brings that about, too: {games} games cannot tell."
)
NONE = mark("{what}: no difference that {games} games could tell ({low} to {high}).")
OTHERS = mark("No other difference that {games} games could tell, in {tests} comparisons.")
NOTHING = mark("No difference that {games} games could tell, in {tests} comparisons.")
ALL_FAIR = mark("No share of the victories that {games} games could tell from a fair one.")
TOO_FEW = mark("There are too few games to compare anything yet.")
LOST = mark("{n} games were lost with a bot's process and are left out.")
FAULTS = mark("In {n} games a bot failed, and a random action was played in its place.")

WHAT = {
    "score": mark("Points of a seat"),
    "margin": mark("Lead of the winner in points"),
    "decisions": mark("Decisions in a game"),
    "rounds": mark("Rounds in a game"),
    "branching": mark("Actions to choose from at a decision"),
    "changes": mark("Changes of the lead"),
    "decided": mark("Part of the game until the lead is taken for good"),
}
VICTORIES = mark("Victories of {who}")
POINTS_OF = mark("Points of “{thing}”")
SEATS_WITH = mark("Seats with {thing}")
SEATS_OPENING = {
    "1": mark("Seats whose first choice is “{thing}”"),
    "2": mark("Seats whose second choice is “{thing}”"),
}
"""By the number of a choice that belongs to the opening: see `measures.FIRST`."""
AT_THE_END = mark("{thing} at the end")
A_SEAT_WITH = mark("a seat with {thing}")
WHO_OPENS = {
    "1": mark("a seat whose first choice is “{thing}”"),
    "2": mark("a seat whose second choice is “{thing}”"),
}
KINDS = {
    SEAT: mark("seat"),
    BOT: mark("bot"),
    OPENING: mark("opening"),
    LINE: mark("line of the sheet"),
}
CLEAREST = 8
"""Findings that are told one by one, of those that chance may have brought about."""


class Teller:
    """Names what is measured in one game, in one language."""

    def __init__(self, game_id: str, players: int, lang: str) -> None:
        self.game = registry.game(game_id)
        self.say: Catalogue = catalogue(PACKAGE, lang)
        self.lang = lang
        self._words = self.game.presentation.words(lang)
        self._seats = self._words.seats(players)
        self._traits = {trait.name: trait for trait in traits_of(self.game)}

    def trait(self, kind: str) -> Trait | None:
        """Return the trait that a kind of measures is about."""
        return self._traits.get(kind.removeprefix(HAD).removeprefix(AMOUNT))

    def kind(self, kind: str) -> str:
        """Name a kind of measures."""
        trait = self.trait(kind)
        if trait is not None:
            return self._words.option(trait.title)
        bare = kind.removeprefix(HAD)
        return self.say(KINDS[bare]) if bare in KINDS else self.say(WHAT[kind])

    def thing(self, measure: Measure) -> str:
        """Name the thing that a measure is about."""
        trait = self.trait(measure.kind)
        if trait is not None:
            called = trait.called(self.game, measure.thing, self.lang)
            return called if measure.thing in trait.names else f"{self.kind(trait.name)} {called}"
        if measure.kind == SEAT:
            return self._seats[int(measure.thing)]
        if measure.kind == LINE:
            return self._words.line(measure.thing)
        if measure.kind == OPENING and hasattr(self.game.presentation, "called"):
            number, dot, name = measure.thing.partition(". ")
            return f"{number}{dot}{self.game.presentation.called(name, self.lang)}"
        return measure.thing

    def who(self, measure: Measure) -> str:
        """Name who wins, as the subject of a sentence."""
        trait, thing = self.trait(measure.kind), self.thing(measure)
        if measure.kind == OPENING:
            return self._choice(WHO_OPENS, thing)
        if trait is not None and not trait.dealt:
            return self.say(A_SEAT_WITH, thing=thing)
        return thing

    def _choice(self, messages: Mapping[str, str], thing: str) -> str:
        """Say which choice of a game something was; in rows it stands after its number."""
        number, _, name = thing.partition(". ")
        return self.say(messages[number], thing=name)

    def what(self, measure: Measure) -> str:
        """Name a measure, as a heading."""
        if measure.is_share:
            return self.say(VICTORIES, who=self.who(measure))
        if measure.kind in WHAT:
            return self.say(WHAT[measure.kind])
        thing = self.thing(Measure(measure.kind.removeprefix(HAD), measure.thing))
        if measure.kind == HAD + OPENING:
            return self._choice(SEATS_OPENING, thing)
        if measure.kind == LINE:
            return self.say(POINTS_OF, thing=thing)
        return self.say(SEATS_WITH if measure.kind.startswith(HAD) else AT_THE_END, thing=thing)

    def parameter(self, path: str) -> str:
        """Name what a sweep changes: a table of components in words, an option by its name."""
        part, _, rest = path.partition(".")
        if part != "components":
            return rest
        return self.game.presentation.desk(self.game.components(), self.lang).title(rest)

    def number(self, value: float, *, signed: bool = False) -> str:
        """Write a number."""
        digits = "0.00" if abs(value) < 1 and not signed else "0.0"
        form = f"+{digits};\N{MINUS SIGN}{digits}" if signed else digits
        return str(format_decimal(value, format=form, locale=self.lang))

    def tick(self, value: float) -> str:
        """Write a round number of an axis."""
        return str(format_decimal(value, format="#,##0.####;\N{MINUS SIGN}#", locale=self.lang))

    def count(self, n: int) -> str:
        """Write a whole number."""
        return str(format_decimal(n, locale=self.lang))


def sentence(results: Results, one: Finding, lang: str = "en") -> str:
    """Say in a sentence what one comparison shows, or that it shows nothing."""
    experiment = results.experiment
    return _sentence(Teller(experiment.game, experiment.players or 0, lang), one)


def _sentence(teller: Teller, one: Finding) -> str:
    say, games = teller.say, teller.count(one.games)
    if one.told or one.hinted:
        clause = _clause(teller, one) if one.baseline else _against_fair(teller, one)
        tests = teller.count(one.tests)
        return say(TOLD if one.told else HINTED, clause=clause, games=games, tests=tests)
    scale = 100 if one.measure.in_hundred else 1
    low, high = (teller.number(scale * each, signed=True) for each in (one.low, one.high))
    return say(NONE, what=teller.what(one.measure), games=games, low=low, high=high)


def _clause(teller: Teller, one: Finding) -> str:
    """Say by how much a variant differs; all numbers without a sign, the smaller first."""
    more, scale = one.difference > 0, 100 if one.measure.in_hundred else 1
    low, high = (one.low, one.high) if more else (-one.high, -one.low)
    by, least, most = (teller.number(scale * each) for each in (abs(one.difference), low, high))
    told = {"variant": one.variant, "by": by, "low": least, "high": most}
    if one.measure.is_share:
        return teller.say(WINS_MORE if more else WINS_LESS, who=teller.who(one.measure), **told)
    messages = (PARTS_MORE, PARTS_LESS) if one.measure.in_hundred else (MORE, LESS)
    return teller.say(messages[not more], what=teller.what(one.measure), **told)


def _against_fair(teller: Teller, one: Finding) -> str:
    who = teller.who(one.measure)
    value, low, high, fair = (
        teller.number(100 * each)
        for each in (one.value, one.before + one.low, one.before + one.high, one.before)
    )
    message = ABOVE if one.difference > 0 else BELOW
    clause = teller.say(
        message, who=who[:1].upper() + who[1:], value=value, low=low, high=high, fair=fair
    )
    return teller.say(IN_VARIANT, variant=one.variant, clause=clause)


def tell(results: Results, lang: str = "en") -> list[str]:
    """Say in sentences what the games show: what differs, then who wins more than a fair share."""
    experiment = results.experiment
    teller = Teller(experiment.game, experiment.players or 0, lang)
    told: list[str] = []
    if not results.deals:
        return [teller.say(TOO_FEW)]
    if len(experiment.variants) > 1:
        told += _tell_family(teller, results.compare())
    unfair = results.unfair()
    if unfair or not told:
        told += _tell_family(teller, unfair, fair=True)
    if results.lost:
        told.append(teller.say(LOST, n=teller.count(len(results.lost))))
    faulty = sum("faults" in row for row in results.rows)
    if faulty:
        told.append(teller.say(FAULTS, n=teller.count(faulty)))
    return told


def _tell_family(teller: Teller, found: list[Finding], *, fair: bool = False) -> Iterator[str]:
    """Tell what can be told, some of what chance may have brought about, and what is left."""
    clear = [one for one in found if one.told]
    vague = [one for one in found if one.hinted][: 0 if fair else CLEAREST]
    for one in clear + vague:
        yield _sentence(teller, one)
    if not found:
        yield teller.say(TOO_FEW)
        return
    games, tests = teller.count(found[0].games), teller.count(found[0].tests)
    if not fair:
        yield teller.say(OTHERS if clear or vague else NOTHING, games=games, tests=tests)
    elif not clear:
        yield teller.say(ALL_FAIR, games=games)
