"""A tiny network learns on the CPU: it plays as PyTorch says, goes on where it stopped, reports."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed (horta[train])")

from typer.testing import CliRunner

from horta.bots.network import (
    load,
    new_paper,
    origin_of,
    read_policy,
    read_values,
    run_trunk,
    save,
)
from horta.cli import app
from horta.core import registry
from horta.core.errors import BadFile, BadOption
from horta.training.actors import Search, Task, play_game, play_on_cluster
from horta.training.learner import Learner, Lessons
from horta.training.model import Model
from horta.training.run import Check, Effort, Run, Settings, read_settings
from horta.training.searched import Student
from horta.training.tables import Tables, Variant

TWO = (Variant(2), Variant(3, {"vp_floor": 0}))
TINY = Settings("bruxelles1897", TWO, width=16, blocks=1, seed=5)
SHORT = Effort(threads=2, games=2, iterations=2, lessons=Lessons(steps=4, minibatch=8))


def nobody(text):
    """Tell nobody."""


@pytest.fixture(autouse=True)
def early(monkeypatch):
    """Begin near the deal: as they are written, rules are slow."""
    monkeypatch.setattr("horta.training.tables.SCATTER", 6)


def tables_of(game_id, variants=(TWO[0],)):
    return Tables(registry.game(game_id), variants, threads=len(variants), games=2, seed=3)


@pytest.mark.parametrize(
    ("game_id", "variants"),
    [("paris", (Variant(2),)), ("bruxelles1897", TWO), ("bruxelles1893", (Variant(5),))],
)
def test_the_file_plays_as_the_model_says(game_id, variants):
    game = registry.game(game_id)
    torch.manual_seed(1)
    model = Model(game, 16, 2)
    for weights in model.parameters():  # heads begin near zero, where little could be wrong
        torch.nn.init.normal_(weights, std=0.3)
    tables = tables_of(game_id, variants)
    legal, network = tables.legal(), model.network(game)
    given = (tables.seen, legal, tables.counts, tables.players)
    with torch.no_grad():
        looks = model(*(torch.as_tensor(each) for each in given))
    paper = new_paper(network)
    shares, totals = np.zeros((2, game.max_players))
    for i, (n, seat, players) in enumerate(
        zip(tables.counts, tables.seats, tables.players, strict=True)
    ):
        paper.seen[:] = tables.seen[i]
        run_trunk(network, paper)
        worth = np.zeros(n)
        read_policy(network, paper, legal[i], int(n), worth)
        assert np.allclose(worth, looks.logits[i, :n], rtol=1e-4, atol=1e-4)
        read_values(network, paper, int(seat), int(players), shares, totals)
        turned = (seat + np.arange(players)) % players
        wanted = torch.softmax(looks.shares[i], 0)[:players]
        assert np.allclose(shares[turned], wanted, atol=1e-4)
        assert np.allclose(totals[turned] / 100, looks.totals[i, :players], atol=1e-3)
    tables.close()


def test_returns_lead_from_the_end_backwards():
    """Without any expectation, a λ-return is the end times λ for each step before it."""
    model = Model(registry.game("bruxelles1897"), 16, 1)
    tables = tables_of("bruxelles1897")
    learner = Learner(model, tables, Lessons(trace=0.5), "cpu")
    n, seats, steps = 2, 4, 3
    expected = torch.zeros(steps + 1, n, 3, seats)
    ends = torch.zeros(steps, n, 3, seats)
    overs = torch.zeros(steps, n, dtype=torch.bool)
    ends[2, 0, :, 0], overs[2, 0] = 1.0, True  # seat 0 wins game 0 with the last step
    ends[0, 1, :, 1], overs[0, 1] = 1.0, True  # seat 1 wins game 1 with the first
    row = (
        *(torch.zeros(n, 5), torch.zeros(n, 2, dtype=torch.int64)),
        *(torch.full((n,), 2), torch.zeros(n, dtype=torch.int64)),
        *(torch.zeros(n, dtype=torch.int64), torch.zeros(n)),
    )
    second = (*row[:3], torch.ones(n, dtype=torch.int64), *row[4:])  # seat 1 is to play
    rollout = learner._rollout([row, second, row], expected, ends, overs)
    found = rollout.returns[:, :, 1]
    assert found[:, 0, 0].tolist() == [0.25, 0.0, 1.0]
    assert found[1, 0].tolist() == [0.0, 0.5, 0.0, 0.0]  # counted from seat 1
    assert found[:, 1, 1].tolist() == [1.0, 0.0, 0.0]
    assert rollout.gains[2, 0] > rollout.gains[0, 0] > rollout.gains[1, 0]
    tables.close()


def test_what_wins_becomes_likelier():
    """Whoever is told that the first action wins and the others lose, learns to take it."""
    torch.manual_seed(2)
    model = Model(registry.game("bruxelles1897"), 16, 1)
    tables = tables_of("bruxelles1897")
    lessons = Lessons(steps=1, rate=0.01, epochs=1, minibatch=64)
    learner = Learner(model, tables, lessons, "cpu")
    rollout, *_ = learner._play()
    row = int((rollout.counts[0] > 1).nonzero()[0, 0])
    seen, counts = rollout.seen[0, row].expand(8, -1), rollout.counts[0, row].expand(8)
    legal = rollout.legal[0, row].expand(8, -1)
    chosen = torch.arange(8) % counts[0]
    with torch.no_grad():
        logs = torch.log_softmax(learner.look(seen, legal, counts, torch.full((8,), 2)).logits, 1)
    part = rollout._replace(
        seen=seen,
        legal=legal,
        counts=counts,
        seats=rollout.seats[0, row].expand(8),
        chosen=chosen,
        logs=logs.gather(1, chosen[:, None]).squeeze(1),
        returns=torch.zeros(8, 3, 4),
        gains=torch.where(chosen == 0, 1.0, -1.0),
    )
    for _ in range(20):
        loss, _told = learner._loss(part, torch.full((8,), 2), 0.0)
        learner.optimizer.zero_grad()
        loss.backward()
        learner.optimizer.step()
    with torch.no_grad():
        after = torch.log_softmax(learner.look(seen, legal, counts, torch.full((8,), 2)).logits, 1)
    assert after[0, 0] > logs[0, 0] + 0.05
    tables.close()


def test_a_run_is_kept_and_continued(tmp_path):
    folder = tmp_path / "run"
    first = Run(folder, TINY, SHORT)
    first.train(nobody)
    first.close()
    kept = {path.name for path in folder.iterdir()}
    assert kept == {
        *("settings.json", "checkpoint.pt", "history.json", "bruxelles1897.npz", "report.html")
    }
    assert read_settings(folder) == TINY
    load(folder / "bruxelles1897.npz", registry.game("bruxelles1897"))

    again = Run(folder, TINY, SHORT)
    for name, weights in first.model.state_dict().items():
        assert torch.equal(weights, again.model.state_dict()[name]), name
    again.train(nobody)
    again.check(Check(against="random", games=2, jobs=0), nobody)
    again.close()
    assert again.history["steps"] == 2 * first.history["steps"] == 2 * (2 * 4 * 2 * 2)
    assert len(again.history["runs"]) == 2
    assert len(again.history["checks"]) == len(TWO)
    report = (folder / "report.html").read_text(encoding="utf-8")
    assert "policy against random" in report
    assert "<polyline" in report

    with pytest.raises(BadOption, match="another training"):
        Run(folder, dataclasses.replace(TINY, seed=6), SHORT)
    (folder / "checkpoint.pt").write_bytes(b"nothing")
    with pytest.raises(BadFile, match="cannot be read"):
        Run(folder, TINY, SHORT)


def test_a_run_begins_from_a_network(tmp_path):
    """The run's first network is the file's, weight for weight; one of another size is refused."""
    game = registry.game("bruxelles1897")
    torch.manual_seed(4)
    model, file = Model(game, 16, 1), tmp_path / "known.npz"
    for weights in model.parameters():
        torch.nn.init.normal_(weights, std=0.3)
    save(file, model.network(game), origin_of(game))
    settings = dataclasses.replace(TINY, start=str(file))
    run = Run(tmp_path / "run", settings, SHORT)
    found = run.model.network(game)
    assert all(np.array_equal(a, b) for a, b in zip(found, load(file, game), strict=True))
    run.train(nobody)
    run.close()
    file.unlink()  # a run that goes on needs it no more
    again = Run(tmp_path / "run", settings, SHORT)
    again.close()
    assert torch.equal(again.model.enter.weight, run.model.enter.weight)
    assert again.history["steps"]
    with np.load(tmp_path / "run" / "bruxelles1897.npz") as kept:
        assert "begun from known.npz" in str(kept["origin"])
    with pytest.raises(BadOption, match="width 256 with 2 blocks"):
        Run(tmp_path / "other", dataclasses.replace(TINY, start="shipped"), SHORT)


def test_the_same_seed_trains_the_same_network(tmp_path):
    networks = []
    for name in "ab":
        run = Run(tmp_path / name, TINY, SHORT)
        run.train(nobody)
        networks.append(run.model.network(run.game))
        run.close()
    assert all(np.array_equal(a, b) for a, b in zip(*networks, strict=True))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"width": 20}, "multiple of 16"),
        ({"blocks": 0}, "at least one block"),
        ({"variants": ()}, "nothing to play"),
        ({"variants": (Variant(9),)}, "players"),
        ({"variants": (Variant(2, {"colour": 1}),)}, "colour"),
    ],
)
def test_wrong_settings_are_refused(wrong, words):
    with pytest.raises(Exception, match=words):
        dataclasses.replace(TINY, **wrong).checked()


def test_the_command(tmp_path):
    out = tmp_path / "run"
    command = ["train", "bruxelles1897", "--out", str(out), "--minutes", "0.0005", "--players", "2"]
    small = ["--width", "16", "--blocks", "1", "--threads", "1", "--games", "2", "--steps", "2"]
    told = CliRunner().invoke(app, [*command, *small, "--check", "0", "--variant", "vp_floor=0"])
    assert told.exit_code == 0, told.output
    settings = json.loads((out / "settings.json").read_text(encoding="utf-8"))
    assert settings["variants"] == [{"players": 2, "options": {"vp_floor": 0}}]
    assert (out / "bruxelles1897.npz").exists()
    again = [*command, *small, "--games", "1", "--search", "1", "--trust", "1", "--check", "0"]
    told = CliRunner().invoke(app, [*again, "--variant", "vp_floor=0"])
    assert told.exit_code == 0, told.output
    last = json.loads((out / "history.json").read_text(encoding="utf-8"))["runs"][-1]
    assert (last["search"]["iterations"], last["search"]["trust"]) == (1, 1.0)


SEARCH = Search(iterations=3, trust=1.0, variety=2, window=2, minibatch=16)


def test_a_searched_game_teaches_what_its_searches_found(tmp_path):
    """Visits of what was legal; values that end with the result, counted from who was to play."""
    game = registry.game("bruxelles1897")
    torch.manual_seed(3)
    path = tmp_path / "network.npz"
    save(path, Model(game, 16, 1).network(game), origin_of(game))
    whole = dataclasses.replace(SEARCH, trace=1.0)
    task = Task(game.id, Variant(3), 11, path, whole)
    lesson = play_game(task)
    assert lesson.counts.min() > 1
    ends = lesson.counts.cumsum()
    for start, end in zip(ends - lesson.counts, ends, strict=True):
        assert lesson.visits[start:end].sum() == pytest.approx(1.0)
        assert (np.diff(lesson.legal[start:end]) > 0).all()
    assert lesson.seen.shape == (len(ends), game.observation_spec.size)
    assert lesson.shares.sum() == pytest.approx(1.0)
    # All that counts is what happened: each decision expects the end, from its own seat on.
    for shares, totals in lesson.values:
        turns = [
            seat
            for seat in range(3)
            if np.allclose(np.roll(lesson.totals[:3], -seat), totals[:3])
            and np.allclose(np.roll(lesson.shares[:3], -seat), shares[:3])
        ]
        assert turns
    assert not lesson.values[:, :, 3:].any()
    # The same seed plays the same game; what searches thought is another thing than the end.
    thought = play_game(task._replace(search=dataclasses.replace(whole, trace=0.0)))
    assert np.array_equal(thought.legal, lesson.legal)
    assert np.allclose(thought.values[:, 0].sum(1), 1.0, atol=1e-3)
    assert not np.allclose(thought.values, lesson.values, atol=0.01)


def test_a_student_comes_to_like_what_searches_visit(tmp_path):
    torch.manual_seed(2)
    game = registry.game("bruxelles1897")
    model = Model(game, 16, 1)
    student = Student(
        *(game, model, dataclasses.replace(SEARCH, epochs=30), Lessons(rate=0.01)),
        variants=TWO[:1],
        processes=1,
        games=1,
        seed=4,
        device="cpu",
    )
    student.iterate(0.0)
    (part,) = student.window
    with torch.no_grad():
        looks = model(part.seen, part.legal, part.counts, part.players)
        chances = torch.softmax(looks.logits, 1)
    uniform = (part.visits / part.counts[:, None]).sum(1).mean()
    assert (part.visits * chances).sum(1).mean() > 1.5 * uniform
    share, total = part.values.unbind(1)
    assert (torch.softmax(looks.shares, 1) - share)[:, :2].abs().mean() < 0.2
    assert (looks.totals - total)[:, :2].abs().mean() < 0.1
    student.close()


def test_a_run_goes_on_with_searches(tmp_path):
    folder = tmp_path / "run"
    settings = dataclasses.replace(TINY, variants=TWO[:1])
    first = Run(folder, settings, SHORT)
    first.train(nobody)
    first.close()
    effort = dataclasses.replace(SHORT, threads=1, games=1, iterations=1, search=SEARCH)
    for _ in range(2):  # from play to search, and from search to search
        run = Run(folder, settings, effort)
        run.train(nobody)
        run.close()
    assert [bool(each["search"]) for each in run.history["runs"]] == [False, True, True]
    assert run.history["games"] == first.history["games"] + 2
    load(folder / "bruxelles1897.npz", run.game)
    again = Run(folder, settings, SHORT)  # and back
    again.train(nobody)
    again.close()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({"iterations": 0}, "at least one iteration"), ({"trust": 1.5}, "trust is 0 to 1")],
)
def test_wrong_searches_are_refused(wrong, words):
    with pytest.raises(BadOption, match=words):
        dataclasses.replace(SEARCH, **wrong).checked()


def test_a_cluster_plays_the_same_games(tmp_path, monkeypatch):
    ray = pytest.importorskip("ray", reason="Ray is not installed (horta[cluster])")
    game = registry.game("bruxelles1897")
    path = tmp_path / "network.npz"
    save(path, Model(game, 16, 1).network(game), origin_of(game))
    task = Task(game.id, Variant(2), 12, path, dataclasses.replace(SEARCH, iterations=1))
    monkeypatch.setenv("HORTA_JIT", "0")
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        (there,) = play_on_cluster([task])
    finally:
        ray.shutdown()
    here = play_game(task)
    assert all(np.array_equal(a, b) for a, b in zip(there, here, strict=True))


def test_a_cluster_is_for_searched_games(tmp_path):
    told = CliRunner().invoke(app, ["train", "paris", "--out", str(tmp_path), "--cluster"])
    assert told.exit_code != 0
    assert "name --search too" in str(told.exception)
