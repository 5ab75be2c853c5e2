"""A rule book for players: chapters in the reader's language, with the reference behind them.

A book lies beside its game, as `book/<language>.md` in the game's package. It is Markdown with a
few signs of its own:

| sign | meaning |
|---|---|
| `## Title {#name}` | a chapter; its name is the same in every language. `###` begins a section |
| `{PA-PH1-02}`, `{PA-SCO-01..03, PA-DEF-04}` | the rules behind the sentence before |
| `**word**` | a term, which the index lists, as it lists the titles of sections |
| `![caption](picture:name)` | a drawing out of `book/pictures.json`; see `book_pictures` |
| `{#summary}` | the chapter that stands alone on one page, too; it has no terms of its own |
| `[words](#name)` | a link to a chapter or section |
"""

from __future__ import annotations

import functools
import re
import unicodedata
from dataclasses import dataclass
from html import unescape
from importlib.resources import files
from importlib.resources.abc import Traversable

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from horta.core import registry
from horta.server.book_pictures import size_of

FOLDER = "book"
SUMMARY = "summary"
"""The name of the chapter that stands alone on one page, too."""
CHAPTER = 2
"""The level of a chapter's heading: ## in the text."""
SMALL = 480
"""Pictures that are narrower than this take less of the page."""

HEADING = re.compile(r"^(#{2,3}) (.+?) \{#([a-z0-9-]+)\}$", re.M)
PICTURE = re.compile(r"^!\[(.*)\]\(picture:([a-z0-9-]+)\)$", re.M)
REFERENCES = re.compile(r"\s?\{([A-Z][A-Z0-9]*-[A-Z0-9 ,.-]+)\}")
_TERM = re.compile(r"<strong>(.+?)</strong>")
_TAG = re.compile(r"<[^>]+>")
_ARTICLES = {
    "en": re.compile(r"^(?:the|an?) ", re.I),
    "fr": re.compile(r"^(?:(?:le|la|les) |l’)", re.I),
    "de": re.compile(r"^(?:der|die|das|eine?) ", re.I),
}


@dataclass(frozen=True)
class Term:
    """A word that the index lists, and where it is explained."""

    word: str
    anchor: str


@dataclass(frozen=True)
class Section:
    """What stands below one heading, up to the next."""

    name: str
    title: str
    level: int
    html: Markup
    rules: tuple[str, ...]
    """The rules that it refers to, in the order of the text."""
    pictures: tuple[str, ...]
    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Book:
    """The rule book of a game in one language."""

    title: str
    lead: Markup
    sections: tuple[Section, ...]

    def section_of(self, rule: str) -> Section | None:
        """Return the section that explains a rule first."""
        return next((one for one in self.sections if rule in one.rules), None)

    def chapter_of(self, section: Section) -> Section:
        """Return the chapter that a section belongs to; a chapter belongs to itself."""
        before = self.sections[: self.sections.index(section) + 1]
        return next(one for one in reversed(before) if one.level == CHAPTER)

    def passage(self, name: str) -> tuple[Section, ...]:
        """Return what explains a rule, or what a chapter or section of that name says."""
        if self.part(name):
            return self.part(name)
        named = next((one for one in self.sections if one.name == name), self.section_of(name))
        return () if named is None else (named,)

    def part(self, name: str) -> tuple[Section, ...]:
        """Return a chapter with its sections."""
        found: list[Section] = []
        for one in self.sections:
            if one.level == CHAPTER and found:
                break
            if found or (one.level == CHAPTER and one.name == name):
                found.append(one)
        return tuple(found)

    def index(self) -> list[tuple[str, list[tuple[str, list[str]]]]]:
        """Return the terms by their first letter, each with the places that explain it."""
        places: dict[str, tuple[str, list[str]]] = {}
        for section in self.sections:
            for term in section.terms:
                places.setdefault(_sorted_as(term.word), (term.word, []))[1].append(term.anchor)
        letters: dict[str, list[tuple[str, list[str]]]] = {}
        for key in sorted(places):
            letters.setdefault(key[:1].upper(), []).append(places[key])
        return list(letters.items())


def folder(game_id: str) -> Traversable | None:
    """Return the folder of a game's book; a game need not have one."""
    package = getattr(registry.game(game_id).presentation, "package", None)
    if package is None:
        return None
    found = files(package) / FOLDER
    return found if found.is_dir() else None


@functools.cache
def book(game_id: str, lang: str) -> Book | None:
    """Return a game's book in a language, in English if it was not written in that one."""
    home = folder(game_id)
    if home is None:
        return None
    for name in (f"{lang}.md", "en.md"):
        file = home / name
        if file.is_file():
            return _Reader(game_id, lang).read(file.read_text(encoding="utf-8"))
    return None


def expand(reference: str) -> list[str]:
    """Return the rules that a reference names: `PA-SCO-01..03` are three."""
    first, _, last = reference.partition("..")
    if not last:
        return [first]
    stem, number = first.rsplit("-", 1)
    return [f"{stem}-{k:0{len(number)}}" for k in range(int(number), int(last) + 1)]


class _Reader:
    """Reads one book; every anchor in it is given once."""

    def __init__(self, game_id: str, lang: str) -> None:
        self.game_id = game_id
        self.lang = lang
        self.markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        self.seen: set[str] = set()

    def read(self, text: str) -> Book:
        """Read the text of a book."""
        heads = list(HEADING.finditer(text))
        opening, _, lead = text[: heads[0].start()].partition("\n")
        ends = [*(head.start() for head in heads[1:]), len(text)]
        self.seen.update(head.group(3) for head in heads)
        return Book(
            title=opening.removeprefix("# ").strip(),
            lead=Markup(self._html(lead)),
            sections=tuple(
                self._section(head, text[head.end() : end])
                for head, end in zip(heads, ends, strict=True)
            ),
        )

    def _section(self, head: re.Match[str], body: str) -> Section:
        marks, title, name = head.groups()
        rules = dict.fromkeys(
            rule
            for group in REFERENCES.findall(body)
            for one in group.split(",")
            for rule in expand(one.strip())
        )
        terms = [self._term(title, name)] if len(marks) > CHAPTER else []
        html = self._html(body, None if name == SUMMARY else terms)
        return Section(
            name=name,
            title=title,
            level=len(marks),
            html=Markup(html),
            rules=tuple(rules),
            pictures=tuple(name for _, name in PICTURE.findall(body)),
            terms=tuple(terms),
        )

    def _html(self, body: str, terms: list[Term] | None = None) -> str:
        made: list[str] = []
        at = 0
        for found in PICTURE.finditer(body):
            made.append(self._words(self.markdown.render(body[at : found.start()]), terms))
            made.append(self._figure(*found.groups()))
            at = found.end()
        made.append(self._words(self.markdown.render(body[at:]), terms))
        return "".join(made).replace("<table>", '<table tabindex="0">')

    def _words(self, html: str, terms: list[Term] | None = None) -> str:
        def term(found: re.Match[str]) -> str:
            word = unescape(_TAG.sub("", REFERENCES.sub("", found.group(1)))).rstrip(".:")
            if terms is None:
                return found.group(0)
            anchor = self._anchor("term-" + re.sub(r"[^a-z0-9]+", "-", _sorted_as(word)))
            terms.append(self._term(word, anchor))
            return f'<dfn id="{anchor}">{found.group(1)}</dfn>'

        return REFERENCES.sub(self._references, _TERM.sub(term, html))

    def _references(self, found: re.Match[str]) -> str:
        """Return quiet links to the reference; the first place of a rule is its anchor here."""
        links: list[str] = []
        anchors: list[str] = []
        for one in found.group(1).split(","):
            rules = expand(one.strip())
            for rule in rules:
                if rule not in self.seen:
                    self.seen.add(rule)
                    anchors.append(f'<span class="at" id="{rule}"></span>')
            said = rules[0] if len(rules) == 1 else f"{rules[0]} – {rules[-1]}"
            links.append(
                f'<a class="ref" href="/rules/{self.game_id}/reference#{rules[0]}" '
                f'title="{said}" aria-label="{said}">§</a>'
            )
        return f"{''.join(anchors)}<sup>{''.join(links)}</sup>"

    def _figure(self, caption: str, name: str) -> str:
        wide, high = size_of(self.game_id, name)
        words = self._words(self.markdown.renderInline(caption))
        said = f"<figcaption>{words}</figcaption>" if words else ""
        address = f"/rules/{self.game_id}/pictures/{name}.svg?lang={self.lang}"
        return (
            f'<figure class="{"small" if wide < SMALL else "wide"}"><img src="{escape(address)}" '
            f'alt="" width="{wide}" height="{high}" loading="lazy">{said}</figure>\n'
        )

    def _term(self, word: str, anchor: str) -> Term:
        """Return a term as an index lists it: without its article."""
        bare = _ARTICLES[self.lang].sub("", word)
        return Term(bare[:1].upper() + bare[1:], anchor)

    def _anchor(self, wanted: str) -> str:
        anchor, again = wanted.strip("-"), 1
        while anchor in self.seen:
            again += 1
            anchor = f"{wanted}-{again}"
        self.seen.add(anchor)
        return anchor


def _sorted_as(word: str) -> str:
    """Return a word as dictionaries sort it: without accents and capitals."""
    plain = unicodedata.normalize("NFKD", word.replace("œ", "oe").replace("ß", "ss"))
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()
