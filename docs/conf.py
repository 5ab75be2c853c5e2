"""Sphinx: how the pages of `docs` become a site. `make docs` builds it (tools/documentation.py)."""

import horta

project = "Horta"
author = "the Horta contributors"
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
