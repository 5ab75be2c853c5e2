"""What a package says of itself where its pages are published: links and pictures by full address.

    HORTA_SITE_URL=https://… HORTA_SOURCE_URL=https://… python -m build

The README shows pictures and links to pages that lie beside it. A registry shows it without them,
so whoever publishes a package says where the documentation site (`make docs`) is: pictures and
pages are then named by their addresses there. Without it nothing is changed, and none is made up.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"\]\((?:docs/)?((?:[\w-]+/)*[\w-]+)\.(svg|md)((?:#[\w-]+)?)\)")
ELSEWHERE = {"CHANGELOG": "changelog"}
"""Pages that have another name on the site."""
NOT_ON_SITE = ("CONTRIBUTING",)


def addressed(text: str, site: str) -> str:
    """Return a README whose pictures and pages are named by their addresses on the site."""

    def full(found: re.Match[str]) -> str:
        name, kind, anchor = found.groups()
        if name in NOT_ON_SITE:
            return found.group()
        if kind == "svg":
            return f"]({site}/{name}.svg)"
        return f"]({site}/{ELSEWHERE.get(name, name)}.html{anchor})"

    return LINK.sub(full, text)


def links(site: str, source: str) -> dict[str, str]:
    """Return the project's links, as far as they are known."""
    urls = {"Source": source} if source else {}
    if site:
        urls |= {
            "Homepage": site,
            "Documentation": f"{site}/index.html",
            "Changelog": f"{site}/changelog.html",
        }
    return urls


class Published(MetadataHookInterface):
    """Completes the metadata when a package is built."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Write the README and the links."""
        site = os.environ.get("HORTA_SITE_URL", "").rstrip("/")
        source = os.environ.get("HORTA_SOURCE_URL", "").rstrip("/")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        if site:
            text = addressed(text, site)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = links(site, source)
