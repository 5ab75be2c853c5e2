"""The rules of a game: the book for players, and the reference with an anchor at every id."""

from __future__ import annotations

import asyncio
import functools
import re
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse
from markupsafe import Markup

import horta
from horta.core import registry
from horta.core.errors import UnknownGame
from horta.core.i18n import mark
from horta.server.book import SUMMARY, Book, book
from horta.server.book_pictures import draw
from horta.server.page import fill, language, page, theme
from horta.server.visits import GameId

router = APIRouter()

RuleId = Annotated[str, InPath(max_length=40, pattern=r"^[A-Za-z0-9-]+$")]
PictureName = Annotated[str, InPath(max_length=60, pattern=r"^[a-z0-9-]+$")]


@router.get("/rules/{game_id}")
async def show_rules(request: Request, game_id: GameId) -> Response:
    """Show the rule book of a game; the reference, if it has none."""
    found = await _book(request, game_id)
    if found is None:
        return await show_reference(request, game_id)
    game, look = registry.game(game_id), _look(request)
    return page(request, "book.html.jinja", game=game, book=found, look=look)


@router.get("/rules/{game_id}/summary")
async def show_summary(request: Request, game_id: GameId) -> Response:
    """Show the summary of a game's rules on a page of its own, to print."""
    found = await _book(request, game_id)
    if found is None or not found.part(SUMMARY):
        raise UnknownGame(mark("this game has no rule book"))
    game, look, parts = registry.game(game_id), _look(request), found.part(SUMMARY)
    return page(request, "summary.html.jinja", game=game, book=found, look=look, parts=parts)


@router.get("/rules/{game_id}/reference")
async def show_reference(request: Request, game_id: GameId) -> Response:
    """Show our rule reference of a game: every rule with its id, every ruling and example."""
    game = registry.game(game_id)
    html = rules_html(game_id)
    if html is None:
        raise UnknownGame(mark("the rule reference is not installed"))
    found = await _book(request, game_id)
    return page(request, "rules.html.jinja", game=game, html=html, book=found)


@router.get("/rules/{game_id}/passage/{name}")
async def show_passage(request: Request, game_id: GameId, name: RuleId) -> Response:
    """Return the passage that explains a rule, or a chapter, to be read beside a table."""
    found = await _book(request, game_id)
    parts = () if found is None else found.passage(name)
    chapter = found.chapter_of(parts[0]) if found is not None and parts else None
    quoted = None if parts else _quoted(game_id, name)
    if not parts and quoted is None:
        raise UnknownGame(mark("no rule has this name"))
    html = fill(
        "passage.html.jinja",
        language(request),
        game=registry.game(game_id),
        name=name,
        book=found,
        parts=parts,
        chapter=chapter,
        quoted=quoted,
        look=_look(request),
    )
    return HTMLResponse(html)


@router.get("/rules/{game_id}/pictures/{name}.svg")
async def show_book_picture(request: Request, game_id: GameId, name: PictureName) -> Response:
    """Show a drawing of a game's rule book."""
    registry.game(game_id)
    svg = await asyncio.to_thread(draw, game_id, name, language(request))
    look = theme(request)
    if look != "auto":  # a picture stands alone and does not see the page's theme
        svg = svg.replace('class="', f'class="{look} ', 1)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "max-age=600"})


async def _book(request: Request, game_id: str) -> Book | None:
    registry.game(game_id)
    return await asyncio.to_thread(book, game_id, language(request))


def _look(request: Request) -> str:
    """Return what the address of a picture needs so that it has the page's theme."""
    look = theme(request)
    return "" if look == "auto" else f"&theme={look}"


def _quoted(game_id: str, rule: str) -> Markup | None:
    """Return the item of the reference that states a rule."""
    html = rules_html(game_id)
    if html is None:
        return None
    for item in re.findall(r"<li>.*?</li>", str(html), re.S):
        if f'id="{rule}"' in item:
            quiet = re.sub(r' id="[^"]*"', "", item[4:-5])
            return Markup(quiet.replace('href="#', f'href="/rules/{game_id}/reference#'))
    return None


@functools.cache
def rules_html(game_id: str) -> Markup | None:
    """Return the rule reference of a game, with an anchor at every rule's id."""
    from markdown_it import MarkdownIt

    home, own = Path(horta.__file__).parent, registry.game(game_id).rule_page
    for folder in (home / "rules", home.parents[1] / "docs" / "rules"):
        files = sorted(folder.glob(f"{game_id}*.md")) if own is None else [own]
        if files:
            text = "\n\n".join(file.read_text(encoding="utf-8") for file in files)
            html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
            html = html.replace("<pre>", '<pre tabindex="0">').replace(
                "<table>", '<table tabindex="0">'
            )
            html = html.replace("<th></th>", "<td></td>")  # a corner heads nothing
            # Pictures and other pages of the documents are not installed with the house.
            return Markup(_anchored(_ELSEWHERE.sub(r"\1", _PICTURE.sub("", html))))
    return None


_ANCHOR = re.compile(r"&lt;a id=&quot;([A-Za-z0-9-]+)&quot;&gt;&lt;/a&gt;")
_RULE = re.compile(r"<strong>([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)?-[0-9]{2})</strong>")
_PICTURE = re.compile(r"<p><img [^>]*></p>\n?")
_ELSEWHERE = re.compile(r'<a href="\.\./[^"]*">(.*?)</a>', re.S)
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
