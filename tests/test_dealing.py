"""Seeds: numbers deal as they always did, and 128 bits fill the whole state of the dice."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import horta
from horta.core import registry
from horta.core.dice import WORD, Dice, fill_dice, next_word
from horta.core.engine import compiled_engine, plain_engine
from horta.core.record import at, blank, i8, record
from horta.core.seeds import check_number, deal, draw_seed, read_seed

GAMES = horta.games()
WIDE = st.integers(0, 2**128 - 1).map(lambda number: f"{number:032x}")


def filled(seed):
    found = at(Dice, blank(Dice))
    fill_dice(found, int(seed, 16))
    return found


def state(dice):
    return dice.a, dice.b, dice.c, dice.counter


def dealt(game, seed):
    return horta.start(game, seed=seed).position["table"]


def test_known_words_of_a_wide_seed():
    dice = filled("0123456789abcdef" * 2)  # fixed for ever: transcripts depend on them
    assert [next_word(dice) for _ in range(4)] == [1793588014, 1961385538, 2247780678, 2894194667]


def back(dice):
    """Turn the generator one word back, to show that nothing of its seed is lost."""
    a, b, c, counter = state(dice)
    counter = (counter - 1) & WORD
    old_c = b * pow(9, -1, 2**32) & WORD
    word = (c - (((old_c << 21) & WORD) | (old_c >> 11))) & WORD
    old_b = a ^ (a >> 9) ^ (a >> 18) ^ (a >> 27)
    dice.a, dice.b, dice.c, dice.counter = (word - old_b - counter) & WORD, old_b, old_c, counter


@given(WIDE)
def test_every_bit_of_a_wide_seed_is_in_the_dice(seed):
    dice = filled(seed)
    for _ in range(12):
        back(dice)
    number = int(seed, 16)
    assert state(dice) == tuple((number >> shift) & WORD for shift in (0, 32, 64, 96))


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_that_nobody_chose_comes_from_128_bits(game):
    seeds = [horta.start(game).seed for _ in range(64)]
    assert len(set(seeds)) == 64
    assert all(isinstance(seed, str) and len(seed) == 32 for seed in seeds)
    numbers = [int(seed, 16) for seed in seeds]
    for bit in range(128):  # each is now 0 and now 1; by chance it would not be once in 2**63
        assert len({(number >> bit) & 1 for number in numbers}) == 2


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_the_seed_counts(game):
    zero = "0" * 32
    others = ["0" * (31 - 8 * k) + "1" + "0" * 8 * k for k in range(4)]
    deals = [json.dumps(dealt(game, seed)) for seed in (zero, *others)]
    assert len(set(deals)) == 5
    assert dealt(game, zero) == dealt(game, zero)


@pytest.mark.parametrize("game", GAMES)
def test_a_number_is_no_wide_seed(game):
    assert dealt(game, 7) != dealt(game, f"{7:032x}")


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=6)
@given(seed=WIDE | st.integers(0, 2**63 - 1))
def test_a_transcript_keeps_its_seed(game, seed):
    match = horta.start(game, seed=seed)
    choice = random.Random(1)
    for _ in range(12):
        match.play(choice.choice(match.legal))
    record = json.loads(json.dumps(match.transcript()))
    assert record["seed"] == seed
    again = horta.replay(record)
    assert again == match
    assert again.transcript() == match.transcript()


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_both_engines_deal_alike(game):
    found = registry.game(game)
    for seed in (draw_seed(), "f" * 32, 1893):
        tables = []
        for rules in (plain_engine(found), compiled_engine(found)):
            options, components = found.read_options({}), found.read_components({})
            table = found.new_table(found.max_players, options, components)
            deal(rules, table, seed)
            tables.append(table.tobytes())
        assert tables[0] == tables[1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [None, 0])
def test_nobody_is_shown_the_dice_of_a_wide_seed(game, seat):
    match = horta.start(game)
    seen = at(match.game.table, match.redacted(seat))
    assert state(seen.dice) == (0, 0, 0, 0)
    assert match.seed not in json.dumps(match.view(seat))


@pytest.mark.parametrize(
    "seed", ["", "7", "0" * 31, "0" * 33, "F" * 32, "g" * 32, "٣" * 32, "0" * 31 + "\n", 2**63, -1]
)
def test_what_is_no_seed_is_refused(seed):
    with pytest.raises(horta.HortaError, match="a seed is"):
        horta.start("paris", seed=seed)
    record = {**horta.start("paris", seed=1).transcript(), "seed": seed}
    with pytest.raises(horta.BadTranscript, match="seed"):
        horta.replay(record)


def test_a_seed_is_typed():
    assert read_seed(" 7 ") == 7
    assert read_seed("AB" * 16) == "ab" * 16
    assert read_seed("12345678" * 4) == "12345678" * 4
    for wrong in ("", "-1", "seven", "9" * 20):
        with pytest.raises(horta.HortaError, match="a seed is"):
            read_seed(wrong)


def test_where_only_numbers_can_be_used_they_are_asked_for():
    check_number(2**63 - 1)
    for wrong in ("0" * 32, True, 2**63, 1.0):
        with pytest.raises(horta.HortaError, match="a seed is a whole number"):
            check_number(wrong)


def test_a_game_keeps_its_dice_where_deals_fill_them():
    @record
    class Bare:
        to_play: i8

    with pytest.raises(TypeError, match="dice"):
        replace(registry.game("paris"), table=Bare)
