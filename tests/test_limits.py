"""The limits of what comes in from outside: JSON and names."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

import horta
from horta.core import limits
from horta.core.errors import BadJson, BadName, BadPosition, BadTranscript

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**64) + 1, 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("abc é", max_size=4), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(PLAIN)
def test_plain_json_is_read_as_python_reads_it(value):
    for raw in (json.dumps(value), json.dumps(value, ensure_ascii=False).encode()):
        assert limits.read_json(raw) == value
    limits.check_json(value)


BROKEN = {
    "cut off": ('{"a": [1, 2', "not valid JSON"),
    "nothing": ("", "not valid JSON"),
    "not a number": ('{"a": NaN}', "NaN is not a number"),
    "endless": ("[Infinity]", "not a number"),
    "endless downwards": ("[-Infinity]", "not a number"),
    "endless by its exponent": ("[1e999]", "not a number"),
    "wide": (f"[{10**400}]", "64 bits"),
    "wide by one bit": (f"[{2**64}]", "64 bits"),
    "wider than Python reads": ("9" * 5000, "64 bits"),
    "deep": ("[" * 33 + "]" * 33, "32 deep"),
    "deeper than Python reads": ("[" * 100_000 + "]" * 100_000, "32 deep"),
    "deep objects": ('{"a":' * 50_000 + "1" + "}" * 50_000, "32 deep"),
    "twice": ('{"a": 1, "b": 2, "a": 3}', "'a' is given twice"),
    "many values": (json.dumps([0] * 20_001), "20000 values"),
    "many empty lists": (json.dumps([[]] * 20_001), "20000 values"),
    "many names": (json.dumps({str(k): 0 for k in range(10_001)}), "20000 values"),
    "a long text": (json.dumps("x" * 1_001), "at most 1000 characters"),
    "a long name": (json.dumps({"x" * 1_001: 1}), "at most 1000 characters"),
    "half a character": (r'["\ud83c"]', "half a character"),
    "half a character in a name": (r'{"\udfff": 1}', "half a character"),
    "NUL": (r'{"a": "\u0000"}', "NUL"),
    "large": ('"' + "x" * (1 << 20) + '"', "larger than"),
    "UTF-16": ('{"a": 1}'.encode("utf-16"), "UTF-8"),
    "bytes": (b"\xff\xfe", "UTF-8"),
}


@pytest.mark.parametrize(("raw", "words"), BROKEN.values(), ids=BROKEN)
def test_what_no_game_needs_is_refused(raw, words):
    with pytest.raises(BadJson, match=words) as refused:
        limits.read_json(raw)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    "value",
    [float("nan"), [float("inf")], 2**64, {1: 2}, {"a": {1}}, ["\ud800"], "\0", b"x"],
    ids=repr,
)
def test_the_same_holds_for_values_from_python(value):
    with pytest.raises(BadJson):
        limits.check_json(value)


def test_a_list_that_holds_itself_is_refused():
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(BadJson, match="deep"):
        limits.check_json(loop)


# names


@pytest.mark.parametrize(
    "name", ["", "Ann", "Zoé d'Été", "Ἀριάδνη", "Владимир", "美咲", "O’Neill 2nd 🙂", "x" * 40]
)
def test_names_of_people_are_taken_as_they_are(name):
    assert limits.read_name(name) == name


def test_spaces_around_and_between_are_squeezed():
    assert limits.read_name("  Ann \u00a0  B  ") == "Ann B"
    assert limits.read_name(" " * 100 + "Ann") == "Ann"


HIDDEN = [
    "\n", "\t", "\0", "\x1b[31m", "\x7f", "\x85",  # control
    "\u202e", "\u202a", "\u2066", "\u2069", "\u200f", "\u061c",  # the direction of writing
    "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad",  # without width
    "\u2028", "\u2029", "\ud800", "\ue000", "\uffff",  # separators, halves, nobody's signs
    "\u3164", "\u115f", "\u2800", "\u034f",  # fillers
    "\U000e0041",  # tags
]  # fmt: skip


@pytest.mark.parametrize("sign", HIDDEN, ids=ascii)
def test_signs_that_cannot_be_seen_are_refused_not_dropped(sign):
    for name in (sign, f"An{sign}n", f"Ann{sign}"):
        with pytest.raises(BadName, match="invisible character") as refused:
            limits.read_name(name)
        assert sign not in str(refused.value)
        assert f"U+{ord(sign[0]):04X}" in str(refused.value)


def test_a_long_name_is_refused_and_its_message_is_short():
    with pytest.raises(BadName, match="at most 40 characters") as refused:
        limits.read_name("x" * 500_000)
    assert len(str(refused.value)) < 200
    for other in (None, 7, float("nan"), ["Ann"], {"name": "Ann"}):
        with pytest.raises(BadName, match="a text"):
            limits.read_name(other)


@given(st.text())
def test_a_name_that_is_taken_reads_back_the_same(text):
    try:
        name = limits.read_name(text)
    except BadName:
        return
    assert limits.read_name(name) == name
    assert len(name) <= limits.LONGEST_NAME
    assert all(unicodedata.category(sign)[0] != "C" for sign in name)
    name.encode()


# what is made of them


def record(**changes):
    return {**horta.start("paris", seed=1).transcript(), **changes}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seats": ["x" * 500_000, ""]}, "at most 1000 characters"),
        ({"seats": ["x" * 41, ""]}, "'seats'.*at most 40"),
        ({"seats": ["Ann\u202e", ""]}, "'seats'.*U\\+202E"),
        ({"seats": [7, None]}, "'seats'.*a text"),
        ({"seats": [float("nan"), ""]}, "not a number"),
        ({"actions": ["pass"] * 5001}, "more than 5000 actions"),
        ({"actions": ["x" * 201]}, "longer than 200"),
        ({"horta": "x" * 900}, "'horta'"),
        ({"result": {"scores": [1] * 5000}}, "does not end"),
        ({"players": True}, "'players'"),
        ({"seed": 10**400}, "64 bits"),
    ],
)
def test_transcripts_are_held_to_the_limits(changes, words):
    with pytest.raises(BadTranscript, match=words) as refused:
        horta.replay(record(**changes))
    assert len(str(refused.value)) < 500


def test_positions_are_held_to_the_limits():
    position = horta.start("paris", seed=1).position
    with pytest.raises(BadPosition, match="not a number"):
        horta.resume("paris", {**position, "x": float("nan")})
    with pytest.raises(BadName):
        horta.resume("paris", position, seats=["a\u200bb", ""])
    with pytest.raises(BadName):
        horta.start("paris", seats=["x" * 41, ""])
