"""Trees: variations over a position or a moment of a game, each named and explained.

    tree = Tree.from_match(match, step=34)      # or Tree(Root(position=...)), Tree.from_json(...)
    first = tree.play(0, "take b1")             # 0 is the root; an action's text or its number
    reply = tree.play(first.id, action)         # a branch grows where it is played
    tree.play(first.id, action)                 # the same action again: the same node
    tree.match(reply.id)                        # the match that stands there, yours to play on
    tree.note(reply.id, name="The safe way", comment="…", marks=[Mark(at="cell-b1")])
    tree.back(reply.id)                         # where one step is taken back to: first.id
    tree.promote(reply.id)                      # first among the variations beside it
    tree.remove(first.id)                       # with all that grew from it
    tree.to_json(); Tree.from_json(given)       # the same tree again

A node is named by a number that stays the same as long as it lives, also when it is written down.
Its children stand in an order: the first one goes on with the main line (`line`), the others are
variations. Nothing is in a tree that the rules have not played: `play` refuses what is illegal
(`IllegalAction`), and a file with an illegal action is refused with its place (`BadStudy`).

**What is drawn in a branch.** A position holds its own future: the order of the piles and the dice.
A tree without a `seed` leaves it as it lies: a branch off a finished game meets the cards and tiles
that the game would have met, which suits looking back with everything revealed. With a seed,
everything that the seat to play at the root cannot know there is dealt again from it, once, before
the first action (`redeal`): branches tell nothing about what really lay hidden. Either way all
branches share one deal and its dice, so the same actions always meet the same draws, in every
process and on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pydantic

from horta.core.engine import engine
from horta.core.errors import BadJson, BadStudy, HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.limits import LONGEST_ACTION, MOST_ACTIONS, check_game, check_json
from horta.core.match import Match
from horta.core.record import from_bytes
from horta.core.seeds import MOST_SEED
from horta.core.transcripts import replay, resume
from horta.study.notes import Arrow, Mark, Notes, Written, naming, read_as

MOST_NODES = 500
"""Actions in one tree."""
ROOT = 0


class Root(Written):
    """Where a tree begins: a position, or a moment of a game."""

    position: Json | None = None
    """As `match.position` writes it."""
    transcript: Json | None = None
    """As `match.transcript` writes it, and"""
    step: int | None = pydantic.Field(default=None, ge=0, le=MOST_ACTIONS)
    """how many of its actions were played; without a number, all."""

    @pydantic.model_validator(mode="after")
    def _one_of_them(self) -> Root:
        if (self.position is None) == (self.transcript is None):
            raise HortaError(mark("either a position or a transcript is needed"))
        if self.step is not None and self.transcript is None:
            raise HortaError(mark("only a transcript has a step"))
        return self

    def begin(self) -> Match:
        """Return the match that stands there; `HortaError` if the rules refuse it."""
        if self.position is not None:
            return resume(check_game(self.position.get("game")), self.position)
        match = replay(self.transcript or {})
        return match.back_to(len(match.actions) if self.step is None else self.step)

    def to_json(self) -> Json:
        """Return it as JSON."""
        return self.model_dump(mode="json", exclude_none=True)


class WrittenNode(Notes):
    """A node of a file: its number, the node that it follows, and the text of its action."""

    id: int = pydantic.Field(ge=1, le=2**31)
    after: int = pydantic.Field(ge=0, le=2**31)
    action: str = pydantic.Field(max_length=LONGEST_ACTION)


class WrittenTree(Notes):
    """A tree as it stands in a file; its own notes are those of the root."""

    root: Root
    seed: int | None = pydantic.Field(default=None, ge=0, le=MOST_SEED)
    nodes: tuple[WrittenNode, ...] = pydantic.Field(default=(), max_length=MOST_NODES)


@dataclass
class Node:
    """An action of a tree, and what is written there; the root has no action."""

    id: int
    parent: int | None
    action: str
    """The text of the action."""
    notes: Notes = field(default_factory=Notes)
    children: list[int] = field(default_factory=list)
    """The first goes on with the main line."""


class Tree:
    """Variations; see the module's docstring."""

    def __init__(self, root: Root, seed: int | None = None) -> None:
        """Begin a tree without variations; `HortaError` if the rules refuse its root."""
        self.root, self.seed = root, seed
        self._begun = _dealt(root.begin(), seed)
        self._nodes = {ROOT: Node(ROOT, None, "")}
        self._tables: dict[int, bytes] = {ROOT: self._begun.table}
        self._next = ROOT + 1

    @classmethod
    def from_match(cls, match: Match, step: int | None = None, *, seed: int | None = None) -> Tree:
        """Begin a tree at a moment of a match: after so many actions, or where it stands."""
        step = len(match.actions) if step is None else step
        match.back_to(step)  # refuses a moment that there is not
        return cls(Root(transcript=match.transcript(), step=step), seed)

    # look

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._begun.game.id

    @property
    def nodes(self) -> dict[int, Node]:
        """All nodes by their numbers, the root among them."""
        return dict(self._nodes)

    def node(self, number: int) -> Node:
        """Return a node; `BadStudy` if there is none of this number."""
        if number not in self._nodes:
            raise BadStudy(mark("there is no node {number} in this tree"), number=number)
        return self._nodes[number]

    def path(self, number: int) -> list[Node]:
        """Return the nodes that lead to one, itself the last, the root left out."""
        found: list[Node] = []
        node = self.node(number)
        while node.parent is not None:
            found.append(node)
            node = self._nodes[node.parent]
        return found[::-1]

    def line(self, number: int = ROOT) -> list[Node]:
        """Return the main line from a node on: the first child, its first child, and so on."""
        found: list[Node] = []
        node = self.node(number)
        while node.children:
            node = self._nodes[node.children[0]]
            found.append(node)
        return found

    def walk(self) -> Iterator[Node]:
        """Yield all nodes but the root, each behind the one it follows, main line first."""
        waiting = [*reversed(self._nodes[ROOT].children)]
        while waiting:
            node = self._nodes[waiting.pop()]
            yield node
            waiting += reversed(node.children)

    def match(self, number: int = ROOT) -> Match:
        """Return the match that stands at a node; it is a copy, and can be played on."""
        path, match = self.path(number), self._begun.copy()
        actions = [*match.actions, *(match.parse(node.action) for node in path)]
        tables = [*match.tables, *(self._tables[node.id] for node in path)]
        match.recall(actions, tables, actions)
        return match

    def back(self, number: int) -> int:
        """Return where a step is taken back to; the root stays where it is."""
        return self.node(number).parent or ROOT

    # change

    def play(self, number: int, action: int | str) -> Node:
        """Play an action at a node, and return its node: the one that is there, or a new one."""
        match = self.match(number)
        played = match.parse(action) if isinstance(action, str) else action
        match.play(played)
        text, parent = match.text(match.actions[-1]), self.node(number)
        for child in parent.children:
            if self._nodes[child].action == text:
                return self._nodes[child]
        return self._grow(parent, self._next, text, match.table)

    def play_line(self, number: int, actions: Sequence[int | str]) -> Node:
        """Play actions one after the other, and return the node of the last."""
        for action in actions:
            number = self.play(number, action).id
        return self.node(number)

    def _grow(self, parent: Node, number: int, text: str, table: bytes) -> Node:
        if len(self._nodes) > MOST_NODES:
            raise BadStudy(mark("a tree has at most {most} actions"), most=MOST_NODES)
        node = self._nodes[number] = Node(number, parent.id, text)
        self._tables[number] = table
        self._next = max(self._next, number + 1)
        parent.children.append(number)
        return node

    def note(
        self,
        number: int,
        *,
        name: str | None = None,
        comment: str | None = None,
        arrows: Sequence[Arrow] | None = None,
        marks: Sequence[Mark] | None = None,
    ) -> Node:
        """Write at a node; what is left out stays as it was."""
        node = self.node(number)
        given = {"name": name, "comment": comment, "arrows": arrows, "marks": marks}
        changed = {key: value for key, value in given.items() if value is not None}
        node.notes = read_as(Notes, {**dict(node.notes), **changed})
        return node

    def promote(self, number: int) -> None:
        """Put a variation first among those beside it."""
        node = self.node(number)
        if node.parent is not None:
            beside = self._nodes[node.parent].children
            beside.remove(number)
            beside.insert(0, number)

    def remove(self, number: int) -> int:
        """Take a node out with all that grew from it; return the one that it followed."""
        node = self.node(number)
        if node.parent is None:
            raise BadStudy(mark("the root of a tree cannot be taken out"))
        self._nodes[node.parent].children.remove(number)
        waiting = [number]
        while waiting:
            gone = self._nodes.pop(waiting.pop())
            del self._tables[gone.id]
            waiting += gone.children
        return node.parent

    # write down

    def to_json(self) -> Json:
        """Return the tree as JSON; `from_json` reads it back."""
        seed = {} if self.seed is None else {"seed": self.seed}
        nodes = [
            {"id": node.id, "after": node.parent, "action": node.action, **node.notes.to_json()}
            for node in self.walk()
        ]
        notes = self._nodes[ROOT].notes.to_json()
        return {"root": self.root.to_json(), **seed, **notes, "nodes": nodes}

    @classmethod
    def from_json(cls, given: Any) -> Tree:
        """Read a tree, and play all of it; `BadStudy` names the place of what does not fit."""
        try:
            check_json(given)
        except BadJson as problem:
            raise BadStudy(problem.message, **problem.values) from None
        return cls.read(read_as(WrittenTree, given))

    @classmethod
    def read(cls, written: WrittenTree) -> Tree:
        """Play all of a tree whose form was checked; `BadStudy` names the place of a fault."""
        with naming("root"):
            tree = cls(written.root, written.seed)
        tree.note(ROOT, **_notes(written))
        for place, one in enumerate(written.nodes):
            with naming(f"nodes.{place}"):
                tree._read(one)
        return tree

    def _read(self, one: WrittenNode) -> None:
        if one.id in self._nodes:
            raise BadStudy(mark("there are two nodes {number}"), number=one.id)
        parent, match = self.node(one.after), self.match(one.after)
        match.play(match.parse(one.action))
        text = match.text(match.actions[-1])
        if any(self._nodes[child].action == text for child in parent.children):
            raise BadStudy(
                mark("node {number} has two children “{action}”"), number=one.after, action=text
            )
        self._grow(parent, one.id, text, match.table)
        self.note(one.id, **_notes(one))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


def _notes(written: Notes) -> dict[str, Any]:
    return {name: getattr(written, name) for name in Notes.model_fields}


def _dealt(match: Match, seed: int | None) -> Match:
    """Return a match with all dealt again that the seat to play cannot know, if there is a seed."""
    if seed is None or match.to_play is None:
        return match
    game = match.game
    table = from_bytes(game.table, match.table)
    engine(game).redeal(table, 0, match.to_play, seed)
    again = Match(game, match.players, match.options, match.components, None, table=table.tobytes())
    return resume(game.id, again.position, seats=match.seats)
