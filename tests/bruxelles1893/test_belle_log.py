"""What the log tells of Belle Époque and of the boards."""

from __future__ import annotations

import pytest
from b93_belle import act, belle, closing
from b93_study import Study, asked, do, fresh, options

HOSTS = ["nagelmackers", "buls", "albert", "privat_livemont"]


def says(match, *lines):
    told = match.log()
    for line in lines:
        assert line in told, "\n".join(told)


@pytest.mark.rule("BE-CARD-01", "BE-CARD-02", "BE-CARD-05", "BE-CARD-12")
def test_cards_tell_what_they_bring():
    study = belle(1, 2).seat(0, belle={"white": {"brown": 1}})
    match = act(study.match(), "a1", "work blue", "card 1", "card 2")
    says(match, "Ochre gains 2 FB.", "Ochre turns up a white work: brown.")
    assert any(line.startswith("Ochre uses card 1: ") for line in match.log())
    match = act(belle(5).match(), "c1", "take 0", "discard", "card 5")
    says(match, "Ochre discards Edouard Empain.", "Ochre gains 3 VP (a Belle Époque card).")
    match = do(belle(12).match(), "brussels exchange", "card 12")
    says(match, "Ochre gains 2 VP (a Belle Époque card).")


@pytest.mark.rule("BE-CARD-04", "BE-CARD-06", "BE-ACT-16")
def test_sales_and_new_faces_are_told():
    study = belle(4).seat(0, belle={"white": {"blue": 1}}).shop(["white-green"], ["yellow"])
    match = act(study.set(cursor="1-1").match(), "b1", "card 4", "as blue", "cursor 1-1")
    says(
        match,
        "Ochre sends a work of the shop back: green.",
        "Ochre sells a white work as blue for 3 FB and 3 VP.",
    )
    match = act(belle(6).match(), "c1", "card 6", "drop 1", "drop 3")
    says(match, "Ochre discards Charles Buls.", "Ochre discards Ernest Solvay.")
    assert sum(line.endswith("comes to the theatre.") for line in match.log()) == 2


@pytest.mark.rule("BE-CARD-08", "BE-CARD-17", "BE-CARD-18")
def test_barters_are_told():
    study = belle(8).seat(0, cubes={"joker": 1})
    match = act(study.match(), "d1", "cube wood", "cube wood", "card 8", "cube glass")
    says(match, "Ochre gives a cube: joker.", "Ochre takes a cube: glass.")
    study = belle(17, 18).seat(0, cubes={"iron": 2}, works={"black": 1})
    match = do(study.match(), "brussels market", "card 17")
    cubes = do(match.copy(), "barter cubes", "work green")
    says(cubes, "Ochre gives a cube: iron.", "Ochre takes a work: green.")
    do(match, "barter work", "cube stone", "cube stone", "card 18", "work yellow")
    says(match, "Ochre gives a work: black.", "Ochre creates a white work (yellow).")


@pytest.mark.rule("BE-ACT-30", "BE-ACT-31", "BE-ACT-32", "BE-CARD-09")
def test_a_pavilion_is_told():
    study = belle(9, owner=0).seat(0, cubes={"wood": 1, "iron": 1, "glass": 2}, money=1)
    match = act(study.match(), "a3", "card 9", "build pavilion-3", "branch 0")
    says(
        match,
        "Ochre announces: another kind for one cube.",
        "Ochre plans the pavilion of row 3.",
        "Ochre pays glass: 2.",
        "Ochre builds the pavilion of row 3 and gains 5 VP.",
    )
    assert any(line.startswith("Ochre takes card 2: ") for line in match.log())


@pytest.mark.rule("BE-ACT-01", "BE-ACT-10", "BE-ACT-12", "BE-ACT-13")
def test_tiles_and_travellers_are_told():
    study = belle(owner=None).set(theatre=HOSTS)
    match = act(study.match(), "d3", "take 0", "keep")
    says(match, "Ochre takes a traveller.")
    left = do(match.copy(), "decline")
    says(left, "Ochre sends nobody to a tile.")
    do(match, "tile 2")
    assert any(line.startswith("Ochre sends an assistant to tile 2: ") for line in match.log())
    do(match, "pass", "pass", "brussels exchange", "travellers 1")
    says(match, "Ochre goes to: Stock Exchange (assistants: 0, travellers: 1).")
    closing(match)
    says(match, "Travellers return to the station: 1.")


@pytest.mark.rule("BE-CARD-14", "BE-CARD-15", "BE-CARD-22")
def test_notables_bids_and_turns_are_told():
    match = do(belle(14).match(), "brussels grand-place", "activate brugmann", "card 14")
    says(match, "Ochre discards Georges Brugmann for 2 FB.")
    study = belle(15).put("a2", figure=0, bid=3)
    match = do(study.match(), "brussels park", "copy workshop", "work blue", "card 15", "bid 2")
    says(match, "Ochre takes 2 FB back from a2.")
    match = do(belle(22).match(), "brussels exchange", "card 22")
    says(match, "Ochre takes another turn; waiting on the card: assistant.")


@pytest.mark.rule("BE-CARD-23", "BE-CARD-25", "BE-CARD-26", "BE-CARD-27", "BE-CARD-29")
def test_the_closing_phase_is_told():
    study = belle(25, 26, 27, 29, 23).put("c3", figure=0).seat(0, brussels={"market": 1})
    study.put("c1", figure=1, bid=1).put("b1", figure=0, bid=1)
    match = study.match()
    while asked(match) != "crest":
        texts = options(closing(match))
        used = [text for text in texts if text.startswith("card ")]
        do(match, used[0] if used else texts[0])
    says(
        match,
        "Ochre takes the card of column e in place of column b.",
        "Ochre has extra Manneken-Pis symbols: 2.",
        "Ochre counts the assistant on c3 twice.",
        "Ochre takes an assistant back from Brussels.",
        "Ochre hires Edouard Empain for 2 FB.",
        "Ochre takes jokers: 2.",
        "Ochre gains 2 VP: visit to the pavilion of row 1.",
        "Ochre gains 1 VP: visit to the pavilion of row 3.",
    )


@pytest.mark.rule("BE-TILE-02", "BE-TILE-03")
def test_the_end_is_told():
    study = belle(owner=None, played=5, tiles=(2, 3, 4, 5)).seat(0, belle={"tiles": [2, 3]})
    match = do(closing(study.match()), "row works")
    says(match, "Ochre gains 3 FB.", "Ochre raises the line for works: +2.")
    says(match, "Ochre pays 2 FB for notables.", "The game is over.")


@pytest.mark.rule("AS-03", "AS-06", "AS-10", "AS-12", "AS-14")
def test_boards_are_told():
    match = do(fresh(asymmetric=True), "board horta", "work blue")
    says(match, "Ochre takes the board of Victor Horta.")
    study = Study(asymmetric=True)
    study.deck = ["maeterlinck", "buls"]
    match = act(study.match(), "c1")
    says(match, "Ochre shows Maurice Maeterlinck on top of the pile.")
    do(match, "take shown")
    says(match, "Ochre hires Maurice Maeterlinck for 0 FB.")
    study = Study(asymmetric=True).seat(0, architect="horta").seat(2, architect="hankar")
    match = act(study.match(), "d1", "cube wood", "cube wood")
    says(match, "Ochre gains 2 FB.")
    study = Study(asymmetric=True).seat(0, architect="strauven", works={"blue": 1})
    match = act(study.match(), "b1", "cursor 3-3")
    says(match, "Ochre gains 1 FB and 1 VP more.")
    study = Study(asymmetric=True).seat(0, architect="saintenoy", cubes={"stone": 2})
    match = act(study.match(), "a3", "turn 0 back")
    says(match, "Ochre turns the compass to the empty place.")
