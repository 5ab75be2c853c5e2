"""The drawing and the sketch: from a scene and nothing else, with a place for every action."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET

import pytest

import horta
from bruxelles1897.tables import do, seat, stand
from horta.core import registry
from horta.core.record import at
from horta.games.bruxelles1897.drawing import target
from horta.games.bruxelles1897.painter import Painter

GAME = registry.game("bruxelles1897")
BUTTONS = {"pass", "done", "forgo-house", "forgo-sale", "keep", "dismiss", "stop", "decline"}


def targets_of(svg):
    return re.findall(r'data-target="([^"]+)"', svg)


@pytest.mark.parametrize(("players", "lang"), [(2, "en"), (3, "fr"), (4, "de")])
def test_every_legal_action_has_a_place_on_the_drawing(players, lang):
    """Every kind of decision is drawn once."""
    rng = random.Random(players)
    seen = set()
    for seed in range(20):
        match = horta.start("bruxelles1897", players, seed, force_effect=False)
        while not match.over:
            decision = match.position["table"]["decision"]
            if decision not in seen:
                seen.add(decision)
                check_targets(match, lang)
            match.play(rng.choice(match.legal))
        if len(seen) == 12:
            break
    assert len(seen) == 12
    ET.fromstring(match.svg(None, lang))


def check_targets(match, lang):
    found = at(GAME.table, match._table)
    places = [target(found, action).element for action in match.legal]
    svg = match.svg(match.to_play, lang)
    drawn = targets_of(svg)
    for action, place in zip(match.legal, places, strict=True):
        text = match.text(action)
        if text.split()[0] in BUTTONS:
            assert place == ""
        else:
            assert drawn.count(place) == 1, (text, place)
    lying = [place for place in places if place]
    assert len(lying) == len(set(lying)), "two actions with the same target"
    ET.fromstring(svg)


def test_coats_of_arms_appear_when_complete():
    match = stand(
        "0a13/1 0a13/1 . .\n1a13/1 2a13/1 . .\n1a13/1 1a24/2 . .",
        seat(levels=(1, 1, 3)),
        seat(levels=(1, 1, 2)),
        seat(),
    )
    crests = Painter(match.scene(0)).crests()
    assert [crest["leaders"] for crest in crests] == [[0], [1]]
    effect = "Whoever has the most of the four Architects gains VP by Prestige."
    assert [crest["tag"] for crest in crests] == [
        f"Coats of arms · Ochre +3 · {effect}",
        f"Coats of arms · Blue +2 · {effect}",
    ]
    assert match.svg(0).count('class="crest"') == 2


def test_neutral_architects_never_lead_a_coat_of_arms():
    match = stand(". . . .\n0a13/1 1a25/5 . .\nN 0a13/1 . N", seat(), seat())
    crests = Painter(match.scene(0)).crests()
    assert [crest["leaders"] for crest in crests] == [[0]]


def test_columns_show_their_sums_and_leaders():
    match = stand("0a13/1 . . .\n1a24/4 . . .\n0a13/3 . . .", seat(), seat(), seat())
    sums = Painter(match.scene(0)).bonuses()[0]["sums"]
    assert sums == [
        {"owner": 0, "sum": 4, "leads": True},
        {"owner": 1, "sum": 4, "leads": True},
    ]


def test_an_owners_tables_are_drawn():
    own = {
        "tracks": {"prestige": [0, 7]},
        "bonus_pairs": {"prison": "houses", "architecture": "money"},
    }
    match = horta.start("bruxelles1897", 2, 5, components=own)
    painter = Painter(match.scene(0))
    assert [step["value"] for step in painter.tracks()[2]["steps"]] == [0, 7]
    lower = {bonus["upper"]: bonus["lower"] for bonus in painter.bonuses()}
    assert lower == {
        "prison": "houses",
        "architecture": "money",
        "nobility": "nobles",
        "prestige": "artworks",
    }
    ET.fromstring(match.svg(0))


def test_the_tray_shows_what_is_under_way():
    match = stand(". . . .\n" * 3, seat(), seat(), seat(), piles={"artworks": "red blue"})
    do(match, "visit cinquantenaire", "send a13", "perform creation")
    svg = match.svg(0)
    assert {"drawn-0", "drawn-1"} <= set(targets_of(svg))


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_the_sketch_tells_the_same(lang):
    match = stand(
        "0a13/3 red . .\n1a24/4 . . money\nN . . N",
        seat(7, artworks="red red", nobles="horta", exchange="a13"),
        seat(3, passed=1, materials="WM"),
        expo_holder=1,
    )
    plain = match.sketch(0, lang)
    assert "\x1b" not in plain
    painted = match.sketch(0, lang, True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted).split() == plain.split()
    for word in (
        f"7 {'BF' if lang == 'de' else 'FB'}",
        "Victor Horta",
        "1/3 ×2",
        " 3]",
        " 4]",
        "←",
    ):
        assert word in plain
    if lang == "en":
        assert "Stock Exchange (2): Ochre 1/3 ×1" in plain
        assert "red artwork ×2" in plain
        assert "a: Architecture +1 / 2 VP for each different house" in plain
