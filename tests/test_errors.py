"""Errors: they speak English, keep what they were made of, and can be said in every language."""

from __future__ import annotations

import copy
import pickle
import string

import pytest
from tools import words

import horta
from horta.core.errors import BadOption, Called, HortaError
from horta.core.i18n import LANGUAGES


class Odd(HortaError):
    """An error that is made in a way of its own."""

    def __init__(self, number):
        super().__init__("number {number} is odd", number=number)
        self.number = number


def test_an_error_speaks_english_and_keeps_its_parts():
    error = BadOption("{game}: no {what}", game="Paris", what=HortaError("{n} lamps", n=3))
    assert str(error) == "Paris: no 3 lamps"
    assert error.message == "{game}: no {what}"
    assert error.values["game"] == "Paris"
    assert str(error.values["what"]) == "3 lamps"


@pytest.mark.parametrize("message", ["", "a {brace", "{'a': 1}", "50 % {}", "{name}"])
def test_a_message_without_values_is_said_as_it_is(message):
    assert str(HortaError(message)) == message


def test_what_a_value_holds_is_not_filled_in():
    assert str(HortaError("no '{name}'", name="{name} {other}")) == "no '{name} {other}'"


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))])
@pytest.mark.parametrize(
    "error",
    [
        HortaError("plain {"),
        BadOption("{a} and {b}", a=1, b=HortaError("{c}", c="x")),
        BadOption("{name}", name=Called("first_seat", "First seat")),
        Odd(7),
    ],
)
def test_an_error_travels_whole(way, error):
    twin = way(error)
    assert type(twin) is type(error)
    assert str(twin) == str(error)
    assert twin.message == error.message
    assert list(map(str, twin.values.values())) == list(map(str, error.values.values()))
    assert [vars(value) for value in twin.values.values() if isinstance(value, Called)] == [
        vars(value) for value in error.values.values() if isinstance(value, Called)
    ]
    assert getattr(twin, "number", None) == getattr(error, "number", None)


@pytest.mark.parametrize("game", horta.games())
def test_an_illegal_action_tells_its_question_in_every_language(game):
    match = horta.start(game, seed=3)
    wrong = next(a for a in range(len(match.game.actions)) if a not in match.legal)
    with pytest.raises(horta.IllegalAction, match="not legal now") as refused:
        match.play(wrong)
    error = pickle.loads(pickle.dumps(refused.value))
    assert match.question() in str(error)
    told = [error.values["question"].told(lang) for lang in LANGUAGES]
    assert told == [match.question(lang) for lang in LANGUAGES]
    assert len(set(told)) == len(LANGUAGES)


def holes(message):
    return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}


@pytest.mark.parametrize("package", words.packages(), ids=lambda path: path.name)
def test_every_message_can_be_filled_in(package):
    for lang in words.LANGUAGES:
        said = words.translations(package / "locale" / f"{lang}.po", lang)
        for message in words.messages(package):
            wanted = holes(message)
            assert all(name.isidentifier() for name in wanted), message
            assert holes(said[message]) == wanted, (lang, message)
            values = {name: f"<{name}>" for name in wanted}
            filled = said[message].format(**values)
            assert all(value in filled for value in values.values())
