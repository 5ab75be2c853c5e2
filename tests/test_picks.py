"""Sets that are picked one by one: people choose in any order, bots meet every set once."""

from __future__ import annotations

import os
import random
from itertools import islice, permutations

import pytest

import horta
from horta.core.actions import ActionSpace, Axis, Span
from horta.core.dice import Dice, seed_dice
from horta.core.errors import IllegalAction
from horta.core.game import Components, Game, Line, Options, Rules
from horta.core.match import Match
from horta.core.notes import Note, clear_notes
from horta.core.offers import offer
from horta.core.picking import before_last, is_within, pick, picking, way_to
from horta.core.picks import Pick
from horta.core.record import Array, i8, i32, of, record
from horta.core.rule import rule

TABLES = [
    ("bruxelles1893", {"players": 5, "edition": "2023", "belle_epoque": True, "asymmetric": True}),
    ("bruxelles1893", {"players": 2, "edition": "2023", "belle_epoque": True}),
    ("bruxelles1893", {"players": 3, "edition": "2023"}),
    ("bruxelles1893", {"players": 4, "edition": "2013"}),
    ("bruxelles1897", {"players": 4}),
    ("bruxelles1897", {"players": 2}),
    ("paris", {}),
]
NAMES = [f"{game}-{options.get('players', 2)}-{len(options)}" for game, options in TABLES]


def decisions(game, options, seeds):
    """Play at random, whole sets at a time; yield every decision at which a set is picked."""
    for seed in seeds:
        choice = random.Random(seed)
        match = horta.start(game, seed=seed, **options)
        while not match.over:
            found = picking(match)
            if found is None:
                match.play(choice.choice(match.legal))
                continue
            yield match, found
            chosen = choice.choice([*found.sets, *found.others])
            if isinstance(chosen, int):
                match.play(chosen)
            else:
                pick(match, chosen)


def ends_of(match, results, depth=0):
    """Go step by step through what the rules offer, until a set is complete; yield the tables."""
    if match.table in results:
        yield match.table
        return
    assert depth < 12, "the rules offer a set that is not among those found"
    for action in match.legal:
        if depth or action not in picking(match).others:
            twin = match.copy()
            twin.play(action)
            yield from ends_of(twin, results, depth + 1)


@pytest.mark.parametrize(("game", "options"), TABLES, ids=NAMES)
def test_the_sets_are_those_of_the_rules_each_once(game, options):
    seen = 0
    for match, found in decisions(game, options, range(6)):
        seen += 1
        results = set()
        for one in found.sets:
            twin = match.copy()
            pick(twin, one)
            results.add(twin.table)
        assert len(results) == len(found.sets), "two sets lead to the same table"
        met = list(ends_of(match, results))
        assert len(met) == len(results), "the rules lead to a set twice, or not at all"
        assert set(met) == results
        assert found.items == tuple(sorted({thing for one in found.sets for thing in one}))
    assert bool(seen) == bool(match_picks(game))


def match_picks(game):
    return horta.core.registry.game(game).picks


@pytest.mark.parametrize(("game", "options"), TABLES[:-1], ids=NAMES[:-1])
def test_every_order_of_a_set_leads_to_the_same_table(game, options):
    for match, found in decisions(game, options, range(20, 24)):
        for one in found.sets:
            tables = set()
            for order in islice(permutations(one), 24):
                twin = match.copy()
                pick(twin, order)
                tables.add(twin.table)
            assert len(tables) == 1


@pytest.mark.parametrize(("game", "options"), TABLES[:-1], ids=NAMES[:-1])
def test_a_set_counts_as_one_decision_when_it_is_taken_back(game, options):
    longest = 0
    for match, found in decisions(game, options, range(30, 34)):
        for one in found.sets:
            twin, standing = match.copy(), len(match.actions)
            played = pick(twin, one)
            assert before_last(twin) == standing
            inside = [is_within(twin, standing + k) for k in range(len(played) + 1)]
            assert inside == [False, *[True] * (len(played) - 1), False]
            longest = max(longest, len(played))
            while len(twin.actions) > standing:
                twin.undo()
            assert twin.table == match.table
    assert longest > 1


def test_what_is_no_set_is_refused_and_changes_nothing():
    for match, found in islice(decisions("bruxelles1893", TABLES[0][1], range(9)), 20):
        before = match.table
        first = found.sets[0]
        for wrong in ([], first[:-1], [*first, *first], [*first[:-1], -1], [10**9]):
            if tuple(sorted(wrong)) not in {tuple(sorted(one)) for one in found.sets}:
                with pytest.raises(IllegalAction, match="cannot be picked together"):
                    pick(match, wrong)
        assert match.table == before


def test_where_nothing_is_combined_there_are_no_sets():
    match = horta.start("paris", seed=1)
    assert picking(match) is None
    with pytest.raises(IllegalAction):
        way_to(match, match.legal[:1])
    assert before_last(match) == 0
    match.play(match.legal[0])
    assert before_last(match) == 0


def test_the_terminal_offers_whole_sets():
    rich = pytest.importorskip("rich.console")
    from horta import terminal

    console = rich.Console(file=open(os.devnull, "w"))  # noqa: SIM115
    for match, found in islice(decisions("bruxelles1893", TABLES[3][1], range(40, 50)), 12):
        labels = terminal._choices(match, "en")
        assert [one for one, _ in labels] == [*found.sets, *found.others]
        assert len({label for _, label in labels}) == len(labels)
        chosen = found.sets[-1]
        by_number, by_texts = match.copy(), match.copy()
        listed = terminal._options(console, match, "de", "")
        assert terminal._play(console, by_number, listed, str(len(found.sets)))
        texts = ", ".join(match.text(thing) for thing in chosen[::-1])
        assert terminal._play(console, by_texts, listed, texts)
        assert by_number.table == by_texts.table
        if by_number.may_undo:
            assert terminal._undo(console, by_number)
            assert by_number.table == match.table
        assert not terminal._play(console, by_texts, listed, f"{texts}, {texts}")


# A game of somebody else


@record
class Bag:
    dice: Dice
    notes: Array[Note] = of(4)
    noted: i32
    left: Array[i8] = of(3)
    taken: Array[i8] = of(3)
    first: i8
    turn: i8


BAG = ActionSpace(Span("leave"), Span("take", Axis("kind", 3)), Span("enough"))


@rule
def bag_setup(bag, seed):
    seed_dice(bag.dice, seed)
    clear_notes(bag)
    bag.left[0], bag.left[1], bag.left[2] = 2, 1, 1


@rule
def bag_legal(bag, out):
    n, taken = 0, bag.taken[0] + bag.taken[1] + bag.taken[2]
    if taken == 0:
        n = offer(out, n, 0)
    if taken < 3:
        for kind in range(bag.first, 3):
            if bag.left[kind] > 0:
                n = offer(out, n, 1 + kind)
    if taken > 0:
        n = offer(out, n, 4)
    return n


@rule
def bag_step(bag, action):
    if 1 <= action <= 3:
        bag.left[action - 1] -= 1
        bag.taken[action - 1] += 1
        bag.first = action - 1
    else:
        bag.turn = -1


@rule
def bag_to_play(bag):
    return int(bag.turn)


@rule
def bag_score(bag, sheet):
    sheet[0, 0] = bag.taken[0] + bag.taken[1] + bag.taken[2]


@rule
def bag_redeal(bag, seat, seed):
    seed_dice(bag.dice, seed)


@rule
def bag_redact(bag, seat):
    bag.noted = bag.noted


@rule
def bag_check(bag):
    return 0


def take_one(bag, action):
    bag_step(bag, action)
    return True  # "enough" ends it, even where nothing else is left


def bag_game():
    return Game(
        id="bag",
        title="Bag",
        rules_version=1,
        min_players=1,
        max_players=1,
        table=Bag,
        rules=Rules(
            setup=bag_setup,
            legal=bag_legal,
            step=bag_step,
            to_play=bag_to_play,
            score=bag_score,
            redeal=bag_redeal,
            redact=bag_redact,
            check=bag_check,
        ),
        actions=BAG,
        lines=(Line("things", "Things"),),
        options=Options,
        components=Components,
        provenance={},
        lay_out=lambda table, players, options, components: None,
        presentation=None,
        picks=(Pick("take", take_one, end="enough"),),
    )


def test_a_game_of_somebody_else_that_takes_no_step_by_itself(monkeypatch):
    monkeypatch.setenv("HORTA_JIT", "0")
    match = Match(bag_game(), 1, Options(), Components(), 1)
    found = picking(match)
    wanted = {(1,), (2,), (3,), (1, 1), (1, 2), (1, 3), (2, 3), (1, 1, 2), (1, 1, 3), (1, 2, 3)}
    assert set(found.sets) == wanted
    assert len(found.sets) == len(wanted)
    assert (found.items, found.others) == ((1, 2, 3), (0,))
    assert pick(match, [3, 1, 2]) == [1, 2, 3, 4], "the last step has one option, and is asked"
    assert match.over
    assert before_last(match) == 0
    while match.actions:
        match.undo()
    match.play(1)
    assert () in picking(match).sets, "what was picked already is enough"
    assert pick(match, []) == [4]
    assert before_last(match) == 0
