"""A published package names pictures and pages by their full addresses, and makes none up."""

from __future__ import annotations

import re
from importlib.metadata import PathDistribution
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from zipfile import Path as Inside

import pytest
from tests.thirdparty.packages import pip

import horta

ROOT = Path(__file__).parent.parent
SITE = "https://example.org/horta"
GAMES = ("bruxelles1893", "bruxelles1897", "paris")


@pytest.fixture
def built(monkeypatch):
    """Return the metadata that a build writes."""
    pytest.importorskip("hatchling", reason="hatchling is not installed (horta[dev])")
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)

    def build(**addresses):
        for variable in ("HORTA_SITE_URL", "HORTA_SOURCE_URL"):
            monkeypatch.setenv(variable, addresses.get(variable, ""))
        hook, metadata = module.Published(str(ROOT), {}), {}
        hook.update(metadata)
        return metadata

    return build


def test_without_an_address_nothing_is_made_up(built):
    metadata = built()
    assert metadata["urls"] == {}
    assert metadata["readme"]["text"] == (ROOT / "README.md").read_text("utf-8")


def test_pictures_and_pages_are_on_the_site(built):
    metadata = built(HORTA_SITE_URL=f"{SITE}/", HORTA_SOURCE_URL="https://example.org/source")
    assert metadata["urls"]["Homepage"] == SITE
    assert metadata["urls"]["Source"] == "https://example.org/source"
    text = metadata["readme"]["text"]
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", text)
    assert len(pictures) >= 3
    for picture in pictures:
        assert picture.startswith(f"{SITE}/pictures/")
        assert (ROOT / "docs" / picture.removeprefix(f"{SITE}/")).is_file()
    for link in re.findall(r"\]\(([^)#]*)[^)]*\)", text):
        if link.endswith(".html"):
            page = link.removeprefix(f"{SITE}/").removesuffix(".html")
            beside = ROOT / "CHANGELOG.md" if page == "changelog" else ROOT / f"docs/{page}.md"
            assert beside.is_file(), link
        else:
            assert link in (*pictures, "LICENSE", "CONTRIBUTING.md"), link


def test_a_wheel_holds_every_game_with_its_rules_books_and_lessons(tmp_path, monkeypatch):
    pytest.importorskip("hatchling", reason="hatchling is not installed (horta[dev])")
    monkeypatch.setenv("HORTA_SITE_URL", SITE)
    pip("wheel", "--no-build-isolation", "--wheel-dir", str(tmp_path), str(ROOT))
    (wheel,) = tmp_path.iterdir()
    inside = Inside(wheel)
    found = PathDistribution(inside / f"horta-{horta.__version__}.dist-info")
    assert f"Homepage, {SITE}" in found.metadata.get_all("Project-URL")
    assert {each.name for each in found.entry_points.select(group="horta.games")} == set(GAMES)
    kept = {each.name for each in (ROOT / "src/horta").iterdir()} - {"__pycache__"}
    assert {each.name for each in (inside / "horta").iterdir()} == kept | {"rules"}
    for game in GAMES:
        assert (inside / "horta" / "rules" / f"{game}.md").is_file()
        home = Path("horta/games") / game
        for kind in ("book/*.md", "lessons/*.toml", "locale/*.po", "*.jinja"):
            for file in (ROOT / "src" / home).glob(kind):
                name = file.relative_to(ROOT / "src")
                assert inside.joinpath(*name.parts).is_file(), name
