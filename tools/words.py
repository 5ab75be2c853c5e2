"""Bring the catalogues up to date: every message of the code, in every language.

python tools/words.py            # add new messages, drop dead ones, list what is missing
python tools/words.py --check    # change nothing; fail if something is missing
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import Counter
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("fr", "de")
DATED = re.compile(r'^"(POT-|PO-|Generated|Project|Report|Last-T|Language-T)')
JINJA = {
    "silent": "false",
    "extensions": "horta.core.parts.Parts,horta.core.regions.Regions",
}
"""How templates are read: as the house reads them, and never with a guess."""
SAID = ("mark", "say")


def packages() -> list[Path]:
    """Return the packages that have catalogues of their own."""
    return sorted(path.parent for path in (ROOT / "src").glob("**/locale") if path.is_dir())


def messages(package: Path) -> list[str]:
    """Return every message that a package says, in order: `mark("…")`, `say("…")`, `_("…")`."""
    found: dict[str, None] = {}
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            first, name = node.args[0], node.func
            called = name.id if isinstance(name, ast.Name) else getattr(name, "attr", "")
            if called in SAID and isinstance(first, ast.Constant) and isinstance(first.value, str):
                found[first.value] = None
    for path in sorted(package.rglob("*.jinja")):
        with path.open("rb") as file:
            for _, _, message, _ in babel_extract(file, ["_"], [], JINJA):
                found[str(message[0] if isinstance(message, tuple) else message)] = None
    return list(found)


def translations(path: Path, lang: str) -> dict[str, str]:
    """Return the translated messages of a catalogue."""
    if not path.exists():
        return {}
    with path.open("rb") as file:
        catalogue = read_po(file, locale=lang)
    return {str(m.id): str(m.string) for m in catalogue if m.id and m.string and not m.fuzzy}


def twice(path: Path) -> list[str]:
    """Return the messages that a catalogue holds more than once, as a merge may leave it."""
    entries = re.findall(r'^msgid ((?:".*"\n)+)', path.read_text(encoding="utf-8"), re.MULTILINE)
    return [entry.strip() for entry, count in Counter(entries).items() if count > 1]


def ordered(wanted: list[str], have: dict[str, str]) -> list[str]:
    """Return the messages in the catalogue's order, new ones last: moves hide changes."""
    return [m for m in have if m in wanted] + [m for m in wanted if m not in have]


def main() -> int:
    """Update or check all catalogues."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    missing = 0
    for package in packages():
        wanted = messages(package)
        for lang in LANGUAGES:
            path = package / "locale" / f"{lang}.po"
            have = translations(path, lang)
            lacking = [message for message in wanted if message not in have]
            dead = [message for message in have if message not in wanted]
            missing += len(lacking)
            name = path.relative_to(ROOT)
            for message in lacking:
                print(f"{name}: not translated: {message}")
            for message in dead if check else []:
                print(f"{name}: no longer said: {message}")
                missing += 1
            for message in twice(path) if check else []:
                print(f"{name}: more than once: {message}")
                missing += 1
            if not check:
                catalogue = Catalog(locale=lang, fuzzy=False, header_comment="", charset="utf-8")
                for message in ordered(wanted, have):
                    catalogue.add(message, have.get(message, ""))
                buffer = BytesIO()
                write_po(buffer, catalogue, omit_header=False, width=100)
                kept = [
                    line
                    for line in buffer.getvalue().decode().splitlines()
                    if line.startswith('"Language: ') or not DATED.match(line)
                ]
                path.write_text("\n".join(kept).strip() + "\n", encoding="utf-8")
    return int(check and missing > 0)


if __name__ == "__main__":
    sys.exit(main())
