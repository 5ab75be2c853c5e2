"""Pairing: who meets whom, at which table and on which seat, round by round.

For two at a table a round-robin is the circle method: everybody meets everybody once before anybody
meets again. In all other cases companies are searched for: first, nobody meets again who need not;
then, in a Swiss tournament, those meet who stand close to each other. Whoever cannot be seated has
a bye, and nobody has a second one before all have had one. At the table everybody takes the seat
that they had least often, and then the neighbour whom they had least often before them: as in the
arena, neither the seat nor who sits behind whom shall decide. The same past gives the same pairing.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

ROBIN, SWISS = "robin", "swiss"
Company = tuple[int, ...]
"""The entrants of a table, in the order of the seats."""

REPEAT = 1_000_000
"""What it costs that two meet again; standing apart costs a place each."""
WORK = 120_000
"""Exchanges that are tried at most for one round, all attempts together."""
ATTEMPTS = 60
PASS = 100_000
"""Exchanges that are tried at most in one pass; of many tables those that stand near each other."""
NEAR, PASSES = 8, 30
"""Tables that each is compared with at least, and passes at most."""


@dataclass
class Past:
    """What has been so far: who met, who sat where, who sat behind whom, and who had a bye."""

    met: Counter[tuple[int, int]] = field(default_factory=Counter)
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)
    behind: Counter[tuple[int, int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    rounds: int = 0

    def add(self, companies: Iterable[Company], byes: Iterable[int]) -> None:
        """Add a round."""
        self.rounds += 1
        self.byes.update(byes)
        for company in companies:
            self.met.update(_pairs(company))
            self.seats.update((one, seat) for seat, one in enumerate(company))
            self.behind.update(_behind(company))


def _pairs(company: Iterable[int]) -> list[tuple[int, int]]:
    return [(min(a, b), max(a, b)) for a, b in itertools.combinations(company, 2)]


def _behind(company: Company) -> list[tuple[int, int]]:
    return [(company[k - 1], company[k]) for k in range(len(company))]


def rounds_needed(entrants: int, size: int, system: str) -> int:
    """Return how many rounds a tournament takes if nobody says otherwise.

    A round-robin: until everybody can have met everybody. Swiss: until one can be left who has
    always been first, and one more.
    """
    if entrants <= size:
        return 1
    if system == SWISS:
        return math.ceil(math.log(entrants, size)) + 1
    places = entrants + (-entrants % size)
    return math.ceil((places - 1) / (size - 1))


def pair(
    ranked: Sequence[int], size: int, system: str, past: Past
) -> tuple[list[Company], list[int]]:
    """Return the companies of the next round and who has a bye.

    `ranked` are all who play on: in the order of their numbers for a round-robin, by where they
    stand for a Swiss tournament. Fewer than a table needs are no round.
    """
    if len(ranked) < size:
        return [], list(ranked)
    pairs = 2
    if system == ROBIN and size == pairs:
        companies, byes = _circle(ranked, past.rounds)
        again = sum(past.met[one] for company in companies for one in _pairs(company))
        if again <= past.rounds // max(1, _cycle(len(ranked))) * len(companies):
            return companies, byes
    byes = _byes(ranked, len(ranked) % size, past)
    playing = [one for one in ranked if one not in byes]
    found = _search(playing, size, past, close=system == SWISS)
    return [_seated(company, past) for company in found], byes


def _cycle(entrants: int) -> int:
    return entrants - 1 + entrants % 2


def _circle(entrants: Sequence[int], number: int) -> tuple[list[Company], list[int]]:
    """Return a round of the circle method: one stays, the others move on by a place.

    Who stays changes seats from round to round, the other tables have them in turn: so nobody has
    one seat more than once more often than the other. The second time all of it is turned around.
    """
    first, *others = [*([-1] if len(entrants) % 2 else []), *entrants]
    turn, swapped = number % len(others), number // len(others) % 2
    around = [first, *others[turn:], *others[:turn]]
    half = len(around) // 2
    couples = list(zip(around[:half], reversed(around[half:]), strict=True))
    turned = [
        couple[::-1] if (turn if k == 0 else k) % 2 != swapped else couple
        for k, couple in enumerate(couples)
    ]
    byes = [max(couple) for couple in couples if -1 in couple]
    return [couple for couple in turned if -1 not in couple], byes


def _byes(ranked: Sequence[int], count: int, past: Past) -> list[int]:
    """Return who has a bye: who had fewest, and of those the last."""
    order = sorted(range(len(ranked)), key=lambda k: (past.byes[ranked[k]], -k))
    return [ranked[k] for k in order[:count]]


def _search(playing: Sequence[int], size: int, past: Past, *, close: bool) -> list[Company]:
    """Return the best companies that were found: start from a guess, exchange while it helps."""
    chance = random.Random(f"{len(playing)} {size} {past.rounds}")
    place = {one: k if close else 0 for k, one in enumerate(playing)}

    def cost(company: Sequence[int]) -> int:
        again = sum(past.met[one] ** 2 for one in _pairs(company))
        return REPEAT * again + sum(abs(place[a] - place[b]) for a, b in _pairs(company))

    best: tuple[int, list[list[int]]] | None = None
    exchanges = len(playing) ** 2 // 2
    for attempt in range(min(ATTEMPTS, max(1, WORK // max(1, 4 * exchanges)))):
        order = list(playing)
        if attempt:
            chance.shuffle(order)
        companies = [order[k : k + size] for k in range(0, len(order), size)]
        total = _improve(companies, cost)
        if best is None or total < best[0]:
            best = total, companies
        if total < (REPEAT if close else 1):  # nobody meets again
            break
    assert best is not None
    return [tuple(company) for company in best[1]]


def _improve(companies: list[list[int]], cost: object) -> int:
    """Exchange two entrants of different tables as long as that costs less; return the cost."""
    costs = [cost(company) for company in companies]  # type: ignore[operator]
    tables, size = len(companies), max(map(len, companies), default=1)
    near = max(NEAR, PASS // max(1, tables * size**2))
    for _ in range(PASSES):
        better = False
        for a, b in _neighbours(tables, near):
            if not costs[a] + costs[b]:
                continue
            for i, j in itertools.product(range(len(companies[a])), range(len(companies[b]))):
                one, other = companies[a], companies[b]
                one[i], other[j] = other[j], one[i]
                new = cost(one), cost(other)  # type: ignore[operator]
                if sum(new) < costs[a] + costs[b]:
                    costs[a], costs[b] = new
                    better = True
                else:
                    one[i], other[j] = other[j], one[i]
        if not better:
            break
    return int(sum(costs))


def _neighbours(tables: int, near: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of tables that stand so near to each other; of few tables, all pairs."""
    for a in range(tables):
        for b in range(a + 1, min(tables, a + near + 1)):
            yield a, b


def _seated(company: Sequence[int], past: Past) -> Company:
    """Return a company in the order of seats that is fairest to what everybody has had so far."""

    def unfair(order: Company) -> tuple[int, int]:
        places = [(one, seat) for seat, one in enumerate(order)]
        often = sum((past.seats[place] + 1) ** 2 - past.seats[place] ** 2 for place in places)
        return often, sum(past.behind[one] for one in _behind(order))

    orders = list(itertools.permutations(company))
    random.Random(f"{past.rounds} {sorted(company)}").shuffle(orders)  # nobody is always first
    return min(orders, key=unfair)
