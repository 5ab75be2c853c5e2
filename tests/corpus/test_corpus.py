"""A corpus counts what was offered and played, loses nothing, and looks at nothing hidden."""

from __future__ import annotations

import gzip
import json
import math
import random
from collections import Counter

import pytest
from tests.thirdparty import forget, install_pebbles
from typer.testing import CliRunner

import horta
from horta.cli import app
from horta.core import registry
from horta.core.errors import BadFile, HortaError
from horta.core.record import at, copy_table, from_bytes
from horta.corpus import FEW, LEVELS, Corpus, SetUp, choices, situation_of
from horta.corpus.building import PART, build
from horta.corpus.counts import Count, Counts
from horta.corpus.files import merge, rows, write_digest
from horta.corpus.situations import CHOICES, Walk
from horta.statistics import wilson

SET_UPS = [
    ("paris", 2, {}),
    ("bruxelles1897", 3, {}),
    ("bruxelles1893", 2, {"edition": "2013"}),
    ("bruxelles1893", 3, {"belle_epoque": True, "asymmetric": True}),
]


def played(game, players, seed, steps=None, **options):
    """Return a match after some random choices, or at its end."""
    match, choice = horta.start(game, players, seed, **options), random.Random(seed)
    while not match.over and (steps is None or len(match.actions) < steps):
        match.play(choice.choice(match.legal))
    return match


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A corpus of a few games of Paris at random."""
    path = tmp_path_factory.mktemp("corpus") / "paris.parquet"
    for _ in build(path, "paris", 6, "random", jobs=0):
        pass
    return path


def test_a_run_that_is_broken_off_goes_on_and_gives_the_same_file(made, tmp_path):
    path = tmp_path / "again.parquet"
    running = build(path, "paris", 6, "random", jobs=0)
    assert len(next(running).lengths) == PART
    running.close()
    assert not path.exists()
    parts = sorted(each.name for each in path.with_name("again.parquet.parts").iterdir())
    assert parts == ["000000.parquet", "card.json"]
    counted = [len(written.lengths) for written in build(path, "paris", 6, "random", jobs=0)]
    assert counted == [PART, 6 - PART]
    assert list(rows(path)) == list(rows(made))
    assert not path.with_name("again.parquet.parts").exists()


def test_parts_of_another_run_are_refused(tmp_path):
    path = tmp_path / "some.parquet"
    running = build(path, "paris", 6, "random", jobs=0)
    next(running)
    running.close()
    with pytest.raises(BadFile, match="holds parts of other games: policy"):
        next(build(path, "paris", 6, "greedy", jobs=0))


def test_rows_are_the_first_choices_of_games_that_can_be_dealt_again(made):
    some = list(rows(made))
    assert {row["deal"] for row in some} == set(range(1, 7))
    shares = {(row["deal"], row["seat"]): row["share"] for row in some}
    assert all(sum(shares[deal, seat] for seat in (0, 1)) == 1 for deal in range(1, 7))
    assert max(Counter((row["deal"], row["seat"]) for row in some).values()) == CHOICES
    first = next(row for row in some if row["step"] == 0)
    match = horta.start("paris", 2, first["deal"])
    assert (match.to_play, match.parse(first["action"]) in match.legal) == (first["seat"], True)
    assert first["like"] == "p1_turn 1: -"


def test_moves_are_what_a_count_by_hand_gives(made):
    corpus, match = horta.corpus.open(made), horta.start("paris", seed=77)
    asked = [row for row in rows(made) if row["path"] == "p1_turn: -"]
    found = corpus.moves(match, "path")
    assert found.decisions == len(asked) == 12
    for move in found.moves:
        own = [row for row in asked if row["sort"] == move.sort]
        assert (move.played, move.few) == (len(own), True)
        assert move.offered == sum(move.sort in row["offered"] for row in asked)
        assert set(move.actions) <= set(match.legal)
        if own:
            share = sum(row["share"] for row in own) / len(own)
            assert move.share == pytest.approx(share)
            assert (move.share_from, move.share_to) == pytest.approx(wilson(share, len(own)))
            assert move.score == pytest.approx(sum(row["score"] for row in own) / len(own))
        else:
            assert math.isnan(move.share)
    assert sum(len(move.actions) for move in found.moves) == len(match.legal)
    frame = found.frame()
    assert list(frame["played"]) == sorted(frame["played"], reverse=True)


def test_the_narrowest_level_that_has_counted_enough_is_told():
    corpus, match = Corpus(), horta.start("paris", seed=3)
    situation = situation_of(match)
    set_up = SetUp.of(match.game, 2, match.options)
    counts = corpus.set_ups[set_up] = Counts()
    for level, times in zip(LEVELS, (FEW - 1, FEW, 2 * FEW), strict=True):
        for _ in range(times):
            name = {level: situation.names[level]}
            counts.add(name, "", situation.sorts, "tile edge", share=1.0, score=10)
    assert corpus.moves(match).level == "path"
    assert corpus.moves(match).counted == dict(zip(LEVELS, (29, 30, 60), strict=True))
    assert corpus.moves(match, "exact").moves[0].few
    assert corpus.moves(match, board="horta").decisions == 0
    with pytest.raises(HortaError, match="there is no level 'deep'"):
        corpus.moves(match, "deep")


def test_an_unknown_set_up_gets_the_nearest_and_says_what_differs(made):
    corpus = horta.corpus.open(made)
    near = corpus.moves(horta.start("paris", seed=1, postcards="random"))
    assert (near.set_up.options, near.differs) == ("{}", ("postcards",))
    assert corpus.moves(horta.start("paris", seed=1, starting_player=0)).differs == ()
    assert corpus.moves(horta.start("bruxelles1897", seed=1)) is None


def test_a_digest_holds_the_same_counts_and_the_same_bytes(made, tmp_path):
    corpus, path = horta.corpus.open(made), tmp_path / "paris.json.gz"
    write_digest(path, corpus.set_ups)
    first = path.read_bytes()
    again, match = horta.corpus.open(path), horta.start("paris", seed=5)
    assert again.moves(match) == corpus.moves(match)
    (source,) = next(iter(again.set_ups.values())).sources
    assert (source.bot, source.games, source.deals) == ("random", 6, (1, 6))
    write_digest(path, again.set_ups)
    assert path.read_bytes() == first
    again.merge(corpus)
    assert again.moves(match, "path").decisions == 2 * corpus.moves(match, "path").decisions


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"nothing", "cannot be read"),
        (b"[1", "cannot be read"),
        (b"[]", "is not the digest"),
        (b'{"kind": "openings", "horta": 9}', "has the format 9"),
        (b'{"kind": "openings", "horta": 1, "set_ups": [{"game": "paris"}]}', "'options'"),
    ],
)
def test_a_file_that_is_no_digest_is_refused_with_a_sentence(tmp_path, content, told):
    path = tmp_path / "bad.json.gz"
    # Packed here: what is packed holds the time, and a test's name must not.
    path.write_bytes(content if content == b"nothing" else gzip.compress(content))
    with pytest.raises(BadFile, match=told):
        horta.corpus.open(path)


def test_a_table_of_games_is_no_corpus(tmp_path):
    from horta.envs.data import write_games

    path = tmp_path / "games.parquet"
    for _ in write_games(path, "paris", 1):
        pass
    with pytest.raises(BadFile, match="no corpus of decisions"):
        horta.corpus.open(path)


def test_a_game_in_two_corpora_is_merged_once(made, tmp_path):
    more, out = tmp_path / "more.parquet", tmp_path / "all.parquet"
    for _ in build(more, "paris", 3, "random", seed=5, jobs=0):
        pass
    merge([made, more], out)
    (counts,) = horta.corpus.open(out).set_ups.values()
    assert [(one.games, one.deals) for one in counts.sources] == [(7, (1, 7))]
    merge([out, made], tmp_path / "same.parquet")
    assert list(rows(tmp_path / "same.parquet")) == list(rows(out))


@pytest.mark.parametrize(("game", "players", "options"), SET_UPS)
def test_every_action_of_a_game_is_of_some_sort(game, players, options):
    match = played(game, players, 4, **options)
    told = list(choices(match, most=10**6))
    assert len(told) == sum(
        len(match.back_to(step).legal) > 1 for step in range(len(match.actions))
    )
    for chosen in told:
        before = match.back_to(chosen.situation.step)
        some = [action for actions in chosen.situation.sorts.values() for action in actions]
        assert sorted(some) == before.legal
        assert chosen.action in chosen.situation.sorts[chosen.sort]
        if chosen.situation.step % 16 == 0:
            assert situation_of(before).names == chosen.situation.names


@pytest.mark.parametrize(("game", "players", "options"), SET_UPS)
def test_a_situation_tells_nothing_that_the_seat_cannot_know(game, players, options):
    match = played(game, players, 9, 30, **options)
    for step, data in enumerate(match.tables):
        table = from_bytes(match.game.table, data)
        other = copy_table(table)
        walk = Walk(match.game, players)
        match.game.rules.redeal(at(match.game.table, other), walk.rules.to_play(table, 0), step)
        assert walk.look(copy_table(table), step) == walk.look(other, step)


def test_an_action_counts_by_what_it_is_and_not_by_where_it_lies():
    acts = {}
    for seed in (1, 2):
        match = horta.start("bruxelles1893", 2, seed)
        while not any(match.text(action).startswith("place") for action in match.legal):
            match.play(match.legal[0])
        table = match.view(match.to_play)["table"]
        acts[seed] = situation_of(match).sorts
        sales = {match.text(action) for action in acts[seed]["place sale"]}
        assert all("(sale)" in match.label(match.parse(text)) for text in sales), table
    assert acts[1]["place sale"] != acts[2]["place sale"]
    match = played("bruxelles1893", 3, 1, 1, asymmetric=True)
    assert situation_of(match).board == match.text(match.actions[0]).split()[1]


def test_of_a_position_only_what_is_known_is_looked_up():
    match = played("paris", 2, 3, 5)
    assert set(situation_of(match).names) == set(LEVELS)
    assert set(situation_of(horta.resume("paris", match.position)).names) == {"exact"}


def test_a_game_of_somebody_else_counts_by_the_texts_of_its_actions(tmp_path, monkeypatch):
    install_pebbles(tmp_path, monkeypatch)
    try:
        match = played("pebbles", 2, 3)
        corpus = Corpus()
        corpus.count(match)
        first = corpus.moves(match.back_to(0), "like").moves[0]
        assert (first.sort, first.played) == (match.text(match.actions[0]), 1)
    finally:
        forget()


def test_a_game_that_is_not_over_is_not_counted():
    with pytest.raises(HortaError, match="not over"):
        Corpus().count(horta.start("paris", seed=1))


def test_numbers_are_read_as_they_were_written():
    for count in (Count(7), Count(9, 2, 1.5, 71, 2531)):
        assert Count.from_json(json.loads(json.dumps(count.to_json()))) == count
    with pytest.raises(ValueError, match="not the numbers"):
        Count.from_json([1, 2])


def test_the_commands(tmp_path, made):
    run = CliRunner()
    out = tmp_path / "some.parquet"
    how = ["--bot", "random", "-n", "2", "--jobs", "0", "-o", "postcards=random"]
    done = run.invoke(app, ["corpus", "build", "paris", "--out", str(out), *how])
    assert done.exit_code == 0, done.output
    assert "2 games" in done.output
    digest = tmp_path / "both.json.gz"
    done = run.invoke(app, ["corpus", "digest", str(out), str(made), "--out", str(digest)])
    assert "8 games" in done.output
    told = run.invoke(app, ["corpus", "tell", str(digest)], env={"COLUMNS": "160"}).output
    assert "paris, 2 players, postcards=random" in told
    how = ["paris", "--deal", "3", "--play", "tile A1 0", "--level", "like"]
    told = run.invoke(app, ["corpus", "tell", str(made), *how], env={"COLUMNS": "160"}).output
    assert "12 decisions (like)" in told
    merged = tmp_path / "merged.parquet"
    done = run.invoke(app, ["corpus", "merge", str(out), str(made), "--out", str(merged)])
    assert done.exit_code == 0
    for name in ("some.csv", "nowhere/some.parquet"):
        with pytest.raises(BadFile):
            run.invoke(
                app,
                ["corpus", "build", "paris", "--out", str(tmp_path / name)],
                catch_exceptions=False,
            )


def test_the_package_ships_a_small_digest_of_each_game_by_the_rules_of_now():
    files = {path.name.removesuffix(".json.gz"): path for path in horta.corpus.shipped()}
    assert set(files) == {"paris", "bruxelles1897", "bruxelles1893"}
    assert all(path.stat().st_size <= 300_000 for path in files.values())
    corpus = horta.corpus.open()
    assert horta.corpus.outdated(corpus) == []
    for set_up, counts in corpus.set_ups.items():
        assert counts.games >= 80, set_up
        match = horta.start(set_up.game, set_up.players, 1, **set_up.chosen)
        assert corpus.moves(match, "like").decisions >= counts.games
        assert SetUp.of(registry.game(set_up.game), set_up.players, match.options) == set_up
