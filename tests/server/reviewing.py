"""Short finished games to review: the last few actions of a game, as a transcript."""

from __future__ import annotations

import functools
import json
import random

import horta


@functools.cache
def _last_actions(game, left, seed, players):
    match, choice = horta.start(game, players, seed=seed), random.Random(seed)
    while not match.over:
        match.play(choice.choice(match.legal))
    short = horta.resume(game, match.back_to(len(match.actions) - left).position)
    for action in match.actions[-left:]:
        short.play(action)
    return json.dumps(short.transcript())


def short_game(game="paris", left=10, seed=4, players=None):
    """Return the transcript of a game that begins so many actions before its end."""
    return json.loads(_last_actions(game, left, seed, players))


def put_up(client, transcript):
    """Put a transcript up as a table and return its id."""
    answer = client.post("/api/transcripts", json={"transcript": transcript})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]
