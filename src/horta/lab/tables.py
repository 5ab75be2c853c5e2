"""What games came to, as tables in Markdown: for pages that report an experiment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from horta.core import registry
from horta.core.traits import traits_of
from horta.lab.comparing import BOT, SEAT, Measure
from horta.lab.measures import Row
from horta.lab.telling import Teller
from horta.statistics import wilson

if TYPE_CHECKING:
    from horta.lab.results import Results


def tables(results: Results, variant: str, lang: str = "en") -> Iterator[str]:
    """Tell a variant in tables: who won, by line of the sheet, and by what seats had."""
    experiment = results.experiment
    teller = Teller(experiment.game, experiment.players or 0, lang)
    traits = traits_of(registry.game(experiment.game))
    seats = [
        {**one, "seat": str(seat)}
        for row in results.games[variant].values()
        for seat, one in enumerate(row["seats"])
    ]
    if not seats:
        return
    groups = [(SEAT, _by(seats, "seat"))]
    if len(set(experiment.bots)) > 1:
        groups.append((BOT, _by(seats, "bot")))
    for trait in traits:
        if trait.dealt:
            found: dict[str, list[Row]] = defaultdict(list)
            for one in seats:
                for thing in one["things"].get(trait.name, ()):
                    found[thing].append(one)
            groups.append((trait.name, found))
    for kind, parts in groups:
        if parts:
            yield from _shares(teller, kind, parts)
            yield from _lines(teller, kind, parts)
    for trait in traits:
        if not trait.dealt:
            yield from _counts(teller, trait.name, seats)


def _by(seats: list[Row], name: str) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for one in seats:
        found[one[name]].append(one)
    return found


def _shares(teller: Teller, kind: str, groups: dict[str, list[Row]]) -> Iterator[str]:
    yield from ("", f"| {teller.kind(kind)} | games | victories | 95 % | points |")
    yield "|---|---|---|---|---|"
    for thing, own in sorted(groups.items()):
        points = _mean(one["score"] for one in own)
        name = teller.thing(Measure(kind, thing))
        yield f"| {name} | {len(own)} | {_interval(own)} | {points:.1f} |"


def _interval(own: list[Row]) -> str:
    share = _mean(one["share"] for one in own)
    low, high = wilson(share, len(own))
    return f"{100 * share:.1f} % | {100 * low:.1f}–{100 * high:.1f}"


def _lines(teller: Teller, kind: str, groups: dict[str, list[Row]]) -> Iterator[str]:
    """Tell how many points each line of the sheet brought, and which part of all that was."""
    every = [one for own in groups.values() for one in own]
    total = sum(one["score"] for one in every) or 1
    names = [teller.thing(Measure(kind, thing)) for thing in sorted(groups)]
    yield from ("", "| line | of all points | " + " | ".join(names) + " |")
    yield "|---|---|" + "---|" * len(groups)
    for line in every[0]["lines"]:
        part = 100 * sum(one["lines"][line] for one in every) / total
        means = [_mean(one["lines"][line] for one in groups[thing]) for thing in sorted(groups)]
        each = " | ".join(f"{value:.1f}" for value in means)
        yield f"| {teller.thing(Measure('line', line))} | {part:.1f} % | {each} |"


def _counts(teller: Teller, trait: str, seats: list[Row]) -> Iterator[str]:
    """Tell how often seats that had so many of a thing won."""
    things = sorted({thing for one in seats for thing in one["things"].get(trait, ())})
    if not things:
        return
    yield from ("", f"| {teller.kind(trait)} | how many | of the seats | victories | 95 % |")
    yield "|---|---|---|---|---|"
    for thing in things:
        had: dict[int, list[Row]] = defaultdict(list)
        for one in seats:
            had[one["things"].get(trait, {}).get(thing, 0)].append(one)
        for many, own in sorted(had.items()):
            part = 100 * len(own) / len(seats)
            name = teller.thing(Measure(trait, thing))
            yield f"| {name} | {many} | {part:.1f} % | {_interval(own)} |"


def _mean(values: Iterable[float]) -> float:
    every = list(values)
    return sum(every) / len(every) if every else 0.0
