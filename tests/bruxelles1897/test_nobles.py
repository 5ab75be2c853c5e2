"""Nobles (NOB)."""

from __future__ import annotations

import pytest

from bruxelles1897.tables import EMPTY, do, holds, mine, offers, seat, stand, table

RULE = pytest.mark.rule
EXAMPLE = pytest.mark.example


def take(noble, player=None, **rest):
    """Seat 0 takes a noble from the grid."""
    match = stand(f"{noble} . . .\n. . . .\n. . . .", player or seat(), seat(), seat(), **rest)
    return do(match, "take a1", "place a13/1")


@RULE("B97-NOB-01")
@pytest.mark.parametrize(
    ("noble", "track"), [("horta", "architecture"), ("albert", "nobility"), ("buls", "prestige")]
)
def test_nobles_of_the_tracks(noble, track):
    match = take(noble)
    levels = {"architecture": 1, "nobility": 1, "prestige": 1}
    assert mine(match, 0)["tracks"] == {**levels, track: 2}
    assert mine(match, 1)["tracks"] == levels


@RULE("B97-NOB-01", "B97-NOB-05")
def test_brugmann_pays_four_francs_once_a_round():
    match = stand(EMPTY, seat(1), seat(passed=1), seat(passed=2))
    do(match, "visit hall", "send a13")
    assert mine(match, 0)["francs"] == 5
    assert mine(match, 0)["tilted"] == ["brugmann"]
    assert "visit hall" not in offers(match)


@RULE("B97-NOB-01", "B97-NOB-06")
def test_vandervelde_frees_a_kind_of_the_owners_choice():
    match = take("vandervelde", seat(prison="a13 a24 a25"))
    assert table(match)["decision"] == "free"
    assert offers(match) == ["free a13", "free a24", "free a25"]
    do(match, "free a24")
    assert mine(match, 0)["prison"] == {"a13": 1, "a25": 1}
    assert mine(match, 0)["hand"] == {"a13": 2, "a24": 2}
    assert offers(match) == ["keep", "dismiss"]
    match = take("vandervelde", seat(prison="a25"))
    assert mine(match, 0)["prison"] == {}, "compulsory, and only one can come"
    match = take("vandervelde", seat(prison=""))
    assert offers(match) == ["keep", "dismiss"]
    assert "Ochre has no prisoner to free." in match.log()


@RULE("B97-NOB-01", "B97-NOB-07")
def test_hankar_draws_two_materials():
    match = take("hankar", piles={"materials": "WM BB"})
    drawn = table(match)["under_way"]["drawn"]
    assert sorted(drawn) == ["BB", "WM"]
    assert offers(match) == ["pick first", "pick second"]
    do(match, "pick first")
    assert holds(match, 0) == {drawn[0]: 1}
    assert offers(match) == ["keep", "dismiss"]


@RULE("B97-NOB-02")
def test_first_the_effect_then_keep_or_discard():
    match = take("horta")
    assert mine(match, 0)["tracks"]["architecture"] == 2
    assert offers(match) == ["keep", "dismiss"]
    kept = do(match.copy(), "keep")
    assert kept.to_play == 1
    assert mine(kept, 0)["tilted"] == ["horta"]
    assert table(kept)["discards"] == {}
    do(match, "dismiss")
    assert match.to_play == 1
    assert mine(match, 0)["upright"] == ["brugmann"]
    assert mine(match, 0)["tilted"] == []
    assert table(match)["discards"] == {"horta": 1}
    assert mine(match, 0)["tracks"]["architecture"] == 2


@RULE("B97-NOB-02", "B97-GEN-07")
def test_an_impossible_effect_does_nothing():
    match = take("buls", seat(levels=(1, 1, 5)))
    assert mine(match, 0)["tracks"]["prestige"] == 5
    assert offers(match) == ["keep", "dismiss"]


@RULE("B97-NOB-03")
def test_a_kept_noble_is_tilted():
    match = stand(
        "horta . . .\n. . . .\n. . . .",
        seat(brugmann="tilted"),
        seat(passed=1),
        seat(passed=2),
    )
    do(match, "take a1", "place a13/1", "keep")
    assert "visit hall" not in offers(match)


@EXAMPLE("B-2")
@RULE("B97-NOB-04")
def test_influence_with_a_duplicate():
    match = take("vandervelde", seat(nobles="vandervelde", prison="a24 a25"))
    assert offers(match) == ["free a24", "free a25"]
    do(match, "free a25")
    assert match.to_play == 1, "the card must go; nothing is asked"
    assert mine(match, 0)["prison"] == {"a24": 1}
    assert mine(match, 0)["hand"] == {"a13": 3, "a24": 1, "a25": 1}
    assert mine(match, 0)["upright"] == ["brugmann", "vandervelde"], "the old card as it was"
    assert table(match)["discards"] == {"vandervelde": 1}


@RULE("B97-NOB-04")
def test_a_tilted_duplicate_stays_tilted():
    match = take("horta", seat(tilted="horta"))
    assert match.to_play == 1
    assert mine(match, 0)["tilted"] == ["horta"]
    assert mine(match, 0)["tracks"]["architecture"] == 2
    assert "Ochre has Victor Horta already and discards the card." in match.log()


@RULE("B97-NOB-04")
def test_six_nobles_are_the_most():
    match = take(
        "hankar",
        seat(nobles="horta albert", tilted="buls vandervelde"),
        piles={"materials": "WW"},
        discards="",
    )
    while table(match)["decision"] == "pick":
        match.play(match.legal[0])
    do(match, "keep")
    player = mine(match, 0)
    assert player["upright"] == ["brugmann", "horta", "albert"]
    assert player["tilted"] == ["buls", "vandervelde", "hankar"]


@RULE("B97-NOB-05", "B97-NOB-08")
def test_a_noble_acts_once_a_round_and_cannot_be_dismissed():
    match = stand(EMPTY, seat(nobles="horta", levels=(1, 2, 1)), seat(passed=1), seat(passed=2))
    do(match, "visit hall", "send a13", "activate horta")
    assert offers(match) == ["activate brugmann", "stop"]
    do(match, "stop")
    do(match, "visit hall")
    while table(match)["decision"] == "bxarch":
        match.play(match.legal[0])
    assert mine(match, 0)["tilted"] == ["brugmann", "horta"]
    assert mine(match, 0)["tracks"]["architecture"] == 2
    assert not any("dismiss" in text for text in offers(match))
    do(match, "pass")
    assert mine(match, 0)["upright"] == ["brugmann", "horta"], "kept into the next round"
