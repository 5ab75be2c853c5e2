"""What the drawings of all games have in common: one file, whole, harmless, from a scene alone."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

import horta
from horta.core.drawing import ELLIPSIS
from horta.core.i18n import LANGUAGES

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 500_000
FORBIDDEN = ("script", "image", "foreignObject", "iframe", "a", "animate", "set")
EAGER = {"pass": 0.06, "decline": 0.3, "discard": 0.4, "build": 3, "put": 3}
"""How gladly random players take some kinds of actions: so boards fill up."""

TABLES = [
    ("paris", 2, {}),
    ("paris", 2, {"postcards": "random", "large_lamp_rays": "diamond", "allow_flip": True}),
    ("bruxelles1897", 2, {}),
    ("bruxelles1897", 4, {"force_effect": False}),
    ("bruxelles1893", 5, {"edition": "2013", "strips": "random"}),
    ("bruxelles1893", 2, {"edition": "2023"}),
    ("bruxelles1893", 4, {"edition": "2023", "belle_epoque": True, "asymmetric": True}),
]
every_game = pytest.mark.parametrize(("game", "players", "options"), TABLES)


def tables(game: str, players: int, options: dict, every: int) -> Iterator[horta.Match]:
    """Play a random game and stop at some of its tables, and at its end."""
    rng, match, step = random.Random(players), horta.start(game, players, players, **options), 0
    while not match.over:
        if step % every == 0:
            yield match
        legal = match.legal
        weights = [EAGER.get(match.text(action).split()[0], 1) for action in legal]
        match.play(rng.choices(legal, weights)[0])
        step += 1
    yield match


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_well_formed_titled_and_not_large(game, players, options, lang):
    for match in tables(game, players, options, every=47):
        for seat in (None, 0, players - 1):
            svg = match.svg(seat, lang)
            root = ET.fromstring(svg)
            assert root.tag == SVG + "svg"
            assert (root.get("role"), root.get("lang")) == ("img", lang)
            assert root[0].tag == SVG + "title"
            assert root[0].text
            assert len(svg.encode()) < MOST_BYTES


@every_game
def test_it_brings_no_scripts_and_nothing_from_elsewhere(game, players, options):
    for match in tables(game, players, options, every=19):
        svg = match.svg(0)
        for element in ET.fromstring(svg).iter():
            assert element.tag.removeprefix(SVG) not in FORBIDDEN
            for name, value in element.attrib.items():
                assert not name.startswith("on")
                assert "href" not in name or value.startswith("#")
        assert not re.search(r"url\((?!#)", svg)
        assert "@import" not in svg
        assert "@font-face" not in svg
        assert svg.count("://") == 1  # the name of the SVG namespace


@every_game
def test_what_it_refers_to_exists_and_names_are_unique(game, players, options):
    for match in tables(game, players, options, every=9):
        svg = match.svg(match.to_play)
        elements = list(ET.fromstring(svg).iter())
        ids = [name for element in elements if (name := element.get("id"))]
        assert len(ids) == len(set(ids))
        used = {*re.findall(r'href="#([^"]+)"', svg), *re.findall(r"url\(#([^)]+)\)", svg)}
        assert used <= set(ids)
        targets = [name for element in elements if (name := element.get("data-target"))]
        assert len(targets) == len(set(targets))
        assert targets


@every_game
def test_both_themes_are_in_it_and_a_class_overrules_the_system(game, players, options):
    svg = horta.start(game, players, 1, **options).svg()
    own = re.search(r'class="(horta-[a-z0-9]+)', svg).group(1)
    for part in ("prefers-color-scheme:dark", f".{own}.dark", f".{own}.light"):
        assert part in svg


@every_game
def test_the_same_scene_gives_the_same_bytes_and_stays_as_it_was(game, players, options):
    for match in tables(game, players, options, every=41):
        scene = match.scene(1)
        before = bytes(scene.table)
        drawn = match.game.presentation.draw(scene)
        assert drawn == match.game.presentation.draw(scene)
        assert drawn == match.svg(1)
        assert bytes(scene.table) == before


@every_game
def test_names_are_escaped_and_long_ones_shortened(game, players, options):
    names = ['<script>alert("1")</script>', "MWM & MWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMW"]
    names += [f"Ö {k}" for k in range(players - 2)]
    match = horta.start(game, players, 4, **options)
    for lang in LANGUAGES:
        svg = match.game.presentation.draw(replace(match.scene(0, lang), names=names))
        texts = ["".join(element.itertext()) for element in ET.fromstring(svg).iter(SVG + "text")]
        assert "<script" not in svg
        assert any(names[0][:8] in text for text in texts)
        shown = [text for text in texts if text.startswith(names[1][:3])]
        assert shown
        assert all(names[1] in text or ELLIPSIS in text for text in shown)


@every_game
def test_a_person_is_called_as_he_calls_himself(game, players, options):
    """Seats have names in every language; a person who is called Blue or Rose has one name."""
    for lang in LANGUAGES:
        for name in ("Blue", "Rose", "Orange"):
            match = horta.start(
                game, players, 4, seats=["Ann", name, "", "", ""][:players], **options
            )
            shown = [element.text or "" for element in ET.fromstring(match.svg(0, lang)).iter()]
            assert name in shown
