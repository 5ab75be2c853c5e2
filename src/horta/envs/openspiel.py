"""The games for OpenSpiel, one for every game that has an observation.

    import pyspiel
    import horta.envs.openspiel             # registers them

    game = pyspiel.load_game("python_horta_paris(reward=margin,postcards=random)")

The deal decides all that is random in the game, since the dice lie in the table: chance draws its
seed, byte by byte, in four nodes of 256 equal outcomes. So a history tells the whole game, and
OpenSpiel can save it. Information states have perfect
recall in their strings, which end in a digest of all that the seat has seen before; their tensor
is the observation, for nothing that is laid on these tables is forgotten.

Since the seed is drawn at the beginning, `clone()` carries the draws that are still to come: a
search over clones foresees them. `resample_from_infostate`, which ISMCTS calls, deals them anew.

Options of the game are
parameters of the same name, written as on the command line; where an option is a word or a number,
a number is written `#1` (`starting_player=#1`), since OpenSpiel gives a parameter one type.
"""

from __future__ import annotations

import functools
import hashlib
import json
from typing import Any

import pyspiel

from horta.core import registry
from horta.core.binding import entry_point
from horta.core.engine import engine
from horta.core.errors import HortaError
from horta.core.game import Game
from horta.core.record import Games, at, copy_table, from_bytes
from horta.envs.names import seen_games
from horta.envs.rewards import bounds, read_reward, rewards_for

MOST_STEPS = 1000
"""No game takes more steps; OpenSpiel asks for a bound."""
BYTES, VALUES = 4, 256
"""Chance draws the seed of the deal in so many nodes of so many outcomes."""
OUTCOMES = [(value, 1 / VALUES) for value in range(VALUES)]
MOST_SEED = 2**62
KEY = 16
"""Bytes of the key of an information state."""
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class House:
    """What all states of one game share; copies and pickles are the same house."""

    def __init__(self, game_id: str, players: int, reward: str, options: str) -> None:
        self.key = (game_id, players, reward, options)
        self.game: Game = registry.game(game_id)
        self.game.check_players(players)
        self.players = players
        self.reward = read_reward(reward)
        given = self.game.read_options(json.loads(options))
        self.start = self.game.new_table(players, given, self.game.read_components({}))
        self.out = self.game.new_list()
        self.listed = memoryview(self.out)  # type: ignore[arg-type]
        self.rules = engine(self.game)
        self._bind()

    def _bind(self) -> None:
        """Take the rules of every step without Numba's look at their arguments, which are ours."""
        as_entry = entry_point if self.rules.compiled else lambda rule: rule
        self.legal = as_entry(self.rules.legal)
        self.step = as_entry(self.rules.step)
        self.to_play = as_entry(self.rules.to_play)

    def deal(self, seed: int) -> Games:
        """Return a new table, dealt from a seed; the rules are compiled as soon as they can be."""
        if not self.rules.compiled:
            self.rules = engine(self.game)
            self._bind()
        table = copy_table(self.start)
        self.rules.setup(table, 0, seed)
        return table

    def __deepcopy__(self, memo: Any) -> House:
        return self

    def __reduce__(self) -> Any:
        return house, self.key


@functools.cache
def house(game_id: str, players: int, reward: str, options: str) -> House:
    """Return the house of a game, its number of players and its options."""
    return House(game_id, players, reward, options)


class Past:
    """The tables that led to a state, the last one first. It never changes, so copies share it."""

    __slots__ = ("before", "memory", "seen_by", "table")

    def __init__(self, before: Past | None, table: bytes, seen_by: int | None = None) -> None:
        self.before = before
        self.table = table
        self.seen_by = seen_by
        """After a resampling: only what this seat saw of the tables up to here is true."""
        self.memory: dict[tuple[int, int | None], bytes] = {}
        """Digests of what each seat has seen up to here, by seat and by `seen_by` from later on."""

    def __deepcopy__(self, memo: Any) -> Past:
        return self

    def __reduce__(self) -> Any:
        links: list[tuple[bytes, int | None]] = []
        link: Past | None = self
        while link is not None:
            links.append((link.table, link.seen_by))
            link = link.before
        return _past, (links[::-1],)


def _past(links: list[tuple[bytes, int | None]]) -> Past:
    past: Past | None = None
    for table, seen_by in links:
        past = Past(past, table, seen_by)
    assert past is not None
    return past


class Place:
    """All that parts one state of a game from another.

    OpenSpiel clones a state by a deep copy of each of its attributes: this is the only one that
    changes, and knows how to copy itself.
    """

    __slots__ = ("past", "seat", "seed", "table")

    def __init__(
        self,
        table: Games | None = None,
        past: Past | None = None,
        seed: bytes = b"",
        seat: int = CHANCE,
    ) -> None:
        self.table = table
        self.past = past
        self.seed = seed
        """What chance has drawn of the seed so far."""
        self.seat = seat
        """Who is to play; OpenSpiel asks often."""

    def __deepcopy__(self, memo: Any) -> Place:
        table = None if self.table is None else copy_table(self.table)
        return Place(table, self.past, self.seed, self.seat)


def _parameters(game: Game) -> dict[str, Any]:
    """Return OpenSpiel's parameters with their defaults."""
    parameters: dict[str, Any] = {"players": game.min_players, "reward": "win"}
    for name, field in game.options.model_fields.items():
        value = field.default
        if isinstance(value, str) and value.isdecimal():
            value = int(value)  # OpenSpiel reads `edition=2023` as a number
        parameters[name] = value if isinstance(value, bool | int | str) else json.dumps(value)
    return parameters


def _option(value: Any, default: Any) -> Any:
    """Return an option as the game wants it, from OpenSpiel's parameter."""
    if isinstance(default, str) and default.isdecimal():
        return str(value)
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value.removeprefix("#"))
    except json.JSONDecodeError:
        return value


def _game_type(declared: Game, parameters: dict[str, Any]) -> Any:
    """Say in OpenSpiel's words what kind of game it is."""
    return pyspiel.GameType(
        short_name=f"python_horta_{declared.id}",
        long_name=declared.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=declared.max_players,
        min_num_players=declared.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters,
    )


def _game_class(declared: Game) -> tuple[Any, Any]:
    """Return OpenSpiel's type and class of a game."""
    defaults = _parameters(declared)
    game_type = _game_type(declared, defaults)

    class HortaGame(pyspiel.Game):
        """A game of Horta for OpenSpiel."""

        def __init__(self, params: Any = None) -> None:
            given = {**defaults, **(params or {})}
            options = {
                name: _option(given[name], field.default)
                for name, field in declared.options.model_fields.items()
                if given[name] != defaults[name]
            }
            players = int(given["players"])
            try:
                self.house = house(declared.id, players, str(given["reward"]), json.dumps(options))
            except HortaError as problem:
                raise pyspiel.SpielError(str(problem)) from problem
            low, high = bounds(self.house.reward, players)
            info = pyspiel.GameInfo(
                num_distinct_actions=len(declared.actions),
                max_chance_outcomes=VALUES,
                num_players=players,
                min_utility=low,
                max_utility=high,
                utility_sum=0.0,
                max_game_length=MOST_STEPS,
            )
            super().__init__(game_type, info, params or {})

        def __reduce__(self) -> tuple[Any, ...]:
            """Travel as a name and parameters, as OpenSpiel's own games do."""
            return load, (str(self),)

        def new_initial_state(self) -> Any:
            """Return the state before the deal."""
            return HortaState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            """Return what writes observations and information states."""
            if params:
                raise pyspiel.SpielError(
                    f"an observer of {declared.title} takes no parameters: {params}"
                )
            _check_observed(declared, iig_obs_type)
            recall = iig_obs_type is not None and iig_obs_type.perfect_recall
            return Observer(self.house, perfect_recall=recall)

    return game_type, HortaGame


def _check_observed(declared: Game, kind: Any) -> None:
    """Refuse an observer of anything but what a seat may know: the public and its own."""
    if kind is None:
        return
    single = pyspiel.PrivateInfoType.SINGLE_PLAYER
    if not kind.public_info or kind.private_info != single:
        raise pyspiel.SpielError(
            f"an observer of {declared.title} shows what a seat may know, public_info=True with "
            f"private_info=SINGLE_PLAYER; not public_info={kind.public_info} with "
            f"private_info={kind.private_info.name}"
        )


class HortaState(pyspiel.State):
    """One table, before the deal, in play or over."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.house: House = game.house
        self.place = Place()

    def current_player(self) -> int:
        """Return the seat to play, or OpenSpiel's numbers for chance and the end."""
        return self.place.seat

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.place.seat == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        house = self.house
        return house.listed[: house.legal(self.place.table, 0, house.out)].tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the values of the next byte of the seed."""
        return OUTCOMES

    def _apply_action(self, action: int) -> None:
        house, place = self.house, self.place
        table = place.table
        if table is None:
            place.seed += bytes([action])
            if len(place.seed) == BYTES:
                place.table = house.deal(int.from_bytes(place.seed, "big"))
                place.seat = house.to_play(place.table, 0)
            return
        place.past = Past(place.past, table.tobytes())
        house.step(table, 0, action)
        seat = house.to_play(table, 0)
        place.seat = seat if seat >= 0 else TERMINAL

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"deal {action}"
        actions = self.house.game.actions
        return actions.text(action) if 0 <= action < len(actions) else f"no action {action}"

    def returns(self) -> list[float]:
        """Return the rewards of all seats; nothing before the end."""
        house = self.house
        table = self.place.table
        if table is None or not self.is_terminal():
            return [0.0] * house.players
        sheet = house.game.new_sheet()
        house.rules.score(table, 0, sheet)
        values: list[float] = rewards_for(house.game, sheet, house.players, house.reward).tolist()
        return values

    def __str__(self) -> str:
        place = self.place
        if place.table is None:
            return f"before the deal {list(place.seed)}"
        return _json(self.house, place.table)

    def information_state_key(self, player: int) -> bytes:
        """Return 16 bytes that stand for the information state: a cheap key for tables of values.

        Two states have the same key when their information-state strings are the same, but no
        JSON is written for it.
        """
        table = self.place.table
        if table is None:
            return bytes(KEY)
        seen = _seen(self.house, table, player).tobytes()
        past = bytes([player]) + _memory(self, player)
        return hashlib.blake2b(past + seen, digest_size=KEY).digest()

    def resample_from_infostate(self, player: int, sampler: Any) -> Any:
        """Return a state that the seat cannot tell from this one: the rest is dealt anew."""
        twin = self.clone()
        place: Place = twin.place
        if place.table is not None:
            if place.past is not None:
                place.past = Past(place.past.before, place.past.table, player)
            self.house.rules.redeal(place.table, 0, player, int(sampler() * MOST_SEED))
        return twin


def _json(at_home: House, table: Games) -> str:
    shown = at_home.game.presentation.to_json(at(at_home.game.table, table))
    return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))


def _seen(at_home: House, table: Games, *viewers: int) -> Games:
    seen = copy_table(table)
    for viewer in viewers:
        at_home.rules.redact(seen, 0, viewer)
    return seen


def _memory(state: HortaState, player: int) -> bytes:
    """Return a digest of all that a seat has seen before; each table is looked at once."""
    unknown: list[tuple[Past, int | None, tuple[int, int | None]]] = []
    link, only, digest = state.place.past, None, b""
    while link is not None:
        key = (player, only)
        if key in link.memory:
            digest = link.memory[key]
            break
        only = link.seen_by if link.seen_by is not None else only
        unknown.append((link, only, key))
        link = link.before
    for link, only, key in reversed(unknown):
        table = from_bytes(state.house.game.table, link.table)
        viewers = (player,) if only in (None, player) else (only, player)
        seen = _seen(state.house, table, *viewers).tobytes()
        digest = hashlib.blake2b(digest + seen, digest_size=12).digest()
        link.memory[key] = digest
    return digest


class Observer:
    """Writes observations and information states of a game."""

    def __init__(self, at_home: House, *, perfect_recall: bool) -> None:
        self.house = at_home
        self.perfect_recall = perfect_recall
        seen = at_home.game.observation_spec
        self.tensor = seen.new()
        self.dict = seen.split(self.tensor)

    def set_from(self, state: HortaState, player: int) -> None:
        """Fill `tensor` and its parts in `dict` with what a seat may know."""
        self.tensor.fill(0.0)  # somebody may have written on it
        if state.place.table is not None:
            self.house.rules.observe(state.place.table, 0, player, self.tensor)

    def string_from(self, state: HortaState, player: int) -> str:
        """Return what a seat may know as text."""
        if state.place.table is None:
            return "before the deal"
        shown = _json(self.house, _seen(self.house, state.place.table, player))
        if not self.perfect_recall:
            return shown
        return f"{player} {_memory(state, player).hex()} {shown}"


def load(described: str) -> Any:
    """Return a game by what `str` says of it; to import this module has registered it."""
    return pyspiel.load_game(described)


def register() -> None:
    """Give OpenSpiel all games, once."""
    known = set(pyspiel.registered_names())
    for declared in seen_games():
        game_type, game_class = _game_class(declared)
        if game_type.short_name not in known:
            pyspiel.register_game(game_type, game_class)


register()
