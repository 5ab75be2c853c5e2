"""Write the golden games: transcripts, and playthroughs that print every public method.

    python tools/goldens.py            # write what is missing
    python tools/goldens.py --anew     # play and write all of them again, on purpose

A rule change that alters an old game shows up as a difference in these files.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from pathlib import Path
from typing import Any

import horta

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden"
LANGUAGES = ("en", "fr", "de")

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
        if rng.random() < 0.05:
            match.undo()
    return match


def playthrough(record: dict[str, Any]) -> str:
    """Print every public method at every state of a game."""
    match = horta.replay({**record, "actions": [], "result": None})
    game = match.game
    lines = [f"game {game.id}, rules {game.rules_version}, {len(game.actions)} actions"]
    for number, text in enumerate([*record["actions"], None]):
        legal = match.legal
        views = [match.view(seat)["table"] for seat in (None, *range(match.players))]
        lines += [
            f"--- state {number}: {match}",
            f"to_play {match.to_play}  over {match.over}  may_undo {match.may_undo}",
            f"question {match.question()} | {match.question('fr')} | {match.question('de')}",
            f"legal {len(legal)}: {' '.join(map(str, legal[:40]))}",
            f"sheet {json.dumps(match.sheet)}",
            f"scores {match.scores}  winners {match.winners}",
            f"position {_digest(match.position)}",
            f"views {' '.join(_digest(view) for view in views)}",
        ]
        lines += [
            f"  {match.text(a)} = {' | '.join(match.label(a, lang) for lang in LANGUAGES)}"
            for a in legal[:: max(1, len(legal) // 4)][:5]
        ]
        if text is None:
            break
        lines.append(f"> {text}")
        if text == "undo":
            match.undo()
            continue
        before = len(match.log())
        match.play(match.parse(text))
        lines += [f"  . {sentence}" for sentence in match.log()[before:]]
    lines.append(json.dumps(match.position["table"], sort_keys=True))
    return "\n".join(lines) + "\n"


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--anew", action="store_true", help="play all games again")
    anew = parser.parse_args().anew
    GOLDEN.mkdir(exist_ok=True)
    for name, arguments in GAMES.items():
        transcript, through = GOLDEN / f"{name}.json", GOLDEN / f"{name}.txt"
        if anew or not transcript.exists():
            record = play(arguments).record()
            transcript.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        if anew or not through.exists():
            record = json.loads(transcript.read_text(encoding="utf-8"))
            through.write_text(playthrough(record), encoding="utf-8")


if __name__ == "__main__":
    main()
