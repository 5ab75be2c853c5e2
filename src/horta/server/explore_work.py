"""Exploring, as a worker does it: a tree of variations is played, and the search gives its opinion.

Whatever is played from a position is played here first, in a process with limits; the house draws
the tables that come back.
"""

from __future__ import annotations

from collections.abc import Sequence

from horta.bots.bot import Budget, Thought, info_state, revealed
from horta.bots.calibration import calibrated
from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.limits import check_game, check_json
from horta.core.match import Match
from horta.core.picking import before_last, pick
from horta.core.record import at
from horta.core.transcripts import resume
from horta.review.telling import likely
from horta.review.weighing import searcher, settled
from horta.server.keeping import keep_match
from horta.study.notes import read_as
from horta.study.tree import ROOT, Node, Tree, WrittenTree

Answer = tuple[Json, list[bytes]]

BEST, LONGEST, TRODDEN = 4, 5, 8
"""Actions that are told of an opinion; steps of their lines; visits that a step was looked at."""


def explore(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Change a tree at a node, and stand where that leads.

    The blobs are the tables before and after the last action, or the root's alone.
    """
    tree = _tree(given)
    node, change = int(given["node"]), given["change"]
    tree.node(node)
    node = CHANGES[change["do"]](tree, node, change)
    match = tree.match(node)
    _try_out(match)
    written = tree.to_json()
    last = tree.node(node).action if node else None
    told = {
        "node": node,
        "nodes": written["nodes"],
        "labels": _labels(tree, given["lang"]),
        "last": last,
    }
    return told, match.tables[-2:] if node else [match.table]


def _tree(given: Json) -> Tree:
    written = {"root": {"position": given["position"]}, "nodes": given["nodes"]}
    if given["seed"] is not None:
        written["seed"] = given["seed"]
    return Tree.read(read_as(WrittenTree, written))


def _go(tree: Tree, node: int, change: Json) -> int:
    return node


def _play(tree: Tree, node: int, change: Json) -> int:
    return _forced(tree, tree.play(node, int(change["action"])).id)


def _pick(tree: Tree, node: int, change: Json) -> int:
    """Play a whole set, its things in any order."""
    played = pick(tree.match(node), [int(one) for one in change["things"]])
    return _forced(tree, tree.play_line(node, played).id)


def _bot(tree: Tree, node: int, change: Json) -> int:
    """Let a bot choose, by what its seat knows."""
    from horta.server.opponents import Choice, opponent

    match = tree.match(node)
    if match.to_play is None:
        return node
    bot = opponent(match.game, str(change["bot"]))
    seen = match.redacted(match.to_play)
    seed = len(match.actions) + node
    asked = Choice(match.game, match.players, seen, match.to_play, legal=match.legal, seed=seed)
    return _forced(tree, tree.play(node, int(bot.choose(asked))).id)


def _forced(tree: Tree, node: int) -> int:
    """Go on as long as there is one action only."""
    while len((match := tree.match(node)).legal) == 1:
        node = tree.play(node, match.legal[0]).id
    return node


def _back(tree: Tree, node: int, change: Json) -> int:
    """Take a step back: to the last place where there was a choice; a set counts as one."""
    if node == ROOT:
        return node
    here, begun = tree.match(node), len(tree.match().actions)
    stands = max(before_last(here) - begun, 0)
    node = tree.path(node)[stands - 1].id if stands else ROOT
    while node != ROOT and len(tree.match(node).legal) == 1:
        node = tree.back(node)
    return node


def _name(tree: Tree, node: int, change: Json) -> int:
    tree.note(node, name=str(change["name"]))
    return node


def _remove(tree: Tree, node: int, change: Json) -> int:
    return tree.remove(node)


def _promote(tree: Tree, node: int, change: Json) -> int:
    tree.promote(node)
    return node


CHANGES = {
    "go": _go,
    "play": _play,
    "pick": _pick,
    "bot": _bot,
    "back": _back,
    "name": _name,
    "remove": _remove,
    "promote": _promote,
}


def _labels(tree: Tree, lang: str) -> dict[str, str]:
    """Say every action of a tree, as who played it saw it, with the number of the seat before."""
    found: dict[str, str] = {}
    for node in tree.walk():
        found[str(node.id)] = _label(tree, node, lang)
    return found


def _label(tree: Tree, node: Node, lang: str) -> str:
    before = tree.match(node.parent or ROOT)
    seat = before.to_play or 0
    table = at(before.game.table, before.redacted(seat))
    words = before.game.presentation.words(lang)
    return f"{seat + 1} {words.label(table, before.parse(node.action))}"


def _try_out(match: Match) -> None:
    from horta.server.untrusted import try_out

    try_out(match, drawn=True)


# the search's opinion


def think(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Search at a node; tell the best actions with visits, chances to win and lines of play.

    `revealed`: it knows the table as it lies, and meets the draws that really come.
    """
    tree = _tree(given)
    match, lang, budget = tree.match(int(given["node"])), given["lang"], int(given["iterations"])
    if match.to_play is None:
        raise HortaError(mark("{game}: the game is over"), game=match.game.title)
    open_ = bool(given["revealed"])
    info = settled(revealed(match) if open_ else info_state(match))
    bot = searcher(info)
    thoughts = bot.think(info, Budget(iterations=budget))[:BEST]
    table = at(match.game.table, match.redacted(match.to_play))
    words = match.game.presentation.words(lang)
    ways = []
    for one in thoughts:
        line = likely(match, bot.likely(one.action, LONGEST, TRODDEN), lang, as_it_lies=open_)
        ways.append(
            {
                **_told(match, one, open_=open_),
                "label": words.label(table, one.action),
                "line": line,
            }
        )
    return {"seat": match.to_play, "iterations": budget, "ways": ways}, []


def _told(match: Match, thought: Thought, *, open_: bool) -> Json:
    win = 0.0 if thought.win is None else thought.win
    return {
        "action": thought.action,
        "visits": thought.visits,
        # How well a search does that knows all draws was never compared with how games end.
        "win": win if open_ else calibrated(match.game, match.players, win),
        "lead": thought.margin,
    }


def lay(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Take up a position from outside as a match in which nothing was played yet."""
    from horta.server.untrusted import try_out

    check_json(given)
    match = resume(check_game(given.get("game")), given)
    try_out(match, drawn=True)
    return keep_match(match, []).message()


TASKS = (explore, think, lay)
