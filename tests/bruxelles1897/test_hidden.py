"""Who may know what (chapter 12): the dice, which order the piles, are all that is hidden."""

from __future__ import annotations

from collections import Counter

import pytest

import horta
from bruxelles1897.tables import EMPTY, do, offers, seat, stand, table
from horta.core.engine import plain_engine
from horta.core.record import at
from horta.games.bruxelles1897.table import SEEN_BY_ALL


def redealt(match, seat_, seed):
    other = match.copy()
    plain_engine(match.game).redeal(other._table, 0, seat_, seed)
    return other


def test_a_view_is_the_truth_without_the_dice():
    match = horta.start("bruxelles1897", 3, 8)
    do(match, "visit cinquantenaire", "send a13", "perform creation")
    truth = table(match)
    assert truth["dice"] is not None
    for viewer in (None, 0, 1, 2):
        view = match.view(viewer)["table"]
        assert view == {**truth, "dice": None}
        dice = at(match.game.table, match.redacted(viewer)).dice
        assert (dice.a, dice.b, dice.c, dice.counter) == (0, 0, 0, 0)


def test_a_drawn_pair_is_public():
    """Ruling R-33."""
    match = stand(EMPTY, seat(), seat(), seat(), piles={"artworks": "red blue"})
    do(match, "visit cinquantenaire", "send a13", "perform creation")
    assert sorted(match.view(2)["table"]["under_way"]["drawn"]) == ["blue", "red"]


@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_a_redeal_keeps_everything_but_the_cards_to_come(viewer):
    match = horta.start("bruxelles1897", 3, 8)
    seen = match.view(None)
    other = redealt(match, viewer, 99)
    assert other.view(None) == seen
    assert other.position != match.position
    assert redealt(match, viewer, 99) == other
    assert at(match.game.table, other._table).seen_by == SEEN_BY_ALL


def test_redealt_draws_are_uniform_over_what_the_pile_contains():
    """5 of 6 pairs are two different cards; each unordered pair of cards has the same chance."""
    match = stand(EMPTY, seat(), seat(), seat(), piles={"artworks": "red red blue green"})
    do(match, "visit cinquantenaire", "send a13")
    option = match.parse("perform creation")
    pairs = Counter()
    for seed in range(600):
        other = redealt(match, 0, seed)
        before = Counter(table(other)["discards"])
        other.play(option)
        drawn = table(other)["under_way"]["drawn"]
        if not drawn:  # two red ones: taken by the engine
            assert Counter(table(other)["discards"]) - before == {"red": 1}
            drawn = ["red", "red"]
        pairs[tuple(sorted(drawn))] += 1
    assert set(pairs) == {
        ("red", "red"),
        ("blue", "red"),
        ("green", "red"),
        ("blue", "green"),
    }
    chances = {("red", "red"): 1, ("blue", "green"): 1, ("blue", "red"): 2, ("green", "red"): 2}
    squared = sum((pairs[p] - 100 * c) ** 2 / (100 * c) for p, c in chances.items())
    assert squared < 16.3, "chi squared with 3 degrees of freedom, 1 in 1000"


def test_a_draw_that_shows_cards_cannot_be_taken_back_among_people():
    match = stand(EMPTY, seat(materials="WM"), seat(), seat(), piles={"artworks": "red blue"})
    do(match, "visit cinquantenaire", "send a13")
    assert match.may_undo
    do(match, "perform creation")
    assert "pick first" in offers(match)
    assert not match.may_undo
