"""Studies: one file, read whole or refused with its place; drawn with arrows and marks."""

import importlib
import json
import random
import re
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner

import horta
from horta.cli import app
from horta.core.errors import BadFile, BadStudy
from horta.study import Arrow, Chapter, Mark, Puzzle, Solution, Study, Tree
from horta.study.places import path_points, places
from horta.study.puzzle import Evidence, Way
from horta.study.study import study_schema

DOCS = Path(__file__).parents[2] / "docs"


def played(game, steps=14):
    match, choice = horta.start(game, seed=3), random.Random(3)
    while len(match.actions) < steps or len(match.legal) < 2:
        match.play(choice.choice(match.legal))
    return match


def two_places(match):
    """Two things that lie on the drawing, as seat 0 sees it."""
    names = sorted(places(match.svg(0)))
    return names[3], names[-4]


def study_of(game):
    match = played(game)
    tree = Tree.from_match(match, seed=5)
    one, two = (tree.play(0, action) for action in match.legal[:2])
    here, there = two_places(match)
    tree.note(one.id, name="Ü", arrows=[Arrow(start=here, end=there, kind="threat")])
    tree.note(two.id, marks=[Mark(at=here), Mark(at=there, kind="star"), Mark(at="nowhere")])
    study = Study("Études", "Marthe", "fr", ("Un début.",))
    study.add(tree, "L’attente", text=("Deux plans.",), view=0)
    ways = tuple(
        Way(
            action=node.action,
            value=worth,
            value_error=0.01,
            points=10 * worth,
            points_error=0.3,
            chance=worth,
            lines=tuple(worth + k for k in range(len(match.game.lines))),
        )
        for node, worth in ((one, 0.9), (two, 0.2))
    )
    puzzle = Puzzle(
        solutions=(Solution(action=one.action),),
        evidence=Evidence(trees=4, iterations=10, ways=ways),
    )
    study.add(Tree.from_match(match), puzzle=puzzle)
    return study


@pytest.fixture(scope="module", params=horta.games())
def study(request):
    return study_of(request.param)


def test_a_study_is_the_same_again_from_its_file(study, tmp_path):
    study.save(tmp_path / "a.study.json")
    again = Study.load(tmp_path / "a.study.json")
    assert again == study
    assert again.to_json() == study.to_json()


def test_what_is_written_fits_the_schema(study):
    schema = study_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    given = json.loads(json.dumps(study.to_json()))
    check.validate(given)
    given["chapters"][0]["colour"] = "red"
    with pytest.raises(jsonschema.ValidationError):
        check.validate(given)


def test_a_picture_shows_arrows_and_marks_where_things_lie(study):
    here, there = two_places(study.chapters[0].tree.match())
    plain = study.svg(0)
    assert "study-notes" not in plain
    arrow = study.svg(0, 1)
    assert arrow.count("stroke-dasharray") == plain.count("stroke-dasharray") + 1
    where = places(arrow)
    ends = re.search(r"<title>[^<]* → [^<]*</title><path d=\"M([-\d.]+) ([-\d.]+)Q", arrow)
    assert [float(ends[k]) for k in (1, 2)] == pytest.approx(where[here].middle, abs=0.01)
    assert 0 <= where[there].left < where[there].right <= 1600
    marks = study.svg(0, 2).partition("study-notes")[2]
    assert marks.count("<rect") == 2
    assert marks.count("<path") == 1, "a star, and nothing for what is not on the drawing"


def test_paths_are_followed_by_every_kind_of_step():
    path = "M10 10h5v-3l1 1q1 2 4 0t2 2c1 1 2 2 3 3s1 1 2 0a5 5 0 0 1 4 4zm1-1L0 0"
    points = list(path_points(path))
    assert points[:4] == [(10, 10), (15, 10), (15, 7), (16, 8)]
    assert points[-2:] == [(11, 9), (0, 0)], "after a closing, a step begins where the loop began"


def test_a_puzzle_is_told_in_three_languages(study):
    chapter = study.chapters[1]
    puzzle, match = chapter.puzzle, chapter.tree.match()
    assert study.puzzles == [chapter]
    told = {
        (puzzle.asked(lang), puzzle.hinted(match, lang), puzzle.told(match, sol, lang))
        for lang in ("en", "fr", "de")
        for sol in puzzle.solutions
    }
    assert len(told) == 3
    assert all(all(each) for each in told)
    assert "7" in puzzle.asked("en")
    right = match.parse(puzzle.solutions[0].action)
    assert puzzle.solution(match, right) is puzzle.solutions[0]
    wrong = next(action for action in match.legal if action != right)
    assert puzzle.solution(match, wrong) is None


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda g: g.pop("horta_study"), "no study of Horta"),
        (lambda g: g.update(horta_study=2), "'horta_study'"),
        (lambda g: g.update(lang="nl"), "'lang'"),
        (lambda g: g.update(text=["x" * 1001]), "1000 characters"),
        (lambda g: g["chapters"][0].update(view=9), "'chapters.0': 'view': there is no seat 9"),
        (lambda g: g["chapters"][0].pop("tree"), "'chapters.0.tree': this is missing"),
        (
            lambda g: g["chapters"][0]["tree"]["nodes"][1].update(action="fly"),
            "'chapters.0': 'tree': 'nodes.1': ",
        ),
        (
            lambda g: g["chapters"][1]["puzzle"]["solutions"][0].update(action="buy all"),
            "'chapters.1': 'puzzle': 'solutions.0': ",
        ),
        (
            lambda g: g["chapters"][1]["puzzle"].update(solutions=[]),
            "'chapters.1.puzzle.solutions': there are too few",
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(change, told):
    given = study_of("bruxelles1897").to_json()
    change(given)
    with pytest.raises(BadStudy, match=re.escape(told)):
        Study.from_json(given)


def test_a_study_that_would_not_be_read_again_is_not_written(tmp_path):
    match = played("bruxelles1893")
    tree = Tree.from_match(match)
    study = Study(chapters=[Chapter(tree, text=("é" * 1000,) * 40) for _ in range(30)])
    path = tmp_path / "a.json"
    with pytest.raises(BadFile, match="too large"):
        study.save(path)
    assert not path.exists()
    study.chapters *= 3
    with pytest.raises(BadStudy, match="at most 64 chapters"):
        study.add(tree)


def test_the_command_line(tmp_path):
    run, path = CliRunner(), tmp_path / "a.study.json"
    study_of("paris").save(path)
    assert (
        "2 chapters, 2 actions, 1 puzzles (paris)"
        in run.invoke(app, ["study", "check", str(path)]).output
    )
    out = tmp_path / "a.svg"
    assert not run.invoke(app, ["study", "svg", str(path), "--node", "1", "-o", str(out)]).exception
    assert "study-notes" in out.read_text()
    assert isinstance(
        run.invoke(app, ["study", "svg", str(path), "--chapter", "3"]).exception, BadStudy
    )
    path.write_text(path.read_text()[:-40])
    assert isinstance(run.invoke(app, ["study", "check", str(path)]).exception, BadFile)


def test_the_page_of_the_documentation_holds(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for block in re.findall(r"```python\n(.+?)```", (DOCS / "study.md").read_text(), re.DOTALL):
        exec(compile(block, "docs/study.md", "exec"), {})
    assert (tmp_path / "first.study.json").exists()


def test_a_study_and_its_puzzles_are_tables_too():
    pytest.importorskip("pandas")
    from horta.core import registry

    study = Study.load(registry.game("paris").puzzles)
    frame, weighed = study.frame(), study.puzzle_frame()
    assert len(frame) == sum(len(one.tree.nodes) for one in study.chapters)
    assert set(frame["game"]) == {"paris"}
    best = weighed.groupby("chapter").first()
    assert best["solution"].all()
    assert (best["value"] >= weighed.groupby("chapter")["value"].max()).all()


@pytest.mark.parametrize("name", ["corpus", "lab", "review", "study"])
def test_the_rooms_of_study_need_no_import_of_their_own(name):
    assert horta.__getattr__(name) is importlib.import_module(f"horta.{name}")
    with pytest.raises(AttributeError, match="no attribute 'attic'"):
        horta.__getattr__("attic")
