"""The lessons of Bruxelles 1893: what they are about, and whether they reckon rightly."""

from __future__ import annotations

import re

import pytest

from horta.core import registry
from horta.core.i18n import LANGUAGES
from horta.core.lesson_course import Course
from horta.core.lessons import lesson_of, lessons_of

GAME = registry.game("bruxelles1893")
LESSONS = lessons_of(GAME)
WANTED = {"edition": "2013", "belle_epoque": True, "asymmetric": True}
SCORED = ("second-edition", "first-edition", "belle-epoque")
SUM = re.compile(r"\d+(?: [+−×] \d+)+ = \**\d+")


def test_both_editions_the_expansion_and_the_boards_have_their_lesson():
    options = [
        Course(GAME, lesson).opening(0).options.model_dump(include=set(WANTED))
        for lesson in LESSONS
    ]
    for name, value in WANTED.items():
        assert any(one[name] == value for one in options), name
    assert {one["edition"] for one in options} == {"2013", "2023"}
    boards = {chapter.name for chapter in lesson_of(GAME, "architects").chapter}
    assert boards == {"hankar", "gauchie", "horta", "saintenoy", "strauven"}


@pytest.mark.parametrize("name", SCORED)
def test_the_total_that_a_lesson_names_is_that_of_the_sheet(name):
    lesson = lesson_of(GAME, name)
    (number,) = [k for k, chapter in enumerate(lesson.chapter) if chapter.name == "end"]
    match = Course(GAME, lesson).ending(number)
    assert match.over
    assert match.winners == [lesson.seat]
    for lang in LANGUAGES:
        said = lesson.chapter[number].step[-1].text.said(lang)
        assert f"**{match.scores[lesson.seat]}**" in said


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_what_a_lesson_adds_up_and_multiplies_is_right(lesson):
    sums = 0
    for where, text in lesson.texts():
        for lang in LANGUAGES:
            for found in SUM.findall(text.said(lang)):
                left, right = found.replace("*", "").split(" = ")
                terms = left.replace("×", "*").replace("−", "-")
                assert eval(terms) == int(right), f"{where}: {found}"
                sums += 1
    assert sums or lesson.name == "architects"
