"""What a table tells beside its drawing: why a thing cannot be chosen, and by which rule."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import horta
from horta.core.engine import engine
from horta.core.game import Target
from horta.core.guidance import open_elements, rule_of, things
from horta.core.i18n import LANGUAGES
from horta.core.record import at
from horta.games.bruxelles1893 import guidance as guidance_1893
from horta.games.bruxelles1897 import guidance as guidance_1897
from horta.games.paris import guidance as guidance_paris

PAGES = Path(__file__).parent.parent / "docs" / "rules"

GAMES = [
    ("paris", 2, {"postcards": "random"}),
    ("paris", 2, {}),
    ("bruxelles1897", 2, {}),
    ("bruxelles1897", 4, {"force_effect": False}),
    ("bruxelles1893", 2, {"edition": "2013"}),
    ("bruxelles1893", 4, {"edition": "2023"}),
    ("bruxelles1893", 3, {"belle_epoque": True, "asymmetric": True}),
]
TABLES = {
    "paris": [guidance_paris.RULES],
    "bruxelles1897": [guidance_1897.RULES],
    "bruxelles1893": [
        guidance_1893.RULES_2013,
        guidance_1893.RULES_2023,
        guidance_1893.RULES_MORE,
    ],
}
REASONS = {
    "paris": guidance_paris.REASONS,
    "bruxelles1897": guidance_1897.REASONS,
    "bruxelles1893": guidance_1893.REASONS,
}

# What every turn puts before the eyes, by the decisions that ask for a turn.
ON_OFFER = {
    "p1_turn": ("space-", "square-", "postcard-", "building-"),
    "p2_turn": ("space-", "postcard-", "building-"),
    "turn": ("cell-", "place-", "space-", "card-", "tile-", "pavilion-"),
}


def tables(game: str, players: int, options: dict, every: int) -> Iterator[horta.Match]:
    """Play random games and stop at some of their tables."""
    for seed in range(2):
        rng = random.Random(seed)
        match = horta.start(game, players, seed, **options)
        step = 0
        while not match.over:
            if step % every == seed % every:
                yield match
            legal = match.legal
            # Pass seldom, so that boards fill up and means run out.
            eager = [a for a in legal if match.text(a).split()[0] not in ("pass", "decline")]
            match.play(rng.choice(eager if eager and rng.random() < 0.9 else legal))
            step += 1


def seen(match: horta.Match):
    return at(match.game.table, match.redacted(match.to_play))


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_only_what_lies_there_and_cannot_be_chosen_is_refused(game, players, options):
    met = set()
    for match in tables(game, players, options, every=6):
        table, presentation = seen(match), match.game.presentation
        said = {lang: presentation.refusals(table, lang) for lang in LANGUAGES}
        there = set(things(match.svg(match.to_play)))
        chosen = open_elements(presentation.target(table, action) for action in match.legal)
        assert set(said["en"]) <= there
        assert not set(said["en"]) & chosen
        assert all(set(one) == set(said["en"]) for one in said.values())
        assert all(why and "{" not in why for one in said.values() for why in one.values())
        # Whatever the hidden things may be, the same is said.
        games = match.redacted(match.to_play)
        engine(match.game).redeal(games, 0, match.to_play, 7)
        assert presentation.refusals(at(match.game.table, games), "en") == said["en"]
        decision = match.position["table"]["decision"]
        if decision in ON_OFFER:
            met.add(decision)
            offered = {name for name in there if name.startswith(ON_OFFER[decision])}
            assert offered <= chosen | set(said["en"])
    assert met == ({"p1_turn", "p2_turn"} if game == "paris" else {"turn"})


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_everything_on_the_table_has_a_rule(game, players, options):
    page = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^- <a id=\"[^\"]+\"></a>\*\*([A-Z0-9-]+)\*\*", page, re.M))
    assert len(known) > 90
    for rules in TABLES[game]:
        assert set(rules.values()) <= known
    for match in tables(game, players, options, every=37):
        table, presentation = seen(match), match.game.presentation
        for name in things(match.svg(match.to_play)):
            assert presentation.rule_of(table, name) in known, name


@pytest.mark.parametrize("game", horta.games())
@pytest.mark.parametrize("lang", [one for one in LANGUAGES if one != "en"])
def test_every_reason_is_translated(game, lang):
    say = horta.start(game, seed=1).game.presentation.words(lang).say
    holes = re.compile(r"\{\w+\}")
    for reason in REASONS[game].values():
        assert reason in say.messages
        assert sorted(holes.findall(reason)) == sorted(holes.findall(say.messages[reason]))


def test_editions_have_rules_for_the_same_things():
    assert set(guidance_1893.RULES_2013) == set(guidance_1893.RULES_2023)
    assert all(rule.startswith("B93-") for rule in guidance_1893.RULES_2013.values())
    assert all(rule.startswith("B93E2-") for rule in guidance_1893.RULES_2023.values())


def test_the_longest_beginning_of_a_name_gives_the_rule():
    rules = {"cube": "A", "cube-joker": "B"}
    assert rule_of(rules, "cube-3-wood") == "A"
    assert rule_of(rules, "cube-3-joker") == "B"
    assert rule_of(rules, "work-blue") == ""


def test_a_placement_opens_its_piece_and_all_it_covers():
    targets = [Target("space-a1", "building-V3", 1, ("space-a1", "space-a2")), Target()]
    assert open_elements(targets) == {"space-a1", "space-a2", "building-V3"}
