"""Who knows what (B93-INF), and what holds for whole games."""

from __future__ import annotations

import random

import pytest
from b93_study import EDITIONS, Study, do, fresh, options, table

import horta
from horta.core import registry
from horta.core.engine import compiled_engine, plain_engine
from horta.games.bruxelles1893.moves import ACTIONS, PASS, PERFORM


@pytest.mark.rule("B93-INF-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_before_the_players_is_public(edition):
    match = Study(edition, 3).put("a1", figure=1, bid=3).seat(1, money=7, cubes={"wood": 2}).match()
    for seat in (None, 0, 1, 2):
        view = match.view(seat)["table"]
        for key in (
            "seats",
            "board",
            "supply",
            "theatre",
            "discards",
            "cursor",
            "branches",
            "uses",
        ):
            assert view[key] == table(match)[key]
        assert view["deck_size"] == table(match)["deck_size"]
        assert view["prizes"]["strip"] == table(match)["prizes"]["strip"]
        assert view["workshop"]["stacks"] == table(match)["workshop"]["stacks"]


@pytest.mark.rule("B93-INF-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_order_of_the_piles_is_secret(edition):
    match = fresh(edition)
    for seat in (None, 0, 1, 2):
        view = match.view(seat)["table"]
        assert view["deck"] is view["stock_pile"] is view["dice"] is None
        assert view["prizes"]["pile"] is None
        assert set(view["workshop"]["pile"]) <= {"?"}


@pytest.mark.rule("B93-INF-02")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_new_deal_gives_every_hidden_card_its_chance(edition):
    """Every pile is dealt anew, all of it, and whatever may lie on top does so at times."""
    match, rng = fresh(edition, 4, seed=5), random.Random(5)
    while table(match)["round"] < 3:
        match.play(rng.choice(match.legal))

    def hidden(at):
        now = table(at)
        piles = {
            "deck": now["deck"],
            "stock": now["stock_pile"],
            "prizes": [*now["prizes"]["pile"], *filter(None, now["prizes"]["face_down"])],
        }
        if edition == "2013":
            piles["works"] = now["workshop"]["pile"]
        return piles

    truth, tops = hidden(match), {}
    for seed in range(300):
        other = match.copy()
        plain_engine(match.game).redeal(other._table, 0, 1, seed)
        for name, pile in hidden(other).items():
            assert sorted(pile) == sorted(truth[name])
            tops.setdefault(name, set()).add(pile[0])
    assert tops == {name: set(pile) for name, pile in truth.items()}


def thrifty(out, n, rng):
    """Choose as a player does who wants to reach the end of things: low bids, few passes."""
    actions = out[:n].tolist()
    if ACTIONS.span(actions[0]).name == "bid":
        return actions[0] if rng.random() < 0.9 else rng.choice(actions[:3])
    if actions[0] == PASS and n > 1 and rng.random() < 0.95:
        return rng.choice(actions[1:])
    if PERFORM in actions and rng.random() < 0.9:
        return PERFORM
    return rng.choice(actions)


@pytest.mark.compiled
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_invariants_hold_where_players_spend_little_and_do_much(edition, players):
    game = registry.game("bruxelles1893")
    rules = compiled_engine(game)
    options_ = game.read_options({"edition": edition, "strips": "random"})
    start = game.new_table(players, options_, game.read_components({}))
    out = game.new_list()
    built = 0
    for seed in range(60):
        games, rng = start.copy(), random.Random(seed)
        rules.setup(games, 0, seed)
        while rules.to_play(games, 0) >= 0:
            broken = rules.check(games, 0)
            assert broken == 0, (seed, game.presentation.invariants()[broken])
            n = rules.legal(games, 0, out)
            rules.step(games, 0, thrifty(out, n, rng))
        built = max(built, int(games["seats"]["built"].max()))
    assert built >= 4


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 4])
def test_rotating_the_seats_rotates_the_results(edition, players):
    """Nothing depends on a seat's number but who is first."""
    rng = random.Random(7)
    one = fresh(edition, players, seed=9, starting_player=0)
    two = fresh(edition, players, seed=9, starting_player=1)
    while not one.over:
        assert two.to_play == (one.to_play + 1) % players
        assert two.legal == one.legal
        action = rng.choice(one.legal)
        one.play(action)
        two.play(action)
    assert two.over
    assert [two.scores[(s + 1) % players] for s in range(players)] == one.scores


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_has_five_rounds_and_points_never_fall_before_the_end(edition):
    rng = random.Random(3)
    match = fresh(edition, 3, seed=12)
    seen, before = set(), [0, 0, 0]
    while not match.over:
        seen.add(table(match)["round"])
        now = [
            sum(v for k, v in s["earned"].items() if k != "unpaid") for s in table(match)["seats"]
        ]
        assert all(a >= b for a, b in zip(now, before, strict=True))
        before = now
        match.play(rng.choice(match.legal))
    assert seen - {0} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("edition", EDITIONS)
def test_labels_questions_and_events_are_said_for_everything(edition):
    rng = random.Random(5)
    match = fresh(edition, 4, seed=3)
    while not match.over:
        assert match.question()
        labels = [match.label(action) for action in match.legal]
        assert len(set(labels)) == len(labels), labels
        assert not any("{" in label for label in labels)
        for action in match.legal:
            assert match.parse(match.text(action)) == action
        match.play(rng.choice(match.legal))
        assert match.sketch(rng.randrange(4))
    assert not any("{" in line for line in match.log())


def test_the_action_space_is_small():
    assert len(ACTIONS) < 600
    game = registry.game("bruxelles1893")
    assert game.table.__dtype__.itemsize < 4096


@pytest.mark.parametrize("edition", EDITIONS)
def test_positions_and_transcripts_come_back(edition):
    rng = random.Random(8)
    match = fresh(edition, 3, seed=4)
    while not match.over:
        if rng.random() < 0.2:
            again = horta.resume("bruxelles1893", match.position)
            assert again.position == match.position
            assert again.legal == match.legal
        match.play(rng.choice(match.legal))
    assert horta.replay(match.transcript()) == match


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda t: t["seats"][0].update(reserve=6), "invariant 4"),
        (lambda t: t["supply"].update(wood=9), "invariant 1"),
        (lambda t: t.update(branches=[2, 2]), "invariant 9"),
        (lambda t: t["deck"].pop(), "invariant 3"),
        (lambda t: t.update(decision="nap"), "'decision': it must be one of .*given: 'nap'"),
        (lambda t: t.update(strips=["1 plain"] * 5), "B93-SET-01"),
        (lambda t: t["board"].append({"space": "z9"}), "z9"),
        (lambda t: t["prizes"].update(pile=None), "this is a view"),
        (lambda t: t["seats"].pop(), "'seats': 3 are needed"),
        (lambda t: t["prizes"]["winner"].__setitem__(0, 4), "winner': there is no seat 4"),
        (lambda t: t["prizes"]["tied"].__setitem__(0, [3]), "tied': there is no seat 3"),
        (lambda t: t["workshop"].update(seen=[None]), "'workshop.seen': 0 are needed"),
        (lambda t: t["ring"].pop(), "'ring': it has 7 places"),
        (lambda t: t["workshop"]["stacks"].update(blue=7), "invariant 2"),
        (lambda t: t.update(stock=[1, 1]), "12 different cards"),
    ],
)
def test_positions_that_no_game_can_reach_are_refused(change, message):
    match = do(fresh("2023", 3), "work blue", "work green", "work blue")
    do(match, options(match)[0])
    position = match.position
    change(position["table"])
    with pytest.raises(horta.BadPosition, match=message):
        horta.resume("bruxelles1893", position)
