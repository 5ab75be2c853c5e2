"""A lesson as its author reads it.

    python -m horta.testing.lessons GAME [LESSON…]

prints each step with the question of the moment, what is legal, and what the drawing names.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from horta.core import registry
from horta.core.game import Game
from horta.core.lesson_course import Course, check_lesson, names_on
from horta.core.lessons import Lesson, lessons_of

MOST_LISTED = 60


def script(game: Game, lesson: Lesson) -> Iterator[str]:
    """Yield a lesson step by step: the question, what is legal and drawn, and what happens."""
    course = Course(game, lesson)
    for number, chapter in enumerate(lesson.chapter):
        yield f"\n# {chapter.name} ({chapter.minutes():.1f} minutes)"
        match = course.opening(number)
        for k, step in enumerate(chapter.step):
            names = names_on(game.presentation.draw(match.scene(lesson.seat)))
            legal = [f"{match.text(a)} = {match.label(a)}" for a in match.legal[:MOST_LISTED]]
            yield f"\n{k + 1}. {(step.text or step.ask or lesson.title).en}"
            yield f"   seat {match.to_play}: {'' if match.over else match.question()}"
            yield f"   legal ({len(match.legal)}): {'; '.join(legal)}"
            yield f"   things: {' '.join(names)}"
            before = len(match.actions)
            if step.expect:
                action = course.shown(match, number, k)
                yield f"   > {match.text(action)}"
                match.play(action)
            course.others(match, number, k)
            yield from (f"     {line}" for line in match.log(since=before))
            yield f"   scores {match.scores}"


def main(arguments: Sequence[str]) -> None:
    """Print the lessons of a game, and check them."""
    game = registry.game(arguments[0])
    for lesson in lessons_of(game):
        if len(arguments) == 1 or lesson.name in arguments[1:]:
            print(f"== {game.id}/{lesson.name}")
            for line in script(game, lesson):
                print(line)
            print(f"== {check_lesson(game, lesson)} moments hold")


if __name__ == "__main__":
    main(sys.argv[1:])
