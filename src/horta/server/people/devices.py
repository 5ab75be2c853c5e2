"""Devices: what a browser says that it is, in words that its owner knows again."""

from __future__ import annotations

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
"""What stands in a browser's own description, the telling before the common."""


def device_title(agent: str) -> str:
    """Return a browser and its system in two words; nothing where it does not say."""
    browser = next((title for sign, title in BROWSERS if sign in agent), "")
    system = next((title for sign, title in SYSTEMS if sign in agent), "")
    return ", ".join(part for part in (browser, system) if part)
