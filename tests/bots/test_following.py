"""A bot keeps its tree while others answer, and only where the tree is about this table."""

from __future__ import annotations

import pytest
from tests.bots.tables import after

from horta.bots import Budget, info_state
from horta.bots.following import way
from horta.bots.mcts import MctsBot
from horta.bots.tuning import tuning_of


def searched(match, iterations=300):
    """A bot that has thought about the last step of a turn, with its best action played."""
    seat = match.to_play
    while True:
        bot = MctsBot(match.game, match.players, tuning_of(match.game))
        info = info_state(match, seed=5)
        best = bot.think(info, Budget(iterations=iterations))[0].action
        match.play(best)
        if match.to_play != seat:
            return bot, info, best


def until_asked(match, seat, choose):
    """Play on until a seat is asked again; return what was played."""
    played = []
    while not match.over and (match.to_play != seat or len(match.legal) == 1):
        played.append(choose(match))
        match.play(played[-1])
    return played


def most_likely(bot, path):
    """What the tree looks at most after some actions."""

    def choose(match):
        answers = [one for one in bot._searches[0].answers(tuple(path)) if one[0] in match.legal]
        path.append(max(answers, key=lambda one: one[1])[0] if answers else match.legal[0])
        return path[-1]

    return choose


@pytest.mark.parametrize(("game", "steps"), [("paris", 34), ("bruxelles1897", 5)])
def test_the_answers_of_others_are_found_in_the_tree(game, steps):
    match = after(game, 3, steps)
    while len(match.legal) == 1:
        match.play(match.legal[0])
    seat = match.to_play
    bot, info, best = searched(match)
    path = [best]
    until_asked(match, seat, most_likely(bot, path))
    assert len(path) > 1, "nobody answered: the position tells nothing"
    now = info_state(match, seed=6)
    assert way(info, best, now, bot._searches[0].answers) == tuple(path)
    node = bot._searches[0].below(path)
    before = int(bot._searches[0].tree.visits[node])
    assert before > 0
    kept = bot._reuse(now, 1, bot._root_values(now))
    assert kept
    assert kept[0].visits == before
    assert {action for action, _ in kept[0].answers(())} <= set(match.legal)


def test_a_drawn_tile_ends_what_a_tree_knows():
    """After one's own tile is laid, another is drawn: the tree below is about other tiles."""
    match = after("paris", 3, 0)
    seat = match.to_play
    bot = MctsBot(match.game, match.players, tuning_of(match.game))
    info = info_state(match, seed=5)
    bot.think(info, Budget(iterations=300))
    tile = next(action for action in match.legal if match.text(action).startswith("tile"))
    match.play(tile)
    until_asked(match, seat, lambda match: match.legal[0])
    assert way(info, tile, info_state(match, seed=6), bot._searches[0].answers) is None


def test_what_was_not_thought_of_is_not_found():
    match = after("paris", 3, 34)
    seat = match.to_play
    bot, info, best = searched(match, iterations=4)
    path = [best]

    def unthought(match):
        known = {action for action, _ in bot._searches[0].answers(tuple(path))}
        path.append(next(action for action in reversed(match.legal) if action not in known))
        return path[-1]

    until_asked(match, seat, unthought)
    now = info_state(match, seed=6)
    assert way(info, best, now, bot._searches[0].answers) is None
    assert bot._reuse(now, 1, bot._root_values(now)) == []
