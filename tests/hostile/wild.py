"""Hypothesis makes components, positions and transcripts of a game; what is accepted is played.

    python -m tests.hostile.wild paris 100

It runs in a process of its own, compiled with bounds checks. Hypothesis steers the random choices
of the mutations, so it shrinks what breaks to the fewest and prints it.
"""

from __future__ import annotations

import copy
import json
import random
import sys
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import horta
from horta.core import registry
from horta.core.drivers import verify
from horta.core.errors import HortaError

from .owners import OPTIONS, changed, spoil
from .positions import SOME_STEPS, Corpus, accept, cases, play_on

RANDOMS = st.randoms(use_true_random=False)


def components(name: str, rng: random.Random) -> bool:
    """Try changed component tables; tell whether they were accepted."""
    game = registry.game(name)
    made = spoil(json.loads(game.components().model_dump_json()), rng)
    players = rng.randint(game.min_players, game.max_players)
    try:
        options = game.read_options(rng.choice(OPTIONS[name]))
        table = game.new_table(players, options, game.read_components(made))
    except HortaError:  # refused with words
        return False
    verify(game, table, first=rng.randrange(1000), n=1)
    return True


def positions(corpus: Corpus, name: str, rng: random.Random) -> bool:
    """Try a changed position; tell whether it was accepted."""
    corpus.rng = rng
    match = accept(name, corpus.mutant().position)
    if match is None:
        return False
    play_on(match, rng, SOME_STEPS)
    return True


def games(name: str) -> list[Any]:
    """Play a random game of every case and return the transcripts."""
    found = []
    for seed, (players, options) in enumerate(cases(name)):
        match, rng = horta.start(name, players, seed, **options), random.Random(seed)
        while not match.over and len(match.actions) < 60:
            match.play(rng.choice(match.legal))
        found.append(match.transcript())
    return found


def transcripts(known: list[Any], rng: random.Random) -> bool:
    """Try a changed transcript; tell whether it was accepted."""
    made = copy.deepcopy(rng.choice(known))
    made.pop("result", None)
    for _ in range(rng.randint(1, 2)):
        way, actions = rng.randrange(4), made["actions"]
        if way == 0 and actions:
            del actions[rng.randrange(len(actions)) :]
        elif way == 1 and actions:
            actions[rng.randrange(len(actions))] = rng.choice(rng.choice(known)["actions"])
        elif way == 2 and actions:
            actions.insert(rng.randrange(len(actions) + 1), rng.choice([*actions, "undo"]))
        else:
            key = rng.choice([key for key in made if key != "actions"])
            made[key] = changed(made[key], made, rng)
    try:
        match = horta.replay(made)
    except HortaError:  # refused with words
        return False
    play_on(match, rng, SOME_STEPS)
    return True


def main() -> None:
    """Let Hypothesis try as many of each kind as asked for."""
    name, tries = sys.argv[1], int(sys.argv[2])
    corpus, known = Corpus(name, random.Random(1893)), games(name)
    steered = settings(
        max_examples=tries,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    accepted = dict.fromkeys(("components", "positions", "transcripts"), 0)

    @steered
    @given(RANDOMS, RANDOMS, RANDOMS)
    def wild(one: random.Random, two: random.Random, three: random.Random) -> None:
        accepted["components"] += components(name, one)
        accepted["positions"] += positions(corpus, name, two)
        accepted["transcripts"] += transcripts(known, three)

    wild()
    assert all(accepted.values()), f"a run that refuses everything proves nothing: {accepted}"
    print("good")


if __name__ == "__main__":
    main()
