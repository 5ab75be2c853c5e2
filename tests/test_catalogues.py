"""The French and the German of catalogues and lessons: typography, forms of address, terms.

What a person reads aloud cannot be tested; what trips every reader can.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from tools import words

import horta
from horta.core import registry
from horta.core.lessons import lessons_of

NARROW = "\u202f"

ODD_ENGLISH = re.compile(
    r"has the word|no whole JSON|nothing of that name|an own screen|only who played"
    r"|Language and light|play by itself|\bis expected\b|All tiles lie|[Ww]ho has most"
    r"|This is no\b|the oftener|The whole rules stand|It feeds|\bto check this\b"
)


def said(lang: str) -> Iterator[tuple[str, str, str]]:
    """Yield every message of a language: its room, its English, its translation."""
    for package in words.packages():
        found = words.translations(package / "locale" / f"{lang}.po", lang)
        for english, translation in found.items():
            yield package.name, english, translation
    yield from taught(lang)


def taught(lang: str) -> Iterator[tuple[str, str, str]]:
    """Yield every text of the lessons in the same way."""
    for game in horta.games():
        for lesson in lessons_of(registry.game(game)):
            for _, text in lesson.texts():
                yield game, text.en, text.said(lang)


def complaints(lang: str, pattern: str) -> list[str]:
    """Return the translations that a pattern finds fault with."""
    return [f"{room}: {text}" for room, _, text in said(lang) if re.search(pattern, text)]


def test_there_are_catalogues_to_read() -> None:
    """Otherwise all the tests below would pass without reading anything."""
    for lang in words.LANGUAGES:
        assert "bruxelles1893" in {room for room, _, _ in taught(lang)}
        rooms = {room for room, _, _ in said(lang)}
        assert {"server", "core", "bots", "paris", "bruxelles1893", "bruxelles1897"} <= rooms


@pytest.mark.parametrize(
    ("fault", "pattern"),
    [
        ("a straight apostrophe or quotation mark", r"['\"]"),
        (
            "no narrow no-break space before ; ! ? »",
            rf"[^{NARROW}]»|\w[;!?](?!\w)|[^{NARROW}\w)][;!?]",
        ),
        ("no narrow no-break space before a colon", rf"[^{NARROW}]:(?=\s|$)"),
        ("no narrow no-break space after «", rf"«[^{NARROW}]"),
        ("another space than the narrow one before %", r"[ \u00a0]%"),
        ("a familiar form of address", r"\b(tu|ton|ta|tes|toi)\b"),
        ("two words for one thing: it is a robot", r"(?<![{:])\b[Bb]ots?\b(?!\})"),
    ],
)
def test_french_typography(fault: str, pattern: str) -> None:
    """French has narrow no-break spaces, curved apostrophes and one form of address."""
    assert complaints("fr", pattern) == [], fault


@pytest.mark.parametrize(
    ("fault", "pattern"),
    [
        ("straight quotation marks", r"['\"]"),
        ("a space before a mark", r"\s[:;!?](?=\s|$)"),
        (
            "a familiar form of address",
            r"\b([Dd]u|[Dd]ein\w*|[Dd]ir|[Dd]ich|[Ee]uer|[Ee]ure\w*|[Ee]uch)\b",
        ),
        ("generic masculine players", r"\b(Spieler|Startspieler|Mitspieler|Zuschauer|Gegner)\w*"),
    ],
)
def test_german_typography(fault: str, pattern: str) -> None:
    """German has its own quotation marks, says "Sie" throughout, and means everybody."""
    assert complaints("de", pattern) == [], fault


def test_no_page_puts_words_and_a_colon_together() -> None:
    """French has a space before it: `{name}: {text}` of the catalogue knows that."""
    pages = (files("horta.server") / "templates").iterdir()
    assert [page.name for page in pages if "}}: " in page.read_text("utf-8")] == []


@pytest.mark.parametrize("lang", words.LANGUAGES)
def test_placeholders_are_those_of_the_english(lang: str) -> None:
    """A placeholder that a translation lacks would leave out a fact; an odd one would fail."""

    def places(text: str) -> set[str]:
        return set(re.findall(r"\{\w+\}", text))

    odd = [english for _, english, text in said(lang) if places(english) != places(text)]
    assert odd == []


def test_english_is_said_as_a_native_speaker_would() -> None:
    """Phrases that were once found in messages stay out of them."""
    odd = [
        message
        for package in words.packages()
        for message in words.messages(package)
        if ODD_ENGLISH.search(message)
    ]
    odd += [english for _, english, _ in taught("en") if ODD_ENGLISH.search(english)]
    assert odd == []


OWN_TERMS = {
    ("fr", "bruxelles1893"): r"\b[Ii]mmeuble|\bcube|\bpiste (?!de score)|bandes? d.action"
    r"|[Mm]aison|[Bb]outique|[Aa]rmoirie",
    ("fr", "bruxelles1897"): r"\b[Nn]obles?\b|[Aa]rmoirie|\bpiste\b",
    ("fr", "paris"): r"[Ii]mmeuble|lampadaire|case réverbère",
    ("de", "bruxelles1893"): r"\bWappen\b|\bNotabel|\bAssistent|\bLaden\b|\bKurator|\bFB\b"
    r"|Theater|Kompass|Atelier|\bZone\b",
    ("de", "bruxelles1897"): r"\bFB\b",
}


@pytest.mark.parametrize(("lang", "room"), OWN_TERMS)
def test_things_have_the_names_of_their_books(lang: str, room: str) -> None:
    """A house of Bruxelles 1893 is an "édifice", its coat of arms a "Schwertlilie", and so on."""
    found = [
        text
        for where, _, text in said(lang)
        if where == room and re.search(OWN_TERMS[lang, room], re.sub(r"\{\w+\}", "", text))
    ]
    assert found == []


def test_no_catalogue_says_a_message_twice(tmp_path: Path) -> None:
    """Two branches that add a message at different places merge without a conflict."""
    for package in words.packages():
        for lang in words.LANGUAGES:
            assert words.twice(package / "locale" / f"{lang}.po") == []
    merged = tmp_path / "fr.po"
    merged.write_text('msgid "a"\nmsgstr "b"\n\nmsgid "c"\nmsgstr "d"\n\nmsgid "a"\nmsgstr "e"\n')
    assert words.twice(merged) == ['"a"']


def test_catalogues_keep_their_order() -> None:
    """What moves in the code does not move in a catalogue; new messages come last."""
    assert words.ordered(["new", "b", "a"], {"a": "A", "gone": "G", "b": "B"}) == ["a", "b", "new"]
