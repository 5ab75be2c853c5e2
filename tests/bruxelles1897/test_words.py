"""The words: three languages, and a log that can be followed without the board."""

from __future__ import annotations

import random
import re

import pytest

import horta
from bruxelles1897.tables import do, last_pass, seat, stand
from horta.core.notes import Event as Told
from horta.games.bruxelles1897.table import Event
from horta.games.bruxelles1897.words import CARD_EFFECTS, words

NAMES = ["Ochre", "Blue", "Green", "Rose"]


def test_the_log_of_a_majority_phase_can_be_followed_without_the_board():
    match = last_pass(
        "0a13/1 0a13/3 . 2a25/5\n1a13/1 1a24/2 . .\n. . . .",
        seat(0, exchange="a13", prison="a25", levels=(1, 1, 2)),
        seat(0, exchange="a13 a13", levels=(1, 4, 1)),
        seat(0, hall="a13", nobles="horta"),
        s=2,
        round_no=4,
        bonus=("prestige", "architecture", "nobility", "prison"),
    )
    assert match.log() == [
        "Green passes and gains 1 FB.",
        "All have passed. The majorities of round 4:",
        "Column a (Prestige +1): Ochre 1, Blue 1. Majority: Ochre, Blue.",
        "Ochre: Prestige rises to 3.",
        "Blue: Prestige rises to 2.",
        "Column b (Architecture +1): Ochre 3, Blue 2. Majority: Ochre.",
        "Ochre: Architecture rises to 2.",
        "Column c (Nobility +1): no Architect, no majority.",
        "Column d (free a prisoner): Green 5. Majority: Green.",
        "Green has no prisoner to free.",
        "Coat of arms a1–b2: Ochre 2, Blue 2. Ochre +3 VP, Blue +2 VP.",
        "Brussels: Ochre 1, Blue 2, Green 1. One Architect to prison: Blue.",
        "Blue sends an Architect to prison: 1/3.",
        "Ochre pays wages: 0 × 2 FB.",
        "Blue pays wages: 0 × 2 FB.",
        "Green pays wages: 0 × 2 FB. Not paid and discarded: 1, −3 VP.",
        "The game is over.",
    ]


def test_the_log_of_turns():
    match = stand(
        "money house-a hankar expo\nred . . .\n. . . .",
        seat(5, artworks="red"),
        seat(5, materials="WM BM"),
        seat(5),
        piles={"materials": "WW WB"},
        dice=4,
    )
    do(match, "take a1", "place a13/1", "take b1", "place a24/2", "pay WM")
    do(match, "take c1", "place a13/1", "pick first", "keep", "take d1", "place a13/1")
    told = match.log()
    drawn = next(line for line in told if "draws" in line)
    assert re.fullmatch(r"Green draws: wood and (wood|stone); wood and (wood|stone)\.", drawn)
    for line in (
        "Ochre places an Architect showing 1 on a1, pays 1 FB and takes: Money card.",
        "Ochre sells for 3 FB: red artwork.",
        "Blue pays with: wood and metal.",
        "Blue builds for 1: house A. +1 VP for the types used.",
        "Green uses Paul Hankar.",
        "Green keeps Paul Hankar, tilted until the next round.",
        "Ochre holds the Expo card and opens an exhibition.",
        "The exhibition is over.",
    ):
        assert line in told


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_every_event_can_be_told(lang):
    say = words(lang)
    for kind in Event:
        for numbers in ((0, 0, 0), (1, 1, 1), (2, -1, 2)):
            told = say.event(Told(kind, 1, *numbers), NAMES)
            assert told
            assert "{" not in told
    told = {say.event(Told(kind, 1, 1, 1, 1), NAMES) for kind in Event}
    assert len(told) == len(Event), "no two events sound alike"


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_labels_questions_and_lines(lang):
    say = words(lang)
    match = horta.start("bruxelles1897", 4, 77, force_effect=False)
    rng = random.Random(77)
    while not match.over:
        labels = [match.label(action, lang) for action in match.legal]
        assert len(set(labels)) == len(labels)
        assert all(labels)
        assert "{" not in "".join(labels) + match.question(lang)
        match.play(rng.choice(match.legal))
    assert len({say.line(line.name) for line in match.game.lines}) == len(match.game.lines)
    assert len(set(say.seats(4))) == 4
    assert len({say.card_effect(card) for card in range(len(CARD_EFFECTS))}) == 6
    assert len({say.noble_effect(noble) for noble in range(6)}) == 6
    assert len({say.place_effect(place) for place in range(3)}) == 3


def test_labels_say_what_an_action_brings():
    match = stand(
        "money . . .\n. . . .\n. . . .",
        seat(artworks="red"),
        seat(passed=1, exchange="a13"),
        seat(),
    )
    labels = [match.label(action) for action in match.legal]
    assert labels == [
        "a1: take Money card",
        "Stock Exchange: place 2",
        "City Hall: place 1",
        "Cinquantenaire: place 1",
        "Pass: 1 FB",
    ]
    assert match.question() == "Take a card, use a Brussels card, or pass"
    match = stand(
        "house-a . . .\n. . . .\n. . . .", seat(materials="WM BB", houses="b"), seat(), seat()
    )
    do(match, "take a1", "place a13/1")
    assert match.question() == "How do you pay for the house? Symbols: 2"
    do(match, "pay BB")
    assert [match.label(action) for action in match.legal] == [
        "Give wood and metal",
        "Build the house: 1 VP",
    ]


def test_the_log_tells_what_is_kept():
    match = stand("red WM . .\n. . . .\n. . . .", seat(5), seat(5), seat(5))
    do(match, "take a1", "place a13/1", "take b1", "place a13/1")
    kept = [line for line in match.log() if "keeps" in line]
    assert kept == ["Ochre keeps: red artwork.", "Blue keeps: wood and metal."]


def test_a_neutral_card_in_a_coat_of_arms_is_told():
    """Two players: a neutral Architect is one of the four (MAJ-06, MAJ-08, O-13)."""
    match = stand(
        ". . . .\n0a13/1 1a25/5 . .\nN 0a13/1 . N",
        seat(4, hand="a13"),
        seat(passed=1),
    )
    do(match, "pass")
    for lang, neutral in (("en", "neutral 1"), ("fr", "neutre 1"), ("de", "neutral 1")):
        told = [line for line in match.log(lang) if "a2–b3" in line]
        assert len(told) == 1
        assert neutral in told[0]
