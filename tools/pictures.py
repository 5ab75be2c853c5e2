"""Draw the pictures of docs/pictures/: a table of each game, as SVG.

HORTA_JIT=0 .venv/bin/python tools/pictures.py
"""

from __future__ import annotations

import random
from pathlib import Path

import horta

LATE = 3  # the round that is shown
MANY = 8  # actions to choose from
PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"

# The first complete game of docs/rules/paris.md, up to the last buildings.
PARIS_STACKS = ("53412670", "53206174")
PARIS = """
tile B3 2; choose S4; tile A4 1; choose L6; tile A1 1; tile C4 3; tile C3 0; choose T5; tile D3 3;
tile A2 0; tile D4 2; tile B2 1; tile B1 3; choose V3; tile C1 2; tile B4 0; choose U6; tile C2 0;
choose W5; tile D2 2; choose P5; tile A3 1; pass; tile D1 0; activate LEV; choose W5; choose I3;
build I3 h6 1; build V3 a5 3; build U6 d2 0; activate CHA; activate SAC; build S4 b3 0;
activate BOU; put g1 2; activate MET; activate LAM; put a4 0; activate JAR; put h2 1;
build L6 c4 2
"""


def paris() -> horta.Match:
    """Return a table of Paris late in phase 2."""
    position = horta.start("paris", seed=1, starting_player=1).position
    for seat, (colour, tiles) in enumerate(zip("ob", PARIS_STACKS, strict=True)):
        hand, *stack = (f"{colour}{tile}" for tile in tiles)
        position["table"]["seats"][seat] |= {"hand": hand, "stack": stack}
    match = horta.resume("paris", position, seats=["Camille", "Gustave"])
    for text in PARIS.split(";"):
        match.play(match.parse(text))
    return match


# How gladly the players of the picture take an action of a kind, and where they like to stand.
BRUXELLES = {"pass": 0.02, "decline": 0.02, "discard": 0.3, "brussels": 0.25}
BRUXELLES_ACTS = ("construction", "materials")
BRUXELLES_SEED, BRUXELLES_ACTIONS = 33, 263
BELLE = {**BRUXELLES, "tile": 2.0, "card": 0.5}
BELLE_SEED, BELLE_ACTIONS = 5, 213


def bruxelles1893() -> horta.Match:
    """Return a table of Bruxelles 1893 in the fourth round."""
    seats = ["Camille", "Victor", "Henriette", "Gustave"]
    match = horta.start("bruxelles1893", 4, BRUXELLES_SEED, seats=seats)
    return _build_up(match, BRUXELLES_SEED, BRUXELLES_ACTIONS, BRUXELLES)


def belle_epoque() -> horta.Match:
    """Return a table of Bruxelles 1893 with Belle Époque and the architects' boards."""
    seats = ["Camille", "Victor", "Henriette", "Gustave"]
    match = horta.start(
        "bruxelles1893", 4, BELLE_SEED, seats=seats, belle_epoque=True, asymmetric=True
    )
    return _build_up(match, BELLE_SEED, BELLE_ACTIONS, BELLE)


def _build_up(match: horta.Match, seed: int, count: int, wishes: dict[str, float]) -> horta.Match:
    """Play on with players who like to build."""
    rng = random.Random(seed)
    acts = match.position["table"]["acts"]
    for _ in range(count):
        weights = []
        for action in match.legal:
            kind, *values = match.text(action).split()
            weight = wishes.get(kind, 1.0)
            if kind == "bid":
                weight = int(values[0]) ** -2.0
            elif kind == "place":
                column, row = "abcde".index(values[0][0]), int(values[0][1]) - 1
                weight = 2.5 if acts[5 * row + column] in BRUXELLES_ACTS else 1.0
            weights.append(weight)
        match.play(rng.choices(match.legal, weights)[0])
    return match


def bruxelles1897() -> horta.Match:
    """Return a table of Bruxelles 1897 in its third round."""
    rng = random.Random(11)
    seats = ["Camille", "Victor", "Henriette"]
    match = horta.start("bruxelles1897", 3, 11, seats=seats)
    while match.position["table"]["round"] < LATE or len(match.legal) < MANY:
        busy = [action for action in match.legal if "pass" not in match.text(action)]
        match.play(rng.choice(busy or match.legal))
    for _ in range(12):
        busy = [action for action in match.legal if "pass" not in match.text(action)]
        match.play(rng.choice(busy or match.legal))
    return match


def main() -> None:
    """Write every picture."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    pictures = {
        "paris": paris,
        "bruxelles1897": bruxelles1897,
        "bruxelles1893": bruxelles1893,
        "bruxelles1893-belle-epoque": belle_epoque,
    }
    for name, picture in pictures.items():
        match = picture()
        svg = PICTURES / f"{name}.svg"
        svg.write_text(match.svg(), encoding="utf-8")
        print(f"{svg.name}: {svg.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
