"""What people are told: no codes, no internal names, and nothing that happened left out.

Random games of every game with everything on; every line of the log, every question, label and
refusal, what a drawing says and letters, and what is held, in every language.
"""

from __future__ import annotations

import html
import random
import re
from typing import Any

import pytest

import horta
from horta.core.i18n import LANGUAGES
from horta.core.record import at

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("paris", 2, {"postcards": ["MOU", "FON", "PEN", "GRA", "MET", "CHA", "JAR", "BOU"]}),
    ("paris", 2, {"allow_flip": True, "fountain_cells": 2}),
    ("bruxelles1897", 2, {"force_effect": False}),
    ("bruxelles1897", 4, {}),
    ("bruxelles1893", 2, {"edition": "2013", "strips": "random"}),
    ("bruxelles1893", 5, {"edition": "2013"}),
    ("bruxelles1893", 2, {"belle_epoque": True}),
    ("bruxelles1893", 5, {"belle_epoque": True, "asymmetric": True}),
]

CODES = {
    "an Architect of 1897": r"\ba(13|24|25)\b",
    "a building of Paris": r"\b[ILOPSTUVXZ][3-6]\b",
    "a postcard of Paris": r"\b(LEV|MET|JAR|SAC|PEI|CHA|BOU|LAM|MOU|FON|PEN|GRA)\b",
    "materials of 1897": r"\b[WBM]{2}\b",
    "a crest, or a place of the cursor": r"(?<![\w–-])\d-\d(?![\w-])",
    "a name of the code": r"[a-z]+_[a-z]+|[A-Z]{2,}_",
    "a placeholder": r"[{}]",
    "a rule": r"\b(PA|B97|B93|B93E2|BE|AS)-[A-Z]*-?\d",
    "nothing where something belongs": r"\(\)|:\s*[.;,]|\s\.|  ",
}
CODE = re.compile("|".join(CODES.values()))


SAID = re.compile(r"<title[^>]*>([^<]*)</title>|<text[^>]*>(.*?)</text>", re.DOTALL)
"""What a drawing says of its things, and what is lettered on it."""


def said_by(svg: str) -> set[str]:
    """Return every text of a drawing that people see, hear or point at."""
    texts = (html.unescape(re.sub("<[^>]*>", " ", a or b)) for a, b in SAID.findall(svg))
    return {" ".join(text.split()) for text in texts} - {""}


def say_all(match: horta.Match, rng: random.Random) -> set[str]:
    """Return what the table says now: its question, labels, refusals, and its drawing."""
    said = set()
    table = at(match.game.table, match.redacted(match.to_play))
    for lang in LANGUAGES:
        said.add(match.question(lang))
        said |= {match.label(a, lang) for a in rng.sample(match.legal, min(4, len(match.legal)))}
        said |= set(match.game.presentation.refusals(table, lang).values())
        said |= set(match.game.presentation.holdings(table, match.to_play or 0, lang))
    said |= said_by(match.svg(match.to_play, rng.choice(LANGUAGES)))
    return said


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_nobody_is_told_a_code(game: str, players: int, options: dict[str, Any]) -> None:
    """The log, the band, the tags and the drawing speak of things as players do."""
    rng = random.Random(f"{game} {players}")
    said: set[str] = set()
    match = horta.start(game, players=players, seed=rng.randrange(1000), **options)
    while match.to_play is not None:
        if rng.random() < 0.2:
            said |= say_all(match, rng)
        match.play(rng.choice(match.legal))
    for lang in LANGUAGES:
        said |= set(match.log(lang))
    assert len(said) > 50
    assert [line for line in said if CODE.search(line)] == []


@pytest.mark.parametrize(
    "line",
    [
        "Blue places a24/2 on c1 for 2 FB and takes: red artwork.",
        "Blue frees an Architect: a25.",
        "Orange takes L6.",
        "JAR stands there",
        "a13 · in hand 2",
        "Crest 1-3 · Blue",
        "I3 · Orange · 4 × 3 = 12",
        "Cursor to 4-3: 4 FB, 2 VP",
        "Blue skips the action ().",
        "Blue uses: .",
        "take_shown",
    ],
)
def test_codes_are_found(line: str) -> None:
    """The pattern knows what it was written for."""
    assert CODE.search(line)


@pytest.mark.parametrize(
    ("edition", "taken"),
    [
        ("2013", {"en": "the Exposition tile", "fr": "la tuile Exposition", "de": "plättchen"}),
        ("2023", {"en": "a prestige card", "fr": "une carte Prestige", "de": "eine Prestigekarte"}),
    ],
)
def test_the_log_says_who_passes_first_and_what_they_take(
    edition: str, taken: dict[str, str]
) -> None:
    """The Exposition tile, or a prestige card, goes to the first to pass (PAS-02, PASS-03)."""
    match = horta.start("bruxelles1893", players=3, seed=5, edition=edition)
    rng = random.Random(5)
    passed: list[str] = []
    while len(passed) < 2:
        ways = {match.label(action): action for action in match.legal}
        if "Pass" in ways:
            passed.append(match.names("en")[match.to_play or 0])
        match.play(ways.get("Pass", rng.choice(match.legal)))
    for lang in LANGUAGES:
        lines = [line for line in match.log(lang) if taken[lang] in line]
        assert len(lines) == 1
    lines = [line for line in match.log() if "pass" in line]
    assert lines[0].startswith(f"{passed[0]} is the first to pass, takes {taken['en']} and gains")
    assert lines[1].startswith(f"{passed[1]} passes and gains")


@pytest.mark.parametrize(
    ("seed", "told"),
    [
        (0, "The neutral assistants lead at crest c1–d2: no VP."),
        (2, "Blue sends a work of the shop back: green."),
        (3, "Ochre pays 0 FB for notables. Unpaid: Georges Brugmann, Edouard Empain, −10 VP."),
    ],
)
def test_what_happens_is_told(seed: int, told: str) -> None:
    """Also when nobody gains by it: neutral majorities, works that return, notables unpaid."""
    match = horta.start("bruxelles1893", players=2, seed=seed)
    rng = random.Random(seed)
    while match.to_play is not None:
        match.play(rng.choice(match.legal))
    assert told in match.log()


ASKED = {
    "paris": {
        "tile": "your tile",
        "choose": "ake a building",
        "build": r"\bBuild\b",
        "activate": "se a postcard",
    },
    "bruxelles1897": {"take": "ake a card", "visit": "se a Brussels card", "pass": r"\bpass$"},
    "bruxelles1893": {
        "place": "lace an assistant",
        "brussels": "o to Brussels",
        "pass": r"\bpass$",
    },
}
"""By the kind of an action, how the question of a turn speaks of it."""


@pytest.mark.parametrize("game", ASKED)
def test_a_turn_is_asked_for_no_more_than_is_open(game: str) -> None:
    """Not to build where nothing fits, not to place an assistant where none is left."""
    choice, said = random.Random(4), ASKED[game]
    asked: set[frozenset[str]] = set()
    for seed in range(3):
        match = horta.start(game, seed=seed)
        while not match.over:
            turn = match.position["table"]["decision"] in ("p1_turn", "p2_turn", "turn")
            if turn and len(match.legal) > 1:
                question = match.question()
                found = {kind for kind, words in said.items() if re.search(words, question)}
                assert found == match.kinds & said.keys(), question
                asked.add(match.kinds)
            match.play(choice.choice(match.legal))
    assert len(asked) > 1
