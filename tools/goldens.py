"""Write the golden games: transcripts, and what the rules and the words say of them.

    python -m tools.goldens                 # write what is missing
    python -m tools.goldens --again words   # write the words again, after a change of wording
    python -m tools.goldens --again rules   # write what the rules did again
    python -m tools.goldens --anew          # play and write all games again, on purpose

A rule change that alters an old game shows up as a difference in these files.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

import horta
from tools.playthroughs import rules, words

ROOT = Path(__file__).resolve().parent.parent
TAKEN_BACK = 0.05  # of the actions
GOLDEN = ROOT / "tests" / "golden"

GAMES: dict[str, dict[str, Any]] = {
    "bruxelles1893-first": {
        "game": "bruxelles1893",
        "players": 4,
        "seed": 2013,
        "edition": "2013",
        "strips": "random",
    },
    "bruxelles1893-second": {"game": "bruxelles1893", "players": 5, "seed": 2023},
    "bruxelles1893-two": {
        "game": "bruxelles1893",
        "players": 2,
        "seed": 1893,
        "strips": "marked",
        "strip_order": "printed",
    },
    "bruxelles1893-belle": {
        "game": "bruxelles1893",
        "players": 3,
        "seed": 1900,
        "belle_epoque": True,
    },
    "bruxelles1893-boards": {
        "game": "bruxelles1893",
        "players": 5,
        "seed": 1898,
        "asymmetric": True,
    },
    "bruxelles1893-tracks": {
        "game": "bruxelles1893",
        "players": 2,
        "seed": 1902,
        "asymmetric": True,
    },
    "bruxelles1893-levels": {
        "game": "bruxelles1893",
        "players": 3,
        "seed": 1903,
        "asymmetric": True,
    },
    "bruxelles1893-whole": {
        "game": "bruxelles1893",
        "players": 4,
        "seed": 1910,
        "belle_epoque": True,
        "asymmetric": True,
        "components": {"belle_epoque": {"glass": [1, 0, 2, 0, 1]}},
    },
    "bruxelles1897-two": {"game": "bruxelles1897", "players": 2, "seed": 1897},
    "bruxelles1897-three": {"game": "bruxelles1897", "players": 3, "seed": 1898},
    "bruxelles1897-four": {
        "game": "bruxelles1897",
        "players": 4,
        "seed": 1899,
        "force_effect": False,
        "vp_floor": 0,
        "components": {
            "tracks": {"architecture": [1, 2, 2, 3, 5], "prestige": [1, 2, 4]},
            "bonus_pairs": {"prestige": "money", "prison": "artworks"},
        },
    },
    "paris-first": {"game": "paris", "seed": 1889},
    "paris-random": {"game": "paris", "seed": 1900, "postcards": "random"},
    "paris-wide": {
        "game": "paris",
        "seed": 1937,
        "postcards": ["MOU", "FON", "PEN", "GRA", "MET", "CHA", "JAR", "BOU"],
        "allow_flip": True,
        "fountain_cells": 2,
        "statue_neighbours": "all",
        "large_lamp_rays": "diamond",
        "starting_player": 1,
    },
}


def play(arguments: dict[str, Any]) -> horta.Match:
    """Play a random game with some undos."""
    match = horta.start(**arguments)
    rng = random.Random(arguments["seed"])
    while not match.over:
        match.play(rng.choice(match.legal))
        if rng.random() < TAKEN_BACK:
            match.undo()
    return match


def files(name: str) -> dict[str, Path]:
    """Return the files of a golden game: its transcript, and what the rules and the words did."""
    return {
        "transcript": GOLDEN / f"{name}.json",
        "rules": GOLDEN / f"{name}.rules.txt",
        "words": GOLDEN / f"{name}.words.txt",
    }


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--anew", action="store_true", help="play all games again")
    parser.add_argument("--again", choices=("rules", "words"), help="write these again")
    given = parser.parse_args()
    anew, again = given.anew, given.again
    GOLDEN.mkdir(exist_ok=True)
    for name, arguments in GAMES.items():
        paths = files(name)
        if anew or not paths["transcript"].exists():
            transcript = play(arguments).transcript()
            paths["transcript"].write_text(
                json.dumps(transcript, indent=1) + "\n", encoding="utf-8"
            )
        transcript = json.loads(paths["transcript"].read_text(encoding="utf-8"))
        for kind, told in (("rules", rules), ("words", words)):
            if anew or kind == again or not paths[kind].exists():
                paths[kind].write_text(told(transcript), encoding="utf-8")


if __name__ == "__main__":
    main()
