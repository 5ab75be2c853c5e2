"""Lessons: what they say can be read, and what they ask for can be played."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from tests.thirdparty.packages import EXAMPLES, forget, install

import horta
from horta.core import registry
from horta.core.errors import BadLesson
from horta.core.i18n import LANGUAGES
from horta.core.lesson_course import Course, check_lesson, moments, named
from horta.core.lessons import lesson_of, lessons_of, read_lesson
from horta.server.book import book as book_of
from horta.testing import Broken, check_lessons
from horta.testing.lessons import script

LESSONS = [
    (registry.game(game), lesson)
    for game in horta.games()
    for lesson in lessons_of(registry.game(game))
]


def name_of(value):
    return getattr(value, "id", None) or value.name


every_lesson = pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=name_of)


@every_lesson
def test_the_rules_carry_every_lesson(game, lesson):
    assert check_lesson(game, lesson) > 3


@every_lesson
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_of_a_lesson_has_its_paragraph_in_the_rule_book(game, lesson, lang):
    book = book_of(game.id, lang)
    for chapter in lesson.chapter:
        for step in chapter.step:
            for rule in step.rules:
                assert book.section_of(rule) is not None, f"{chapter.name}: {rule}"


FORBIDDEN = {
    "en": r"[„«»]|--| [:;!?]",
    "fr": r"[„“”\"]|--|(?<!\u202f)[:;!?»]|«(?!\u202f)|'",
    "de": r"[«»\"”]|--| [:;!?]|'",
}


@every_lesson
@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_set_as_their_language_wants_it(game, lesson, lang):
    for where, text in lesson.texts():
        found = re.search(FORBIDDEN[lang], text.said(lang))
        assert found is None, f"{where}: {text.said(lang)}"
        assert text.said(lang).count("**") % 2 == 0, where


# A broken lesson is refused, by name

GOOD = """
title.en = "One"
about.en = "About."
wrong.en = "No."
end.en = "Done."
[start]
players = 2
seed = 7
[[chapter]]
name = "first"
title.en = "First"
[[chapter.step]]
text.en = "{filler}"
show = ["hand"]
[[chapter.step]]
ask.en = "Lay it."
expect = ["tile A1 *"]
told.en = "There it lies."
then = ["choose I3"]
[[chapter.step.wrong]]
actions = ["choose *"]
answer.en = "Later."
[[chapter.step]]
ask.en = "Take it."
expect = ["choose O4"]
told.en = "You have it."
"""


@pytest.fixture
def read(tmp_path):
    """Write a lesson about Paris with something changed, and read it."""

    def made(old="", new=""):
        text = GOOD.replace("{filler}", "word " * 70)
        assert old in text
        path = tmp_path / "one.toml"
        path.write_text(text.replace(old, new) if old else text, encoding="utf-8")
        return read_lesson(path)

    return made


PARIS = registry.game("paris")


def check(lesson):
    return check_lesson(PARIS, lesson, languages=["en"])


def test_a_good_lesson_holds(read):
    assert check(read()) == 5


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("title.en =", "titel.en =", "'title': this is missing"),
        (
            'ask.en = "Lay it."',
            'text.en = "Lay it."',
            "'chapter 1 step 2': what is asked and what is expected",
        ),
        ('text.en = "word', 'told.en = "word', "'chapter 1 step 1': a step has a text"),
        ('"Lay it."', f'"{"x" * 161}"', "at most 160 characters, not 161"),
        ('name = "first"', 'name = "The First"', "the text does not fit the pattern"),
        ("[start]", "play_on = 'second'\n[start]", "'play_on' names no chapter: second"),
        ("seed = 7", "seed = 7\nposition = 'a.json'", "a position has its own players"),
        ('told.en = "You have it."', "", "the last step of a lesson is one to read"),
        ("[start]", "[start", "one.toml: "),
    ],
)
def test_a_lesson_that_cannot_be_read_says_where_and_why(read, old, new, said):
    with pytest.raises(BadLesson) as problem:
        read(old, new)
    assert str(problem.value).startswith("one.toml: ")
    assert said in str(problem.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("tile A1 *", "build I3 a1 0", "first, step 2: 'build I3 a1 0' is expected and not legal"),
        ('"choose *"', '"pass"', "first, step 2: 'pass' is answered and not legal"),
        ('"choose *"', '"tile A1 1"', "first, step 2: 'tile A1 1' is answered and right"),
        ('["choose I3"]', '["pass"]', "first, step 2, 'then', action 1"),
        ('then = ["choose I3"]', "", "first, step 3: seat 1 is to play"),
        ('["hand"]', '["hat"]', "first, step 1: 'hat' is not on the drawing"),
        ("word " * 70, "word", "first takes about 0.3 minutes"),
        ("choose O4", "choose I3", "first, step 3: 'choose I3' is expected and not legal"),
        ("players = 2", "players = 5", "start: Paris: La Cité de la Lumière is for 2 players"),
    ],
)
def test_a_lesson_that_the_rules_do_not_carry_says_where_and_why(read, old, new, said):
    with pytest.raises(BadLesson) as problem:
        check(read(old, new))
    assert said in str(problem.value)


def test_a_text_without_a_language_is_named(read):
    with pytest.raises(BadLesson, match="one: title: no text in fr, de"):
        check_lesson(PARIS, read())


def test_alternatives_are_played_to_the_end_of_the_chapter(read):
    """The second alternative takes what a later step wants."""
    broken = read('expect = ["tile A1 *"]', 'expect = ["tile A1 *", "choose O4"]')
    with pytest.raises(BadLesson, match="step 3: 'choose O4' is expected and not legal"):
        check(broken)


def test_the_table_at_a_moment_follows_from_what_was_played(read):
    course = Course(PARIS, read())
    assert [(m.step, m.after) for m in moments(course.lesson.chapter[0])] == [
        (0, False),
        (1, False),
        (1, True),
        (2, False),
        (2, True),
    ]
    assert course.stand(0, 1, []).actions == []
    match = course.stand(0, 2, ["tile A1 3"])
    assert [match.text(action) for action in match.actions] == ["tile A1 3"]
    assert len(course.stand(0, 3, ["tile A1 3"]).actions) == 2
    for moment, played in ((1, ["tile A1 3"]), (2, []), (2, ["tile B1 3"]), (5, [])):
        with pytest.raises(BadLesson):
            course.stand(0, moment, played)


def test_answers_are_the_special_one_the_steps_or_the_lessons(read):
    course = Course(PARIS, read())
    match, step = course.opening(0), course.lesson.chapter[0].step[1]
    (take,) = named(match, ["choose I3"])
    (lay,) = named(match, ["tile A2 0"])
    (right,) = named(match, ["tile A1 0"])
    assert course.answer(match, step, take).en == "Later."
    assert course.answer(match, step, lay).en == "No."
    assert course.answer(match, step, right) is None


# A game that comes from elsewhere


@pytest.fixture
def pearls(monkeypatch):
    project = install(EXAMPLES / "pearls", monkeypatch)
    yield registry.game("pearls")
    forget(project)


def test_the_example_has_a_lesson_that_the_kit_proves(pearls):
    assert check_lessons(pearls) > 3
    told = "\n".join(script(pearls, lesson_of(pearls, "first-game")))
    assert "take 3 = Take 3" in told
    assert "scores [8" in told


def test_the_kit_finds_a_lesson_that_is_broken(pearls, tmp_path):
    text = (pearls.lessons / "first-game.toml").read_text(encoding="utf-8")
    changed = text.replace('expect = ["take 3"]', 'expect = ["take 4"]')
    (tmp_path / "first-game.toml").write_text(changed, encoding="utf-8")
    with pytest.raises(Broken, match="pearls, lesson first-game: heap, step 2: 'take 4'"):
        check_lessons(replace(pearls, lessons=tmp_path))


def test_a_lesson_that_does_not_exist_is_refused():
    with pytest.raises(BadLesson, match="has no lesson 'nobody'"):
        lesson_of(PARIS, "nobody")
