"""Proofs that hold for every game, each for one number of players and one set of options."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from horta.core.drivers import MOST_STEPS, Broken, verify
from horta.core.engine import compiled_engine, plain_engine
from horta.core.errors import BadLesson
from horta.core.game import Game
from horta.core.i18n import LANGUAGES
from horta.core.lesson_course import check_lesson
from horta.core.lessons import lessons_of
from horta.core.match import Match
from horta.core.offers import Unsorted
from horta.core.record import Games, at, copy_table
from horta.core.schema import position_schema, view_schema


@dataclass(frozen=True)
class Case:
    """A table to prove something at: a game, how many play, and its options."""

    game: Game
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1

    def match(self) -> Match:
        """Return a match that was just dealt."""
        read = self.game.read_options(self.options), self.game.read_components(None)
        return Match(self.game, self.players, *read, self.seed)

    def table(self) -> Games:
        """Return a table that is ready for `setup`."""
        read = self.game.read_options(self.options), self.game.read_components(None)
        return self.game.new_table(self.players, *read)

    def __str__(self) -> str:
        options = "".join(f", {name}={value}" for name, value in self.options.items())
        return f"{self.game.id}, {self.players} players{options}, seed {self.seed}"


def _demand(holds: bool, case: Case, step: int, problem: str) -> None:
    if not holds:
        raise Broken(f"{case}, step {step}: {problem}")


def _steps(case: Case, match: Match) -> Iterator[tuple[int, random.Random]]:
    """Play a match at random to its end, and stop before each step."""
    choice = random.Random(case.seed)
    for step in range(MOST_STEPS):
        if match.over:
            return
        yield step, choice
        match.play(choice.choice(match.legal))
    raise Broken(f"{case}: the game does not end")


def check_declaration(game: Game) -> None:
    """Prove that what a game declares fits together, and that its schemas are schemas."""
    from jsonschema import Draft202012Validator

    names = [line.name for line in game.lines]
    if len(set(names)) != len(names) or all(line.tie_break for line in game.lines):
        raise Broken(f"{game.id}: lines have names of their own, and one of them counts points")
    if not 1 <= game.min_players <= game.max_players:
        raise Broken(f"{game.id}: {game.min_players} to {game.max_players} players")
    game.read_options({})
    game.read_components(None)
    for schema in (position_schema(game), view_schema(game)):
        Draft202012Validator.check_schema(schema)
    for action in range(len(game.actions)):
        if game.actions.parse(game.actions.text(action)) != action:
            raise Broken(f"{game.id}: the text of action {action} does not read back")
    for lang in LANGUAGES:
        words = game.presentation.words(lang)
        if len(words.seats(game.max_players)) != game.max_players:
            raise Broken(f"{game.id}: not every seat has a name in '{lang}'")
        for line in game.lines:
            words.line(line.name)


def check_lessons(game: Game, languages: Sequence[str] = ("en",)) -> int:
    """Prove that the rules carry every lesson of a game; return how many moments were looked at."""
    try:
        return sum(check_lesson(game, one, languages=languages) for one in lessons_of(game))
    except BadLesson as problem:
        raise Broken(f"{game.id}, lesson {problem}") from None


def check_rules(case: Case, *, games: int = 20) -> None:
    """Prove the invariants at every table of some random games, by the rules as they are written.

    Lists of legal actions rise and are empty only after the end, queries change nothing, and an
    action does the same to equal tables.
    """
    rules, out, sheet = plain_engine(case.game), case.game.new_list(), case.game.new_sheet()
    tables = case.table()
    for seed in range(case.seed, case.seed + games):
        here = replace(case, seed=seed)
        choice = random.Random(seed)
        rules.setup(tables, 0, seed)
        for step in range(MOST_STEPS):
            broken = rules.check(tables, 0)
            invariant = case.game.presentation.invariants()[broken] if broken else ""
            _demand(not broken, here, step, f"invariant {broken}: {invariant}")
            before = copy_table(tables)
            try:
                count, seat = rules.legal(tables, 0, out), rules.to_play(tables, 0)
            except Unsorted as problem:
                raise Broken(f"{here}, step {step}: legal actions do not rise: {problem}") from None
            legal = out[:count].tolist()
            rules.score(tables, 0, sheet)
            _demand(tables.tobytes() == before.tobytes(), here, step, "a query changed the table")
            _demand((count == 0) == (seat < 0), here, step, "nobody can go on, or goes on after it")
            _demand(legal == sorted(set(legal)), here, step, "legal actions do not rise")
            _demand(seat < case.players, here, step, f"seat {seat} is to play")
            if seat < 0:
                break
            action, twin = choice.choice(legal), copy_table(before)
            rules.step(tables, 0, action)
            rules.step(twin, 0, action)
            _demand(tables.tobytes() == twin.tobytes(), here, step, "equal tables became different")
            both = [at(case.game.table, games_) for games_ in (before, tables)]
            broken = case.game.rules.follows(*both)
            _demand(not broken, here, step, f"invariant {broken} of what one step may change")
        else:
            raise Broken(f"{here}: the game does not end")


def check_forward_model(case: Case) -> None:
    """Prove that trying actions on a copy, and looking, leave a match alone."""
    match = case.match()
    for step, choice in _steps(case, match):
        parent = match.table
        for action in choice.sample(match.legal, min(3, len(match.legal))):
            child = match.copy()
            child.play(action)
            _demand(match.table == parent, case, step, f"action {action} of a copy changed it")
        _ = match.position, match.sheet, match.view(0), match.view(None), match.log()
        _demand(match.table == parent, case, step, "looking changed the table")


def redealt(match: Match, seat: int | None, seed: int) -> Match:
    """Return the same match as it could also be, as far as the seat can know."""
    other = match.copy()
    plain_engine(match.game).redeal(other._table, 0, -1 if seat is None else seat, seed)
    return other


def check_views(case: Case) -> int:
    """Prove that no view tells what its seat cannot know; return how many truths were changed.

    All that is hidden is dealt anew, and the view, the legal actions and the blanked record stay as
    they were. A game in which nothing is hidden changes nothing but the dice.
    """
    match, changed = case.match(), 0
    for step, _ in _steps(case, match):
        # Who is to play is looked at always, everybody else in turn.
        for seat in {match.to_play, (None, *range(case.players))[step % (case.players + 1)]}:
            other = redealt(match, seat, step)
            _demand(other.view(seat) == match.view(seat), case, step, f"a leak to seat {seat}")
            seen = [one.redacted(seat).tobytes() for one in (match, other)]
            _demand(seen[0] == seen[1], case, step, f"the record leaks to seat {seat}")
            broken = case.game.rules.check(at(case.game.table, other._table))
            _demand(not broken, case, step, f"a redeal for seat {seat} breaks invariant {broken}")
            if match.to_play == seat:
                _demand(other.legal == match.legal, case, step, "legal actions depend on secrets")
            changed += other.position["table"] != match.position["table"]
    return changed


def check_redeal(case: Case) -> None:
    """Prove that `redeal` needs no more than what the seat sees, and `redact` repeats itself."""
    match, rules = case.match(), plain_engine(case.game)
    for step, choice in _steps(case, match):
        seat = choice.randrange(-1, case.players)
        truth, seen = copy_table(match._table), match.redacted(None if seat < 0 else seat)
        again = copy_table(seen)
        rules.redact(again, 0, seat)
        _demand(again.tobytes() == seen.tobytes(), case, step, "what is blanked is blanked again")
        rules.redeal(truth, 0, seat, 77)
        rules.redeal(seen, 0, seat, 77)
        _demand(truth.tobytes() == seen.tobytes(), case, step, f"redeal({seat}) uses a secret")


def check_drawings(case: Case, every: int = 11) -> int:
    """Prove that drawings and sketches show nothing that is hidden; return how many were made."""
    match, drawn = case.match(), 0
    show = case.game.presentation
    viewers = (None, *range(case.players))
    for step, _ in _steps(case, match):
        for seat in {match.to_play, viewers[step % len(viewers)]} if step % every == 0 else ():
            lang = LANGUAGES[step % len(LANGUAGES)]
            ours, theirs = (one.scene(seat, lang) for one in (match, redealt(match, seat, step)))
            alike = replace(ours, table=None) == replace(theirs, table=None)
            _demand(alike, case, step, f"the scene of seat {seat} tells a secret")
            _demand(show.draw(ours) == show.draw(theirs), case, step, f"a drawing leaks to {seat}")
            _demand(show.draw(ours).startswith("<svg"), case, step, "the drawing is no SVG")
            sketches = [show.sketch(one, True) for one in (ours, theirs)]
            _demand(sketches[0] == sketches[1], case, step, f"a sketch leaks to seat {seat}")
            drawn += 1
        words = [match.question(), *(match.label(action) for action in match.legal)]
        _demand(all(words), case, step, "a question or a label is empty")
        targets = [show.target(at(case.game.table, match._table), a) for a in match.legal]
        named = [target for target in targets if target.element or target.piece]
        _demand(len(set(named)) == len(named), case, step, "two actions have the same target")
    return drawn


def check_transcript(case: Case) -> None:
    """Prove the round trips: positions, schemas, actions as texts, and the whole game again."""
    from jsonschema import Draft202012Validator

    match = case.match()
    checks = [Draft202012Validator(make(case.game)) for make in (position_schema, view_schema)]
    for step, _ in _steps(case, match):
        position = json.loads(json.dumps(match.position))
        for validator, given in ((checks[0], position), (checks[1], match.view(match.to_play))):
            problem = next(iter(validator.iter_errors(json.loads(json.dumps(given)))), None)
            _demand(problem is None, case, step, f"the schema refuses it: {problem}")
        again = Match(
            *(case.game, case.players, match.options, match.components, None),
            position=position["table"],
        )
        _demand(again.position == match.position, case, step, "a position does not come back")
        _demand(again.legal == match.legal, case, step, "a position has other legal actions")
    for lang in LANGUAGES:
        _demand(
            all(match.log(lang)), case, len(match.actions), f"an event has no words in '{lang}'"
        )
    told = match.transcript()
    other = case.match()
    for text in told["actions"]:
        other.play(other.parse(text))
    _demand(other.table == match.table, case, len(match.actions), "the same game ended otherwise")


def check_observation(case: Case) -> None:
    """Prove that an observation leaks nothing and stays within what its views declare.

    And that it does not depend on an earlier one in the same buffer, of this game or another.
    """
    spec, rules = case.game.observation_spec, plain_engine(case.game)
    match, used = case.match(), spec.new()
    another = replace(case, seed=case.seed + 1)
    before = another.match()
    for step, _ in _steps(another, before):
        rules.clear(before._table, 0, used)
        rules.observe(before._table, 0, step % case.players, used)
    for step, _ in _steps(case, match):
        seat = match.to_play
        assert seat is not None
        seen, other = match.observe(seat), redealt(match, seat, step).observe(seat)
        _demand(seen.tobytes() == other.tobytes(), case, step, f"it leaks to seat {seat}")
        rules.clear(match._table, 0, used)
        rules.observe(match._table, 0, seat, used)
        _demand(seen.tobytes() == used.tobytes(), case, step, "it depends on an earlier one")
        for view in spec:
            part = view.of(seen)
            inside = bool((part >= view.low).all() and (part <= view.high).all())
            _demand(inside, case, step, f"'{view.name}' is not within {view.low} to {view.high}")


def check_compiled(case: Case, games: int = 3) -> None:
    """Prove that compiled rules and rules as written give the same bytes."""
    game, start = case.game, case.table()
    fast, slow = compiled_engine(game), plain_engine(game)
    one, two = copy_table(start), copy_table(start)
    outs, sheets = ([make() for _ in "ab"] for make in (game.new_list, game.new_sheet))
    choice = random.Random(case.seed)
    for seed in range(games):
        here = replace(case, seed=seed)
        fast.setup(one, 0, seed)
        slow.setup(two, 0, seed)
        for step in range(MOST_STEPS):
            _demand(one.tobytes() == two.tobytes(), here, step, "the tables differ")
            _demand(fast.to_play(one, 0) == slow.to_play(two, 0), here, step, "`to_play` differs")
            counts = fast.legal(one, 0, outs[0]), slow.legal(two, 0, outs[1])
            lists = [out[:n].tolist() for out, n in zip(outs, counts, strict=True)]
            _demand(lists[0] == lists[1], here, step, "`legal` differs")
            fast.score(one, 0, sheets[0])
            slow.score(two, 0, sheets[1])
            _demand(bool((sheets[0] == sheets[1]).all()), here, step, "`score` differs")
            if not lists[0]:
                break
            for viewer in range(-1, case.players):
                seen = [copy_table(one), copy_table(two)]
                fast.redact(seen[0], 0, viewer)
                slow.redact(seen[1], 0, viewer)
                _demand(seen[0].tobytes() == seen[1].tobytes(), here, step, "`redact` differs")
                fast.redeal(seen[0], 0, viewer, 1000 + counts[0])
                slow.redeal(seen[1], 0, viewer, 1000 + counts[0])
                _demand(seen[0].tobytes() == seen[1].tobytes(), here, step, "`redeal` differs")
            action = choice.choice(lists[0])
            fast.step(one, 0, action)
            slow.step(two, 0, action)


def check_invariants(case: Case, *, games: int = 2_000) -> int:
    """Prove the invariants in many random games, by compiled rules; return the last one's steps."""
    return verify(case.game, case.table(), case.seed, games)


def check_bounds(cases: list[Case], games: int = 300) -> None:
    """Prove that rules compiled with bounds checks find nothing out of bounds.

    It runs in a process of its own, where the game must be installed.
    """
    if not cases:
        return
    game = cases[0].game
    code = (
        "import json, sys\n"
        "from horta.core import registry, drivers\n"
        "game = registry.game(sys.argv[1])\n"
        "for players, options in json.loads(sys.argv[2]):\n"
        "    read = game.read_options(options), game.read_components({})\n"
        "    start = game.new_table(players, *read)\n"
        "    assert drivers.play_random(game, start, 0, int(sys.argv[3])).lengths.min() > 0\n"
        "print('good')\n"
    )
    told = json.dumps([[case.players, dict(case.options)] for case in cases])
    done = subprocess.run(
        [sys.executable, "-c", code, game.id, told, str(games)],
        env={**os.environ, "HORTA_CHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.stdout.strip() != "good":
        raise Broken(f"{game.id}, with bounds checks: {done.stderr.strip()[-2000:]}")
