"""The course of a lesson: the table at each of its moments, and the proof that the rules carry it.

A step is one moment, or two: before the learner's action, and after it where something is told. The
table at a moment follows from the lesson alone, and from which of the right actions the learner
chose in this chapter; so nothing has to be kept for a learner who leaves and comes back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from horta.core import transcripts
from horta.core.errors import BadLesson, HortaError, NoLesson
from horta.core.game import Game
from horta.core.i18n import LANGUAGES, mark
from horta.core.lessons import Chapter, Lesson, Start, Step, Text
from horta.core.match import Match

SHORTEST, LONGEST = 0.5, 3.5
"""Minutes of a chapter."""
GLOW_MOST = 40
"""So many things may glow at once: more would point at nothing."""


@dataclass(frozen=True)
class Moment:
    """A moment of a chapter: a step, before the learner's action or after it."""

    step: int
    after: bool = False


def moments(chapter: Chapter) -> tuple[Moment, ...]:
    """Return the moments of a chapter, in order."""
    found: list[Moment] = []
    for number, step in enumerate(chapter.step):
        found.append(Moment(number))
        if step.told is not None:
            found.append(Moment(number, after=True))
    return tuple(found)


def fits(pattern: str, text: str) -> bool:
    """Tell whether a pattern names an action: word by word, `*` for any word."""
    wanted, given = pattern.lower().split(), text.lower().split()
    return len(wanted) == len(given) and all(
        one in ("*", other) for one, other in zip(wanted, given, strict=True)
    )


def named(match: Match, patterns: Sequence[str]) -> list[int]:
    """Return the legal actions that patterns name, in the order of the patterns."""
    texts = [(action, match.text(action)) for action in match.legal]
    found = [action for one in patterns for action, text in texts if fits(one, text)]
    return list(dict.fromkeys(found))


_NAMED = re.compile(r'data-(?:target|thing|mark)="([^"]+)"')


def names_on(svg: str) -> list[str]:
    """Return the names of everything on a drawing that can glow, each once."""
    return list(dict.fromkeys(_NAMED.findall(svg)))


def glowing(names: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """Return the things of a drawing that a step names."""
    found = []
    for one in wanted:
        stem = one.removesuffix("*")
        found += [name for name in names if name == one or (stem != one and name.startswith(stem))]
    return list(dict.fromkeys(found))


class Course:
    """A lesson at the table, with the game's own components or with an owner's."""

    def __init__(
        self, game: Game, lesson: Lesson, components: Mapping[str, Any] | None = None
    ) -> None:
        self.game, self.lesson = game, lesson
        self.components = dict(components or {})
        self._openings: dict[int, Match] = {}

    def opening(self, chapter: int) -> Match:
        """Return the table at the first moment of a chapter."""
        if chapter not in self._openings:
            here = self.lesson.chapter[chapter]
            start = here.start or (self.lesson.start if chapter == 0 else None)
            match = self.ending(chapter - 1) if start is None else self._begin(start)
            self._play(match, here.before, f"{here.name}, before its first step")
            self._openings[chapter] = match
        return self._openings[chapter].copy()

    def ending(self, chapter: int) -> Match:
        """Return the table after the last step of a chapter, by the actions that are shown."""
        match = self.opening(chapter)
        for number, step in enumerate(self.lesson.chapter[chapter].step):
            if step.expect:
                match.play(self.shown(match, chapter, number))
            self.others(match, chapter, number)
        return match

    def stand(self, chapter: int, moment: int, played: Sequence[str]) -> Match:
        """Return the table at a moment of a chapter.

        `played` are the learner's actions in this chapter so far, as texts; `BadLesson` if they
        do not lead to this moment.
        """
        all_moments = moments(self.lesson.chapter[chapter])
        if not 0 <= moment < len(all_moments):
            raise NoLesson(mark("this chapter has no such moment"))
        here, match, left = all_moments[moment], self.opening(chapter), list(played)
        for number in range(here.step + 1):
            step = self.lesson.chapter[chapter].step[number]
            if step.expect and (number < here.step or here.after):
                text = left.pop(0) if left else ""
                right = [a for a in named(match, step.expect) if match.text(a) == text]
                if not right:
                    raise BadLesson(mark("these actions do not lead to this moment of the lesson"))
                match.play(right[0])
            if number < here.step:
                self.others(match, chapter, number)
        if left:
            raise BadLesson(mark("these actions do not lead to this moment of the lesson"))
        return match

    def shown(self, match: Match, chapter: int, number: int) -> int:
        """Return the action that a step shows to who asks for it."""
        step = self.lesson.chapter[chapter].step[number]
        for pattern in step.expect:
            right = named(match, (pattern,))
            if right:
                return right[0]
        raise self._broken(chapter, number, f"none of {list(step.expect)} is legal")

    def others(self, match: Match, chapter: int, number: int) -> None:
        """Play what the others do before the next step."""
        here = self.lesson.chapter[chapter]
        self._play(match, here.step[number].then, f"{here.name}, step {number + 1}, 'then'")

    def answer(self, match: Match, step: Step, action: int) -> Text | None:
        """Return the kind answer to an action; None to one that is right."""
        text = match.text(action)
        if any(fits(pattern, text) for pattern in step.expect):
            return None
        for special in step.wrong:
            if any(fits(pattern, text) for pattern in special.actions):
                return special.answer
        return step.otherwise or self.lesson.wrong

    def _begin(self, start: Start) -> Match:
        try:
            if start.position:
                position = self.lesson.position(start)
                position["components"] = self.components or position.get("components") or {}
                match = transcripts.resume(self.game.id, position)
            else:
                match = self._deal(start)
        except HortaError as problem:
            raise BadLesson(
                "{name}: start: {problem}", name=self.lesson.name, problem=problem
            ) from None
        self._play(match, start.actions, "start")
        return match

    def _deal(self, start: Start) -> Match:
        game = self.game
        players = game.min_players if start.players is None else start.players
        read = game.read_options(start.options), game.read_components(self.components)
        return Match(game, game.check_players(players), *read, start.seed)

    def _play(self, match: Match, actions: Sequence[str], where: str) -> None:
        for number, text in enumerate(actions, 1):
            try:
                match.play(match.parse(text))
            except HortaError as problem:
                raise BadLesson(
                    "{name}: {where}, action {number}: {problem}",
                    name=self.lesson.name,
                    where=where,
                    number=number,
                    problem=problem,
                ) from None

    def _broken(self, chapter: int, number: int, problem: str) -> BadLesson:
        here = self.lesson.chapter[chapter]
        return BadLesson(f"{self.lesson.name}: {here.name}, step {number + 1}: {problem}")

    # proof

    def check(self, languages: Sequence[str] = LANGUAGES) -> int:
        """Play the whole lesson; `BadLesson` says what the rules do not carry. Count its moments.

        Every action that is expected or answered specially is legal, what the others play is
        legal, everything that glows is on the drawing, and every text is in the languages.
        """
        for where, text in self.lesson.texts():
            lacks = [lang for lang in text.missing() if lang in languages]
            if lacks:
                raise BadLesson(f"{self.lesson.name}: {where}: no text in {', '.join(lacks)}")
        count = 0
        for number, chapter in enumerate(self.lesson.chapter):
            self._check_length(chapter)
            self._check_chapter(number)
            count += len(moments(chapter))
        if self.ending(self.lesson.last).over:
            raise BadLesson(f"{self.lesson.name}: the game is over where people play on")
        return count

    def _check_length(self, chapter: Chapter) -> None:
        minutes = chapter.minutes()
        if not SHORTEST <= minutes <= LONGEST:
            raise BadLesson(
                f"{self.lesson.name}: {chapter.name} takes about {minutes:.1f} minutes; "
                f"a chapter takes {SHORTEST} to {LONGEST}"
            )

    def _check_chapter(self, chapter: int) -> None:
        match = self.opening(chapter)
        if self.lesson.seat >= match.players:
            raise BadLesson(f"{self.lesson.name}: there is no seat {self.lesson.seat}")
        for number, step in enumerate(self.lesson.chapter[chapter].step):
            if step.expect:
                self._check_actions(match, chapter, number)
            self._check_drawing(match, chapter, number)
            if step.expect:
                shown = self.shown(match, chapter, number)
                for other in named(match, step.expect):
                    if other != shown:
                        self._check_rest(match, chapter, number, other)
                match.play(shown)
            self.others(match, chapter, number)

    def _check_actions(self, match: Match, chapter: int, number: int) -> None:
        step = self.lesson.chapter[chapter].step[number]
        if match.to_play != self.lesson.seat:
            raise self._broken(chapter, number, f"seat {match.to_play} is to play")
        right: set[int] = set()
        for pattern in step.expect:
            found = named(match, (pattern,))
            if not found:
                raise self._broken(chapter, number, f"'{pattern}' is expected and not legal")
            right.update(found)
        for special in step.wrong:
            for pattern in special.actions:
                found = named(match, (pattern,))
                if not found:
                    raise self._broken(chapter, number, f"'{pattern}' is answered and not legal")
                if right.issuperset(found):
                    raise self._broken(chapter, number, f"'{pattern}' is answered and right")

    def _check_rest(self, match: Match, chapter: int, number: int, action: int) -> None:
        """Play an alternative, and the rest of the chapter after it."""
        twin = match.copy()
        twin.play(action)
        self.others(twin, chapter, number)
        for later, step in enumerate(self.lesson.chapter[chapter].step):
            if later > number:
                if step.expect:
                    self._check_actions(twin, chapter, later)
                    twin.play(self.shown(twin, chapter, later))
                self.others(twin, chapter, later)

    def _check_drawing(self, match: Match, chapter: int, number: int) -> None:
        step = self.lesson.chapter[chapter].step[number]
        scene = match.scene(self.lesson.seat)
        names = names_on(self.game.presentation.draw(scene))
        for wanted in (*step.show, *(end for arrow in step.arrows for end in arrow)):
            if not glowing(names, (wanted,)):
                raise self._broken(chapter, number, f"'{wanted}' is not on the drawing")
        if len(glowing(names, step.show)) > GLOW_MOST:
            raise self._broken(chapter, number, f"more than {GLOW_MOST} things glow")
        if step.expect:
            action = self.shown(match, chapter, number)
            target = self.game.presentation.target(scene.table, action)
            if target.element and target.element not in names:
                raise self._broken(chapter, number, f"'{target.element}' is not on the drawing")


def check_lesson(
    game: Game,
    lesson: Lesson,
    components: Mapping[str, Any] | None = None,
    languages: Sequence[str] = LANGUAGES,
) -> int:
    """Prove that the rules carry a lesson; `BadLesson` says where they do not."""
    return Course(game, lesson, components).check(languages)
