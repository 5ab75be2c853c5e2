"""What holds for every bot: it finishes, it repeats itself, and secrets do not move it."""

from __future__ import annotations

import numpy as np
import pytest
from tests.bots.tables import GAMES, after, retold

import horta
from horta.bots import Budget, info_state, player
from horta.bots.mcts import MctsBot
from horta.core import registry
from horta.core.engine import mode

compiled = pytest.mark.compiled

BOTS = ["random", "greedy:deals=1,answered=2", pytest.param("mcts:40it", marks=compiled)]


VARIANTS = {
    "paris": [{}, {"postcards": "random", "allow_flip": True, "fountain_cells": 2}],
    "bruxelles1897": [{}, {"force_effect": False, "vp_floor": 0}],
    "bruxelles1893": [
        {"edition": "2013", "strips": "random"},
        {"edition": "2023", "strips": "alternate", "strip_order": "printed"},
        {"edition": "2023", "belle_epoque": True, "asymmetric": True},
    ],
}
TABLES = [
    pytest.param(game, players, options, id=f"{game}-{players}-{k}")
    for game in GAMES
    for players in range(registry.game(game).min_players, registry.game(game).max_players + 1)
    for k, options in enumerate(VARIANTS.get(game, [{}]))
]


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_every_bot_finishes_every_game(game, players, options):
    """Random, greedy and searching bots sit at one table, so that each meets the others' play."""
    names = ["random", "greedy:deals=1,answered=2", "mcts:8it"]
    if mode() == "plain":
        names = ["random"]  # the others are slow as they are written
    match = horta.start(game, players, 4, **options)
    seated = [player(names[s % len(names)], match.game, players) for s in range(players)]
    while not match.over:
        match.play(seated[match.to_play].choose(info_state(match, seed=9)))
    assert match.winners


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", [*BOTS, pytest.param("mcts:60it,threads=2", marks=compiled)])
@pytest.mark.parametrize("steps", [0, 7, 15])
def test_same_seed_same_choice(game, name, steps):
    match = after(game, 11, steps)
    choices = {
        player(name, match.game, match.players).choose(info_state(match, seed=5)) for _ in range(3)
    }
    assert len(choices) == 1
    assert choices <= set(match.legal)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("steps", [1, 6, 13])
def test_what_a_seat_cannot_know_does_not_move_its_bot(game, name, steps):
    match = after(game, 23, steps)
    truths = [retold(match, deal) for deal in range(6)]
    tables = {repr(truth.position) for truth in truths}
    assert len(tables) > 1, "the truths behind what the seat knows differ"
    for seed in range(3):
        seen = [info_state(truth, seed=seed) for truth in truths]
        assert len({each.table.tobytes() for each in seen}) == 1
        assert len({player(name, match.game, match.players).choose(each) for each in seen}) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_sight_holds_nothing_of_the_truth(game):
    match = after(game, 5, 6)
    seen = info_state(match)
    assert seen.table.tobytes() == match.redacted(match.to_play).tobytes()
    assert not any(value is match for value in vars(seen).values())
    before = match.position
    seen.table.view(np.uint8)[:] = 0
    assert match.position == before, "what the bot gets is a copy"


@pytest.mark.parametrize("game", GAMES)
def test_other_seeds_make_a_random_bot_choose_otherwise(game):
    match = horta.start(game, seed=1)
    bot = player("random", match.game, match.players)
    chosen = {bot.choose(info_state(match, seed=seed)) for seed in range(40)}
    assert len(chosen) >= min(5, len(match.legal))


def test_choosing_leaves_the_match_alone():
    match = after("paris", 3, 9)
    before = match.position
    player("greedy:deals=1,answered=0", match.game, 2).choose(info_state(match))
    assert match.position == before


def test_a_finished_game_has_no_sight():
    match = horta.start("paris", seed=1)
    while not match.over:
        match.play(match.legal[-1])
    with pytest.raises(ValueError, match="over"):
        info_state(match)


@compiled
def test_the_search_is_the_same_as_it_is_written_and_compiled(monkeypatch):
    match = after("paris", 8, 25)
    name = "mcts:12it"
    one = player(name, match.game, 2).think(info_state(match, seed=2))
    monkeypatch.setenv("HORTA_JIT", "0")
    other = player(name, match.game, 2).think(info_state(match, seed=2))
    assert [(t.action, t.visits) for t in one] == [(t.action, t.visits) for t in other]
    for a, b in zip(one, other, strict=True):
        assert a.margin == pytest.approx(b.margin)
        assert a.lines == pytest.approx(b.lines)


LAST_ROUNDS = [
    ("bruxelles1897", 4, {}),
    ("bruxelles1893", 5, {"edition": "2013"}),
    ("bruxelles1893", 5, {"edition": "2023"}),
]


@compiled
@pytest.mark.parametrize(("game", "last", "options"), LAST_ROUNDS)
@pytest.mark.parametrize("name", ["greedy", "mcts:150it"])
@pytest.mark.parametrize("seed", range(3))
def test_no_points_are_thrown_away_by_the_last_player(game, last, options, name, seed):
    """Whoever is alone in the last round ends with more than by passing at once."""
    match = horta.start(game, 2, seed, **options)
    quick = player("greedy:deals=1,answered=0", match.game, 2)
    while match.position["table"]["round"] < last or not may_pass(match):
        match.play(quick.choose(info_state(match)))
    match.play(match.parse("pass"))
    while not may_pass(match):
        match.play(quick.choose(info_state(match)))
    seat = match.to_play
    at_once = match.copy()
    at_once.play(at_once.parse("pass"))
    while not at_once.over:
        at_once.play(quick.choose(info_state(at_once)))
    bot = player(name, match.game, 2)
    while not match.over:
        match.play((bot if match.to_play == seat else quick).choose(info_state(match)))
    assert match.scores[seat] > at_once.scores[seat]


def may_pass(match):
    return match.parse("pass") in match.legal


@compiled
class TestSearch:
    def test_visits_add_up_to_the_iterations(self):
        match = after("paris", 8, 5)
        bot = MctsBot(match.game, 2)
        thoughts = bot.think(info_state(match), Budget(iterations=300))
        assert sum(thought.visits for thought in thoughts) == 300
        assert [t.visits for t in thoughts] == sorted((t.visits for t in thoughts), reverse=True)

    def test_threads_share_the_iterations(self):
        match = after("paris", 8, 5)
        bot = MctsBot(match.game, 2)
        thoughts = bot.think(info_state(match), Budget(iterations=300, threads=3))
        assert sum(thought.visits for thought in thoughts) == 300

    def test_a_thought_is_a_final_score_sheet(self):
        match = after("paris", 8, 30)
        for thought in MctsBot(match.game, 2).think(info_state(match), Budget(iterations=200)):
            assert 0 <= thought.win <= 1
            assert len(thought.lines) == len(match.game.lines)

    def test_a_time_budget_ends(self):
        match = after("paris", 8, 5)
        thoughts = MctsBot(match.game, 2).think(info_state(match), Budget(seconds=0.05))
        assert sum(thought.visits for thought in thoughts) > 0

    def test_the_tree_is_taken_over_until_something_is_drawn(self):
        match = horta.start("paris", seed=6)
        bots = [MctsBot(match.game, 2) for _ in range(2)]
        asked = [0, 0]  # how much was played when each of them thought last
        within = across = 0
        drawn = []
        while not match.over:
            bot, seat = bots[match.to_play], match.to_play
            if len(match.legal) == 1:
                match.play(match.legal[0])
                continue
            before, since = list(bot._searches), match.actions[asked[seat] :]
            asked[seat] = len(match.actions)
            match.play(bot.choose(info_state(match, seed=seat), Budget(iterations=120)))
            kept = bool(before) and bot._searches[0] is before[0]
            if any(match.text(action).startswith("tile") for action in since):
                drawn.append(kept)
            elif kept and len(since) > 1:
                across += 1
            else:
                within += kept
        assert min(within, across) > 0
        assert len(drawn) > 5
        assert not any(drawn[: len(drawn) // 2]), "towards the end a seat can tell what is left"

    def test_a_taken_over_tree_still_gives_legal_actions(self):
        match = horta.start("paris", seed=7)
        bots = [MctsBot(match.game, 2) for _ in range(2)]
        while not match.over:
            seen = info_state(match, seed=1)
            action = bots[match.to_play].choose(seen, Budget(iterations=30))
            assert action in match.legal
            match.play(action)


@compiled
def test_a_budget_of_the_processor_looks_at_no_other_clock(monkeypatch):
    """The search asks the thread's own time, so a busy machine takes no iterations away."""
    from horta.bots import mcts
    from horta.bots.play import LIMIT, limit_of

    asked = []

    def thread_time():
        asked.append(None)
        return 0.004 * len(asked)

    def refuse():
        raise AssertionError("the clock on the wall")

    monkeypatch.setattr(mcts.time, "thread_time", thread_time)
    monkeypatch.setattr(mcts.time, "perf_counter", refuse)
    match = after("paris", 4, 12)
    found = player("mcts:50ms-cpu", match.game, match.players).think(info_state(match))
    assert found[0].visits > 0
    assert 5 <= len(asked) <= 20
    assert limit_of(Budget(seconds=0.05, processor=True)) == LIMIT
    assert limit_of(Budget(seconds=0.05)) < LIMIT


@pytest.mark.parametrize(("budget", "fewer"), [("40it,1000s", False), ("1000000it,1ms", True)])
def test_of_two_budgets_the_first_to_end_ends_the_thought(budget, fewer):
    match = after("paris", 3, 20)
    bot = player(f"mcts:{budget}", match.game, 2)
    visits = sum(one.visits for one in bot.think(info_state(match, seed=1)))
    assert visits == 40 if not fewer else 0 < visits < 1_000_000
