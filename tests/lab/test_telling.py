"""What is found is what was planted, and a sentence claims no more than the games can tell."""

from __future__ import annotations

import gzip
import json
import random
from importlib.resources import files
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import horta
from horta.cli import app
from horta.core import registry
from horta.lab import Experiment, Measure, Results
from horta.lab.plots import _label, plots
from horta.lab.tables import tables
from horta.lab.telling import Teller, sentence

BOARDS = ("gauchie", "hankar", "horta", "saintenoy", "strauven")
CROWN = {"components": {"boards": {"gauchie_palace": [2, 3, 4, 5, 6, 7]}}}


def planted(games, chances, *, variants=None, seed=1):
    """Results in which Gauchie wins with another chance in every variant; nothing else differs.

    Luck is the same in every variant, as it is over the same deals.
    """
    variants = variants or {"today": {}, "B": CROWN}
    experiment = Experiment(
        "bruxelles1893",
        variants,
        players=5,
        bots="random",
        games=games,
        options={"asymmetric": True},
    ).checked()
    luck, rows = random.Random(seed), []
    for deal in range(games):
        boards = luck.sample(BOARDS, 5)
        roll, other, points = (
            luck.random(),
            luck.randrange(4),
            [luck.randrange(60) for _ in "12345"],
        )
        for name, chance in zip(variants, chances, strict=True):
            lucky = boards.index("gauchie")
            winner = lucky if roll < chance else [k for k in range(5) if k != lucky][other]
            seats = [
                {
                    "share": float(seat == winner),
                    "score": points[seat],
                    "lines": {"sales": points[seat]},
                    "things": {"board": {boards[seat]: 1}, "track": {"palace": seat}},
                    "opening": ["1. work blue"],
                    "bot": "random",
                }
                for seat in range(5)
            ]
            whole = {"decisions": 100, "rounds": 5, "branching": 8.0, "changes": 3}
            row = {"variant": name, "deal": deal, **whole, "decided": 0.7, "margin": 4}
            rows.append({**row, "seats": seats})
    return Results(experiment, rows)


def test_a_planted_difference_is_found_and_told_in_three_languages():
    results = planted(1000, (0.30, 0.20))
    (first, *rest) = results.compare()
    assert first.told
    assert first.measure == Measure("board", "gauchie")
    assert first.difference == pytest.approx(-0.10, abs=0.02)
    assert first.low < -0.10 < first.high < 0
    told = {lang: sentence(results, first, lang) for lang in ("en", "fr", "de")}
    by, low, high = (f"{100 * x:.1f}" for x in (-first.difference, -first.high, -first.low))
    assert told["en"] == (
        f"With “B”, Paul Gauchie wins {by} fewer games in a hundred ({low} to {high}), "
        "which 1,000 games can tell from chance."
    )
    assert told["fr"].startswith("Avec «\u202fB\u202f», Paul Gauchie gagne ")
    assert "parties de moins sur cent" in told["fr"]
    assert by.replace(".", ",") in told["fr"]
    assert told["de"].startswith("Mit „B“ gewinnt Paul Gauchie um ")
    assert "1.000 Partien" in told["de"]
    assert all(one.measure.kind in ("board", "seat", "opening") for one in rest if one.p < 1)
    assert results.tell()[0] == told["en"]


def test_nothing_is_told_where_nothing_differs():
    results = planted(400, (0.2, 0.2))
    assert not any(one.told or one.hinted for one in results.compare())
    assert results.tell()[0] == (
        f"No difference that 400 games could tell, in {len(results.compare())} comparisons."
    )
    for lang in ("en", "fr", "de"):
        for one in results.compare():
            assert sentence(results, one, lang)


def test_chance_is_rarely_taken_for_a_finding():
    found = 0
    for seed in range(40):  # who wins is drawn anew in the second variant
        ours, theirs = planted(60, (0.2, 0.2), seed=seed), planted(60, (0.2, 0.2), seed=seed + 99)
        rows = [row for row in ours.rows if row["variant"] == "today"]
        rows += [row for row in theirs.rows if row["variant"] == "B"]
        found += any(one.told for one in Results(ours.experiment, rows).compare())
    assert found <= 5


def test_a_share_far_from_fair_is_told_without_another_variant():
    results = planted(600, (0.35,), variants={"today": {}})
    (first, *_) = results.unfair()
    assert first.measure == Measure("board", "gauchie")
    assert first.told
    (told, *_) = results.tell()
    assert told.startswith("“today”: Paul Gauchie wins 3")
    assert told.endswith("more than a fair 20.0, which 600 games can tell from chance.")
    assert "unterscheiden" in results.tell("de")[0]


def test_games_that_bots_spoilt_are_told():
    results = planted(50, (0.3, 0.3))
    rows = [*results.rows]
    rows[0] = {"variant": "today", "deal": 0, "lost": "mine: died: its process ended"}
    rows[3] = {**rows[3], "faults": 2}
    spoilt = Results(results.experiment, rows)
    assert spoilt.deals == list(range(1, 50))
    assert spoilt.tell()[-2:] == [
        "1 games were lost with a bot's process and are left out.",
        "In 1 games a bot failed, and a random action was played in its place.",
    ]


def test_pictures_show_every_variant_with_its_interval():
    results = planted(50, (0.3, 0.1, 0.2), variants={"today": {}, "B": CROWN, "<C>": CROWN})
    drawn = plots(results, "fr")
    assert {"victories-board", "victories-seat", "lines", "score"} <= set(drawn)
    assert {"rounds", "decisions"}.isdisjoint(drawn), "what is the same in every game"
    assert "lab-way" not in drawn["score"].svg, "three variants that are no steps of one thing"
    for plot in drawn.values():
        root = ElementTree.fromstring(plot.svg)
        texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
        assert {"today", "B", "<C>"} <= set(texts)
        assert plot._repr_svg_() == plot.svg
    names = " ".join(drawn["victories-board"].svg.split())
    assert names.count("<title>Paul Gauchie: ") == 3
    wrapped = _label("a tile in a corner of the site", 100, 50)
    assert "".join(ElementTree.fromstring(wrapped).itertext()).endswith(
        "a tile in a corner of the site"
    )


def test_tables_tell_what_docs_report():
    results = planted(50, (0.3, 0.1))
    told = "\n".join(tables(results, "today"))
    assert "| Paul Gauchie | 50 |" in told
    assert "| Royal Palace | 4 | 20.0 % |" in told
    assert "| Sales | 100.0 % |" in told


def ask(*args):
    return CliRunner().invoke(app, ["lab", *map(str, args)], catch_exceptions=False)


def test_the_commands_play_tell_draw_and_write(tmp_path):
    file, out = tmp_path / "e.toml", tmp_path / "out"
    file.write_text(
        'game = "bruxelles1897"\nbots = "random"\ngames = 50\n[variants.a]\n[variants.b]'
    )
    ran = ask("run", file, "--out", out, "--jobs", 0, "--games", 2, "--lang", "fr")
    assert ran.exit_code == 0
    assert "parties" in ran.output
    assert "| track |" in ask("tell", out, "--tables").output
    assert ask("tell", out, "--all").output.count("no difference that 2 games could tell") > 10
    assert ask("plot", out).exit_code == 0
    for path in out.glob("*.svg"):
        ElementTree.parse(path)
    assert (out / "victories-seat.svg").exists()
    assert ask("notebook", out).exit_code == 0
    written = json.loads((out / "results.ipynb").read_text())
    code = ["".join(cell["source"]) for cell in written["cells"] if cell["cell_type"] == "code"]
    names: dict[str, object] = {}
    for cell in code[:2]:
        exec(cell, names)
    assert len(names["results"].deals) == 2


def test_a_sweep_draws_the_response(tmp_path):
    file, out = tmp_path / "e.toml", tmp_path / "out"
    file.write_text('game = "bruxelles1897"\nbots = "random"\ngames = 2\n')
    values = ("--values", "[[1, 2, 3, 4, 5], [1, 1, 2, 3, 4]]")
    ran = ask("sweep", file, "--parameter", "components.tracks.prestige", *values, "--out", out,
              "--jobs", 0)  # fmt: skip
    assert ran.exit_code == 0
    picture = (out / "sweep-seat-0.svg").read_text()
    assert ">Prestige</text>" in picture, "what changes, in words"
    assert "components." not in picture
    assert "1, 1, 2, 3, 4" in picture
    assert "lab-way" in picture


def test_a_bad_experiment_leaves_a_folder_as_it_was(tmp_path):
    file, out = tmp_path / "e.toml", tmp_path / "out"
    file.write_text('game = "bruxelles1897"\nplayers = 9\n')
    from horta.core.errors import HortaError

    with pytest.raises(HortaError, match="'players'"):
        ask("run", file, "--out", out)
    assert not out.exists()


def test_a_choice_is_told_by_its_number_in_words():
    teller = Teller("bruxelles1897", 2, "en")
    second = Measure("opening", "2. open the zone")
    assert teller.who(second) == "a seat whose second choice is “open the zone”"
    assert teller.what(Measure("had opening", second.thing)).startswith("Seats whose second choice")
    assert teller.thing(second) == "2. open the zone"


@pytest.mark.parametrize("game", horta.games())
def test_openings_are_called_by_words_and_not_by_names(game):
    """Whatever was a first or second choice in the shipped games has words in every language."""
    digest = files("horta.corpus") / "shipped" / f"{game}.json.gz"
    presentation, sorts = registry.game(game).presentation, set()
    for set_up in json.loads(gzip.decompress(digest.read_bytes()))["set_ups"]:
        for situation, boards in set_up["path"].items():
            if " > " not in situation:
                sorts |= {sort for counted in boards.values() for sort in counted}
    assert len(sorts) > 10
    for sort in sorts - {"pass"}:
        assert sort not in [presentation.called(sort, lang) for lang in ("en", "fr", "de")]
