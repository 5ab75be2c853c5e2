"""Untrusted work with studies: whatever in them is played, is played by a worker first."""

from __future__ import annotations

from collections.abc import Sequence

from horta.core.game import Json
from horta.core.limits import check_json
from horta.core.match import Match
from horta.study.notes import Arrow, Mark, naming, read_as
from horta.study.puzzle import Puzzle
from horta.study.study import Chapter, Study, WrittenChapter, check_puzzle
from horta.study.tree import ROOT, Root, Tree, WrittenNode, WrittenTree

Answer = tuple[Json, list[bytes]]


def study_check(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Play all of a study from outside, and return it as its file is written."""
    study = Study.from_json(given["study"])
    for number, chapter in enumerate(study.chapters):
        with naming(f"chapters.{number}"):
            _try(chapter)
    return {"study": study.to_json()}, []


def study_chapter(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Make a chapter from a position or a moment of a game from outside."""
    check_json(given)
    tree = Tree(read_as(Root, given["root"]), given.get("seed"))
    chapter = Chapter(tree, given.get("title", ""), view=given.get("view", "all"))
    _try(Chapter.from_json(chapter.to_json()))
    return {"chapter": chapter.to_json()}, []


def study_stand(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Stand where a reader stands: at a node of a chapter, with what they played from there.

    The blobs are the tables before and after the last action, or the root's alone.
    """
    check_json(given["played"])
    written = read_as(WrittenChapter, given["chapter"])
    tree = Tree.read(_only(written.tree, given["node"]))
    match, lang = tree.match(given["node"]), given["lang"]
    labels, twin = [], tree.match()
    for node in tree.path(given["node"]):
        labels.append(_said(twin, node.action, lang))
        twin.play(twin.parse(node.action))
    for text in given["played"]:
        labels.append(_said(match, text, lang))
        match.play(match.parse(text))
    _try_out(match)
    follows = (
        []
        if given["played"]
        else [
            {"node": one.id, "label": _said(match, one.action, lang), "name": one.name}
            for one in written.tree.nodes
            if one.after == given["node"]
        ]
    )
    wanted = None
    if written.puzzle is not None:
        check_puzzle(tree, written.puzzle)
        wanted = match.parse(written.puzzle.solutions[0].action)
    begun = len(tree.match().actions)
    here = len(match.actions) - begun
    told = {
        "labels": labels,
        "follows": follows,
        "wanted": wanted,
        "root_seat": tree.match().to_play,
        "header": _header(match),
        "last": match.text(match.actions[-1]) if here else None,
    }
    return told, match.tables[-2:] if here else [match.table]


def study_picture(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Draw the table of a chapter at a node, with its arrows and marks."""
    written = read_as(WrittenChapter, given["chapter"])
    tree = _only(written.tree, given["node"])
    chapter = Chapter.read(written.model_copy(update={"tree": tree}))
    return {"svg": chapter.svg(given["node"], given["lang"])}, []


def study_edit(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Change a chapter as its author asks, and return it with where the author stands then."""
    check_json(given["change"])
    chapter, change = Chapter.from_json(given["chapter"]), given["change"]
    node = CHANGES[change["do"]](chapter, int(change.get("node", ROOT)), change)
    made = Chapter.from_json(chapter.to_json())
    _try(made)
    return {"chapter": made.to_json(), "node": node}, []


def _note(chapter: Chapter, node: int, change: Json) -> int:
    chapter.tree.note(node, name=change.get("name"), comment=change.get("comment"))
    return node


def _sign(chapter: Chapter, node: int, change: Json) -> int:
    """Draw an arrow or a mark; one that is there already is taken away."""
    notes, tree = chapter.tree.node(node).notes, chapter.tree
    if change.get("to"):
        arrow = read_as(Arrow, {key: change[key] for key in ("from", "to", "kind")})
        kept = [one for one in notes.arrows if one != arrow]
        tree.note(node, arrows=kept if len(kept) < len(notes.arrows) else [*kept, arrow])
    else:
        mark = read_as(Mark, {"at": change["from"], "kind": change["kind"]})
        left = [one for one in notes.marks if one != mark]
        tree.note(node, marks=left if len(left) < len(notes.marks) else [*left, mark])
    return node


def _branch(chapter: Chapter, node: int, change: Json) -> int:
    return chapter.tree.play_line(node, [str(text) for text in change["played"]]).id


def _promote(chapter: Chapter, node: int, change: Json) -> int:
    chapter.tree.promote(node)
    return node


def _remove(chapter: Chapter, node: int, change: Json) -> int:
    return chapter.tree.remove(node)


def _chapter(chapter: Chapter, node: int, change: Json) -> int:
    """Change the title and the text of a chapter: paragraphs stand between empty lines."""
    chapter.title = change["title"]
    paragraphs = str(change["text"]).replace("\r\n", "\n").split("\n\n")
    chapter.text = tuple(one.strip() for one in paragraphs if one.strip())
    return node


def _puzzle(chapter: Chapter, node: int, change: Json) -> int:
    """Make a chapter ask for the first action of its main line, or ask no more."""
    if not change.get("question"):
        chapter.puzzle = None
        return node
    first = [chapter.tree.node(child).action for child in chapter.tree.node(ROOT).children[:1]]
    reason = {"reason": change.get("reason", "")}
    chapter.puzzle = read_as(
        Puzzle,
        {
            "question": change["question"],
            "hint": change.get("hint", ""),
            "solutions": [{"action": action, **reason} for action in first],
        },
    )
    chapter.view = chapter.tree.match().to_play
    return node


CHANGES = {
    "note": _note,
    "sign": _sign,
    "branch": _branch,
    "promote": _promote,
    "remove": _remove,
    "chapter": _chapter,
    "puzzle": _puzzle,
}
"""What an author can change in a chapter."""


TASKS = (study_chapter, study_check, study_edit, study_picture, study_stand)


def _only(written: WrittenTree, number: int) -> WrittenTree:
    """Return a tree with no more nodes than lead to one of them."""
    known = {node.id: node for node in written.nodes}
    kept: list[WrittenNode] = []
    at = number
    while at in known and len(kept) <= len(known):
        kept.append(known[at])
        at = known[at].after
    return written.model_copy(update={"nodes": tuple(reversed(kept))})


def _said(match: Match, text: str, lang: str) -> str:
    name = match.names(lang)[match.to_play] if match.to_play is not None else ""
    return f"{name}: {match.label(match.parse(text), lang)}"


def _header(match: Match) -> Json:
    position = match.position
    return {key: position[key] for key in ("game", "players", "options", "components")}


def _try(chapter: Chapter) -> None:
    for number in chapter.tree.nodes:
        match = chapter.tree.match(number)
        _look(match)
        if number == ROOT:
            _try_out(match)


def _look(match: Match) -> None:
    from horta.core.record import from_bytes
    from horta.server.untrusted import look

    look(match.game, from_bytes(match.game.table, match.table), match.players)


def _try_out(match: Match) -> None:
    from horta.server.untrusted import try_out

    try_out(match, drawn=True)
