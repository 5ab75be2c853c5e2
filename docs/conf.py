"""Sphinx: how the pages of `docs` become a site. `make docs` builds it (tools/documentation.py)."""

from typing import Any

import horta

project = "Horta"
author = project_copyright = "the Horta contributors"
version = release = horta.__version__
extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = f"Horta {release}"
html_static_path: list[str] = []
html_show_sourcelink = False
html_copy_source = False
highlight_language = "none"  # blocks without a language are command lines and sketches
exclude_patterns = ["**/*.json"]
python_display_short_literal_types = True
# Types in signatures are names without modules, and some names stand in two of them.
suppress_warnings = ["ref.python"]


def setup(app: Any) -> None:
    """Say of pages for players in which language they are."""

    def speak(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
        language = page.rpartition("-")[2]
        if page.startswith(("books/", "lessons/")) and language in ("fr", "de"):
            context["language"] = language

    app.connect("html-page-context", speak)
