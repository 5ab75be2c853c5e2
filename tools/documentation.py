"""Build the documentation site: `make docs`. Warnings are errors, and so are dead links.

    python -m tools.documentation                # build/site/html
    python -m tools.documentation --external     # also follow links to other sites

The pages are copied first and completed there: the API reference is written from the code, pages of
notebooks from the examples, rule books and lessons from the games, which draw their pictures.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from pathlib import Path

from tools import api_pages, player_pages

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ("tour", "review", "balance")
"""Notebooks of the examples that the site shows."""
_ANCHORED = re.compile(r"\[([^\]\n]+)\]\(#([^)\s]+)\)")


def prepare(build: Path) -> Path:
    """Copy the pages to where they are completed, and return the folder."""
    source = build / "source"
    shutil.rmtree(build, ignore_errors=True)
    shutil.copytree(ROOT / "docs", source)
    shutil.copytree(ROOT / "examples", build / "examples")
    shutil.copy(ROOT / "CHANGELOG.md", source / "changelog.md")
    for page in (source / "rules").glob("*.md"):
        # Rules have anchors of their own, which stand in the text as HTML: so do links to them.
        linked = _ANCHORED.sub(r'<a href="#\2">\1</a>', page.read_text(encoding="utf-8"))
        page.write_text(linked, encoding="utf-8")
    api = source / "api"
    api.mkdir()
    names = api_pages.modules()
    for name in names:
        (api / f"{name}.md").write_text(api_pages.page(name), encoding="utf-8")
    (api / "index.md").write_text(api_pages.index(names), encoding="utf-8")
    player_pages.write(source)
    notebooks = source / "notebooks"
    notebooks.mkdir()
    for name in NOTEBOOKS:
        (notebooks / f"{name}.md").write_text(notebook_page(name), encoding="utf-8")
    return source


def notebook_page(name: str) -> str:
    """Return a notebook of the examples as a page; it is kept without outputs, and tests run it."""
    told = json.loads((ROOT / "examples" / f"{name}.ipynb").read_text(encoding="utf-8"))
    parts = []
    for cell in told["cells"]:
        text = "".join(cell["source"])
        parts.append(text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```")
    parts.insert(1, f"This page is the notebook `examples/{name}.ipynb`.")
    return "\n\n".join(parts) + "\n"


def build_site(build: Path, *, external: bool = False) -> int:
    """Build the site; return Sphinx' exit code."""
    from sphinx.cmd.build import build_main

    source = prepare(build)
    arguments = ["-W", "--keep-going", "-q", "-d", str(build / "trees")]
    code = build_main([*arguments, "-b", "html", str(source), str(build / "html")])
    # By names that stay: the README of a published package shows them from here.
    shutil.copytree(ROOT / "docs" / "pictures", build / "html" / "pictures")
    if code == 0 and external:
        code = build_main([*arguments, "-b", "linkcheck", str(source), str(build / "links")])
    return int(code)


def main() -> int:
    """Build the site for the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--external", action="store_true", help="follow links to other sites, too")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "site")
    given = parser.parse_args()
    code = build_site(given.to, external=given.external)
    if code == 0:
        print(f"{given.to / 'html' / 'index.html'}")
    return code


if __name__ == "__main__":
    sys.exit(main())
