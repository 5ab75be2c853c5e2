"""Positions of Bruxelles 1897 drawn as text, and what follows from them made up.

    match = stand(
        '''
        money   .       .       .
        0a13/3  1a24/4  .       .
        .       .       .       .
        ''',
        seat(4, artworks="red"),
        seat(5, nobles="horta", prison="a24 a25"),
        seat(6),
    )
    do(match, "take a1", "place a13/1", "sell red")
    assert mine(match, 0)["francs"] == 6

A grid is drawn row by row: an Action card, a seat and the side that its Architect shows, `N` for a
neutral one, a dot for an empty cell. Two players may leave the neutral Architects out.

Everything that is not said is made to add up: Architects that are nowhere else are in hand (or in
prison, when the hand is given), cards that nobody has are in their pile, a Brussels card has been
used as often as the Architects in front of it tell, and each house has given one point.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import horta
from horta.core.dice import Dice, seed_dice
from horta.core.record import at, blank

Json = dict[str, Any]

GAME = "bruxelles1897"
KINDS = {"a13": 4, "a24": 2, "a25": 1}
DECKS = {
    "artworks": dict.fromkeys(("yellow", "green", "blue", "red"), 3),
    "materials": dict.fromkeys(("WW", "BB", "MM", "WB", "WM", "BM"), 2),
    "houses": dict.fromkeys(("house-a", "house-b", "house-c", "house-d"), 4),
    "nobles": dict.fromkeys(("horta", "albert", "buls", "vandervelde", "hankar"), 3),
}
BONUS = ("architecture", "nobility", "prestige", "prison")
PLACES = ("exchange", "hall", "cinquantenaire")
EMPTY = ". . . .\n" * 3
EMPTY_4 = ". . . .\n" * 4


def seat(
    francs: int = 10,
    *,
    artworks: str = "",
    materials: str = "",
    houses: str = "",
    nobles: str = "",
    tilted: str = "",
    hand: str | None = None,
    prison: str = "",
    exchange: str = "",
    hall: str = "",
    cinquantenaire: str = "",
    levels: tuple[int, int, int] = (1, 1, 1),
    points: int | None = None,
    passed: int = 0,
    brugmann: str = "upright",
    **more: Any,
) -> Json:
    """A player: `levels` are the spaces on Architecture, Nobility and Prestige, from 1."""
    built = [f"house-{kind}" for kind in houses.split()]
    total = len(built) if points is None else points
    tilted_names = tilted.split()
    upright = nobles.split()
    (upright if brugmann == "upright" else tilted_names).insert(0, "brugmann")
    return {
        "francs": francs,
        "points": {
            "construction": len(built),
            "exhibitions": 0,
            "arms": total - len(built),
        },
        "passed": passed,
        "tracks": dict(zip(("architecture", "nobility", "prestige"), levels, strict=True)),
        "hand": None if hand is None else Counter(hand.split()),
        "prison": Counter(prison.split()),
        "brussels": {
            place: Counter(given.split())
            for place, given in zip(PLACES, (exchange, hall, cinquantenaire), strict=True)
            if given
        },
        "artworks": Counter(artworks.split()),
        "materials": Counter(materials.split()),
        "houses": Counter(built),
        "upright": upright,
        "tilted": tilted_names,
        **more,
    }


def read_grid(drawn: str) -> list[list[str | None]]:
    """The rows of a drawn grid."""

    def thing(word: str) -> str | None:
        if word == ".":
            return None
        if word == "N":
            return "neutral"
        return f"{word[0]} {word[1:]}" if word[0].isdigit() else word

    return [[thing(word) for word in line.split()] for line in drawn.strip().splitlines()]


def position(
    drawn: str,
    *seats: Json,
    turn: int = 0,
    first: int = 0,
    round_no: int = 1,
    bonus: tuple[str, ...] = BONUS,
    piles: dict[str, str] | None = None,
    discards: str = "",
    under_way: Json | None = None,
    options: Json | None = None,
    components: Json | None = None,
    dice: int = 1,
    **more: Any,
) -> Json:
    """A position as JSON; `piles` names what is left in a deck's pile, the rest being discarded."""
    grid = read_grid(drawn)
    if len(seats) == 2:
        grid[2][0] = grid[2][3] = "neutral"
    for s, player in enumerate(seats):
        out = Counter(player["prison"])
        for given in player["brussels"].values():
            out += given
        for row in grid:
            out += Counter(x[2:5] for x in row if x and x.startswith(f"{s} "))
        if player["hand"] is None:
            player["hand"] = Counter(KINDS) - out
        else:
            player["prison"] += Counter(KINDS) - out - player["hand"]
    sent = {
        place: sum(sum(player["brussels"].get(place, {}).values()) for player in seats)
        for place in PLACES
    }
    doing = {"column": None, **(under_way or {})}
    seen: Counter[str] = Counter(discards.split())
    for row in grid:
        seen += Counter(x for x in row if x)
    for player in seats:
        for held in ("artworks", "materials", "houses"):
            seen += player[held]
        seen += Counter(player["upright"]) + Counter(player["tilted"])
    seen += Counter(doing.get("drawn", ())) + Counter(doing.get("paid", {}))
    seen += Counter([doing["at_hand"]] if doing.get("at_hand") else [])
    left: Counter[str] = Counter()
    thrown = Counter(discards.split())
    for deck, cards in DECKS.items():
        rest = Counter(cards)
        rest.subtract({card: seen[card] for card in cards})
        if piles is not None and deck in piles:
            pile = Counter(piles[deck].split())
            thrown += rest - pile
            rest = pile
        left += rest
    return {
        "horta": 1,
        "game": GAME,
        "rules_version": 1,
        "players": len(seats),
        "options": options or {},
        "components": components or {},
        "table": {
            "round": round_no,
            "to_play": turn,
            "turn": turn,
            "first": first,
            "used": {
                place: next(u for u in range(9) if u * (u + 1) // 2 >= count)
                for place, count in sent.items()
            },
            "grid": grid,
            "bonus": list(bonus),
            "piles": dict(left),
            "discards": dict(thrown),
            "seats": [_plain(player) for player in seats],
            "under_way": doing,
            "dice": rolled(dice),
            **more,
        },
    }


def rolled(seed: int) -> list[int]:
    """The dice with a seed."""
    games = blank(Dice)
    seed_dice(at(Dice, games), seed)
    return [int(word) for word in games[0]]


def _plain(value: Any) -> Any:
    """Counters as plain dictionaries without zeros."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items() if item != 0 or key == "francs"}
    return value


def stand(drawn: str, *seats: Json, **rest: Any) -> horta.Match:
    """A match that begins with a drawn position."""
    return horta.resume(GAME, position(drawn, *seats, **rest))


def do(match: horta.Match, *texts: str) -> horta.Match:
    """Play actions by their texts."""
    for text in texts:
        match.play(match.parse(text))
    return match


def offers(match: horta.Match, kind: str = "") -> list[str]:
    """The texts of the legal actions, or of those that begin with a word."""
    texts = [match.text(action) for action in match.legal]
    return [text for text in texts if text.split()[0] == kind] if kind else texts


def table(match: horta.Match) -> Json:
    """What lies on the table."""
    found: Json = match.position["table"]
    return found


def mine(match: horta.Match, s: int) -> Json:
    """What a player has."""
    found: Json = table(match)["seats"][s]
    return found


def vp(match: horta.Match, s: int) -> int:
    """The points that a player has gained before the final scoring."""
    return sum(mine(match, s)["points"].values())


def holds(match: horta.Match, s: int) -> Counter[str]:
    """The cards in front of a player."""
    player = mine(match, s)
    return Counter(player["artworks"]) + Counter(player["materials"]) + Counter(player["houses"])


def cell(match: horta.Match, name: str) -> str | None:
    """What lies in a cell."""
    found: str | None = table(match)["grid"][int(name[1]) - 1]["abcd".index(name[0])]
    return found


def last_pass(drawn: str, *seats: Json, s: int = 0, **rest: Any) -> horta.Match:
    """Everybody but seat `s` has passed, and now he does: what the majorities find is drawn."""
    order = [k for k in range(len(seats)) if k != s]
    for place, k in enumerate(order, 1):
        seats[k]["passed"] = place
    return do(stand(drawn, *seats, turn=s, **rest), "pass")
