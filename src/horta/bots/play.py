"""One game between bots, with every fault of a bot contained and named."""

from __future__ import annotations

import contextlib
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from enum import Enum
from types import FrameType
from typing import Any

import numpy as np

from horta.bots.bot import MASK, BotFault, Budget, Overtime, Thinker, Thought, info_state
from horta.bots.names import Player, parse
from horta.bots.random_bot import RandomBot
from horta.core.drivers import MOST_STEPS, Broken
from horta.core.game import Json, Sheet
from horta.core.limits import LONGEST_NAME
from horta.core.match import Match
from horta.core.observation import Buffer
from horta.core.transcripts import start

LIMIT = 60.0
"""Seconds that a step may take when the bot's name gives it no time."""
PATIENCE = 3.0
"""A bot with a time budget may take this many times as long, and GRACE seconds, before it is
overtime: the machine may be busy."""
GRACE = 2.0
MOST_FAULTS = 3
"""After so many faults a bot is out, and its seat plays at random to the end."""


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong."""

    bot: str
    seat: int
    step: int
    kind: str
    """crash, illegal, overtime, protocol; or of a whole process: died, hung."""
    message: str


class Keep(Enum):
    """What is kept of a game besides its result."""

    NOTHING = "nothing"
    TRANSCRIPT = "transcript"
    STEPS = "steps"
    """The transcript, and what every seat saw and thought."""


@dataclass(frozen=True)
class Step:
    """One decision: what the seat saw, what it thought and what it played."""

    seat: int
    observation: Buffer
    legal: list[int]
    thoughts: list[Thought]
    """Empty if there was nothing to choose, or if the bot failed."""
    action: int


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
    transcript: Json | None = field(default=None, compare=False, repr=False)
    """Where transcripts are kept; it stands in no results file."""
    sheet: Sheet | None = field(default=None, compare=False, repr=False)
    told: list[Step] = field(default_factory=list, compare=False, repr=False)
    measured: Any = field(default=None, compare=False, repr=False)
    """What somebody who looked at the finished game says of it."""

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain JSON."""
        names = [each.name for each in fields(self) if each.compare and each.name != "faults"]
        faults = [asdict(fault) for fault in self.faults]
        return {**{name: getattr(self, name) for name in names}, "faults": faults}

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Result:
        """Read a result."""
        return cls(**{**given, "faults": [Fault(**fault) for fault in given["faults"]]})


def limit_of(budget: Budget, limit: float = LIMIT) -> float:
    """Return how long a bot may think before it is overtime."""
    if budget.seconds is None or budget.processor:
        return limit  # the clock says nothing of how long the processor has worked
    return PATIENCE * budget.seconds + GRACE


def play_game(
    game: str,
    options: Mapping[str, Any],
    bots: Sequence[str],
    deal: int,
    seating: Sequence[int],
    *,
    limit: float = LIMIT,
    beat: Callable[[int, float], None] | None = None,
    keep: Keep = Keep.NOTHING,
    components: Mapping[str, Any] | None = None,
    dealt: Sequence[str] = (),
    measure: Callable[[Match], Any] | None = None,
) -> Result:
    """Play a game; `beat` is told the seat and its limit before each decision.

    Actions of the kinds `dealt` are not chosen but dealt at random, by the number of the deal.
    """
    match = start(game, len(seating), deal, components=components, **options)
    names = [bots[k] for k in seating]
    result = Result(deal, list(seating), None, [], 0, [0.0] * len(names), [0] * len(names))
    players = _sit_down(match, names, result)
    try:
        _play_on(match, players, names, result, limit=limit, beat=beat, keep=keep, dealt=dealt)
    finally:
        for player in players:
            if player is not None:
                player.close()
    result.steps = len(match.actions)
    outcome = match.outcome
    result.scores, result.shares = outcome.totals, outcome.shares
    result.measured = None if measure is None else measure(match)
    if keep is not Keep.NOTHING:
        match.seats = [name[:LONGEST_NAME] for name in names]
        result.transcript = match.transcript()
        result.sheet = match.game.new_sheet()
        for k, values in enumerate(match.sheet.values()):
            result.sheet[: match.players, k] = values
    return result


def _sit_down(match: Match, names: list[str], result: Result) -> list[Player | None]:
    players: list[Player | None] = []
    for seat, name in enumerate(names):
        players.append(None)
        with _contained(result, name, seat, 0):
            players[seat] = parse(name).seat(match.game, match.players)
    return players


def _play_on(
    match: Match,
    players: list[Player | None],
    names: list[str],
    result: Result,
    *,
    limit: float,
    beat: Callable[[int, float], None] | None,
    keep: Keep,
    dealt: Sequence[str],
) -> None:
    """Play to the end; a seat whose bot is out plays at random."""
    chance = random.Random(result.deal)
    for _ in range(MOST_STEPS):
        if match.to_play is None:
            return
        seat = match.to_play
        player = players[seat]
        thoughts: list[Thought] = []
        if dealt and match.text(match.legal[0]).split()[0] in dealt:
            action = chance.choice(match.legal)
        elif player is None:
            action = _random(match, result.deal, seat)
        else:
            allowed = limit_of(player.name.budget, limit)
            if beat is not None:
                beat(seat, allowed)
            wanted = thoughts if keep is Keep.STEPS else None
            action = _ask(match, player, names[seat], allowed, result, thoughts=wanted)
            if sum(fault.seat == seat for fault in result.faults) >= MOST_FAULTS:
                player.close()
                players[seat] = None
        if keep is Keep.STEPS:
            seen = match.observe(seat)
            result.told.append(Step(seat, seen, match.legal, thoughts, action))
        match.play(action)
    raise Broken(f"{match.game.id}, seed {result.deal}: the game does not end")


def _ask(
    match: Match,
    player: Player,
    name: str,
    allowed: float,
    result: Result,
    *,
    thoughts: list[Thought] | None,
) -> int:
    """Return a bot's action, or a random one if the bot fails; note its thoughts if wanted."""
    seat, step = match.to_play, len(match.actions)
    assert seat is not None
    deal, legal = result.deal, match.legal
    result.choices[seat] += 1
    before = time.perf_counter()
    action: Any = None
    with _contained(result, name, seat, step), _alarm(allowed):
        info = info_state(match, seat, seat_seed(deal, seat))
        if thoughts is None or len(legal) == 1 or not isinstance(player.bot, Thinker):
            action = player.choose(info, allowed)
        else:
            thoughts += player.think(info, allowed)
            action = thoughts[0].action
    took = time.perf_counter() - before
    result.seconds[seat] += took
    if action is None:
        if not (result.faults and (result.faults[-1].seat, result.faults[-1].step) == (seat, step)):
            result.faults.append(Fault(name, seat, step, "illegal", "it returned no action"))
    elif not isinstance(action, int | np.integer) or int(action) not in legal:
        message = f"{action!r} is not one of the {len(legal)} legal actions"
        result.faults.append(Fault(name, seat, step, "illegal", message))
    else:
        if took > allowed:
            message = f"{took:.1f} s instead of {allowed:.1f} s"
            result.faults.append(Fault(name, seat, step, "overtime", message))
        return int(action)
    if thoughts is not None:
        thoughts.clear()
    return _random(match, deal, seat)


def seat_seed(deal: int, seat: int) -> int:
    """Return the seed of a bot: another one in each seat and deal."""
    return int(np.random.SeedSequence([deal, 1 + seat]).generate_state(1, np.uint64)[0]) & MASK


def _random(match: Match, deal: int, seat: int) -> int:
    return RandomBot().choose(info_state(match, seat, seat_seed(deal, seat)), Budget())


@contextlib.contextmanager
def _contained(result: Result, name: str, seat: int, step: int) -> Iterator[None]:
    try:
        yield
    except BotFault as problem:
        result.faults.append(Fault(name, seat, step, problem.kind, str(problem)))
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
