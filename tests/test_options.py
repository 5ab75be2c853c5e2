"""Every option of every game is told wherever options are told: pages, books, catalogues."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from horta.core import registry
from horta.core.i18n import LANGUAGES
from horta.server.book import book
from horta.server.option_fields import option_fields

DOCS = Path(__file__).parent.parent / "docs"
GAMES = [name for name in registry.games() if (DOCS / "rules" / f"{name}.md").exists()]
OPTIONS = [
    (game, name, spec)
    for game in GAMES
    for name, spec in registry.game(game).options.model_json_schema()["properties"].items()
]


def page(game: str) -> str:
    return (DOCS / "rules" / f"{game}.md").read_text(encoding="utf-8")


def values(spec: dict[str, Any]) -> list[str]:
    """The values of an option as a reader of the rules would look for them."""
    found: list[Any] = []
    for part in [spec, *spec.get("anyOf", [])]:
        found += part.get("enum", []) + ([part["const"]] if "const" in part else [])
        found += [True, False] if part.get("type") == "boolean" else []
    if spec.get("of_seats"):  # told as "a seat"
        found = [value for value in found if isinstance(value, str)]
    return [value if isinstance(value, str) else json.dumps(value) for value in found]


@pytest.mark.parametrize(("game", "name", "spec"), OPTIONS, ids=lambda one: str(one)[:20])
def test_the_rules_list_every_option_with_values_and_default(
    game: str, name: str, spec: dict[str, Any]
) -> None:
    rows = [
        line for line in page(game).splitlines() if re.match(rf"\| (?:option )?`{name}` \|", line)
    ]
    assert len(rows) == 1, f"docs/rules/{game}.md has no row for the option {name}"
    cells = [cell.strip() for cell in rows[0].split("|")[1:-1]]
    for value in values(spec):
        assert re.search(rf"\b{value}\b", rows[0]), value
    default = spec["default"]
    said = default if isinstance(default, str) else json.dumps(default)
    assert any(said in cell for cell in cells[1:3])
    assert "](#" in rows[0], "a row links to the ruling or the rule"


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_list_no_option_that_is_gone(game: str) -> None:
    listed = re.findall(r"^\| (?:option )?`([a-z_]+)` \|.*\]\(#", page(game), re.M)
    known = set(registry.game(game).options.model_fields)
    assert set(listed) == known


@pytest.mark.parametrize(("game", "name", "spec"), OPTIONS, ids=lambda one: str(one)[:20])
def test_every_option_says_where_the_rules_leave_it_open(
    game: str, name: str, spec: dict[str, Any]
) -> None:
    """A rule for each but the edition, which is the choice of a whole book."""
    known = set(re.findall(r"^- <a id=\"[^\"]+\"></a>\*\*([A-Z0-9-]+)\*\*", page(game), re.M))
    assert spec.get("rules") or name == "edition"
    assert set(spec.get("rules", [])) <= known
    if "ruling" in spec:
        assert re.search(rf"\*\*Ruling {spec['ruling']}\*\*", page(game))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_book_tells_of_every_option(game: str, lang: str) -> None:
    """The chapter on what can be changed names a rule of each, in every language."""
    found = book(game, lang)
    assert found is not None
    chapter = str(found.part("options"))
    for name, spec in registry.game(game).options.model_json_schema()["properties"].items():
        told = [rule for rule in spec.get("rules", []) if rule in chapter]
        assert told or name == "edition", f"{game}, {lang}: {name}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_translated(game: str, lang: str) -> None:
    catalogue = registry.game(game).presentation.words(lang).say.messages  # type: ignore[attr-defined]
    for spec in registry.game(game).options.model_json_schema()["properties"].values():
        texts = [spec["title"], spec["description"], *spec["titles"].values()]
        assert lang == "en" or all(text in catalogue for text in texts)
    fields = {field["name"]: field for field in option_fields(registry.game(game), lang)}
    assert set(fields) == set(registry.game(game).options.model_fields), "a form offers them all"
    assert all(field["title"] and field["about"] for field in fields.values())
