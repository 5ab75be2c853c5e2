"""Untrusted work of the position editor: a position from outside is changed, tried and drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict

from horta.core.errors import BadPosition
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.limits import check_json
from horta.core.transcripts import resume
from horta.server import wire
from horta.study import editor
from horta.study.mending import mending
from horta.study.places import places

Answer = tuple[Json, list[bytes]]

CHANGES: dict[str, Callable[[Json, str, str], Json]] = {
    "set": editor.change,
    "move": editor.move,
    "add": lambda position, path, _: editor.add_entry(position, path),
    "remove": lambda position, path, _: editor.remove_entry(position, path),
}


def edit_position(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Change a position; say what the rules think of it, and draw it if they take it.

    What cannot even be written down stays as it was, and the fault tells why.
    """
    position, change = given["position"], given.get("change")
    check_json(position)
    if not isinstance(position, dict) or not isinstance(position.get("table"), dict):
        raise BadPosition(mark("the position has no 'table'"))
    found: editor.Fault | None = None
    before = position
    if change:
        try:
            position = CHANGES[change["do"]](position, change["path"], change["value"])
        except BadPosition as problem:
            found = editor.Fault(str(problem.values.get("place", change["path"])), problem)
    found = found or editor.fault(position)
    told: Json = {"position": position, "fault": None, "svg": None, "spots": {}, "direct": {}}
    told["fields"] = [asdict(one) for one in editor.fields(position)]
    if found is not None:
        told["fault"] = {
            "paths": _broken(before, position, change, found),
            "problem": wire.write_error(found.problem),
        }
        return told, []
    match = resume(given["game"], position)
    from horta.server.untrusted import try_out

    try_out(match, drawn=False)
    scene = match.scene(None, given["lang"], revealed=True)
    svg = match.game.presentation.draw(scene)
    names = sorted(places(svg))
    told |= {
        "svg": svg,
        "spots": {name: one.path for name, one in editor.spots(match.position, names).items()},
        "direct": editor.direct(match.position, names),
        "position": match.position,
        "to_play": match.to_play,
    }
    told["fields"] = [asdict(one) for one in editor.fields(match.position)]
    return told, []


def _broken(before: Json, position: Json, change: Json | None, found: editor.Fault) -> list[str]:
    """Return the fields that a fault is about, the one that was changed first.

    An invariant names no field: it is told beside each of those that could mend it.
    """
    if found.path:
        return [found.path]
    if change is None or change["do"] != "set":
        return mending(position, found)
    path = change["path"]
    values = editor.get(before, path), editor.get(position, path)
    whole = all(isinstance(one, int) and not isinstance(one, bool) for one in values)
    by = int(values[1] - values[0]) if whole else 0
    return list(dict.fromkeys((path, *mending(position, found, by))))


TASKS = (edit_position,)
