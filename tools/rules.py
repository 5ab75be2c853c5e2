"""List the rules and worked examples of docs/rules/ and the tests that prove them.

The tests of a game lie in the folder of its name. Fails when a rule or an example of a finished
game has no test, or when a test names one that does not exist. A page whose first lines say
`status: draft` is listed but not enforced.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULE = re.compile(r'^\s*-\s*<a id="[^"]+"></a>\*\*([A-Z0-9]+(?:-[A-Z0-9]+)+)\*\*', re.M)
# An example is named by its anchor without the prefix of the page: W08a, GOLD-1, book, O-07.
EXAMPLE = re.compile(
    r'<a id="(?:[a-z]+[0-9]*-)??'
    r'((?:w|gold-|[bo]-|[bo]x-|ex-?|[ex])[0-9]+[a-z]?|book|legality)"></a>'
)


class Collector:
    """A pytest plugin that notes which test names which rule or example."""

    def __init__(self) -> None:
        self.proofs: dict[str, dict[str, list[str]]] = {
            "rule": defaultdict(list),
            "example": defaultdict(list),
        }

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Read the marks of every collected test."""
        for item in items:
            for kind, proofs in self.proofs.items():
                for mark in item.iter_markers(kind):
                    for name in mark.args:
                        proofs[name.upper()].append(item.nodeid)


def main() -> int:
    """Print the table and return 1 if there is a gap."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-v", "--verbose", action="store_true", help="list every rule")
    verbose = parser.parse_args().verbose
    collector = Collector()
    quiet = ["--collect-only", "-q", "--no-header", "-p", "no:cacheprovider"]
    found = sorted((ROOT / "docs" / "rules").glob("*.md"))
    pages = [page for page in found if page.stem != "index"]
    folders = [str(folder) for page in pages if (folder := ROOT / "tests" / page.stem).is_dir()]
    with contextlib.redirect_stdout(io.StringIO()):
        code = pytest.main([*quiet, *folders], plugins=[collector])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        print("the tests could not be collected; run pytest to see why")
        return 1
    failed = False
    known: dict[str, set[str]] = {"rule": set(), "example": set()}
    for page in pages:
        text = page.read_text(encoding="utf-8")
        draft = "status: draft" in text[:400]
        for kind, pattern in (("rule", RULE), ("example", EXAMPLE)):
            names = list(dict.fromkeys(name.upper() for name in pattern.findall(text)))
            known[kind].update(names)
            proofs = collector.proofs[kind]
            if verbose:
                for name in names:
                    print(f"  {name:<12} {len(proofs[name]):>3}  {', '.join(proofs[name][:3])}")
            gaps = [name for name in names if not proofs[name]]
            print(f"{page.stem}: {len(names) - len(gaps)} of {len(names)} {kind}s proved", end="")
            print(" (draft)" if draft else "")
            if gaps and not draft:
                failed = True
                print(f"  no test names: {', '.join(gaps)}")
    for kind, proofs in collector.proofs.items():
        strangers = sorted(name for name in proofs if proofs[name] and name not in known[kind])
        if strangers:
            failed = True
            print(f"tests name {kind}s that no page has: {', '.join(strangers)}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
