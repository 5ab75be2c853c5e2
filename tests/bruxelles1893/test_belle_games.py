"""Whole games with Belle Époque and the variant, played at random and counted at every step."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from b93_belle import belle
from b93_study import asked, options, table

import horta

pytestmark = pytest.mark.long

CROSS = {"c3", "c2", "c4", "b3", "d3"}
COLOURED = ("blue", "brown", "yellow", "green")


def count_pieces(match, players, is_belle):
    """What must be somewhere on the table, counted from the position alone."""
    lying = table(match)
    seats = lying["seats"]
    board = Counter(e["figure"] for e in lying["board"] if e["figure"] is not None)
    on_card = (lying["belle"]["on_card"], None) if is_belle else (None, None)
    holder = None
    if is_belle:
        owners = {p["card"]: p["owner"] for p in lying["belle"]["pavilions"]}
        holder = owners.get(22)
    for s, seat in enumerate(seats):
        out = board[s] + sum(seat["brussels"].values())
        tiles = len(seat["belle"]["tiles"]) if is_belle else 0
        waits = on_card[0] == "assistant" and holder == s
        assert seat["reserve"] + seat["justice"] + out + tiles + waits == 7
        assert seat["money"] >= 0
    if is_belle:
        gone = sum(s["belle"]["travellers"] for s in seats)
        gone += sum(sum(s["belle"]["travelling"].values()) for s in seats)
        assert lying["belle"]["railway"] + gone + (on_card[0] == "traveller") == 4
        taken = [tile for s in seats for tile in s["belle"]["tiles"]]
        assert len(taken) == len(set(taken))
        assert set(taken) <= set(lying["belle"]["tiles"])
    for kind, whole in (("wood", 10), ("iron", 10), ("stone", 10), ("glass", 10), ("joker", 15)):
        there = lying["supply"][kind] + sum(s["cubes"][kind] for s in seats)
        assert there == (whole if is_belle or kind != "glass" else 0)
    shop = [work.removeprefix("white-") for side in lying["workshop"]["shop"] for work in side]
    for colour in (*COLOURED, "black"):
        there = lying["workshop"]["stacks"][colour] + shop.count(colour)
        there += sum(s["works"][colour] for s in seats)
        if is_belle and colour != "black":
            there += sum(s["belle"]["white"][colour] for s in seats)
        assert there == 6
    shown = [
        "white" if w.startswith("white") else w for side in lying["workshop"]["shop"] for w in side
    ]
    assert len(shown) == len(set(shown)) <= 2
    for entry in lying["board"]:
        assert entry["house"] is None or not is_belle or entry["space"] not in CROSS
    assert lying["branches"][0] != lying["branches"][1]
    faces = {lying["ring"][place] for place in lying["branches"]}
    assert is_belle or "glass" not in faces
    named = lying["deck_size"] + sum(name is not None for name in lying["theatre"])
    named += sum(lying["discards"].values())
    named += sum(name != "brugmann" for s in seats for name in s["notables"])
    hired = lying["by"] == "action" and lying["notable"] is not None
    moment = lying.get("moment") or {}
    named += hired + (moment.get("shown") is not None)
    assert named == (27 if is_belle else 21)


def check_turn(match):
    """Between turns nothing is under way."""
    lying = table(match)
    assert lying["moment"] == {
        "window": None,
        "asked": 0,
        "place": None,
        "sold_as": None,
        "more_steps": 0,
        "target": "house",
        "mode": "plain",
        "cubes_paid": 0,
        "turned_first": False,
        "shown": None,
        "dropping": [],
    }
    assert (lying["space"], lying["acting"], lying["notable"]) == (None, None, None)


def check_words(match):
    """Every question and every answer is said, each answer in its own way."""
    for lang in ("en", "fr", "de"):
        assert match.question(lang)
        labels = [match.label(action, lang) for action in match.legal]
        assert len(set(labels)) == len(labels), labels
        assert not any("{" in label for label in labels)
    for action in match.legal:
        assert match.parse(match.text(action)) == action
    assert match.sketch(0)


def play_out(match, players, is_belle, seed, used=None):
    """Play at random; prefer what is new to what is plain."""
    rng = random.Random(seed)
    scores, turns, steps = [0] * players, 0, 0
    round_number = table(match)["round"]
    while not match.over:
        steps += 1
        assert steps < 3000
        lying = table(match)
        count_pieces(match, players, is_belle)
        if lying["round"] != round_number:
            assert turns <= 8 * players + 4
            round_number, turns = lying["round"], 0
        if asked(match) != "unpaid":
            earned = [sum(s["earned"].values()) for s in lying["seats"]]
            assert all(now >= before for now, before in zip(earned, scores, strict=True))
            scores = earned
        if asked(match) == "turn":
            check_turn(match)
        texts = options(match)
        assert len(texts) > 1
        if rng.random() < 0.1:
            check_words(match)
            again = horta.resume("bruxelles1893", match.position)
            assert again.position == match.position
            assert again.legal == match.legal
        rare = [t for t in texts if t.split()[0] in ("card", "turn", "tile", "build", "copy")]
        bids = [t for t in texts if t.startswith("bid ")][:2]
        pool = rare if rare and rng.random() < 0.7 else bids or texts
        if asked(match) == "turn" and len(texts) > 1 and rng.random() < 0.9:
            pool = [t for t in texts if t != "pass"]
        text = rng.choice(pool)
        turns += asked(match) == "turn"
        if used is not None and text.startswith("card "):
            used.add(int(text.split()[1]))
        match.play(match.parse(text))
    count_pieces(match, players, is_belle)
    assert not any("{" in line for lang in ("en", "fr", "de") for line in match.log(lang))
    sheet = match.sheet
    assert match.scores == [sum(line[s] for line in sheet.values()) for s in range(players)]
    assert match.winners == [s for s in range(players) if match.scores[s] == max(match.scores)]


@pytest.mark.rule("BE-SET-06", "BE-SET-07", "BE-ACT-02", "BE-ACT-04", "AS-01")
@pytest.mark.parametrize(
    ("players", "is_belle", "asymmetric"),
    [(2, True, False), (3, True, True), (4, False, True), (5, True, True)],
)
def test_pieces_add_up_in_whole_games(players, is_belle, asymmetric):
    match = horta.start(
        "bruxelles1893", players, players, belle_epoque=is_belle, asymmetric=asymmetric
    )
    play_out(match, players, is_belle, seed=players)
    assert horta.replay(match.transcript()) == match


@pytest.mark.rule("BE-CG-01", "BE-CG-02", "BE-CG-06")
@pytest.mark.parametrize("group", range(7))
def test_pieces_add_up_whatever_cards_are_used(group):
    """Five cards at a time belong to three players from the start of round 1."""
    cards = [1 + (5 * group + k) % 32 for k in range(5)]
    study = belle(*cards, owner=None, asymmetric=group % 2 == 1)
    for k in range(5):
        study.pavilion(k + 1, k % 3)
    for s in range(3):
        study.seat(s, money=12, cubes={"wood": 2, "iron": 2, "glass": 2, "joker": 2})
        study.seat(s, works={"blue": 1, "black": 1}, belle={"white": {"green": 1}})
    used = set()
    play_out(study.match(), 3, True, seed=group, used=used)
    assert len(used) >= 3


@pytest.mark.rule("BE-SET-03", "BE-SET-06", "BE-SET-07", "BE-ACT-02", "BE-ACT-04", "BE-CG-07")
@pytest.mark.parametrize(
    "change",
    [
        lambda t: t["belle"].update(railway=3),
        lambda t: t["seats"][0]["belle"].update(travellers=1),
        lambda t: t["seats"][0]["belle"].update(tiles=[1]),
        lambda t: t["seats"][0]["belle"].update(tiles=[12]),
        lambda t: t["belle"].update(tiles=[1, 2, 3]),
        lambda t: t["belle"]["pavilions"][0].update(card=2),
        lambda t: t["belle"]["pavilions"][0].update(used=True),
        lambda t: t["belle"].update(on_card="assistant"),
        lambda t: t["seats"][0]["belle"]["white"].update(blue=1),
        lambda t: t["supply"].update(glass=9),
        lambda t: t["board"].append({"space": "c3", "house": 0}),
        lambda t: t["seats"][0]["tracks"].update(architect=6),
    ],
)
def test_positions_that_no_game_can_reach_are_refused(change):
    position = belle(1, 2, 3, 4, 5, owner=None).match().position
    assert horta.resume("bruxelles1893", position).position == position
    change(position["table"])
    with pytest.raises(horta.BadPosition):
        horta.resume("bruxelles1893", position)
