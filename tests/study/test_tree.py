"""Trees: legal by construction, the same again from their JSON, dealt as they say."""

import random

import pytest

import horta
from horta.core.errors import BadStudy, IllegalAction
from horta.study import Arrow, Mark, Root, Tree
from horta.study.tree import MOST_NODES


def played(game, steps, seed=3):
    match, choice = horta.start(game, seed=seed), random.Random(seed)
    for _ in range(steps):
        match.play(choice.choice(match.legal))
    return match


def grown(match, seed=None, size=12):
    """A tree of random branches."""
    tree, choice = Tree.from_match(match, seed=seed), random.Random(5)
    while len(tree.nodes) <= size:
        at = choice.choice(sorted(tree.nodes))
        legal = tree.match(at).legal
        if legal:
            tree.play(at, choice.choice(legal))
    return tree


@pytest.mark.parametrize("game", horta.games())
@pytest.mark.parametrize("seed", [None, 8])
def test_a_tree_is_the_same_again_from_its_json(game, seed):
    tree = grown(played(game, 25), seed)
    node = max(tree.nodes)
    tree.note(node, name="À droite", comment="why", marks=[Mark(at="space-a1", kind="star")])
    tree.note(0, arrows=[Arrow(start="space-a1", end="space-b2")])
    again = Tree.from_json(tree.to_json())
    assert again == tree
    assert list(again.walk()) == list(tree.walk())
    for number in tree.nodes:
        assert again.match(number).table == tree.match(number).table


@pytest.mark.parametrize("game", horta.games())
def test_every_branch_replays_from_its_transcript(game):
    for seed in (None, 4):
        tree = grown(played(game, 15), seed, size=5)
        for number in tree.nodes:
            match = tree.match(number)
            assert horta.replay(match.transcript()) == match


def test_the_rules_play_every_node():
    tree = Tree.from_match(played("bruxelles1897", 10))
    match = tree.match()
    with pytest.raises(IllegalAction):
        tree.play(0, next(a for a in range(len(match.game.actions)) if a not in match.legal))
    assert len(tree.nodes) == 1
    first = tree.play(0, match.legal[0])
    assert tree.play(0, match.text(match.legal[0])) is first
    assert tree.match(first.id).actions == [*match.actions, match.legal[0]]
    assert tree.back(first.id) == 0 == tree.back(0)


def test_branches_are_ordered_promoted_and_taken_out():
    tree = Tree.from_match(played("bruxelles1897", 10))
    legal = tree.match().legal
    one, two = tree.play(0, legal[0]), tree.play(0, legal[1])
    deep = tree.play(two.id, tree.match(two.id).legal[0])
    assert tree.line() == [one]
    tree.promote(two.id)
    assert tree.line() == [two, deep]
    assert tree.path(deep.id) == [two, deep]
    assert tree.remove(two.id) == 0
    assert sorted(tree.nodes) == [0, one.id]
    assert tree.play(0, legal[1]).id > deep.id, "a number is never used again"
    with pytest.raises(BadStudy, match="root"):
        tree.remove(0)
    with pytest.raises(BadStudy, match="no node 99"):
        tree.match(99)


@pytest.mark.parametrize("game", horta.games())
def test_a_seed_deals_again_what_the_seat_cannot_know(game):
    match = played(game, 12)
    seat = match.to_play
    true, one, other = (Tree.from_match(match, seed=seed).match() for seed in (None, 1, 2))
    assert true == match
    assert one.redacted(seat).tobytes() != b""
    assert one.view(seat)["table"] == other.view(seat)["table"] == match.view(seat)["table"]
    assert len({true.table, one.table, other.table}) == 3
    assert one.legal == match.legal


def test_a_tree_may_stand_on_a_position():
    match = played("paris", 9)
    tree = Tree(Root(position=match.position))
    node = tree.play(0, match.legal[0])
    assert Tree.from_json(tree.to_json()).match(node.id) == tree.match(node.id)


def damaged(change):
    tree = Tree.from_match(played("paris", 6))
    tree.play_line(0, [tree.match().legal[0]])
    given = tree.to_json()
    change(given)
    return given


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda g: g["nodes"][0].update(action="fly"), "'nodes.0': .*fly"),
        (lambda g: g["nodes"][0].update(after=7), "'nodes.0': there is no node 7"),
        (lambda g: g["nodes"].append(dict(g["nodes"][0])), "'nodes.1': there are two nodes 1"),
        (lambda g: g["nodes"].append({**g["nodes"][0], "id": 2}), "'nodes.1': .*two children"),
        (lambda g: g["nodes"][0].update(colour="red"), "'nodes.0.colour': this name is unknown"),
        (lambda g: g["nodes"][0].update(name="x" * 90), "'nodes.0.name': at most 80"),
        (lambda g: g["root"].update(step=5000), "'root': there is no moment"),
        (lambda g: g["root"].update(position={}), "'root': either a position or a transcript"),
        (lambda g: g.update(marks=[{"at": "<b>"}]), "'marks.0.at': the text does not fit"),
        (lambda g: g.update(nodes=g["nodes"] * (MOST_NODES + 1)), "'nodes': there are too many"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(change, told):
    with pytest.raises(BadStudy, match=told):
        Tree.from_json(damaged(change))
