"""Dice: the random numbers of a game, kept inside its record.

The generator is Chris Doty-Humphrey's sfc32: four 32-bit words, additions, shifts and xors only,
so it gives the same numbers compiled and uncompiled, in every process and on every machine.
"""

from __future__ import annotations

from typing import Annotated, Any

from horta.core.record import Games, record, u32
from horta.core.rule import rule

WORD = 0xFFFFFFFF
MOST_THROWS = 1000
"""How often dice are thrown for one number: every loop of a rule has an end, by chance too."""

FILLED = -1
"""In the place of a seed: the dice lie filled in the record already, by `fill_dice`."""


@record
class Dice:
    """The state of one generator."""

    a: u32
    b: u32
    c: u32
    counter: u32


DiceBatch = Annotated[Games, Dice]
"""Several dice, as an argument of compiled loops."""


@rule
def next_word(dice: Dice) -> int:
    """Return the next 32 random bits."""
    a, b, c, counter = int(dice.a), int(dice.b), int(dice.c), int(dice.counter)
    word = (a + b + counter) & WORD
    dice.counter = (counter + 1) & WORD
    dice.a = b ^ (b >> 9)
    dice.b = (c + (c << 3)) & WORD
    dice.c = ((((c << 21) & WORD) | (c >> 11)) + word) & WORD
    return word


@rule
def seed_dice(dice: Dice, seed: int) -> None:
    """Start the generator from a seed between 0 and 2**63 - 1; `FILLED` leaves it as it is."""
    if seed == FILLED:
        return
    dice.a = seed & WORD
    dice.b = (seed >> 32) & WORD
    dice.c = 0x9E3779B9
    dice.counter = 1
    for _ in range(12):
        next_word(dice)


@rule
def hide_dice(dice: Dice) -> None:
    """Blank the generator: what comes next is nobody's to know."""
    dice.a = 0
    dice.b = 0
    dice.c = 0
    dice.counter = 0


def fill_dice(dice: Dice, seed: int) -> None:
    """Start the generator from 128 bits: every state can come of them, each from one seed."""
    dice.a = seed & WORD
    dice.b = (seed >> 32) & WORD
    dice.c = (seed >> 64) & WORD
    dice.counter = (seed >> 96) & WORD
    for _ in range(12):
        next_word(dice)


@rule
def roll(dice: Dice, n: int) -> int:
    """Return a number from 0 to n - 1, each with exactly the same chance; n is below 2**32.

    A word behind the last whole multiple of n is thrown again, less than every other time. A die
    without sides shows 0, so that even a broken table goes on.
    """
    if n < 1 or n > WORD:  # both bounds: so the compiler divides 32 bits, which is quicker
        return 0
    word = next_word(dice)
    shown = word % n
    for _ in range(MOST_THROWS):
        if word - shown + n <= WORD + 1:  # all n numbers from the multiple below it on are words
            break
        word = next_word(dice)
        shown = word % n
    return shown


@rule
def pick(dice: Dice, taken: int, size: int) -> int:
    """Pick one of `size` things that is not taken (bit k: thing k), each with the same chance.

    Should the dice never hit one, it is the first; without any left, thing 0.
    """
    for _ in range(MOST_THROWS):
        picked = roll(dice, size)
        if (taken >> picked) & 1 == 0:
            return picked
    for picked in range(size):
        if (taken >> picked) & 1 == 0:
            return picked
    return 0


@rule
def new_seed(dice: Dice) -> int:
    """Return a seed for another generator, of 62 bits: it is never negative."""
    return (next_word(dice) & 0x3FFFFFFF) << 32 | next_word(dice)


@rule
def shuffle(dice: Dice, items: Any, start: int, stop: int) -> None:
    """Shuffle `items[start:stop]` in place."""
    for i in range(stop - 1, start, -1):
        j = start + roll(dice, i - start + 1)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept
