"""The drawing: drawn from a scene alone, whole, harmless, and with a place for every action."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from xml.etree import ElementTree as ET

import pytest

import horta
from horta.core.drawing import ELLIPSIS, fit, flow, loops, number, outline, shorten, width
from horta.core.i18n import LANGUAGES
from horta.core.record import at
from horta.games.paris.board import City
from horta.games.paris.components import CARD_CODES, LAMP_PATTERNS
from horta.games.paris.drawing import target
from horta.games.paris.words import words
from paris.boards import A, stand

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 400_000

GAMES = [
    {},
    {"postcards": "random", "large_lamp_rays": "diamond"},
    {"postcards": ["LEV", "JAR", "BOU", "LAM", "MOU", "FON", "PEN", "GRA"], "fountain_cells": 2},
    {"postcards": ["MET", "JAR", "PEI", "CHA", "BOU", "FON", "GRA", "SAC"], "allow_flip": True},
    {"postcards": "random", "large_lamp_rays": "lines", "statue_neighbours": "all"},
    {"postcards": "random", "large_lamp_rays": [[(0, 2)], [(-1, 1), (-2, 2)], [(3, -1)]]},
]


def tables(seeds: Iterable[int], every: int = 1) -> Iterator[horta.Match]:
    """Play random games with all kinds of options and stop at some of their tables."""
    for seed in seeds:
        rng = random.Random(seed)
        match = horta.start("paris", seed=seed, **GAMES[seed % len(GAMES)])
        step = 0
        while not match.over:
            if step % every == seed % every:
                yield match
            legal = match.legal
            # Decline seldom, and rather build than not, so that boards fill up.
            eager = [a for a in legal if match.text(a).split()[0] in ("build", "put")]
            match.play(rng.choice(eager if eager and rng.random() < 0.7 else legal))
            step += 1
        yield match


def tree(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def targets(svg: str) -> list[str]:
    return [name for e in tree(svg).iter() if (name := e.get("data-target")) is not None]


def target_of(match: horta.Match, action: int):
    return target(at(match.game.table, match.redacted(match.to_play)), action)


# The file


def test_regions_are_top_level_groups_with_a_box():
    match = horta.start("paris", seed=1)
    found = {}
    for group in tree(match.svg()):
        kinds = (group.get("class") or "").split()
        if "region" in kinds:
            found[kinds[kinds.index("region") + 1]] = [
                float(v) for v in group.get("data-box").split()
            ]
    assert set(found) == {
        "headline",
        "board",
        "postcards-left",
        "postcards-right",
        "site",
        "seat-0",
        "seat-1",
        "sheet",
    }
    assert all(box[2] > 0 and box[3] > 0 for box in found.values())


def test_texts_of_the_game_fit_unshortened_in_every_language():
    for lang in LANGUAGES:
        for codes in (CARD_CODES[:8], CARD_CODES[4:]):
            match = horta.start("paris", seed=4, postcards=list(codes))
            assert ELLIPSIS not in match.svg(None, lang)


# Targets


@pytest.mark.parametrize("seed", range(len(GAMES)))
def test_every_action_has_a_place_of_its_own(seed):
    kinds = set()
    for match in tables([seed]):
        if match.over:
            continue
        drawn = set(targets(match.svg(match.to_play)))
        found = [target_of(match, action) for action in match.legal]
        assert len(set(found)) == len(found)
        for action, place in zip(match.legal, found, strict=True):
            kind = match.text(action).split()[0]
            kinds.add(kind)
            named = {place.element, place.piece, *place.cells} - {""}
            assert named <= drawn, match.text(action)
            assert bool(place.element) == (kind not in ("pass", "decline"))
            assert bool(place.piece) == (kind in ("tile", "put", "build"))
    assert {"tile", "choose", "activate", "build", "put"} <= kinds


def test_a_build_lights_up_the_spaces_that_it_covers():
    built = 0
    for match in tables(range(len(GAMES)), every=3):
        builds = [a for a in match.legal if match.text(a).startswith("build")]
        for action in builds[:: max(1, len(builds) // 4)]:
            _, building, anchor, orientation = match.text(action).split()
            place = target_of(match, action)
            assert (place.element, place.piece) == (f"space-{anchor}", f"building-{building}")
            assert place.turn == int(orientation)
            after = match.copy()
            after.play(action)
            spaces = next(
                b["spaces"]
                for b in after.position["table"]["buildings"]
                if b["building"] == building
            )
            assert sorted(place.cells) == sorted(f"space-{space}" for space in spaces)
            built += 1
    assert built > 20


@pytest.mark.parametrize(
    ("code", "text", "cells"),
    [
        ("JAR", "put a5 0", ["a5", "b5"]),
        ("JAR", "put a5 1", ["a5", "a6"]),
        ("PEN", "put a1 1", ["a1"]),
        ("GRA", "put b2 0", ["b2"]),
    ],
)
def test_a_special_piece_waits_beside_the_board_until_it_is_put(code, text, cells):
    match = stand(A, open_cards="MET CHA SAC JAR PEI BOU PEN GRA")
    match.play(match.parse(f"activate {code}"))
    svg = match.svg(match.to_play)
    waiting = [e for e in tree(svg).iter() if e.get("data-target") == f"piece-{code}"]
    assert len(waiting) == 1
    region = next(
        g for g in tree(svg) if f'data-target="piece-{code}"' in ET.tostring(g, "unicode")
    )
    assert f"seat-{match.to_play}" in region.get("class").split()
    place = target_of(match, match.parse(text))
    assert place.piece == f"piece-{code}"
    assert place.cells == tuple(f"space-{cell}" for cell in cells)
    match.play(match.parse(text))
    svg = match.svg(match.to_play)
    region = next(
        g for g in tree(svg) if f'data-target="piece-{code}"' in ET.tostring(g, "unicode")
    )
    assert "board" in region.get("class").split()


def test_a_hand_is_turned_by_who_holds_it_only():
    match = horta.start("paris", seed=2, starting_player=0)
    faces = {seat: match.svg(seat) for seat in (None, 0, 1)}
    assert all(targets(svg).count("hand") == 1 for svg in faces.values())
    assert 'href="#pa-back-0" transform' in faces[0]  # the stack
    assert '<g class="piece"><use href="#pa-back-0"/>' not in faces[0]
    assert '<g class="piece"><use href="#pa-back-0"/>' in faces[1]
    assert '<g class="piece"><use href="#pa-back-0"/>' in faces[None]


# What is drawn


def test_light_falls_where_the_rules_score_it():
    large = 0
    for match in tables(range(4 * len(GAMES)), every=6):
        city = City(match.scene().table)
        lit = [0, 0]
        for block in city.blocks.values():
            lit[block.owner] += len(block.cells) * block.lamps
            gleams = [{cell for cell, _ in light.gleams} for light in city.lights]
            assert block.lamps == sum(bool(cells & set(block.cells)) for cells in gleams)
        assert lit == match.sheet["lit"]
        large += any(light.kind == "large" for light in city.lights)
    assert large > 3


@pytest.mark.parametrize("pattern", sorted(LAMP_PATTERNS))
def test_the_large_lamp_lights_its_rays_up_to_the_first_building(pattern):
    match = stand(A, "O large 9", "O 11 19 27", large_lamp_rays=pattern)
    (light,) = [light for light in City(match.scene().table).lights if light.kind == "large"]
    assert light.lamp == (1, 1)
    assert ((1, 3) in light.spaces) == (pattern != "ring")
    assert (1, 4) not in light.spaces
    assert ((4, 1) in light.spaces) == (pattern == "lines")
    assert ((0, 0) in light.spaces) == (pattern in ("diamond", "ring"))


def test_night_falls_with_phase_2():
    for match in tables(range(1)):
        root = tree(match.svg())
        night = match.position["table"]["phase"] > 1
        assert ("night" in root.get("class").split()) == night
        assert ("pa-pool)" in ET.tostring(root.find(f"{SVG}g[2]"), "unicode")) == night


def test_a_postcard_shows_its_holder_and_what_became_of_it():
    seen = set()
    for match in tables(range(8), every=9):
        cards = {
            e.get("data-target"): (e.get("class").split(), ET.tostring(e, "unicode"))
            for e in tree(match.svg()).iter()
            if (e.get("data-target") or "").startswith("postcard-")
        }
        for card in match.view()["table"]["postcards"]:
            kinds, text = cards[f"postcard-{card['card']}"]
            assert card["state"] in kinds
            for seat, sign in enumerate(("ring", "wave")):
                assert (f"#pa-{sign}" in text) == (card["holder"] == seat)
            assert ("unused" in text) == (card["state"] == "declined")
            assert ("still to use" in text) == (card["state"] == "held")
            seen.add(card["state"])
    assert seen == {"open", "used", "declined", "held"}


def test_the_winner_is_marked_at_the_end_only():
    for match in tables(range(3), every=10):
        svg = match.svg()
        assert ("orn-leaf" in svg.split("</defs>")[1]) == match.over
        assert (words("en").say("wins") in svg) == (match.over and len(match.winners) == 1)


def test_every_building_is_drawn_once_wherever_it_is():
    for match in tables(range(3), every=6):
        drawn = [name for name in targets(match.svg()) if name.startswith("building-")]
        assert len(drawn) == 12


# Secrets


def shuffled(match: horta.Match, viewer: int | None, seed: int) -> horta.Match:
    """Deal what a seat cannot know in another way."""
    rng = random.Random(seed)
    position = json.loads(json.dumps(match.position))
    for seat, owned in enumerate(position["table"]["seats"]):
        hidden = [*owned["stack"]]
        if seat != viewer and owned["hand"] is not None:
            hidden.append(owned["hand"])
        rng.shuffle(hidden)
        if seat != viewer and owned["hand"] is not None:
            owned["hand"] = hidden.pop()
        owned["stack"] = hidden
    position["table"]["dice"] = [rng.randrange(1, 2**31) for _ in range(4)]
    return horta.resume("paris", position)


def test_it_shows_nothing_that_the_seat_cannot_know():
    changed = 0
    for match in tables(range(3), every=4):
        for seat in (None, 0, 1):
            other = shuffled(match, seat, 17)
            changed += match.position["table"]["seats"] != other.position["table"]["seats"]
            assert match.svg(seat) == other.svg(seat)
    assert changed > 10


# What the drawings of all games share


def test_an_outline_goes_once_around_its_cells():
    shapes = [
        [(0, 0)],
        [(0, 0), (0, 1), (1, 1)],
        [(0, 0), (1, 1)],  # they touch at a corner: two loops
        [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)],  # a hole
    ]
    for cells, count in zip(shapes, (1, 1, 2, 2), strict=True):
        found = loops(cells)
        assert len(found) == count
        area = 0
        for loop in found:
            for one, two in zip(loop, [*loop[1:], loop[0]], strict=True):
                area += one.x * two.y - two.x * one.y
        assert area / 2 == len(cells)
    assert outline([(0, 0)], 10, 0, 100) == "M90 10Q90 10 90 10L90 90Q90 90 90 90" + (
        "L10 90Q10 90 10 90L10 10Q10 10 10 10Z"
    )


def test_text_is_wrapped_or_shortened_to_its_room():
    text = "Place the statue with a free space in front of it and look at it for a while"
    for room in ((400, 20), (200, 60), (120, 40), (60, 30)):
        made = flow(text, room, (16, 14, 12))
        assert all(width(line, made.size) <= room[0] for line in made.lines)
        assert len(made.lines) * made.size <= room[1]
    assert fit("Camille", 1000, (20, 10)) == (("Camille",), 20)
    assert fit("Camille", width("Camille", 10), (20, 10)) == (("Camille",), 10)
    assert shorten("Camille", 10, width("Cam", 10) + width(ELLIPSIS, 10)) == f"Cam{ELLIPSIS}"


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (-0.001, "0"), (2.5, "2.5"), (1 / 3, "0.33"), (-40.0, "-40")]
)
def test_numbers_are_short(value, text):
    assert number(value) == text
