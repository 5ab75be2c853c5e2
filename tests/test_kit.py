"""The kit for makers of games, and the worked example that it proves."""

from __future__ import annotations

import ast
import sys
from dataclasses import replace
from importlib.metadata import distribution
from pathlib import Path

import numpy as np
import pytest
from tests.thirdparty.packages import EXAMPLES, forget, install

import horta
from horta.bots.levels import LEVELS, level
from horta.bots.play import play_game
from horta.bots.tuning import Tuning, tuning_of
from horta.core import registry
from horta.core.dice import seed_dice
from horta.core.errors import BadPosition
from horta.core.lessons import lessons_of
from horta.core.offers import offer
from horta.core.rule import rule
from horta.testing import Broken, Case, check_game, check_rules, check_transcript, check_views
from horta.testing.proofs import check_forward_model, check_observation, check_redeal

PEARLS = EXAMPLES / "pearls"


@pytest.fixture
def pearls(monkeypatch):
    """The worked example, built and installed as another package."""
    project = install(PEARLS, monkeypatch)
    yield registry.game("pearls")
    forget(project)


def test_the_example_is_a_whole_game_in_under_a_hundred_lines_of_code():
    source = (PEARLS / "pearls" / "__init__.py").read_text(encoding="utf-8")
    said = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            said |= set(range(node.lineno, node.end_lineno + 1))
    code = [k for k, line in enumerate(source.splitlines(), 1) if line.strip() and k not in said]
    assert len(code) < 100


def test_the_example_is_installed_from_a_wheel_with_all_that_belongs_to_it(pearls):
    found = distribution("horta-pearls")
    assert found.requires == ["horta"]
    places = {found.locate_file(file).resolve() for file in found.files}
    named = {sys.modules["pearls"].__file__, pearls.rule_page, pearls.tuning}
    named |= set(pearls.lessons.glob("*.toml"))
    assert {Path(file).resolve() for file in named} <= places
    assert not any(place.is_relative_to(EXAMPLES) for place in places)


def test_the_kit_proves_the_example(pearls):
    proved = check_game(pearls, hides=True)
    assert proved.redeals > 10
    assert {"views", "observation", "transcript"} <= set(proved.proofs)


class TestWithoutWords:
    """What a game without words, drawing, sketch and catalogues still shows."""

    def test_actions_questions_events_and_seats_can_be_read(self, pearls):
        match = horta.start("pearls", seed=3)
        assert [match.label(action) for action in match.legal] == ["Take 1", "Take 2", "Take 3"]
        match.play(2)
        assert match.log("fr") == ["Place 1 takes 3."]
        assert match.names("de") == ["Platz 1", "Platz 2"]
        assert match.question("en") == "Choose an action."

    def test_the_drawing_and_the_sketch_show_every_field_and_no_secret(self, pearls):
        match = horta.start("pearls", seed=3)
        other = "?" if (lucky := match.position["table"]["lucky"])[1] != -1 else ""
        assert f"Lucky     {lucky[0]} {other}" in match.sketch(0)
        assert "Heap      15" in match.sketch(None)
        drawn = match.svg(None)
        assert drawn.count(">?<") == 2
        assert "Taken" in drawn

    def test_positions_are_read_strictly(self, pearls):
        position = horta.start("pearls", seed=3).position
        assert horta.resume("pearls", position).position == position
        for change, says in (
            ({"heap": 300}, "a number from -128 to 127"),
            ({"heap": True}, "a whole number"),
            ({"taken": [1]}, "a list of 2"),
            ({"dice": {"a": 1}}, "the fields are a, b, c, counter"),
            ({"crown": 1}, "see crown"),
            ({"heap": 14}, "no pearl is lost"),
        ):
            wrong = {**position, "table": {**position["table"], **change}}
            with pytest.raises(BadPosition, match=says):
                horta.resume("pearls", wrong)

    def test_a_package_may_leave_chapters_out(self, tmp_path, monkeypatch):
        source = (PEARLS / "pearls" / "__init__.py").read_text(encoding="utf-8")
        package = tmp_path / "shells"
        package.mkdir()
        changed = source.replace('id="pearls"', 'id="shells"').replace(
            "presentation=PRESENTATION", "presentation=PackagePresentation(__name__)"
        )
        head = "from horta.core.presentation import PackagePresentation\n"
        (package / "__init__.py").write_text(head + changed)
        (package / "sketch.py").write_text("def sketch(scene, colour):\n    return 'shells'\n")
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.delitem(sys.modules, "shells", raising=False)
        from shells import GAME

        match = Case(GAME, 2).match()
        assert match.sketch() == "shells"
        assert match.label(0) == "Take 1"
        assert match.svg().startswith("<svg")
        assert GAME.presentation.invariants()[2] == "the game's own check 2"


def test_bots_play_it_in_the_arena(pearls):
    result = play_game("pearls", {}, ("greedy", "random"), 1, (0, 1))
    assert result.faults == []
    assert sum(result.scores) >= 15


def test_it_gives_levels_tuning_rules_and_lessons_of_its_own(pearls, monkeypatch):
    monkeypatch.setenv("HORTA_JIT", "0")
    assert [level(pearls, name, 2) for name in LEVELS] == list(pearls.levels[2])
    assert tuning_of(pearls) == Tuning()._replace(explore=0.6, margin_scale=6.0)
    result = play_game("pearls", {}, ("apprentice", "artisan"), 1, (0, 1))
    assert result.faults == []
    assert "PEARL-03" in pearls.rule_page.read_text(encoding="utf-8")
    assert [lesson.name for lesson in lessons_of(pearls)] == ["first-game"]


def test_it_is_an_environment(pearls):
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed (horta[envs])")
    from horta.envs.batch import Batch
    from horta.envs.single import SingleEnv

    batch = Batch("pearls", 4)
    batch.reset(seed=1)
    for _ in range(40):
        batch.step(batch.sample())
    assert batch.observations.shape == (4, 4)
    env = SingleEnv("pearls", opponents="random")
    seen, _ = env.reset(seed=1)
    for _ in range(20):
        seen, _, over, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        if over:
            break
    assert over


# The kit can fail: every promise is broken on purpose, and the right one is named.


@rule
def forgetful(table, seat):
    seed_dice(table.dice, 0)


@rule
def falling(table, out):
    n = 0
    for k in range(2, -1, -1):
        if table.heap > k:
            n = offer(out, n, k)
    return n


@rule
def stuck(table, out):
    n = 0
    for k in range(3):
        if table.heap > k + 3:
            n = offer(out, n, k)
    return n


@rule
def careless(table, sheet):
    table.heap += 0
    table.lucky[0] = 0
    for seat in range(2):
        sheet[seat, 0] = table.taken[seat]


@rule
def thief(table, action):
    table.heap -= action + 1
    table.to_move = 1 - table.to_move


@rule
def peeking(table, seat, out):
    out[:] = 0
    out[0] = table.lucky[1 - seat] / 2


@rule
def boasting(table, seat, out):
    out[:] = 0
    out[0] = 7


@rule
def lingering(table, seat, out):
    if table.heap > 3:
        out[0] = 1


@rule
def remembering(table, seat, seed):
    # It looks at the truth: what is blanked cannot tell it.
    seed_dice(table.dice, seed)
    for other in range(2):
        if other != seat:
            table.lucky[other] = (table.lucky[other] + 3) % 3


@pytest.mark.parametrize(
    ("broken", "check", "says"),
    [
        ({"redact": forgetful}, check_views, "leak"),
        ({"legal": falling}, check_rules, "do not rise"),
        ({"legal": stuck}, check_rules, "nobody can go on"),
        ({"score": careless}, check_rules, "a query changed the table"),
        ({"score": careless}, check_forward_model, "looking changed the table"),
        ({"step": thief}, check_rules, "invariant 2: no pearl is lost"),
        ({"observe": peeking}, check_observation, "it leaks"),
        ({"observe": boasting}, check_observation, "'heap' is not within"),
        ({"observe": lingering}, check_observation, "it depends on an earlier one"),
        ({"redeal": remembering}, check_redeal, r"redeal\(.*\) uses a secret"),
    ],
)
def test_a_broken_promise_is_named(pearls, broken, check, says, monkeypatch):
    # Compiled rules are kept by the files of a game, and these rules stand elsewhere.
    monkeypatch.setenv("HORTA_JIT", "0")
    game = replace(pearls, rules=replace(pearls.rules, **broken))

    def prove():
        for seed in range(1, 6):
            check(Case(game, 2, seed=seed))

    with pytest.raises(Broken, match=says):
        prove()


def test_a_declaration_that_does_not_fit_is_named(pearls):
    with pytest.raises(Broken, match="lines have names of their own"):
        check_game(replace(pearls, lines=(pearls.lines[0], pearls.lines[0])))
    with pytest.raises(Broken, match="redeals changed what is hidden"):
        check_game(pearls, hides=False, compiled=False)


def test_a_schema_that_refuses_its_positions_is_named(pearls):
    class Wrong(type(pearls.presentation)):
        def schema(self):
            made = super().schema()
            made["properties"]["heap"]["maximum"] = 3
            return made

    show = Wrong(pearls.table, pearls.actions, pearls.lines)
    with pytest.raises(Broken, match="the schema refuses it"):
        check_transcript(Case(replace(pearls, presentation=show), 2))
