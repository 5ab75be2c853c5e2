"""Take screenshots of every game, size, theme and stage of a table, to be looked at.

    HORTA_JIT=0 python -m tests.server.screens FOLDER [GAME …]

Each game is at its largest, with everything on. The stages: the start, the middle, a choice laid
out large, the end, and the replay. Needs Playwright and a Chromium (`tools/system.sh`).
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

import horta

from . import browsing, sizes
from .conftest import Server

CHOICES = {"paris": (0, 30), "bruxelles1897": (0, 61), "bruxelles1893": (0, 186)}
"""Where a choice of cards comes up: the seed, and the number of choices before."""
MIDDLE = {"paris": 26, "bruxelles1897": 50, "bruxelles1893": 130}
SEED = 21


def tables(game: str) -> Iterator[tuple[str, horta.Match]]:
    """Return a table of each stage."""
    yield "start", sizes.large_table(game, 2)
    yield "middle", sizes.large_table(game, MIDDLE[game])
    yield "choice", sizes.position(game, *CHOICES[game])
    match, choice = sizes.position(game, SEED, 0), random.Random(SEED)
    while not match.over:
        match.play(choice.choice(match.legal))
    yield "end", match


def take(browser: Any, house: Server, folder: Path, game: str) -> None:
    """Take all screenshots of a game."""
    for stage, match in tables(game):
        for size, (width, height, touch) in sizes.SIZES.items():
            with browsing.Visit(browser, house, width=width, height=height, touch=touch) as visit:
                for name, address in _pages(house, stage, match).items():
                    _open(visit, address)
                    for theme in ("light", "dark"):
                        visit.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                        visit.page.screenshot(path=folder / f"{game}-{name}-{size}-{theme}.png")
                        print(f"{game}-{name}-{size}-{theme}", flush=True)


def _pages(house: Server, stage: str, match: horta.Match) -> dict[str, str]:
    """Put a match up as a table of its own, for a seat is taken once; return what is looked at."""
    with httpx.Client(base_url=house.link, timeout=120) as client:
        made = client.post("/api/transcripts", json={"transcript": match.transcript()}).json()
    if match.to_play is not None:
        return {stage: made["seats"][match.to_play]["link"].replace("localhost", "127.0.0.1")}
    half = f"/t/{made['id']}/replay?number={len(match.actions) // 2}"
    return {stage: f"/t/{made['id']}", "replay": half}


def _open(visit: Any, address: str) -> None:
    visit.page.goto(address)
    if "/join/" in visit.page.url:
        visit.page.locator("form .primary").click()
    shown = "#board svg" if "/replay" in visit.page.url else "#board[data-shown]"
    visit.page.locator(shown).wait_for()
    visit.page.wait_for_load_state("load")
    visit.page.wait_for_timeout(700)  # the room follows the question


def main() -> None:
    """Take the screenshots."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", default=list(horta.games()))
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    browsing.Visit.artefacts = given.folder
    with tempfile.TemporaryDirectory() as folder:
        house = Server(f"sqlite:///{folder}/tables.sqlite").start()
        try:
            with browsing.sync_api.sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=browsing.CHROMIUM, args=browsing.ARGS
                )
                for game in given.games:
                    take(browser, house, given.folder, game)
        finally:
            house.stop()


if __name__ == "__main__":
    main()
