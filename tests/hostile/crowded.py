"""Paris with more legal actions than anybody would count: spaces mixed, buildings chiral."""

from __future__ import annotations

from typing import Any

from horta.games.paris.moves import BUILDING_NAMES, SQUARE_NAMES

SHAPES = {
    3: (".X", "XX"),
    4: ("X.", "X.", "XX"),
    5: ("XX", "XX", "X."),
    6: ("XX.", "XXX", "X.."),
}
SIZES = (3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6)

COMPONENTS: dict[str, Any] = {
    "tiles": {"orange": ["mm/mm"] * 8, "blue": ["mm/mm"] * 8},
    "buildings": [{"name": f"b{k}", "rows": list(SHAPES[size])} for k, size in enumerate(SIZES)],
}
OPTIONS: dict[str, Any] = {"allow_flip": True, "starting_player": 0}

MOST = 3663
"""So many actions are legal after `ACTIONS`."""


def _actions() -> list[str]:
    """Orange takes every building before its first tile; blue lays its tiles, then waits."""
    orange = [f"choose {name}" for name in BUILDING_NAMES]
    orange += [f"tile {square} 0" for square in SQUARE_NAMES[8:]]
    blue = [f"tile {square} 0" for square in SQUARE_NAMES[:8]]
    blue += ["pass"] * (len(orange) - len(blue) - 1)
    turns = [text for pair in zip(orange, [*blue, ""], strict=True) for text in pair if text]
    return [*turns, "activate SAC"]


ACTIONS = _actions()


def play() -> int:
    """Play up to the crowded decision; return how many actions are legal there."""
    import horta

    match = horta.start("paris", seed=1, components=COMPONENTS, **OPTIONS)
    for text in ACTIONS:
        match.play(match.parse(text))
    return len(match.legal)


if __name__ == "__main__":
    print(play())
