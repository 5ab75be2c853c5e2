"""The pages for players: the rule book and the lessons of each game, in its three languages.

They are what a house shows beside its tables, from the same files: the text of `book/`, drawings by
the game itself, and the words of the lessons.
"""

from __future__ import annotations

import re
from pathlib import Path

from horta.core import registry
from horta.core.game import Game
from horta.core.i18n import LANGUAGES
from horta.core.lesson_course import Course, glowing, names_on
from horta.core.lessons import Chapter, Lesson, Step, lessons_of
from horta.server.book import HEADING, PICTURE, REFERENCES, expand, folder
from horta.server.book_pictures import draw, marked, measure, pictures, size_of

GAMES = ("paris", "bruxelles1897", "bruxelles1893")
SPOKEN = {"en": "English", "fr": "français", "de": "Deutsch"}
LESSONS = {
    "en": "{title}: the lessons",
    "fr": "{title} : les leçons",
    "de": "{title}: die Lektionen",
}
ABOUT = {
    "en": "Each drawing shows the table as a chapter begins, with a ring around what it speaks of "
    "first. At the table of a house (`/learn/{game}`) you play the steps yourself.",
    "fr": "Chaque dessin montre la table au début d’un chapitre ; un anneau entoure ce dont il "
    "parle d’abord. À la table d’une maison (`/learn/{game}`), vous jouez les étapes vous-même.",
    "de": "Jede Zeichnung zeigt den Tisch zu Beginn eines Kapitels; ein Ring umgibt, wovon es "
    "zuerst spricht. Am Tisch eines Hauses (`/learn/{game}`) spielen Sie die Schritte selbst.",
}
BEGINS = {
    "en": "The table as “{chapter}” begins",
    "fr": "La table au début de « {chapter} »",
    "de": "Der Tisch zu Beginn von „{chapter}“",
}
BOOKS_TITLE, BOOKS_ABOUT = "Rule books", "How each game is played, with drawings of real tables."
LESSONS_TITLE, LESSONS_ABOUT = "Lessons", "A guided first game of each, chapter by chapter."
RINGED = (
    ".book-mark>.hit,.hit.book-mark{fill:none;"
    "stroke:var(--wine,#7a2e3a);stroke-width:6;stroke-dasharray:14 8}"
)
"""What a lesson points at has a ring, as at the table."""
_LINK = re.compile(r"\]\(#([a-z0-9-]+)\)")
_REFERENCE_PAGE = re.compile(r"\]\(/rules/(\w+)/reference(#[\w-]+)?\)")


def write(source: Path) -> None:
    """Write the pages of all games, and those that lead to them."""
    for kind, title, about in (
        ("books", BOOKS_TITLE, BOOKS_ABOUT),
        ("lessons", LESSONS_TITLE, LESSONS_ABOUT),
    ):
        (source / kind / "pictures").mkdir(parents=True)
        index = _index(title, about, [_file(game, lang) for game in GAMES for lang in LANGUAGES])
        (source / kind / "index.md").write_text(index, encoding="utf-8")
    for name in GAMES:
        for lang in LANGUAGES:
            for kind, page in (("books", book_page), ("lessons", lesson_page)):
                text, drawings = page(name, lang)
                (source / kind / f"{_file(name, lang)}.md").write_text(text, encoding="utf-8")
                for file, svg in drawings.items():
                    (source / kind / "pictures" / file).write_text(svg, encoding="utf-8")


def book_page(name: str, lang: str) -> tuple[str, dict[str, str]]:
    """Return the rule book of a game as a page, and its drawings by their files."""
    home = folder(name)
    if home is None:
        raise ValueError(f"{name} has no rule book")
    prefix = _file(name, lang)

    def picture(found: re.Match[str]) -> str:
        caption, which = found.groups()
        wide, _ = size_of(name, which)
        file = f"pictures/{prefix}-{which}.svg"
        return f":::{{figure}} {file}\n:alt:\n:width: {wide}px\n\n{caption}\n:::"

    text = (home / f"{lang}.md").read_text(encoding="utf-8")
    # Names of chapters are the same in every book, and those of a site are not.
    text = HEADING.sub(rf"({prefix}-\3)=\n\n\1 \2", text)
    text = _LINK.sub(rf"](#{prefix}-\1)", text)
    text = _REFERENCE_PAGE.sub(r"](../rules/\1.md\2)", text)
    text = PICTURE.sub(picture, text)
    text = REFERENCES.sub(lambda found: _rules(name, found.group(1).split(",")), text)
    drawings = {f"{prefix}-{one}.svg": draw(name, one, lang) for one in pictures(name)}
    return _with_languages(text, name, lang), drawings


def lesson_page(name: str, lang: str) -> tuple[str, dict[str, str]]:
    """Return the lessons of a game as a page, and the drawings of their chapters."""
    game = registry.game(name)
    title = LESSONS[lang].format(title=game.title.partition(":")[0])
    parts = [f"# {title}", ABOUT[lang].format(game=name)]
    drawings = {}
    for lesson in lessons_of(game):
        parts += [f"## {lesson.title.said(lang)}", lesson.about.said(lang)]
        course = Course(game, lesson)
        for number, chapter in enumerate(lesson.chapter):
            file = f"{_file(name, lang)}-{lesson.name}-{chapter.name}.svg"
            drawings[file] = _opening(course, number, lang)
            parts += [
                f"### {chapter.title.said(lang)}",
                _image(file, chapter, drawings[file], lang),
            ]
            parts += _steps(game, chapter, lang)
        parts.append(lesson.end.said(lang))
    return _with_languages("\n\n".join(parts) + "\n", name, lang), drawings


def _image(file: str, chapter: Chapter, svg: str, lang: str) -> str:
    alt, (wide, _) = BEGINS[lang].format(chapter=chapter.title.said(lang)), measure(svg)
    # With its width it leads to the drawing alone, where it is larger.
    return f":::{{image}} pictures/{file}\n:alt: {alt}\n:width: {wide}px\n:::"


def _opening(course: Course, number: int, lang: str) -> str:
    """Draw the table as a chapter begins; what its first words are about stands out."""
    lesson: Lesson = course.lesson
    svg = course.opening(number).svg(lesson.seat, lang)
    step = next((one for one in lesson.chapter[number].step if one.show or one.expect), None)
    shown = glowing(names_on(svg), step.show) if step else []
    return marked(svg, [each for each in shown if f'data-target="{each}"' in svg], RINGED)


def _steps(game: Game, chapter: Chapter, lang: str) -> list[str]:
    """Return the steps of a chapter as a list: what is told, what to do, what happened."""
    lines = []
    for number, step in enumerate(chapter.step, 1):
        head = f"{number}. "
        told = _said(game, step, lang)
        lines.append(head + told.replace("\n", "\n" + " " * len(head)))
    return lines


def _said(game: Game, step: Step, lang: str) -> str:
    parts = [step.text.said(lang)] if step.text else []
    if step.ask:
        parts.append(f"> {step.ask.said(lang)}")
    if step.told:
        parts.append(step.told.said(lang))
    if step.rules:
        parts[-1] += _rules(game.id, step.rules)
    return "\n\n".join(parts)


def _rules(game: str, references: list[str] | tuple[str, ...]) -> str:
    """Return quiet links to rules; their anchors stand in the reference as HTML."""
    links = []
    for one in references:
        rules = expand(one.strip())
        said = rules[0] if len(rules) == 1 else f"{rules[0]} – {rules[-1]}"
        links.append(
            f'<a href="../rules/{game}.html#{rules[0].lower()}" '
            f'title="{said}" aria-label="{said}">§</a>'
        )
    return f"<sup>{'&nbsp;'.join(links)}</sup>"


def _with_languages(text: str, name: str, lang: str) -> str:
    """Say below the title which languages there are."""
    title, _, rest = text.partition("\n")
    others = " · ".join(
        said if each == lang else f"[{said}]({_file(name, each)}.md)"
        for each, said in SPOKEN.items()
    )
    return f"{title}\n\n{others}\n{rest}"


def _file(name: str, lang: str) -> str:
    return name if lang == "en" else f"{name}-{lang}"


def _index(title: str, about: str, pages: list[str]) -> str:
    listed = "\n".join(pages)
    return f"# {title}\n\n{about}\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
