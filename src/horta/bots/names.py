"""Bots by name: `random`, `greedy`, `mcts:200ms`, `mcts:2000it`, `mcts:1s,threads=2`, `master`.

A name is that of a bot, then after a colon its budget for a step and its parameters. A time is the
clock's; `mcts:50ms-cpu` has 50 ms of the processor, however busy the machine is. Of a time and a
number of iterations, `mcts:1000it,600ms`, what is used up first ends the thought. Anyone can add
bots through the entry-point group `horta.bots`: each entry is a function that makes a bot for one
seat of one match, `make(game, players, **parameters)`.

A bot need not be installed: `my_bot.py:make` names such a function in a file (and may be followed
by a colon and a budget), and `exec:python3 agent.py` a program that speaks the protocol of
`horta.bots.commands`. Both run what they name, so such names come from whoever owns the machine.
"""

from __future__ import annotations

import functools
import math
import re
from dataclasses import dataclass, field, replace
from importlib.metadata import EntryPoint, entry_points

from horta.bots.bot import Bot, Budget, Closing, InfoState, Maker, Thinker, Thought
from horta.bots.commands import EXEC, command_maker
from horta.bots.files import file_maker
from horta.bots.levels import LEVELS, level
from horta.core.errors import UnknownBot
from horta.core.game import Game

GROUP = "horta.bots"

_NAME = re.compile(r"[a-z][a-z0-9_.-]*\Z")
_TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s)(-cpu)?\Z")
_ITERATIONS = re.compile(r"(\d+)it\Z")
_FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<function>[A-Za-z_]\w*))?(?::(?P<rest>.*))?\Z")
_PARAMETER = re.compile(r"\w+\s*=")
_FORM = "name, or name:200ms, name:2000it, name:1s,threads=2"
MOST_THREADS = 256


@dataclass(frozen=True)
class BotName:
    """A bot's name taken apart; `str` puts it together again."""

    name: str
    budget: Budget = field(default_factory=Budget)
    parameters: tuple[tuple[str, float], ...] = ()

    def __str__(self) -> str:
        items = []
        if self.budget.iterations is not None:
            items.append(f"{self.budget.iterations}it")
        if self.budget.seconds is not None:
            clock = "-cpu" if self.budget.processor else ""
            items.append(f"{1000 * self.budget.seconds:.10g}ms{clock}")
        if self.budget.threads != 1:
            items.append(f"threads={self.budget.threads}")
        items += [f"{key}={value!r}" for key, value in self.parameters]
        return f"{self.name}:{','.join(items)}" if items else self.name

    def seat(self, game: Game, players: int) -> Player:
        """Make a bot for one seat of one match."""
        known = level(game, self.name, players)
        if known is not None:
            if self.budget != Budget() or self.parameters:
                raise UnknownBot(f"'{self}': a level takes no budget and no parameters")
            return parse(known).seat(game, players)
        try:
            bot = maker(self.name)(game, players, **dict(self.parameters))
        except TypeError as problem:
            raise UnknownBot(f"'{self}': {problem}") from None
        if not isinstance(bot, Bot):
            raise UnknownBot(f"'{self.name}' makes {type(bot).__name__}, which is not a bot")
        return Player(self, bot)


@dataclass(frozen=True)
class Player:
    """A bot in its seat, with the budget that its name gives it."""

    name: BotName
    bot: Bot

    def choose(self, info: InfoState, limit: float | None = None) -> int:
        """Return the bot's action; whoever asks may say after how many seconds it gives up."""
        return self.bot.choose(info, replace(self.name.budget, limit=limit))

    def think(self, info: InfoState, limit: float | None = None) -> list[Thought]:
        """Return the bot's thoughts; a bot without thoughts tells only its choice."""
        if isinstance(self.bot, Thinker):
            return self.bot.think(info, replace(self.name.budget, limit=limit))
        return [Thought(self.choose(info, limit), 0.0)]

    def close(self) -> None:
        """Say that the match is over: a bot may hold a program that must end."""
        if isinstance(self.bot, Closing):
            self.bot.close()


def split(text: str) -> list[str]:
    """Return the bots of a list with commas: `mcts:50it,explore=0.5,greedy` names two.

    What is a budget or a parameter belongs to the bot before it.
    """
    found: list[str] = []
    for item in (part.strip() for part in text.split(",")):
        more = _TIME.match(item) or _ITERATIONS.match(item) or _PARAMETER.match(item)
        if found and (more or found[-1].startswith(EXEC)):
            found[-1] += f",{item}"
        else:
            found.append(item)
    return found


def parse(text: str) -> BotName:
    """Take a bot's name apart; `UnknownBot` says what is wrong with it."""
    given = text.strip()
    if given.startswith(EXEC):
        maker(given)
        return BotName(given)
    if file := _FILE.match(given):
        name = f"{file['path']}:{file['function'] or 'make'}"
        colon, rest = file["rest"] is not None, file["rest"] or ""
    else:
        name, sign, rest = given.partition(":")
        name, colon = name.lower(), bool(sign)
        if not _NAME.match(name):
            raise UnknownBot(f"'{text}' is not the name of a bot; the form is {_FORM}")
    budget, parameters = _read_terms(text, rest.split(",") if colon else [])
    maker(name)
    return BotName(name, budget, parameters)


def _read_terms(text: str, items: list[str]) -> tuple[Budget, tuple[tuple[str, float], ...]]:
    """Read what stands behind the name of a bot: its budget and its parameters."""
    iterations: int | None = None
    seconds: float | None = None
    threads, processor = 1, False
    parameters: dict[str, float] = {}
    for item in items:
        key, equals, value = (part.strip() for part in item.partition("="))
        if found := _ITERATIONS.match(key):
            iterations = int(found[1])
        elif found := _TIME.match(key):
            seconds = float(found[1]) / (1000 if found[2] == "ms" else 1)
            processor = found[3] is not None
        elif equals and key == "threads":
            threads = int(_number(text, key, value))
        elif equals and key.isidentifier() and key not in parameters:
            parameters[key] = _number(text, key, value)
        else:
            raise UnknownBot(f"'{text}': '{item}' is not understood; the form is {_FORM}")
    if iterations == 0 or seconds == 0 or not 1 <= threads <= MOST_THREADS:
        raise UnknownBot(f"'{text}': a budget is more than nothing, threads are 1 to 256")
    budget = Budget(iterations, seconds, threads, processor=processor)
    return budget, tuple(sorted(parameters.items()))


def _number(text: str, key: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        raise UnknownBot(f"'{text}': {key} is a number, not '{value}'") from None
    if not math.isfinite(number):
        raise UnknownBot(f"'{text}': {key} is a number, not '{value}'")
    return int(number) if number.is_integer() and "." not in value else number


@functools.cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def bots() -> list[str]:
    """Return the names of all installed bots."""
    return sorted(_entries())


@functools.cache
def maker(name: str) -> Maker:
    """Return the function that makes the bots of a name."""
    if name in LEVELS:
        return _no_level
    if name.startswith(EXEC):
        return command_maker(name.removeprefix(EXEC))
    if file := _FILE.match(name):
        return file_maker(file["path"], file["function"])
    entry = _entries().get(name)
    if entry is None:
        known = ", ".join([*bots(), *LEVELS])
        raise UnknownBot(f"there is no bot '{name}'; installed: {known}")
    try:
        return entry.load()  # type: ignore[no-any-return]
    except Exception as problem:
        raise UnknownBot(f"the bot '{name}' ({entry.value}) does not load: {problem}") from problem


def _no_level(game: Game, players: int) -> Bot:
    raise UnknownBot(f"{game.title} has no levels")


def player(text: str, game: Game, players: int) -> Player:
    """Make the bot that a text names, for one seat of one match."""
    return parse(text).seat(game, players)
