"""Chapter 8: who knows what."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import horta
from horta.core.engine import plain_engine
from horta.core.record import at
from paris.boards import A, dealt, play, seat, stand, table, until_over

VIEWERS = (0, 1, None)


def middle():
    """Return a game in the middle of phase 1: orange has 5 tiles left, blue 6."""
    match = dealt("3 5 1 0 7 4 6 2", "6 2 4 0 1 3 5 7", 0)
    return play(match, "T0/0", "T5/2", "T1/1", "K3", "T15/3", "T9/0", "K7")


def public(shown):
    """Return a table without what only some may know."""
    bare = {key: value for key, value in shown.items() if key not in ("dice", "seats")}
    hidden = ("hand", "stack", "unseen")
    bare["seats"] = [
        {key: value for key, value in own.items() if key not in hidden} for own in shown["seats"]
    ]
    return bare


@pytest.mark.rule("PA-INF-01")
@pytest.mark.parametrize("s", [0, 1])
def test_a_player_knows_his_own_tile_only(s):
    match = middle()
    seats = match.view(s)["table"]["seats"]
    assert seats[s]["hand"] == ("o0", "b4")[s]
    assert seats[1 - s]["hand"] == "?"


@pytest.mark.rule("PA-INF-01")
def test_a_spectator_knows_no_tile():
    assert [own["hand"] for own in middle().view()["table"]["seats"]] == ["?", "?"]


@pytest.mark.rule("PA-INF-02")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_knows_the_order_of_a_stack(viewer):
    seats = middle().view(viewer)["table"]["seats"]
    assert [own["stack"] for own in seats] == [None, None]
    assert [own["stack_size"] for own in seats] == [4, 5]


@pytest.mark.rule("PA-INF-02", "PA-INF-05")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_dice_are_hidden(viewer):
    match = horta.start("paris", seed=3)
    assert table(match)["dice"] is not None
    assert match.view(viewer)["table"]["dice"] is None


@pytest.mark.rule("PA-INF-03")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_rest_is_public(viewer):
    for match in (middle(), stand(A, "O I3 0 1 2", "B LAM declined", "B MET", orange="U6")):
        assert public(match.view(viewer)["table"]) == public(table(match))
        assert match.view(viewer)["sheet"] == match.sheet


@pytest.mark.rule("PA-INF-03")
def test_a_declined_card_is_seen_with_its_holder():
    match = play(stand(A, to_play=1), "A:LAM", "decline")
    for viewer in VIEWERS:
        cards = match.view(viewer)["table"]["postcards"]
        assert next(c for c in cards if c["card"] == "LAM")["state"] == "declined"
        assert next(c for c in cards if c["card"] == "LAM")["holder"] == 1


@pytest.mark.rule("PA-INF-04")
def test_everyone_can_work_out_the_unseen_tiles():
    match = middle()
    views = {viewer: match.view(viewer)["table"]["seats"] for viewer in VIEWERS}
    orange, blue = ["o2", "o4", "o6", "o7"], ["b0", "b1", "b3", "b5", "b7"]
    assert [own["unseen"] for own in views[0]] == [orange, sorted([*blue, "b4"])]
    assert [own["unseen"] for own in views[1]] == [sorted([*orange, "o0"]), blue]
    assert [own["unseen"] for own in views[None]] == [
        sorted([*orange, "o0"]),
        sorted([*blue, "b4"]),
    ]


@pytest.mark.rule("PA-INF-04")
def test_in_phase_2_nothing_is_hidden():
    match = stand(A, "O I3 0 1 2", orange="U6")
    shown = [match.view(viewer)["table"] for viewer in VIEWERS]
    assert shown[0] == shown[1] == shown[2]
    for own in shown[0]["seats"]:
        assert (own["hand"], own["unseen"]) == (None, [])


@pytest.mark.rule("PA-INF-04")
def test_with_all_tiles_laid_a_player_hides_nothing():
    match = dealt("0 1 2 3 4 5 6 7", "0 1 2 3 4 5 6 7", 1)
    for square in range(15):
        play(match, f"T{square}/0")
    for viewer, hand in ((0, "o7"), (1, "?"), (None, "?")):
        seats = match.view(viewer)["table"]["seats"]
        assert [own["hand"] for own in seats] == [hand, None]
        assert seats[0]["unseen"] == ([] if viewer == 0 else ["o7"])
        assert seats[1]["unseen"] == []


@pytest.mark.rule("PA-INF-01", "PA-INF-02")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_depends_on_nothing_hidden(viewer):
    """Invariant 16: shuffle the unseen tiles and compare the views."""
    match = horta.resume("paris", middle().position)
    before = match.view(viewer)
    for seed in range(6):
        dice = random.Random(seed)
        other = match.position
        for s, own in enumerate(other["table"]["seats"]):
            unseen = list(own["stack"])
            if s != viewer:
                unseen.append(own["hand"])
            dice.shuffle(unseen)
            if s != viewer:
                own["hand"] = unseen.pop()
            own["stack"] = unseen
        other["table"]["dice"] = [dice.randrange(2**32) for _ in range(4)]
        twin = horta.resume("paris", other)
        assert twin.view(viewer) == before
        assert twin.redacted(viewer).tobytes() == match.redacted(viewer).tobytes()


@pytest.mark.rule("PA-INF-05")
@pytest.mark.parametrize("seed", range(3))
def test_chance_acts_in_the_setup_only(seed):
    match = horta.start("paris", seed=seed, postcards="random")
    dice = table(match)["dice"]
    choice = random.Random(seed)
    for _ in until_over(match):
        match.play(choice.choice(match.legal))
        assert table(match)["dice"] == dice


@pytest.mark.rule("PA-INF-05")
def test_the_same_seed_and_moves_are_the_same_game():
    """Invariant 17."""
    one, other = (horta.start("paris", seed=11, postcards="random") for _ in range(2))
    choice = random.Random(5)
    for _ in until_over(one):
        assert one.legal == other.legal
        move = choice.choice(one.legal)
        one.play(move)
        other.play(move)
        assert one == other
    assert other.over
    assert one.scores == other.scores


# Dealing anew what a seat cannot know


def table_of(match):
    """Lay the whole truth out on a table of its own."""
    game = match.game
    games = game.new_table(2, match.options, match.components)
    game.presentation.from_json(match.position["table"], at(game.table, games))
    return games


def redealt(match, viewer, seed, games=None):
    """Deal anew what the viewer cannot know; without games, from what he sees."""
    game = match.game
    games = match.redacted(viewer) if games is None else games
    plain_engine(game).redeal(games, 0, -1 if viewer is None else viewer, seed)
    return game.presentation.to_json(at(game.table, games))


@pytest.mark.rule("PA-INF-01", "PA-INF-02", "PA-INF-04")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_new_deal_agrees_with_all_that_is_known(viewer):
    match = middle()
    seen = match.view(viewer)["table"]
    for seed in range(5):
        new = redealt(match, viewer, seed)
        assert public(new) == public(table(match))
        for s in (0, 1):
            own = new["seats"][s]
            assert own["stack_size"] == len(own["stack"]) == (4, 5)[s]
            tiles = [*own["stack"]]
            if s == viewer:
                assert own["hand"] == seat(match, s)["hand"]
            else:
                tiles.append(own["hand"])
            assert sorted(tiles) == seen["seats"][s]["unseen"]


@pytest.mark.rule("PA-INF-01", "PA-INF-02")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_new_deal_looks_at_nothing_hidden(viewer):
    match = middle()
    for seed in (0, 1, 99):
        assert redealt(match, viewer, seed) == redealt(match, viewer, seed, table_of(match))
    assert redealt(match, viewer, 1) != redealt(match, viewer, 2)
    assert redealt(match, viewer, 1)["dice"] != redealt(match, viewer, 2)["dice"]
    assert redealt(match, viewer, 1)["dice"] != table(match)["dice"]


@pytest.mark.rule("PA-INF-02", "PA-INF-04")
def test_a_new_deal_gives_every_tile_its_chance():
    match = middle()
    deals = [redealt(match, 0, seed)["seats"] for seed in range(300)]
    hands = Counter(own[1]["hand"] for own in deals)
    assert set(hands) == {"b0", "b1", "b3", "b4", "b5", "b7"}
    assert min(hands.values()) > 25  # 50 on average
    first = Counter(own[0]["stack"][0] for own in deals)
    assert set(first) == {"o2", "o4", "o6", "o7"}
    assert min(first.values()) > 45  # 75 on average
    last = Counter(own[0]["stack"][3] for own in deals)
    assert min(last.values()) > 45


@pytest.mark.rule("PA-INF-04")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_new_deal_at_the_end_of_the_stacks(viewer):
    match = dealt("0 1 2 3 4 5 6 7", "0 1 2 3 4 5 6 7", 1)
    for square in range(15):
        play(match, f"T{square}/0")
    new = redealt(match, viewer, 4)
    assert [own["hand"] for own in new["seats"]] == ["o7", None]
    assert [own["stack"] for own in new["seats"]] == [[], []]
    play(match, "T15/0")
    new = redealt(match, viewer, 4)
    assert [own["hand"] for own in new["seats"]] == [None, None]
    assert {**new, "dice": None} == {**table(match), "dice": None}
