"""Bots from files, lists of bots, and transcripts of an arena."""

from __future__ import annotations

import json

import pytest

import horta
from horta.bots import UnknownBot, parse
from horta.bots.arena import Plan, read, run
from horta.bots.names import split
from horta.bots.play import play_game
from horta.core.errors import BadFile
from horta.core.limits import LONGEST_NAME

BOT = """
from beside import pick
class Bot:
    def __init__(self, last): self.last = last
    def choose(self, info, budget): return pick(info.legal, self.last)
def make(game, players, last=0): return Bot(last)
def other(game, players): return Bot(1)
broken = 5
"""


@pytest.fixture
def bot(tmp_path):
    (tmp_path / "my_bot.py").write_text(BOT)
    (tmp_path / "beside.py").write_text("def pick(legal, last): return legal[-1 if last else 0]\n")
    return tmp_path / "my_bot.py"


def test_a_function_of_a_file_makes_a_bot(bot):
    first = play_game("paris", {}, (f"{bot}:make", f"{bot}"), 1, (0, 1))
    last = play_game("paris", {}, (f"{bot}:other", f"{bot}:make:last=1"), 1, (0, 1))
    assert first.faults == last.faults == []
    assert (first.steps, first.scores) != (last.steps, last.scores)
    found = parse(f"{bot}:make:200ms,last=1")
    assert (found.name, found.budget.seconds) == (f"{bot}:make", 0.2)
    assert parse(str(found)) == found


def test_what_is_wrong_with_a_file_is_said(bot):
    for text, says in (
        ("no_such.py:make", "there is no file no_such.py"),
        (f"{bot}:broken", "no function 'broken'"),
        (f"{bot}:nothing", "no function 'nothing'"),
    ):
        with pytest.raises(UnknownBot, match=says):
            parse(text)
    bad = bot.with_name("bad.py")
    bad.write_text("import nowhere_at_all\n")
    with pytest.raises(UnknownBot, match=r"does not load: ModuleNotFoundError"):
        parse(str(bad))


def test_the_arena_plays_it_in_processes(bot):
    plan = Plan("paris", (f"{bot}:make", "random"), 2)
    for result in run(plan, jobs=1):
        assert (result.faults, result.scores is None) == ([], False)


@pytest.mark.parametrize(
    ("text", "bots"),
    [
        ("random", ["random"]),
        ("mcts:50it,greedy", ["mcts:50it", "greedy"]),
        ("mcts:50it,explore=0.5, greedy", ["mcts:50it,explore=0.5", "greedy"]),
        ("mcts:1s,threads=2,mcts:200ms", ["mcts:1s,threads=2", "mcts:200ms"]),
        ("greedy,my_bot.py:make,random", ["greedy", "my_bot.py:make", "random"]),
        ("random,exec:agent --list a,b", ["random", "exec:agent --list a,b"]),
    ],
)
def test_a_list_of_bots(text, bots):
    assert split(text) == bots


class TestTranscripts:
    def test_every_game_is_kept_and_replays(self, tmp_path, bot):
        plan, folder = Plan("paris", (f"{bot}:make", "random"), 4), tmp_path / "games"
        results = list(run(plan, jobs=0, transcripts=folder))
        files = sorted(folder.iterdir())
        assert len(files) == 4
        for result in results:
            seating = "-".join(map(str, result.seating))
            file = folder / f"paris-{result.deal}-seats-{seating}.json"
            match = horta.replay(file.read_text())
            assert (match.scores, match.seats) == (
                result.scores,
                [plan.bots[k][:LONGEST_NAME] for k in result.seating],
            )

    def test_a_game_without_its_transcript_is_played_again(self, tmp_path):
        plan, folder, out = (
            Plan("paris", ("random", "random"), 4),
            tmp_path / "games",
            tmp_path / "a.json",
        )
        before = list(run(plan, jobs=0, file=out, transcripts=folder))
        assert "transcript" not in json.loads(out.read_text())["games"][0]
        lost, kept = sorted(folder.iterdir())[:2]
        lost.unlink()
        written = kept.stat().st_mtime_ns
        assert len(list(run(plan, jobs=0, file=out, transcripts=folder))) == 4
        assert lost.exists()
        assert kept.stat().st_mtime_ns == written
        assert [r.scores for r in read(out)] == [r.scores for r in before]

    def test_transcripts_of_other_bots_are_refused(self, tmp_path, bot):
        folder, out = tmp_path / "games", tmp_path / "b.json"
        ours = Plan("paris", (f"{bot}:make", "random"), 2)
        list(run(Plan("paris", ("random", "random"), 2), jobs=0, transcripts=folder))
        list(run(ours, jobs=0, file=out))
        with pytest.raises(BadFile, match="is a game of other bots: random, random"):
            list(run(ours, jobs=0, file=out, transcripts=folder))
