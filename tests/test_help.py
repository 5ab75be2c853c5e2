"""Help at a decision: every question of every game has its explanation, in three languages."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import horta
from horta.core.guidance import things
from horta.core.i18n import LANGUAGES
from horta.core.record import at
from horta.games.bruxelles1893 import decisions as asked_1893
from horta.games.bruxelles1893 import help as help_1893
from horta.games.bruxelles1897 import flow as asked_1897
from horta.games.bruxelles1897 import help as help_1897
from horta.games.paris import flow as asked_paris
from horta.games.paris import help as help_paris
from horta.games.paris.components import LAMP_PATTERNS
from horta.server.book import book

sys.path.insert(0, str(Path(__file__).parent / "bruxelles1893"))
from b93_study import Study

PAGES = Path(__file__).parent.parent / "docs" / "rules"
HELP: dict[str, Any] = {
    "paris": (help_paris, asked_paris),
    "bruxelles1897": (help_1897, asked_1897),
    "bruxelles1893": (help_1893, asked_1893),
}
PLAYED = [
    ("paris", 2, {"postcards": "random"}),
    ("bruxelles1897", 4, {"force_effect": False}),
    ("bruxelles1893", 2, {"edition": "2013"}),
    ("bruxelles1893", 4, {"belle_epoque": True, "asymmetric": True}),
]


def seen(match: horta.Match, seat: int | None = None) -> Any:
    """The table as a seat sees it; whoever is to play if none is given."""
    return at(match.game.table, match.redacted(match.to_play if seat is None else seat))


def said(match: horta.Match, lang: str = "en") -> list[str]:
    """What is told at the decision of the moment."""
    return [one.text for one in match.game.presentation.explain(seen(match), lang)]


@pytest.mark.parametrize("game", HELP)
def test_every_question_has_its_explanation(game: str) -> None:
    """As many as the flow asks, and none besides."""
    helps, asked = HELP[game]
    assert set(helps.WAYS) == {ask.decision for ask in asked.ASKED}
    assert all(helps.WAYS.values())
    for ask in asked.ASKED:  # those whose options lie in one span say which
        explained = {span for way in helps.WAYS[ask.decision] for span in way.spans}
        assert not ask.span or explained == {ask.span}


@pytest.mark.parametrize(("game", "players", "options"), PLAYED)
def test_every_option_that_is_offered_is_explained(
    game: str, players: int, options: dict[str, Any]
) -> None:
    """Whatever can be chosen belongs to a sentence; in every language there are as many."""
    met = set()
    for seed in range(2):
        match, choice = horta.start(game, players, seed, **options), random.Random(seed)
        while not match.over:
            decision = match.position["table"]["decision"]
            told = match.game.presentation.explain(seen(match), "en")
            spans = {span for one in told for span in one.spans}
            for action in match.legal:
                assert match.text(action).split()[0] in spans, (decision, match.text(action))
            if decision not in met:
                met.add(decision)
                for lang in LANGUAGES:
                    assert len(said(match, lang)) == len(told)
            match.play(choice.choice(match.legal))
    assert len(met) >= {"paris": 3, "bruxelles1897": 12}.get(game, 17)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", HELP)
def test_every_sentence_is_translated_and_leads_to_its_rule(game: str, lang: str) -> None:
    helps, _ = HELP[game]
    page = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^- <a id=\"[^\"]+\"></a>\*\*([A-Z0-9-]+)\*\*", page, re.M))
    sentences = [*(way for ways in helps.WAYS.values() for way in ways), *helps.FIRSTS]
    messages = helps.words(lang).say.messages
    passages = book(game, lang)
    assert passages is not None
    for one in sentences:
        assert lang == "en" or one.text in messages
        assert set(one.rules) <= known
        assert all(passages.passage(rule) for rule in one.rules), one.rules


@pytest.mark.parametrize("game", HELP)
def test_what_is_explained_once_can_come_up(game: str) -> None:
    helps, asked = HELP[game]
    firsts = helps.FIRSTS
    assert len({first.name for first in firsts}) == len(firsts) >= 5
    kinds = {span.name for span in horta.start(game, seed=1).game.actions}
    for first in firsts:
        assert first.spans or first.shows
        assert set(first.spans) <= kinds
        assert len(first.text) < 140, "one quiet sentence"
    assert asked


def test_a_white_work_is_seen_on_the_drawing() -> None:
    """The names by which a page sees that something has come up are those of the drawing."""
    [first] = [one for one in help_1893.FIRSTS if one.name == "white-work"]
    study = Study("2023", 3, belle=True).seat(0, belle={"white": {"blue": 1}})
    names = {re.sub(r"-[0-9]+(?=-|$)", "", name) for name in things(study.match().svg(0))}
    assert any(name.startswith(first.shows) for name in names)
    bare = {re.sub(r"-[0-9]+(?=-|$)", "", n) for n in things(Study("2023", 3).match().svg(0))}
    assert not any(name.startswith(first.shows) for name in bare)


@pytest.mark.parametrize(
    ("options", "there", "missing"),
    [
        ({"edition": "2013"}, "1 FB more and the Exposition tile", "1 to 5 FB"),
        ({"edition": "2023"}, "1 to 5 FB more", "Exposition tile"),
        ({"edition": "2023", "belle": True}, "Pavilions count as houses", "Exposition tile"),
    ],
)
def test_the_turn_follows_edition_and_expansion(
    options: dict[str, Any], there: str, missing: str
) -> None:
    told = " ".join(said(Study(players=3, **options).match()))
    assert there in told
    assert missing not in told


@pytest.mark.parametrize(
    ("option", "there"),
    [
        ({}, "when you came"),
        ({"grand_place_limit": "rising"}, "Prince Albert, used here, raises it"),
    ],
)
def test_the_grand_place_follows_its_option(option: dict[str, str], there: str) -> None:
    match = Study("2023", 3, **option).seat(0, notables=["brugmann", "albert"]).match()
    match.play(match.parse("brussels grand-place"))
    assert there in " ".join(said(match))


@pytest.mark.parametrize(("option", "there"), [("free", "nothing any more"), ("costs", "3 points")])
def test_levitation_follows_its_option(option: str, there: str) -> None:
    table = seen(horta.start("paris", seed=1, levitation=option))
    table.decision, table.card = help_paris.Decision.LEV_GIVE, help_paris.Card.LEV
    told = " ".join(one.text for one in help_paris.explain(table, "en"))
    assert there in told
    assert there in help_paris.words("en").effect(help_paris.Card.LEV, table) or option == "free"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("pattern", [*LAMP_PATTERNS, [[[1, 1], [2, 2]], [[-1, 2]]]])
def test_the_large_lamp_shows_exactly_the_spaces_that_it_lights(pattern: Any, lang: str) -> None:
    """A small picture on the postcard and in the help, drawn by one template (PA-GRA-03)."""
    cards = ["MOU", "FON", "PEN", "GRA", "MET", "CHA", "JAR", "BOU"]
    match = horta.start("paris", seed=3, postcards=cards, large_lamp_rays=pattern)
    rays = LAMP_PATTERNS[pattern] if isinstance(pattern, str) else pattern
    spaces = sorted((row, column) for ray in rays for row, column in ray)
    reach = max(abs(step) for space in spaces for step in space)

    def drawn(svg: str) -> list[tuple[int, int]]:
        lit = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width=".84"', svg)
        return sorted((int(float(y)) - reach, int(float(x)) - reach) for x, y in lit)

    assert drawn(match.svg(0, lang)) == spaces
    table = seen(match)
    table.decision, table.card = help_paris.Decision.SPECIAL, help_paris.Card.GRA
    first = help_paris.explain(table, lang)[0]
    assert first.spans == ("put",)
    assert drawn(first.picture) == spaces
    assert "{" not in first.picture
