"""Studies: positions of Bruxelles 1893, written down as a few differences from a fresh table.

    study = Study("2013", players=3, crest="4-4")
    study.seat(0, money=7, cubes={"wood": 2})
    study.put("c3", house=1)
    match = study.match()
    do(match, "place c3", "bid 1")

With Belle Époque, `cards` are the numbers of the five cards beside the pavilions and `tiles` those
of the open tiles; `study.pavilion(3, owner=0)` says who built one. In the variant the seats have
the boards in the order of `BOARD_NAMES` unless `study.seat(0, architect="horta")` says otherwise.

What is not said is filled in so that every piece is somewhere: supply, workshop, piles, reserves.
"""

from __future__ import annotations

import copy

import horta
from horta.games.bruxelles1893.pieces import (
    BOARD_NAMES,
    COLOUR_NAMES,
    KIND_NAMES,
    NOTABLE_NAMES,
    PLACE_NAMES,
    ROW_NAMES,
)

EDITIONS = ("2013", "2023")


def fresh(edition="2023", players=3, seed=1, **options):
    """A match that has just begun, with strip 1 on top and seat 0 first."""
    given = {"strip_order": "printed", "starting_player": 0, **options}
    return horta.start("bruxelles1893", players, seed, edition=edition, **given)


def do(match, *texts):
    """Play actions given by their texts."""
    for text in texts:
        match.play(match.parse(text))
    return match


def options(match, kind=""):
    """The texts of the legal actions, of one kind if it is given."""
    texts = [match.text(action) for action in match.legal]
    if not kind:
        return texts
    return [text.partition(" ")[2] for text in texts if text.split()[0] == kind]


def table(match):
    return match.position["table"]


def seat(match, s):
    return table(match)["seats"][s]


def points(match, s):
    """The points on the score track."""
    return sum(seat(match, s)["earned"].values())


def asked(match):
    return table(match)["decision"]


def pass_all(match):
    """Let everybody pass until something else is asked."""
    while not match.over and asked(match) == "turn":
        match.play(match.parse("pass"))
    return match


def finish_round(match):
    """Let everybody pass, and use every prize for its first use."""
    played = table(match)["round"]
    while not match.over and table(match)["round"] == played:
        match.play(match.parse("pass") if asked(match) == "turn" else match.legal[0])
    return match


def told(match, since):
    """What was said after the first `since` actions."""
    return match.log(since=since)


def _merge(into, name, value):
    """Replace a value; dictionaries are merged, whatever their depth."""
    if isinstance(value, dict) and isinstance(into.get(name), dict):
        for key, inner in value.items():
            _merge(into[name], key, inner)
    else:
        into[name] = value


class Study:
    """A position in the making; it is the turn of seat 0 unless something else is said."""

    def __init__(
        self,
        edition="2023",
        players=3,
        crest="4-4",
        played=1,
        seed=1,
        components=None,
        belle=False,
        asymmetric=False,
        cards=(1, 2, 3, 4, 5),
        tiles=None,
        **options,
    ):
        self.edition = edition
        self.belle = belle
        match = horta.start(
            "bruxelles1893",
            players,
            seed,
            edition=edition,
            strip_order="printed",
            starting_player=0,
            components=components,
            belle_epoque=belle,
            asymmetric=asymmetric,
            **options,
        )
        self.position = copy.deepcopy(match.position)
        self.table = table = self.position["table"]
        self.players = players
        table.update(round=played, decision="turn", to_play=0, turn=0, first=0, token=0)
        table.update(crest=crest, theatre=["empain", "buls", "albert", "solvay"])
        table["neutrals"] = 2 if players == 2 else 0
        self.stock_card = 4
        self.pile = None
        self.deck = None
        self.discarded = []
        self.strip = [14, 15, 18, 19, 20]
        for k, s in enumerate(table["seats"]):
            s["works"] = dict.fromkeys(COLOUR_NAMES, 0)
            s["exhibits"] = played - 1 if k == players - 1 else 0
            s["money"] = 5
            if asymmetric:
                s["architect"] = BOARD_NAMES[k]
        if belle:
            table["belle"]["pavilions"] = [
                {"card": card, "owner": None, "used": False} for card in cards
            ]
            table["belle"]["tiles"] = list(tiles or range(1, players + 2))

    def seat(self, s, **values):
        """Say what a seat has; dictionaries are merged."""
        for name, value in values.items():
            _merge(self.table["seats"][s], name, value)
        return self

    def pavilion(self, row, owner, used=False):
        """Say who built the pavilion beside a row, 1 to 5, and whether its card was used."""
        self.table["belle"]["pavilions"][row - 1].update(owner=owner, used=used)
        return self

    def moment(self, **values):
        """Say what is under way with Belle Époque or the variant."""
        self.table["moment"].update(values)
        return self

    def put(self, space, figure=None, bid=None, house=None):
        """Put an assistant with its bid, and a house, on a space."""
        if bid is None:
            bid = 0 if figure in (None, "neutral") else 1
        entry = {"space": space, "figure": figure, "bid": bid, "house": house}
        self.table["board"].append(entry)
        return self

    def set(self, **values):
        """Say anything else about the table."""
        self.table.update(values)
        return self

    def shop(self, left=(), right=()):
        """Say what lies in the shop, the visible work last."""
        self.table["workshop"]["shop"] = [list(left), list(right)]
        return self

    def match(self):
        """Fill in the rest and sit down."""
        table, seats = self.table, self.table["seats"]
        for kind in KIND_NAMES[:5]:
            whole = {"joker": 15, "glass": 10 * self.belle}.get(kind, 10)
            owned = sum(s["cubes"][kind] for s in seats)
            table["supply"][kind] = whole - owned
        self._works()
        self._notables()
        for k, s in enumerate(seats):
            on_board = sum(entry["figure"] == k for entry in table["board"])
            away = sum(s["brussels"].values()) + s["justice"]
            if self.belle:
                away += len(s["belle"]["tiles"])
                on_card = table["belle"]["on_card"] == "assistant"
                away += on_card and self._owner(22) == k
            s["reserve"] = 7 - on_board - away
        if self.belle:
            gone = table["belle"]["on_card"] == "traveller"
            for s in seats:
                gone += s["belle"]["travellers"] + sum(s["belle"]["travelling"].values())
            table["belle"]["railway"] = 4 - gone
        players, uses = self.players, table["uses"]
        for place in PLACE_NAMES:
            there = sum(s["brussels"][place] for s in seats)
            if self.belle:
                there += sum(s["belle"]["travelling"][place] for s in seats)
            count = needed = 0
            while needed < there:
                count += 1
                needed += count if players <= 3 else (count + 1) // 2
            uses[place] = count
        self._cards()
        return horta.resume("bruxelles1893", self.position)

    def _owner(self, card):
        """The seat that owns a Belle Époque card."""
        return next(p["owner"] for p in self.table["belle"]["pavilions"] if p["card"] == card)

    def _works(self):
        table, workshop = self.table, self.table["workshop"]
        lying = [colour.removeprefix("white-") for side in workshop["shop"] for colour in side]
        left = {}
        for colour in COLOUR_NAMES:
            owned = sum(s["works"][colour] for s in table["seats"])
            if self.belle:
                owned += sum(s["belle"]["white"].get(colour, 0) for s in table["seats"])
            left[colour] = 6 - owned - lying.count(colour)
        workshop["stacks"] = left
        pile = [colour for colour in COLOUR_NAMES[:4] for _ in range(left[colour])]
        if self.edition == "2013":
            wanted = list(self.pile or [])
            for colour in wanted:
                pile.remove(colour)
            pile = wanted + pile
        workshop["pile"] = pile if self.edition == "2013" else []
        workshop["seen"] = [None] * len(workshop["pile"])

    def _notables(self):
        table = self.table
        cast = NOTABLE_NAMES if self.belle else NOTABLE_NAMES[:8]
        left = [name for name in cast[1:] for _ in range(3)]
        gone = [name for name in table["theatre"] if name]
        for s in table["seats"]:
            gone += [name for name in s["notables"] if name != "brugmann"]
        for name in gone + self.discarded:
            left.remove(name)
        if self.deck is not None:  # the next card first; the others are discarded
            for name in self.deck:
                left.remove(name)
            self.discarded, left = self.discarded + left, list(reversed(self.deck))
        table["deck"], table["deck_size"] = left, len(left)
        table["discards"] = {name: self.discarded.count(name) for name in cast}

    def _cards(self):
        table, prizes = self.table, self.table["prizes"]
        played = table["round"]
        cards = 25 if self.edition == "2013" else 30
        passes = played - 1 + (table["first_out"] is not None)
        tucked = [c for s in table["seats"] for row in ROW_NAMES for c in s["rows"][row]]
        strip = list(self.strip)
        rest = [c for c in range(1, cards + 1) if c not in strip and c not in tucked]
        gone = 5 * (played - 1) - len(tucked) + 5 - len([c for c in strip if c])
        prizes["strip"], prizes["gone"], rest = strip, rest[:gone], rest[gone:]
        down = passes if self.edition == "2023" else 0
        prizes["face_down"], rest = rest[:down], rest[down:]
        prizes["pile"], prizes["pile_size"] = rest, len(rest)
        stock = [c for c in range(1, 13) if c != self.stock_card]
        stock.insert(played - 1, self.stock_card)
        table["stock"], table["stock_pile"] = stock[:played], stock[played:]
