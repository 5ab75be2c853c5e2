"""Hostile positions: real ones of random games, changed by hand of chance.

    corpus = Corpus("paris", random.Random(1), games=3)
    mutant = corpus.mutant()
    mutant.position, mutant.changes

What a stranger may write into a position is anything at all, but what is most likely to slip
through a check is a position that is almost right. So most changes keep the shape of a position:
they exchange what two players have, move a piece from here to there, or graft the question of one
moment onto another.
"""

from __future__ import annotations

import copy
import itertools
import json
import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np

import horta
from horta.core import registry
from horta.core.engine import engine
from horta.core.errors import HortaError
from horta.core.record import at

MOST_STEPS = 5_000
"""More than any game takes; the longest random ones take some hundreds."""
SOME_STEPS = 12

JUNK = (
    None, True, False, -1, 0, 1, 2, 3, 7, 99, 127, 128, 255, 40_000, 2**31, 2**70, -(2**63), 0.5,
    float("nan"), float("inf"), "", "0", "?", "neutral", "\u202e", "a1", [], [[]], {}, {"a": 1},
    [None], "x" * 300,
)  # fmt: skip

OPTIONS = {
    "paris": [
        {},
        {"postcards": "random"},
        {"postcards": "random", "allow_flip": True, "fountain_cells": 2},
        {"levitation": "costs"},
    ],
    "bruxelles1897": [{}, {"force_effect": False, "vp_floor": 0}],
    "bruxelles1893": [
        {},
        {"edition": "2013", "strips": "random"},
        {"belle_epoque": True},
        {"asymmetric": True},
        {"belle_epoque": True, "asymmetric": True},
        {"belle_epoque": True, "tied_columns": "after", "grand_place_limit": "rising"},
    ],
}


def cases(game_id):
    """Every number of players with every set of options."""
    game = registry.game(game_id)
    for players in range(game.min_players, game.max_players + 1):
        for options in OPTIONS.get(game_id, [{}]):
            yield players, options


@dataclass
class Mutant:
    """A changed position, and what was changed."""

    position: dict
    changes: list[str] = field(default_factory=list)

    def told(self):
        """Return it as text, for the report of a failure."""
        return "\n".join([*self.changes, json.dumps(self.position)])


def walk(node, path=()):
    """Every node of a JSON value below the top, with its path."""
    inner = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in inner:
        yield (*path, key), value
        if isinstance(value, dict | list):
            yield from walk(value, (*path, key))


def find(node, path):
    for key in path:
        node = node[key]
    return node


def put(node, path, value):
    find(node, path[:-1])[path[-1]] = value


def shape(path):
    """A path whose places in lists are all one."""
    return tuple("*" if isinstance(key, int) else key for key in path)


class Corpus:
    """Real positions of one game, of every number of players and options, and mutants of them."""

    def __init__(self, game_id, rng, games=1, most=4):
        """Play random games; of every kind of moment keep `most` positions for each case."""
        self.game_id = game_id
        self.rng = rng
        self.by_case = {}
        self.taken = Counter()
        self.values = defaultdict(list)
        for number, (players, options) in enumerate(cases(game_id)):
            moments = defaultdict(list)
            for seed in range(games):
                self._play(players, options, 1000 * number + seed, moments, most)
            self.by_case[number] = list(moments.values())
            for position in itertools.chain(*moments.values()):
                for path, value in walk(position["table"]):
                    known = self.values[shape(path)]
                    if not isinstance(value, dict | list) and value not in known:
                        known.append(value)

    def _play(self, players, options, seed, moments, most):
        match = horta.start(self.game_id, players, rng_seed(seed), **options)
        bare = bool(options.get("belle_epoque"))
        while True:
            position = match.position
            table = position["table"]
            moment = table.get("moment") or {}
            kind = (table["decision"], moment.get("window"))
            if len(moments[kind]) < most:
                moments[kind].append(position)
            elif self.rng.random() < 0.2:
                moments[kind][self.rng.randrange(most)] = position
            if match.over:
                return
            match.play(self._rare_choice(match) if seed % 2 else self.rng.choice(match.legal))
            if bare and match.position["table"]["round"] > 0:
                match, bare = self._with_pavilions(match), False

    def _with_pavilions(self, match):
        """Bruxelles 1893: the cards of Belle Époque act only for who has built their pavilions."""
        position = copy.deepcopy(match.position)
        for pavilion in position["table"]["belle"]["pavilions"]:
            pavilion["owner"] = self.rng.choice([None, *range(match.players)])
        return horta.resume(self.game_id, position)

    def _rare_choice(self, match):
        """An action of a kind that was seldom taken so far, to see rare moments too."""
        kinds = defaultdict(list)
        for action in match.legal:
            kinds[match.text(action).split()[0]].append(action)
        names = list(kinds)
        weights = [1 / (1 + self.taken[match.game.id, name]) for name in names]
        name = self.rng.choices(names, weights)[0]
        action = min(kinds[name], key=lambda each: (self.taken[each], self.rng.random()))
        self.taken[match.game.id, name] += 1
        self.taken[action] += 1
        return action

    def mutant(self):
        """Return a position with one change or several."""
        rng = self.rng
        kinds = self.by_case[rng.choice(list(self.by_case))]
        self.siblings = list(itertools.chain(*kinds))
        original = rng.choice(rng.choice(kinds))
        position = copy.deepcopy(original)
        mutant = Mutant(position)
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
            change, weight = zip(*CHANGES.items(), strict=True)
            said = rng.choices(change, weight)[0](self, position["table"])
            if said:
                mutant.changes.append(said)
        if rng.random() < 0.02:
            path, _ = rng.choice(list(walk({**position, "table": {}})))
            put(position, path, rng.choice(JUNK))
            mutant.changes.append(f"{path}: junk")
        if rng.random() < 0.02:
            other = rng.choice(rng.choice(self.by_case[rng.choice(list(self.by_case))]))
            key = rng.choice(("players", "options"))
            position[key] = copy.deepcopy(other[key])
            mutant.changes.append(f"{key}: {position[key]}")
        return mutant if position != original else self.mutant()

    # changes: each works on a table and says what it did

    def _nodes(self, table, wanted):
        return [(path, value) for path, value in walk(table) if wanted(value)]

    def other_value(self, table):
        """A value that another position has in this place."""
        leaves = self._nodes(table, lambda value: not isinstance(value, dict | list))
        path, old = self.rng.choice(leaves)
        value = self.rng.choice(self.values[shape(path)] or [None])
        put(table, path, value)
        return f"{path}: {old!r} -> {value!r}"

    def other_number(self, table):
        """A number a little larger, smaller, or out of range."""
        path, old = self.rng.choice(self._nodes(table, is_number))
        value = self.rng.choice((old + 1, old - 1, old + 2, 0, 1, 2, 3, 4, 5, 6, 7, 99, 120))
        put(table, path, value)
        return f"{path}: {old} -> {value}"

    def transfer(self, table):
        """One of a thing from here to there."""
        by_name = defaultdict(list)
        for path, value in self._nodes(table, is_number):
            by_name[path[-1]].append((path, value))
        named = [found for name, found in by_name.items() if len(found) > 1 and name != "bid"]
        one, two = self.rng.sample(self.rng.choice(named), 2)
        put(table, one[0], one[1] - 1)
        put(table, two[0], two[1] + 1)
        return f"one from {one[0]} to {two[0]}"

    def swap(self, table):
        """What two like places hold, exchanged."""
        alike = defaultdict(list)
        for path, value in walk(table):
            if any(isinstance(key, int) for key in path):
                alike[shape(path)].append((path, value))
        pairs = [found for found in alike.values() if len(found) > 1]
        one, two = self.rng.sample(self.rng.choice(pairs), 2)
        one_value, two_value = copy.deepcopy(one[1]), copy.deepcopy(two[1])
        put(table, one[0], two_value)
        put(table, two[0], one_value)
        return f"{one[0]} <-> {two[0]}"

    def move_item(self, table):
        """An entry of one list into another."""
        lists = self._nodes(table, lambda value: isinstance(value, list))
        full = [(path, value) for path, value in lists if value]
        (path, source), (where, into) = self.rng.choice(full), self.rng.choice(lists)
        item = source.pop(self.rng.randrange(len(source)))
        into.insert(self.rng.randint(0, len(into)), item)
        return f"{item!r} from {path} to {where}"

    def duplicate(self, table):
        """An entry of a list once more."""
        full = [found for found in self._nodes(table, lambda v: isinstance(v, list)) if found[1]]
        path, items = self.rng.choice(full)
        items.insert(self.rng.randint(0, len(items)), copy.deepcopy(self.rng.choice(items)))
        return f"{path}: one more"

    def drop(self, table):
        """A field or an entry less."""
        path, _ = self.rng.choice(list(walk(table)))
        del find(table, path[:-1])[path[-1]]
        return f"{path}: gone"

    def reorder(self, table):
        """A list in another order."""
        full = [found for found in self._nodes(table, lambda v: isinstance(v, list)) if found[1]]
        path, items = self.rng.choice(full)
        self.rng.shuffle(items)
        return f"{path}: shuffled"

    def graft(self, table):
        """A field of another position of the same case."""
        other = self.rng.choice(self.siblings)["table"]
        said = []
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            path, value = self.rng.choice(list(walk(other)))
            try:
                put(table, path, copy.deepcopy(value))
            except (KeyError, IndexError, TypeError):
                continue
            said.append(f"{path}: grafted {str(value)[:60]}")
        return "; ".join(said)

    def question(self, table):
        """The question of another position, and what is under way there."""
        other = self.rng.choice(self.siblings)["table"]
        plain = [key for key, value in other.items() if not isinstance(value, dict | list)]
        keys = self.rng.sample(plain, self.rng.randint(1, len(plain)))
        keys += [key for key in ("decision", "under_way", "moment") if self.rng.random() < 0.7]
        for key in keys:
            if key in other:
                table[key] = copy.deepcopy(other[key])
        return f"as elsewhere: {keys}"

    def junk(self, table):
        """Anything at all in any place."""
        path, old = self.rng.choice(list(walk(table)))
        value = copy.deepcopy(self.rng.choice(JUNK))
        put(table, path, value)
        return f"{path}: {str(old)[:40]} -> {value!r}"


CHANGES = {
    Corpus.other_value: 6,
    Corpus.other_number: 4,
    Corpus.transfer: 5,
    Corpus.swap: 3,
    Corpus.move_item: 1,
    Corpus.duplicate: 1,
    Corpus.drop: 1,
    Corpus.reorder: 1,
    Corpus.graft: 4,
    Corpus.question: 4,
    Corpus.junk: 1,
}


def is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


def rng_seed(seed):
    return seed * 7919 % 2**40


class Broken(AssertionError):
    """A position was accepted, and something is wrong with it or with a table that follows."""


def accept(game_id, position):
    """Set a position up; None when it is refused with words."""
    try:
        return horta.resume(game_id, position)
    except HortaError as refused:
        if not str(refused).strip():
            raise Broken("refused without a word") from refused
        return None


def play_on(match, rng, most=MOST_STEPS):
    """Play a match at random to its end, looking at every table on the way; return the steps.

    With fewer steps than a game may take, it is left where it stands after them.
    """
    game, rules = match.game, engine(match.game)
    for step in range(most):
        table = match._table
        broken = rules.check(table, 0)
        if broken:
            raise Broken(
                f"step {step}: invariant {broken}: {game.presentation.invariants()[broken]}"
            )
        legal = match.legal
        if (not legal) != match.over or legal != sorted(set(legal)):
            raise Broken(f"step {step}: the list of legal actions is {legal}")
        if step == 0 or rng.random() < 0.1:
            look(match, rng)
        if match.over:
            return step
        before = table.copy()
        match.play(rng.choice(legal))
        pair = np.concatenate([before, match._table])
        broken = rules.follows(pair, 0, 1)
        if broken:
            raise Broken(
                f"step {step}: invariant {broken}: {game.presentation.invariants()[broken]}"
            )
        noted = [at(game.table, each).noted for each in (before, match._table)]
        if len(match.news()) != noted[1] - noted[0]:
            raise Broken(f"step {step}: the log has lost a note")
    if most == MOST_STEPS:
        raise Broken(f"no end after {MOST_STEPS} steps")
    return most


def look(match, rng):
    """Ask everything that bots and pages ask of a table; nothing of it may break."""
    game, rules, table = match.game, engine(match.game), match._table
    viewer = rng.randrange(-1, match.players)
    seen = match.redacted(None if viewer < 0 else viewer)
    rules.redeal(seen, 0, viewer, rng.randrange(2**40))
    broken = rules.check(seen, 0)
    if broken:
        raise Broken(f"dealt anew: invariant {broken}: {game.presentation.invariants()[broken]}")
    values, actions = np.zeros(game.max_players), np.array(match.legal, np.int32)
    rules.evaluate(seen, 0, values)
    if match.to_play is not None:
        rules.prior(seen, 0, actions, len(actions), np.zeros(len(actions)))
    match.observe(max(viewer, 0))
    _ = match.scores, match.winners, match.question(), match.view(), match.log()
    for action in rng.sample(match.legal, min(3, len(match.legal))):
        assert match.label(action)
        game.presentation.target(at(game.table, table), action)
    if rng.random() < 0.02:
        assert match.svg(max(viewer, 0))
        assert match.sketch(max(viewer, 0))
        game.presentation.refusals(at(game.table, seen), "en")


@dataclass
class Tally:
    """How an attack went."""

    mutants: int = 0
    accepted: int = 0
    steps: int = 0


def attack(game_id, seed, mutants, games=1, whole=0.2, report=None):
    """Try mutants of a game: each is refused with words, or can be played to its end.

    A part of those that are accepted, `whole`, is played to the end, the others for some steps.
    Before each attempt the mutant is written to `report`, a path: so it is known even if the
    process does not survive it.
    """
    rng = random.Random(seed)
    corpus, tally = Corpus(game_id, rng, games), Tally()
    for _ in range(mutants):
        mutant = corpus.mutant()
        if report is not None:
            report.write_text(mutant.told(), encoding="utf-8")
        try:
            match = accept(game_id, mutant.position)
            tally.mutants += 1
            if match is None:
                continue
            tally.accepted += 1
            again = horta.resume(game_id, match.position)
            if again.position != match.position:
                raise Broken("the position does not come back as it was given")
            tally.steps += play_on(match, rng, MOST_STEPS if rng.random() < whole else SOME_STEPS)
        except Exception as problem:
            raise Broken(f"{type(problem).__name__}: {problem}\n{mutant.told()}") from problem
    return tally
