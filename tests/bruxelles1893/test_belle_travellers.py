"""Travellers (BE-ACT-10..12, BE-CLO-01, BE-EOR-02)."""

from __future__ import annotations

import pytest
from b93_belle import act, belle, closing
from b93_study import asked, do, options, seat, table

HOST = ["nagelmackers", "buls", "albert", "solvay"]


def travellers(match, s=0):
    return seat(match, s)["belle"]["travellers"]


@pytest.mark.rule("BE-ACT-10")
def test_nagelmackers_brings_a_traveller():
    match = act(belle(owner=None).set(theatre=HOST).match(), "c1", "take 0", "keep")
    assert travellers(match) == 1
    assert table(match)["belle"]["railway"] == 3
    do(match, "pass", "pass", "brussels exchange")
    assert options(match) == ["travellers 0", "travellers 1"], "ready in this round"


@pytest.mark.rule("BE-ACT-10")
def test_nagelmackers_at_an_empty_station():
    study = belle(owner=None).set(theatre=HOST).seat(1, belle={"travellers": 4})
    match = act(study.match(), "c1", "take 0")
    assert travellers(match) == 0
    assert options(match) == ["keep", "discard"]


@pytest.mark.rule("BE-ACT-10", "BE-CARD-22")
def test_a_new_traveller_may_go_to_card_22_at_once():
    study = belle(22).set(theatre=HOST)
    match = act(study.match(), "c1", "take 0", "keep", "card 22")
    assert options(match) == ["send assistant", "send traveller"]
    do(match, "send traveller")
    assert (asked(match), match.to_play) == ("turn", 0)
    assert (travellers(match), table(match)["belle"]["on_card"]) == (0, "traveller")
    study = belle(22).seat(0, notables=["brugmann", "nagelmackers"])
    match = do(study.match(), "brussels grand-place", "activate nagelmackers")
    do(match, "card 22", "send assistant", "brussels exchange")
    assert options(match) == ["travellers 0", "travellers 1"], "or serve in the extra turn"


@pytest.mark.rule("BE-ACT-11")
def test_a_traveller_never_goes_to_a_space():
    study = belle(owner=None).seat(0, belle={"travellers": 2}, money=9)
    for space in ("a1", "b1", "c1", "d1", "a2"):
        study.put(space, figure=0)
    match = study.match()
    assert seat(match, 0)["reserve"] == 0
    assert options(match, "place") == []
    assert len(options(match, "brussels")) == 4
    assert options(match)[0] == "pass"


@pytest.mark.rule("BE-ACT-12")
@pytest.mark.parametrize(
    ("uses", "assistants", "owned", "counts"),
    [
        (0, 5, 0, None),
        (0, 5, 2, ["0", "1"]),
        (1, 5, 1, ["0", "1"]),
        (1, 5, 2, ["0", "1", "2"]),
        (2, 2, 2, ["1", "2"]),
        (2, 0, 3, ["3"]),
        (2, 1, 2, ["2"]),
        (2, 5, 4, ["0", "1", "2", "3"]),
    ],
)
def test_any_mix_of_figures_will_do(uses, assistants, owned, counts):
    """Ruling R-38: also travellers alone."""
    study = belle(owner=None).seat(0, belle={"travellers": owned})
    study.seat(1, brussels={"exchange": uses * (uses + 1) // 2})
    for space in ("a1", "b1", "c1", "d1", "a2")[: 5 - assistants]:
        study.put(space, figure=0)
    match = do(study.match(), "brussels exchange")
    needed = uses + 1
    if counts is None or len(counts) == 1:  # nothing to choose
        count = int(counts[0]) if counts else 0
        assert match.to_play == 1
    else:
        assert asked(match) == "travellers"
        assert options(match, "travellers") == counts
        count = int(counts[-1])
        do(match, f"travellers {count}")
    assert seat(match, 0)["belle"]["travelling"]["exchange"] == count
    assert seat(match, 0)["brussels"]["exchange"] == needed - count
    assert seat(match, 0)["reserve"] == assistants - (needed - count)
    assert travellers(match) == owned - count
    assert table(match)["uses"]["exchange"] == uses + 1
    assert seat(match, 0)["money"] == 5 + 5


@pytest.mark.rule("BE-ACT-12")
def test_figures_must_suffice():
    study = belle(owner=None).seat(0, belle={"travellers": 1})
    study.seat(1, brussels={"exchange": 3}).seat(2, brussels={"park": 1})
    for space in ("a1", "b1", "c1", "d1"):
        study.put(space, figure=0)
    match = study.match()
    assert options(match, "brussels") == ["market", "park", "grand-place"], "3 figures, he has 2"


@pytest.mark.rule("BE-ACT-12")
@pytest.mark.parametrize(("players", "needed"), [(3, 3), (4, 2)])
def test_travellers_raise_the_price_of_a_place_like_assistants(players, needed):
    study = belle(owner=None, players=players)
    study.seat(1, belle={"travelling": {"market": 1 if players == 4 else 3}})
    study.seat(2, brussels={"market": 1 if players == 4 else 0})
    match = do(study.match(), "brussels market")
    assert seat(match, 0)["brussels"]["market"] == needed


@pytest.mark.rule("BE-ACT-12", "BE-CLO-01")
def test_travellers_do_not_count_for_justice():
    study = belle(owner=None).seat(0, belle={"travelling": {"market": 1, "park": 2}})
    study.seat(0, belle={"travelling": {"park": 0}}).seat(1, brussels={"exchange": 1})
    match = closing(study.match())
    assert [seat(match, s)["justice"] for s in range(3)] == [2, 3, 2]
    assert table(match)["belle"]["railway"] == 4
    study = belle(owner=None).seat(0, belle={"travelling": {"market": 1}})
    match = closing(study.match())
    assert [seat(match, s)["justice"] for s in range(3)] == [2, 2, 2], "nobody is there"


@pytest.mark.rule("BE-EOR-02")
def test_unused_travellers_go_back():
    study = belle(owner=None).seat(0, belle={"travellers": 1}).seat(2, belle={"travellers": 2})
    match = closing(study.match())
    assert [travellers(match, s) for s in range(3)] == [0, 0, 0]
    assert table(match)["belle"]["railway"] == 4
