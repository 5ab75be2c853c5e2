"""Exploring, as a worker does it: a tree of variations is played, and the search gives its opinion.

Whatever is played from a position is played here first, in a process with limits; the house draws
the tables that come back.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from horta.bots.bot import Budget, Thought, info_state
from horta.bots.mcts import MctsBot
from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.limits import check_game, check_json
from horta.core.match import Match
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
SHORT = 40
"""Iterations of each step, when a game is played on with everything revealed."""


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
    """Take a step back: to the last place where there was a choice."""
    node = tree.back(node)
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

    `revealed`: the best of them are played on to the end on the table as it lies, with the draws
    that really come, by short searches for every seat.
    """
    tree = _tree(given)
    match, lang, budget = tree.match(int(given["node"])), given["lang"], int(given["iterations"])
    if match.to_play is None:
        raise HortaError(mark("{game}: the game is over"), game=match.game.title)
    info = settled(info_state(match))
    bot = searcher(info)
    thoughts = bot.think(info, Budget(iterations=budget))[:BEST]
    table = at(match.game.table, match.redacted(match.to_play))
    words = match.game.presentation.words(lang)
    ways = []
    for one in thoughts:
        way = _told(one)
        if given["revealed"]:
            way |= _played_on(match, one.action, max(1, budget // given["first"]))
        line = likely(match, bot.likely(one.action, LONGEST, TRODDEN), lang)
        ways.append({**way, "label": words.label(table, one.action), "line": line})
    if given["revealed"]:
        ways.sort(key=lambda way: (-way["win"], -way["lead"]))
    return {"seat": match.to_play, "iterations": budget, "ways": ways}, []


def _told(thought: Thought) -> Json:
    return {
        "action": thought.action,
        "visits": thought.visits,
        "win": 0.0 if thought.win is None else thought.win,
        "lead": thought.margin,
    }


def _played_on(match: Match, action: int, games: int) -> Json:
    """Play the rest of a game several times, as it would be drawn; return how it ends."""
    seat = match.to_play or 0
    wins, leads = [], []
    for seed in range(min(games, 8)):
        twin = match.copy()
        twin.play(action)
        bot = MctsBot(match.game, match.players, reuse=False)
        while twin.to_play is not None:
            info = settled(info_state(twin, seed=seed))
            twin.play(bot.choose(info, Budget(iterations=SHORT)))
        scores = twin.scores
        wins.append(twin.outcome.shares[seat])
        others = [score for k, score in enumerate(scores) if k != seat]
        leads.append(scores[seat] - max(others, default=0))
    return {"win": fmean(wins), "lead": fmean(leads), "visits": len(wins)}


def lay(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Take up a position from outside as a match in which nothing was played yet."""
    from horta.server.untrusted import try_out

    check_json(given)
    match = resume(check_game(given.get("game")), given)
    try_out(match, drawn=True)
    return keep_match(match, []).message()


TASKS = (explore, think, lay)
