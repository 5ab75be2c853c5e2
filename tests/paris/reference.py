"""The score and the legal moves of phase 2 by the words of docs/rules/paris.md.

Sets of (row, column) pairs read from the public position alone: slow, plain, and written without a
look at the rules in `src`, so that both can be held against each other.
"""

from __future__ import annotations

from typing import Any

import horta
from paris.boards import CARDS, NAMES, PIECES, number_of, spaces_at

SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
CROSS = [[(dr, dc), (2 * dr, 2 * dc)] for dr, dc in SIDES]
Space = tuple[int, int]
Move = tuple[str, tuple[int, ...]]


class Reading:
    """A position, read."""

    def __init__(self, match: horta.Match) -> None:
        self.match = match
        self.table = table = match.position["table"]
        self.base = {
            (r, c): letter for r, row in enumerate(table["board"]) for c, letter in enumerate(row)
        }
        self.cards = {card["card"]: card for card in table["postcards"]}
        self.reserves = [seat["reserve"] for seat in table["seats"]]
        self.buildings: list[tuple[int, set[Space]]] = [
            (building["owner"], {divmod(number_of(name), 8) for name in building["spaces"]})
            for building in table["buildings"]
        ]
        self.others: dict[str, set[Space]] = {}
        for piece, card in PIECES.items():
            spaces = self.stood(card)
            if piece == "garden" and spaces:
                self.buildings.append((self.cards[card]["holder"], spaces | self.joined(spaces)))
            elif piece != "annexe" and spaces:
                self.others[piece] = spaces
        self.built = {space for _, spaces in self.buildings for space in spaces}
        self.covered = self.built.union(*self.others.values())

    def stood(self, card: str) -> set[Space]:
        """Return the spaces under the piece of a card."""
        found = self.cards.get(card)
        if not found or not found["space"]:
            return set()
        row, column = divmod(number_of(found["space"]), 8)
        two = card == "JAR" or (card == "FON" and self.match.options.fountain_cells == 2)
        second = (row, column + 1) if found["facing"] == 0 else (row + 1, column)
        return {(row, column), second} if two else {(row, column)}

    def joined(self, garden: set[Space]) -> set[Space]:
        """Return the annexe if it belongs to the garden."""
        annexe = self.stood("BOU")
        for row, column in annexe:
            dr, dc = SIDES[self.cards["BOU"]["facing"]]
            if (row + dr, column + dc) in garden:
                return annexe
        return set()

    def lamps(self) -> set[Space]:
        """PA-DEF-05."""
        printed = {space for space, letter in self.base.items() if letter == "L"}
        return (printed - self.built) | self.others.get("lamp", set())

    def light(self, lamp: Space) -> set[Space]:
        """Return the spaces that a lamp lights (PA-SCO-02, PA-GRA-03, 04)."""
        if lamp not in self.others.get("large", set()):
            return {(lamp[0] + dr, lamp[1] + dc) for dr, dc in SIDES}
        lit = set()
        for ray in rays_of(self.match):
            for dr, dc in ray:
                space = (lamp[0] + dr, lamp[1] + dc)
                if space not in self.base:
                    break
                lit.add(space)
                if space in self.built:
                    break
        return lit

    def zone(self, start: Space, bounds: set[Space]) -> set[Space]:
        """PA-PEI-04."""
        reached, edge = {start}, [start]
        while edge:
            row, column = edge.pop()
            for dr, dc in SIDES:
                space = (row + dr, column + dc)
                if self.base.get(space, ".") != "." and space not in bounds | reached:
                    reached.add(space)
                    edge.append(space)
        return reached

    def group(self, s: int) -> int:
        """PA-SCO-06 to 08."""
        left = [spaces for owner, spaces in self.buildings if owner == s]
        largest = 0
        while left:
            group = left.pop()
            grown = True
            while grown:
                grown = False
                for spaces in list(left):
                    if any((r + dr, c + dc) in spaces for r, c in group for dr, dc in SIDES):
                        group = group | spaces
                        left.remove(spaces)
                        grown = True
            largest = max(largest, len(group))
        return largest

    def sheet(self) -> dict[str, list[int]]:
        """Return all lines of the score (chapter 6, and the postcards that pay)."""
        sheet = {line.name: [0, 0] for line in self.match.game.lines}
        lamps = self.lamps()
        for owner, spaces in self.buildings:
            sheet["lit"][owner] += len(spaces) * sum(bool(self.light(x) & spaces) for x in lamps)
        for s in (0, 1):
            sheet["group"][s] = self.group(s)
            excused = "SAC" in self.cards and self.cards["SAC"]["holder"] == s
            sheet["unbuilt"][s] = 0 if excused else -3 * len(self.reserves[s])
            sheet["visible"][s] = sum(
                letter == "ob"[s] and space not in self.covered
                for space, letter in self.base.items()
            )
        for space in self.others.get("painter", ()):
            found = self.zone(space, self.built) & lamps
            sheet["painter"][self.cards["PEI"]["holder"]] = 2 * len(found)
        for space in self.others.get("dancer", ()):
            found = self.zone(space, self.covered - {space})
            sheet["dancer"][self.cards["MOU"]["holder"]] = len(found)
        if "fountain" in self.others:
            owner = self.cards["FON"]["holder"]
            beside = {(r + dr, c + dc) for r, c in self.others["fountain"] for dr, dc in SIDES}
            own = (spaces for s, spaces in self.buildings if s == owner)
            sheet["fountain"][owner] = 3 * sum(bool(spaces & beside) for spaces in own)
        for space in self.others.get("statue", ()):
            sheet["statue"][self.cards["PEN"]["holder"]] = self.statue(space)
        return sheet

    def statue(self, space: Space) -> int:
        """PA-PEN-02 to 05."""
        row, column = space
        dr, dc = SIDES[self.cards["PEN"]["facing"]]
        if (row + dr, column + dc) in self.covered:
            return 0
        closed = set() if self.match.options.statue_neighbours == "all" else self.covered
        points = 0
        for value, steps in ((2, SIDES), (1, CORNERS)):
            for dr, dc in steps:
                near = (row + dr, column + dc)
                points += value * (near in self.base and near not in closed)
        return points

    # moves

    def builds(self, s: int, names: list[str], *, met: bool, cha: bool) -> set[Move]:
        """PA-PH2-02, PA-MET-03, PA-CHA-04, PA-DEF-08, PA-DEF-09."""
        if self.table["seats"][s]["chimneys"] == 0:
            return set()
        own, other = "ob"[s], "bo"[s]
        found: set[Move] = set()
        for name in names:
            shape = "/".join(self.match.components.buildings[NAMES.index(name)].rows)
            seen = set()
            for k in range(8 if self.match.options.allow_flip else 4):
                for anchor in range(64):
                    spaces = {divmod(space, 8) for space in spaces_at(shape, anchor, k)}
                    if not spaces or spaces & self.covered or frozenset(spaces) in seen:
                        continue
                    seen.add(frozenset(spaces))
                    under = [self.base[space] for space in spaces]
                    assert set(under) <= {own, other, "m", "L"}
                    if under.count("L") <= int(met) and under.count(other) <= int(cha):
                        found.add(("build", (NAMES.index(name), anchor, k)))
        return found

    def plain(self, s: int, names: list[str]) -> set[Move]:
        """Return the builds without a right (PA-PH2-15)."""
        return self.builds(s, names, met=False, cha=False)

    def right(self, s: int, card: str) -> bool:
        """PA-MET-02, PA-CHA-02."""
        found = self.cards.get(card)
        return bool(found) and found["state"] == "held" and found["holder"] == s

    def turn(self, s: int) -> set[Move]:
        """PA-PH2-01 to 16."""
        seat = self.table["seats"][s]
        met, cha = self.right(s, "MET"), self.right(s, "CHA")
        found = self.builds(s, seat["reserve"], met=met, cha=cha)
        if seat["tokens"]:
            at_hand = [card for card in self.cards.values() if card["state"] == "open"]
            found |= {("activate", (CARDS.index(card["card"]),)) for card in at_hand}
        elif not self.plain(s, seat["reserve"]):
            found.add(("pass", ()))
        return found

    def puts(self, s: int, card: str) -> set[Move]:
        """Chapter 5: where the special piece of a card may stand."""
        own = "ob"[s]
        free = {space for space in self.base if space not in self.covered}
        mine = {space for space in free if self.base[space] == own}
        common = mine | {space for space in free if self.base[space] == "m"}
        found = set()
        if card == "JAR" or (card == "FON" and self.match.options.fountain_cells == 2):
            if card == "FON" or self.table["seats"][s]["chimneys"]:
                found |= {(r, c, 0) for r, c in common if (r, c + 1) in common}
                found |= {(r, c, 1) for r, c in common if (r + 1, c) in common}
        elif card == "FON":
            found |= {(r, c, 0) for r, c in common}
        elif card == "GRA":
            found |= {(r, c, 0) for r, c in free if self.base[r, c] == "L"}
        elif card == "PEN":
            for r, c in mine:
                found |= {(r, c, k) for k, (dr, dc) in enumerate(SIDES) if (r + dr, c + dc) in free}
        elif card == "BOU":
            for r, c in mine:
                met = []
                for k, (dr, dc) in enumerate(SIDES):
                    for owner, spaces in self.buildings:
                        if owner == s and (r + dr, c + dc) in spaces and spaces not in met:
                            met.append(spaces)
                            found.add((r, c, k))
        else:
            found |= {(r, c, 0) for r, c in mine}
        return {("put", (8 * r + c, k)) for r, c, k in found}

    def legal(self) -> set[Move]:
        """Return the legal moves of a decision of phase 2 (chapter 9)."""
        table, decision = self.table, self.table["decision"]
        s = table["to_play"]
        if decision == "p2_turn":
            return self.turn(s)
        if decision == "lev_get":
            return {
                ("choose", (NAMES.index(name),)) for name in table["site"] if self.plain(s, [name])
            }
        if decision == "lev_place":
            return self.plain(s, [table["transit"]])
        if decision == "special":
            return {("decline", ()), *self.puts(s, table["card"])}
        found: set[Move] = {("decline", ())}
        if decision == "lev_give" and self.plain(s, table["site"]):
            found |= {("choose", (NAMES.index(name),)) for name in table["seats"][s]["reserve"]}
        return found


def rays_of(match: horta.Match) -> list[list[Space]]:
    """Return what the large lamp lights, as the page draws the patterns of ruling 23."""
    given: Any = match.options.large_lamp_rays
    corners = [[corner] for corner in CORNERS]
    if given == "cross":
        return CROSS
    if given == "diamond":
        return CROSS + corners
    if given == "ring":
        return [[side] for side in SIDES] + corners
    if given == "lines":
        return [[(dr * k, dc * k) for k in range(1, 8)] for dr, dc in SIDES]
    return [[(dr, dc) for dr, dc in ray] for ray in given]
