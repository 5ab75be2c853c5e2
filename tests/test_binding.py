"""The binder: what loops declare, and what they are given."""

from __future__ import annotations

import dataclasses
from types import GenericAlias
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pytest

import horta
from horta.bots import lookahead, search
from horta.core import drivers, registry
from horta.core.binding import bind, contract, numba_type, takes_two_tables
from horta.core.contract import DoubleRows, Entry, Ints, Tables
from horta.core.engine import compiled_engine, plain_engine
from horta.core.game import Rules
from horta.core.record import blank
from horta.envs import loops

LOOPS = [
    drivers.playouts,
    drivers.verify_games,
    drivers.advance,
    drivers.copies,
    search.search,
    lookahead.look_ahead,
    loops.reset_games,
    loops.step_games,
    loops.sample_actions,
]


class Walk(NamedTuple):
    to_play: Entry
    legal: Entry
    step: Entry


class Paper(NamedTuple):
    out: Ints
    sums: DoubleRows


def wander(rules: Walk, games: Tables, paper: Paper, steps: int, last: bool) -> int:
    """Take the first or the last legal action, some times."""
    taken = 0
    while taken < steps and rules.to_play(games, 0) >= 0:
        n = rules.legal(games, 0, paper.out)
        rules.step(games, 0, paper.out[n - 1 if last else 0])
        paper.sums[0, 0] += n
        taken += 1
    return taken


def dealt(game_id):
    match = horta.start(game_id, seed=7)
    return match.game, match.redacted(None), match


def paper(game):
    return Paper(game.new_list(), np.zeros((2, 2)))


def test_the_contract_names_every_rule_of_a_game():
    assert set(contract()) == {field.name for field in dataclasses.fields(Rules)}
    assert [name for name in contract() if takes_two_tables(name)] == ["follows"]


@pytest.mark.parametrize("loop", LOOPS, ids=lambda loop: loop.__name__)
@pytest.mark.parametrize("game_id", horta.games())
def test_what_loops_declare_can_be_compiled_for(loop, game_id):
    hints = dict(loop.__annotations__)
    assert hints.pop("return") in ("int", "None")
    from typing import get_type_hints

    for name, hint in get_type_hints(loop, include_extras=True).items():
        found = numba_type(hint, registry.game(game_id))
        assert found is numba_type(hint, registry.game(game_id)), f"{name} is looked up once"


@pytest.mark.parametrize("game_id", horta.games())
def test_a_loop_plays_by_the_rules_that_it_declares(game_id):
    game, _, match = dealt(game_id)
    for _ in range(3):
        match.play(match.legal[-1])
    table = game.new_table(match.players, match.options, match.components)
    plain_engine(game).setup(table, 0, 7)
    assert bind(wander, plain_engine(game))(table, paper(game), 3, True) == 3
    assert table.tobytes() == match._table.tobytes()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda games, given: (games, given._replace(out=given.out.astype(np.int64))),
            "out.*int32",
        ),
        (lambda games, given: (games, given._replace(sums=given.sums[0])), "sums.*2 axes"),
        (lambda games, given: (games, given._replace(sums=given.sums.T)), "sums"),
        (lambda games, given: (games.view(np.uint8), given), "wander: an array of records"),
    ],
)
def test_what_compiled_code_would_misread_is_refused_uncompiled(change, message):
    game, _, _ = dealt("paris")
    games, given = change(blank(game.table), paper(game))
    with pytest.raises(TypeError, match=message):
        bind(wander, plain_engine(game))(games, given, 1, False)


def test_numbers_are_looked_at_too():
    game, table, _ = dealt("paris")
    loop = bind(wander, plain_engine(game))
    with pytest.raises(TypeError, match=r"int is needed, not 1\.5"):
        loop(table, paper(game), 1.5, False)
    with pytest.raises(TypeError, match="bool is needed, not 1"):
        loop(table, paper(game), 1, 1)


def test_an_alias_stands_for_what_it_says():
    """NumPy 2.5 declares `NDArray` by a `type` statement: an alias with a value and parameters."""
    scalar = TypeVar("scalar")

    class Alias:
        __value__ = np.ndarray[Any, np.dtype[scalar]]

    game = registry.game("paris")
    assert numba_type(GenericAlias(Alias, (np.int32,)), game) == numba_type(Ints, game)


def test_what_is_no_kind_is_named():
    with pytest.raises(TypeError, match=r"dict.*can be compiled for"):
        numba_type(dict, registry.game("paris"))


@pytest.mark.compiled
@pytest.mark.parametrize("game_id", horta.games())
def test_a_compiled_loop_does_the_same(game_id):
    game, _, match = dealt(game_id)
    tables = []
    for engine in (plain_engine(game), compiled_engine(game)):
        table = game.new_table(match.players, match.options, match.components)
        plain_engine(game).setup(table, 0, 7)
        given = paper(game)
        taken = bind(wander, engine)(table, given, 12, False)
        tables.append((taken, table.tobytes(), given.sums.tolist()))
    assert tables[0] == tables[1]


@pytest.mark.compiled
def test_a_loop_reads_the_addresses_that_a_rule_carries(monkeypatch):
    """Numba, which would look for them at every call, is not asked."""
    game, table, _ = dealt("paris")
    loop = bind(wander, compiled_engine(game))
    for rule in loop.args[0]:
        monkeypatch.setattr(rule, "get_compile_result", None)
        monkeypatch.setattr(rule, "__wrapper_address__", None, raising=False)
    assert loop(table, paper(game), 3, False) == 3
