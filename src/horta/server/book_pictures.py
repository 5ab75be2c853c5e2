"""The drawings of a rule book: parts of real tables, drawn by the game itself.

`book/pictures.json` of a game's package names its pictures. Each shows a position that lies beside
it, as `book/positions/<name>.json`, through the eyes of the table's own drawing, so that a picture
in the book and the table never differ:

    "lit": {
      "position": "evening",               the position, as `horta.resume` takes it
      "size": [320, 240],                  as wide and high as it is drawn; a test measures
      "show": ["board"],                   regions of the drawing; left out: the whole table
      "part": [36, 36, 320, 240],          a rectangle inside the first of them
      "mark": ["space-c4"],                things that stand out, by their `data-target`
      "seat": 0,                           who looks; left out: a spectator
      "then": ["pass"],                    what is played before the sheet is read
      "sheet": {"lit": [6, 0]},            lines of the score sheet that the caption states,
      "totals": [9, 0],                    and the totals: a test asks the engine,
      "told": "line-lit"                   and looks for them in this section, not in the caption
    }
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from horta.core import registry
from horta.core.errors import UnknownGame
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.match import Match
from horta.core.transcripts import resume

_REGION = re.compile(
    r'<g class="region (?P<names>[^"]*)"[^>]*?transform="translate\((?P<x>[-0-9.]+) '
    r'(?P<y>[-0-9.]+)\)"[^>]*?data-box="(?P<box>[^"]*)"[^>]*>'
)
_VIEW = re.compile(r'viewBox="[^"]*"')
MARKED = (
    ".book-mark>.hit,.hit.book-mark{fill:#fff;fill-opacity:.2;"
    "stroke:#fff;stroke-width:5;stroke-dasharray:none}"
)
"""How a picture shows what it is about: as a sheet of light on it."""

Box = tuple[float, float, float, float]


@functools.cache
def pictures(game_id: str) -> dict[str, Json]:
    """Return the pictures of a game's book, by name."""
    file = _folder(game_id) / "pictures.json"
    found: dict[str, Json] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def _folder(game_id: str) -> Any:
    return files(str(getattr(registry.game(game_id).presentation, "package", "horta"))) / "book"


def _picture(game_id: str, name: str) -> Json:
    found = pictures(game_id).get(name)
    if found is None:
        raise UnknownGame(mark("this rule book has no such picture"))
    return found


@functools.cache
def position(game_id: str, name: str) -> Match:
    """Return a match that stands at a position of the book."""
    file = _folder(game_id) / "positions" / f"{name}.json"
    return resume(game_id, json.loads(file.read_text(encoding="utf-8")))


def size_of(game_id: str, name: str) -> tuple[int, int]:
    """Return how wide and high a picture is, so that a page is laid out before it is drawn."""
    wide, high = _picture(game_id, name)["size"]
    return int(wide), int(high)


def measure(svg: str) -> tuple[int, int]:
    """Return how wide and high a drawing is."""
    found = _VIEW.search(svg)
    if found is None:
        raise ValueError("a drawing needs a viewBox")
    _, _, wide, high = map(float, found.group(0)[9:-1].split())
    return round(wide), round(high)


@functools.cache
def draw(game_id: str, name: str, lang: str) -> str:
    """Draw a picture of a game's book in a language."""
    picture = _picture(game_id, name)
    match = position(game_id, picture["position"])
    svg = match.svg(picture.get("seat"), lang)
    if "show" in picture:
        svg = _cropped(svg, picture["show"], picture.get("part"))
    return marked(svg, picture.get("mark", ()))


def _cropped(svg: str, shown: list[str], part: list[float] | None) -> str:
    """Keep some regions of a drawing, and of the drawing the rectangle around them."""
    found = list(_REGION.finditer(svg))
    boxes: list[Box] = []
    kept: list[str] = []
    for k, region in enumerate(found):
        end = found[k + 1].start() if k + 1 < len(found) else svg.rindex("</svg>")
        names = region.group("names")
        if any(name == names or name in names.split() for name in shown):
            kept.append(svg[region.start() : end])
            left, top, wide, high = map(float, region.group("box").split())
            x, y = float(region.group("x")), float(region.group("y"))
            boxes.append((x + left, y + top, wide, high))
    if not boxes:
        raise ValueError(f"the drawing has no region called {shown}")
    if part is not None:
        boxes = [(boxes[0][0] + part[0], boxes[0][1] + part[1], part[2], part[3])]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    wide = max(box[0] + box[2] for box in boxes) - left
    high = max(box[1] + box[3] for box in boxes) - top
    view = f'viewBox="{left:g} {top:g} {wide:g} {high:g}" width="{wide:g}" height="{high:g}"'
    head = _VIEW.sub(view, svg[: found[0].start()], count=1)
    return head + "".join(kept) + "</svg>"


def marked(svg: str, targets: Iterable[str], style: str = MARKED) -> str:
    """Let things of a drawing stand out, by their `data-target`."""
    for target in targets:
        svg = _marked(svg, target)
    return svg.replace("</style>", f"{style}</style>", 1)


def _marked(svg: str, target: str) -> str:
    head = re.search(rf'<[a-z]+ class="([^"]*)"([^>]*data-target="{re.escape(target)}")', svg)
    if head is not None:
        return svg[: head.start(1)] + f"{head.group(1)} book-mark" + svg[head.end(1) :]
    bare = f'data-target="{target}"'
    if bare not in svg:
        raise ValueError(f"the drawing has nothing called {target}")
    return svg.replace(bare, f'class="book-mark" {bare}', 1)
