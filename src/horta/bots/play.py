"""One game between bots, with every fault of a bot contained and named."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from types import FrameType
from typing import Any

import numpy as np

from horta.bots.bot import MASK, Budget, info_state
from horta.bots.names import Player, parse
from horta.bots.random_bot import RandomBot
from horta.core.drivers import MOST_STEPS, Broken
from horta.core.match import Match
from horta.core.transcripts import start

LIMIT = 60.0
"""Seconds that a step may take when the bot's name gives it no time."""
PATIENCE = 3.0
"""A bot with a time budget may take this many times as long, and GRACE seconds, before it is
overtime: the machine may be busy."""
GRACE = 2.0
MOST_FAULTS = 3
"""After so many faults a bot is out, and its seat plays at random to the end."""


class Overtime(Exception):
    """A bot thought too long."""


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong."""

    bot: str
    seat: int
    step: int
    kind: str
    """crash, illegal, overtime; or of a whole process: died, hung."""
    message: str


@dataclass
class Result:
    """How one game between bots went."""

    deal: int
    seating: list[int]
    """Which entrant sat in each seat."""
    scores: list[int] | None
    """None if a bot took the whole game down."""
    shares: list[float]
    """Of the victory, by seat."""
    steps: int = 0
    seconds: list[float] = field(default_factory=list)
    """The time that each seat thought."""
    choices: list[int] = field(default_factory=list)
    """The decisions that each seat took."""
    faults: list[Fault] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Result:
        """Read a result."""
        return cls(**{**given, "faults": [Fault(**fault) for fault in given["faults"]]})


def limit_of(budget: Budget, limit: float = LIMIT) -> float:
    """Return how long a bot may think before it is overtime."""
    return limit if budget.seconds is None else PATIENCE * budget.seconds + GRACE


def play_game(
    game: str,
    options: Mapping[str, Any],
    bots: Sequence[str],
    deal: int,
    seating: Sequence[int],
    *,
    limit: float = LIMIT,
    beat: Callable[[int, float], None] | None = None,
) -> Result:
    """Play a game; `beat` is told the seat and its limit before each decision."""
    match = start(game, len(seating), deal, **options)
    names = [bots[k] for k in seating]
    players: list[Player | None] = []
    result = Result(deal, list(seating), None, [], 0, [0.0] * len(names), [0] * len(names))
    for seat, name in enumerate(names):
        players.append(None)
        with _contained(result, name, seat, 0):
            players[seat] = parse(name).seat(match.game, match.players)
    for _ in range(MOST_STEPS):
        if match.to_play is None:
            break
        seat = match.to_play
        player = players[seat]
        if player is None:
            match.play(_random(match, deal, seat))
            continue
        allowed = limit_of(player.name.budget, limit)
        if beat is not None:
            beat(seat, allowed)
        action = _ask(match, player, names[seat], allowed, deal, result)
        if sum(fault.seat == seat for fault in result.faults) >= MOST_FAULTS:
            players[seat] = None
        match.play(action)
    else:
        raise Broken(f"{game}, seed {deal}: the game does not end")
    result.steps = len(match.actions)
    outcome = match.outcome
    result.scores, result.shares = outcome.totals, outcome.shares
    return result


def _ask(match: Match, player: Player, name: str, allowed: float, deal: int, result: Result) -> int:
    """Return a bot's action, or a random one if the bot fails."""
    seat, step = match.to_play, len(match.actions)
    assert seat is not None
    legal = match.legal
    result.choices[seat] += 1
    before = time.perf_counter()
    action: Any = None
    with _contained(result, name, seat, step), _alarm(allowed):
        action = player.choose(info_state(match, seat, seat_seed(deal, seat)))
    took = time.perf_counter() - before
    result.seconds[seat] += took
    if action is None:
        if not (result.faults and (result.faults[-1].seat, result.faults[-1].step) == (seat, step)):
            result.faults.append(Fault(name, seat, step, "illegal", "it returned no action"))
        return _random(match, deal, seat)
    if not isinstance(action, int | np.integer) or int(action) not in legal:
        message = f"{action!r} is not one of the {len(legal)} legal actions"
        result.faults.append(Fault(name, seat, step, "illegal", message))
        return _random(match, deal, seat)
    if took > allowed:
        message = f"{took:.1f} s instead of {allowed:.1f} s"
        result.faults.append(Fault(name, seat, step, "overtime", message))
    return int(action)


def seat_seed(deal: int, seat: int) -> int:
    """Return the seed of a bot: another one in each seat and deal."""
    return int(np.random.SeedSequence([deal, 1 + seat]).generate_state(1, np.uint64)[0]) & MASK


def _random(match: Match, deal: int, seat: int) -> int:
    return RandomBot().choose(info_state(match, seat, seat_seed(deal, seat)), Budget())


@contextlib.contextmanager
def _contained(result: Result, name: str, seat: int, step: int) -> Iterator[None]:
    try:
        yield
    except Overtime as problem:
        result.faults.append(Fault(name, seat, step, "overtime", str(problem)))
    except Exception as problem:
        message = f"{type(problem).__name__}: {problem}"
        result.faults.append(Fault(name, seat, step, "crash", message))


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise `Overtime` in Python code that runs too long, where the system has alarms."""
    if not hasattr(signal, "SIGALRM") or (
        threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def ring(signum: int, frame: FrameType | None) -> None:
        raise Overtime(f"no action after {seconds:.1f} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
