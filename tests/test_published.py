"""A published package names pictures and pages by their full addresses, and makes none up."""

from __future__ import annotations

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
SITE = "https://example.org/horta"


@pytest.fixture
def built(monkeypatch):
    """Return the metadata that a build would write; its library is there only while one builds."""
    name = "hatchling.metadata.plugin.interface"
    interface = ModuleType(name)
    interface.MetadataHookInterface = object
    monkeypatch.setitem(sys.modules, name, interface)
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)

    def build(**addresses):
        for variable in ("HORTA_SITE_URL", "HORTA_SOURCE_URL"):
            monkeypatch.setenv(variable, addresses.get(variable, ""))
        hook, metadata = module.Published(), {}
        hook.root = str(ROOT)
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
