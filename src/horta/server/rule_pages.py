"""The page of a game's rules, with an anchor at every rule's id."""

from __future__ import annotations

import functools
import re
from pathlib import Path

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

import horta
from horta.core import registry
from horta.core.errors import UnknownGame
from horta.core.i18n import mark
from horta.server.page import page
from horta.server.visits import GameId

router = APIRouter()


@router.get("/rules/{game_id}")
async def show_rules(request: Request, game_id: GameId) -> Response:
    """Show our rule reference of a game."""
    game = registry.game(game_id)
    html = rules_html(game_id)
    if html is None:
        raise UnknownGame(mark("the rule reference is not installed"))
    return page(request, "rules.html.jinja", game=game, html=html)


@functools.cache
def rules_html(game_id: str) -> Markup | None:
    """Return the rule reference of a game, with an anchor at every rule's id."""
    from markdown_it import MarkdownIt

    home = Path(horta.__file__).parent
    for folder in (home / "rules", home.parents[1] / "docs" / "rules"):
        files = sorted(folder.glob(f"{game_id}*.md"))
        if files:
            text = "\n\n".join(file.read_text(encoding="utf-8") for file in files)
            html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
            html = html.replace("<pre>", '<pre tabindex="0">').replace(
                "<table>", '<table tabindex="0">'
            )
            # Pictures of the documents are not installed with the house; the table is one itself.
            return Markup(_anchored(_PICTURE.sub("", html)))
    return None


_ANCHOR = re.compile(r"&lt;a id=&quot;([A-Za-z0-9-]+)&quot;&gt;&lt;/a&gt;")
_RULE = re.compile(r"<strong>([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)?-[0-9]{2})</strong>")
_PICTURE = re.compile(r"<p><img [^>]*></p>\n?")
_HEADING = re.compile(r"<(h[2-4])>(.*?)</\1>")


def _anchored(html: str) -> str:
    """Make the anchors of a page work: those of its text, of its headings, and every rule's id.

    The text is rendered without its own HTML, so that no file can bring a script; of that HTML
    only the anchors come back.
    """
    seen: set[str] = set()

    def rule(found: re.Match[str]) -> str:
        name = found.group(1)
        if name in seen:
            return found.group(0)
        seen.add(name)
        return f'<strong id="{name}">{name}</strong>'

    def heading(found: re.Match[str]) -> str:
        tag, words = found.groups()
        plain = re.sub(r"<[^>]+>|&[a-z]+;", "", _ANCHOR.sub("", words)).lower()
        slug = first = re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", plain).strip())
        again = 0
        while slug in seen:
            again += 1
            slug = f"{first}-{again}"
        seen.add(slug)
        return f'<{tag} id="{slug}">{words}</{tag}>'

    html = _HEADING.sub(heading, html)
    return _ANCHOR.sub(r'<span id="\1"></span>', _RULE.sub(rule, html))
