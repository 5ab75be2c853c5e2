"""Action spaces: integers, coordinates and texts, back and forth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horta.core import registry
from horta.core.actions import ActionSpace, Axis, Span
from horta.core.errors import BadText
from horta.core.offers import listed, offer
from horta.core.rule import rule

SPACE = ActionSpace(
    Span("pass"),
    Span("place", Axis("cell", ("a1", "a2", "b1")), Axis("turn", 4)),
    Span("take", Axis("card", 2)),
)


def test_spans_follow_each_other():
    assert [(span.name, span.start, span.stop) for span in SPACE] == [
        ("pass", 0, 1),
        ("place", 1, 13),
        ("take", 13, 15),
    ]
    assert len(SPACE) == 15


def test_the_last_axis_runs_fastest():
    assert SPACE["place"].encode(2, 1) == 1 + 2 * 4 + 1
    assert SPACE.decode(10) == ("place", (2, 1))


@pytest.mark.parametrize("game", registry.games())
def test_every_action_of_every_game_round_trips(game):
    space = registry.game(game).actions
    seen = set()
    for action in range(len(space)):
        text = space.text(action)
        assert space.parse(text) == action
        assert space.parse(f"  {text.upper()} ") == action
        kind, values = space.decode(action)
        assert space[kind].encode(*values) == action
        seen.add(text)
    assert len(seen) == len(space)


@given(st.text(max_size=20))
def test_strange_texts_are_refused_with_words(text):
    words = text.split()
    if words and words[0].lower() in ("pass", "place", "take"):
        return
    with pytest.raises(BadText, match="names no action"):
        SPACE.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "names no action"),
        ("jump a1", "actions begin with pass, place, take"),
        ("place a1", "'place <cell> <turn>'"),
        ("place c9 1", "'c9' is not a valid cell; it must be one of a1, a2, b1"),
        ("pass now", "'pass'"),
    ],
)
def test_refusals_say_what_would_be_right(text, message):
    with pytest.raises(BadText, match=message):
        SPACE.parse(text)


@pytest.mark.parametrize("action", [-1, 15])
def test_there_are_no_other_actions(action):
    with pytest.raises(BadText, match="from 0 to 14"):
        SPACE.text(action)


def test_names_must_differ():
    with pytest.raises(ValueError, match="same name"):
        Axis("cell", ("a", "A"))
    with pytest.raises(ValueError, match="same name"):
        ActionSpace(Span("a"), Span("a"))


def test_encode_refuses_what_is_out_of_range():
    with pytest.raises(BadText, match="turn is 0 to 3"):
        SPACE["place"].encode(0, 4)
    with pytest.raises(BadText, match="takes 2 values"):
        SPACE["place"].encode(0)


def test_rules_offer_the_actions_of_a_span_that_are_given_as_bits():
    offer_place = SPACE["place"].offering()

    @rule
    def legal(table, out):
        return offer_place(out, offer(out, 0, 0), 0b1000_0000_0101)

    assert [SPACE.text(action) for action in listed(legal, None, SPACE)] == [
        "pass",
        "place a1 0",
        "place a1 2",
        "place b1 3",
    ]
