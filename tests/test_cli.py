"""The command line: every command helps, works, and refuses bad arguments in one sentence."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import horta
from horta.core.errors import BadOption
from horta.files import read_match, write_text

SRC = str(Path(__file__).parent.parent / "src")
COMMANDS = [
    "games",
    "simulate",
    "replay",
    "draw",
    "components",
    "bench",
    "play",
    "terminal",
    "arena",
    "train",
]


def run(*arguments, stdin=None, cwd=None, **env):
    return subprocess.run(
        [sys.executable, "-m", "horta.cli", *map(str, arguments)],
        capture_output=True,
        text=True,
        input=stdin,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": SRC, "COLUMNS": "200", "TERM": "dumb", **env},
        check=False,
    )


@pytest.fixture
def transcript(tmp_path):
    match = horta.start("paris", seed=4)
    rng = random.Random(4)
    while not match.over:
        match.play(rng.choice(match.legal))
    path = tmp_path / "game.json"
    path.write_text(json.dumps(match.transcript()), encoding="utf-8")
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command):
    done = run(command, "--help")
    assert done.returncode == 0
    assert "Usage" in done.stdout
    assert len(done.stdout.splitlines()) > 6


def test_games_lists_players_and_options():
    done = run("games")
    assert done.returncode == 0
    assert "paris: Paris: La Cité de la Lumière, 2 players" in done.stdout
    assert "fountain_cells" in done.stdout


@pytest.mark.compiled
def test_simulate_tells_scores_and_seat_balance():
    done = run("simulate", "paris", "-n", 300, "--seats", "random,random", "--jobs", 2)
    assert done.returncode == 0, done.stderr
    for words in ("300 games", "95 % interval", "Orange", "Lit buildings", "Decisions a game"):
        assert words in done.stdout
    again = run("simulate", "paris", "-n", 300, "--players", 2)
    assert again.stdout.splitlines()[-14:] == done.stdout.splitlines()[-14:], "seeds decide"


def test_replay_tells_the_game_and_its_result(transcript):
    done = run("replay", transcript, "--lang", "de")
    assert done.returncode == 0, done.stderr
    assert "beginnt" in done.stdout
    match = read_match(transcript)
    assert all(str(score) in done.stdout for score in match.scores)


def test_draw_writes_a_picture_of_any_step(transcript, tmp_path):
    output = tmp_path / "table.svg"
    assert run("draw", transcript, "-o", output).returncode == 0
    assert ET.parse(output).getroot().tag.endswith("svg")
    early = run("draw", transcript, "--step", 3, "--seat", 1)
    assert early.returncode == 0
    assert early.stdout != output.read_text(encoding="utf-8")
    position = tmp_path / "position.json"
    position.write_text(json.dumps(read_match(transcript).position), encoding="utf-8")
    assert run("draw", position).stdout.strip() == output.read_text(encoding="utf-8").strip()


def test_components_show_check_and_print(tmp_path):
    assert "reconstructed" in run("components", "paris").stdout
    ours = run("components", "paris", "--json")
    mine = tmp_path / "mine.json"
    mine.write_text(ours.stdout, encoding="utf-8")
    assert run("components", "paris", "--check", mine).returncode == 0
    schema = json.loads(run("components", "paris", "--schema").stdout)
    assert "tiles" in schema["properties"]
    tables = json.loads(ours.stdout)
    tables["tiles"]["blue"] = tables["tiles"]["blue"][:7]
    mine.write_text(json.dumps(tables), encoding="utf-8")
    done = run("components", "paris", "--check", mine)
    assert done.returncode == 2
    assert "tiles.blue" in done.stderr


@pytest.mark.compiled
def test_simulate_takes_options_and_components(tmp_path):
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps({"tiles": {"orange": ["oo/oo"] * 8}}), encoding="utf-8")
    options = ["-o", "postcards=LEV,MET,JAR,SAC,PEI,CHA,BOU,GRA", "-o", "allow_flip=true"]
    done = run("simulate", "paris", "-n", 50, *options, "--components", mine)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate", "chess"], "there is no game 'chess'"),
        (["simulate", "paris", "--seats", "wizard,random"], "there is no bot 'wizard'"),
        (["simulate", "paris", "--seats", "random", "--players", "2"], "1 bots for 2 players"),
        (["simulate", "paris", "--players", "5"], "is for 2 players, not 5"),
        (["simulate", "paris", "-n", "0"], "greater than or equal to 1"),
        (["simulate", "paris", "-o", "speed"], "NAME=VALUE"),
        (["simulate", "paris", "-o", "speed=3"], "'speed'"),
        (["simulate", "paris", "-o", "fountain_cells=3"], "'fountain_cells'"),
        (["simulate", "paris", "--components", "nowhere.json"], "nowhere.json: cannot be read"),
        (["replay", "nowhere.json"], "cannot be read"),
        (["draw", "nowhere.json"], "cannot be read"),
        (["components", "chess"], "there is no game"),
        (["play", "chess"], "there is no game"),
        (["terminal", "chess"], "there is no game"),
        (["dance"], "dance"),
    ],
)
def test_bad_arguments_get_one_sentence_and_exit_code_2(arguments, words):
    done = run(*arguments)
    assert done.returncode == 2
    assert words in " ".join(done.stderr.replace("│", " ").split())
    assert "Traceback" not in done.stderr + done.stdout


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is not valid JSON"),
        (b"\xff\xfe\x00", "is not text in UTF-8"),
        (b"[1, 2]", "neither a transcript nor a position"),
        (b'{"game": "paris"}', "neither 'actions' nor a 'table'"),
        (b'{"game": "paris", "actions": []}', "'horta'"),
    ],
)
def test_broken_files_are_named(tmp_path, content, words):
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    done = run("replay", path)
    assert done.returncode == 2
    assert words in done.stderr
    assert path.read_bytes() == content


def test_draw_refuses_what_is_not_there(transcript, tmp_path):
    assert "actions, not 999" in run("draw", transcript, "--step", 999).stderr
    assert "seat 5" in run("draw", transcript, "--seat", 5).stderr
    assert "'it'" in run("draw", transcript, "--lang", "it").stderr
    done = run("draw", transcript, "-o", tmp_path / "no" / "such" / "folder.svg")
    assert done.returncode == 2
    assert "cannot be written" in done.stderr


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "kept.txt"
    write_text(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_text(path, "\ud800")
    assert path.read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["kept.txt"], "nothing is left behind"


def test_a_whole_game_in_the_terminal(tmp_path):
    saved, drawn = tmp_path / "mine.json", tmp_path / "mine.svg"
    said = ["?", "l", "s", "f tile", "f", "jump", "999", f"d {drawn}", "w", "u"]
    said += ["1"] * 120
    said += [str(saved)]
    done = run(
        "terminal", "paris", "--seed", 5, stdin="\n".join(said) + "\n", cwd=tmp_path, HORTA_JIT="0"
    )
    assert done.returncode == 0, done.stderr
    assert "names no action" in done.stdout
    assert "wins" in done.stdout
    assert drawn.exists()


def test_the_terminal_keeps_the_transcript_of_a_game_left_early(tmp_path):
    saved = tmp_path / "mine.json"
    done = run("terminal", "--seed", 5, stdin=f"1\nq\n{saved}\n", cwd=tmp_path, HORTA_JIT="0")
    assert done.returncode == 0, done.stderr
    match = read_match(saved)
    assert match.seed == 5
    assert len(match.actions) >= 1
    wide = "0123456789abcdef" * 2
    run("terminal", "--seed", wide, stdin=f"1\nq\n{saved}\n", cwd=tmp_path, HORTA_JIT="0")
    assert read_match(saved).seed == wide
    done = run("terminal", "--seed", "seven", stdin="q\n\n", cwd=tmp_path, HORTA_JIT="0")
    assert done.returncode != 0
    assert "a seed is a whole number" in done.stderr


def test_options_that_look_like_numbers_stay_texts():
    from horta.core import registry

    read = registry.game("bruxelles1893").parse_options(["edition=2013", "starting_player=1"])
    assert read == {"edition": "2013", "starting_player": 1}
    assert registry.game("paris").parse_options(["fountain_cells=2"]) == {"fountain_cells": 2}
    with pytest.raises(BadOption, match="NAME=VALUE"):
        registry.game("paris").parse_options(["fountain_cells"])


def test_every_command_reads_options_alike():
    for command in (["simulate", "bruxelles1893"], ["arena", "bruxelles1893", "random", "random"]):
        done = run(*command, "-o", "edition=2013", "-n", "2")
        assert done.returncode == 0, done.stderr
