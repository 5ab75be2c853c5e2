"""Playthroughs: a game told state by state, so that a difference says what changed.

The rules and the words are told apart. `rules` prints who is to play, what is legal, the sheet,
the events as numbers, the position as a list of changes, and what each viewer cannot see; `words`
prints questions, labels and the log in every language. A change of a word leaves the first alone,
a change of a rule shows the field of the position that is different now.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Iterator
from typing import Any

import horta
from horta.core.notes import Event

LANGUAGES = ("en", "fr", "de")
SHOWN = 24
"""How many legal actions are written out; a digest stands for the rest."""
UNCHANGED = 4
"""How many lines around a difference are shown with it."""

Leaves = dict[str, Any]
"""A position as paths and plain values: `seats.0.francs` -> 7."""


def leaves(value: Any, path: str = "") -> Leaves:
    """Flatten JSON; lists of plain values stay whole, since a shifted list is one change."""
    found: Leaves = {}
    if isinstance(value, dict) and value:
        for key in sorted(value):
            found |= leaves(value[key], f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
        for k, one in enumerate(value):
            found |= leaves(one, f"{path}.{k}")
    else:
        found[path] = value
    return found


def changes(before: Leaves, after: Leaves) -> list[str]:
    """Say which leaves are new, gone or different."""
    told = []
    for path in sorted(before.keys() | after.keys()):
        if path not in after:
            told.append(f"{path}: {_plain(before[path])} -> gone")
        elif path not in before:
            told.append(f"{path}: {_plain(after[path])}")
        elif before[path] != after[path]:
            told += _changed(path, before[path], after[path])
    return told


def _changed(path: str, was: Any, now: Any) -> list[str]:
    if isinstance(was, list) and isinstance(now, list) and len(was) == len(now) > UNCHANGED:
        return [
            f"{path}.{k}: {_plain(a)} -> {_plain(b)}"
            for k, (a, b) in enumerate(zip(was, now, strict=True))
            if a != b
        ]
    return [f"{path}: {_plain(was)} -> {_plain(now)}"]


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def states(transcript: dict[str, Any]) -> Iterator[tuple[horta.Match, str | None, list[Event]]]:
    """Yield a match at each of its states, with the action that led there and what it caused."""
    match = horta.replay({**transcript, "actions": [], "result": None})
    yield match, None, [event for _, event in match.events()]
    for text in transcript["actions"]:
        if text == "undo":
            match.undo()
            yield match, text, []
            continue
        match.play(match.parse(text))
        last = len(match.actions)
        yield match, text, [event for k, event in match.events(last - 1) if k == last]


def rules(transcript: dict[str, Any]) -> str:
    """Tell what the rules did."""
    lines: list[str] = []
    before: Leaves = {}
    sheet: Leaves = {}
    hidden: dict[int | None, list[str]] = {}
    for number, (match, text, events) in enumerate(states(transcript)):
        if not lines:
            game = match.game
            version = transcript["rules_version"]  # of then: an old game is told as it was
            lines.append(f"{game.id}, rules {version}, {match.players} players")
        lines.append(f"--- state {number}" + (f" after {text}" if text else ""))
        lines += [f"  event {' '.join(map(str, event))}" for event in events]
        after = leaves(match.position["table"])
        lines += [f"  {line}" for line in changes(before, after)]
        for viewer in (None, *range(match.players)):
            seen = leaves(match.view(viewer)["table"])
            paths = [path for path in after if seen.get(path) != after[path]]
            if hidden.get(viewer) != paths:
                hidden[viewer] = paths
                who = "a spectator" if viewer is None else f"seat {viewer}"
                lines.append(f"  {who} cannot see {', '.join(paths) or 'nothing less'}")
        now = leaves(match.sheet)
        lines += [f"  sheet {line}" for line in changes(sheet, now)]
        lines.append(f"  scores {match.scores}, winners {match.winners}")
        lines.append(f"  to play {match.to_play}, may undo {match.may_undo}")
        lines.append(f"  legal {_legal(match)}")
        before, sheet = after, now
    return "\n".join(lines) + "\n"


def _legal(match: horta.Match) -> str:
    texts = [match.text(action) for action in match.legal]
    told = f"{len(texts)}: {', '.join(texts[:SHOWN])}"
    if len(texts) > SHOWN:
        digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]
        told += f", … (all: {digest})"
    return told


def words(transcript: dict[str, Any]) -> str:
    """Tell what is said to people, in every language."""
    lines: list[str] = []
    for number, (match, text, events) in enumerate(states(transcript)):
        lines.append(f"--- state {number}" + (f" after {text}" if text else ""))
        for event in events:
            told = (
                match.game.presentation.words(lang).event(event, match.names(lang))
                for lang in LANGUAGES
            )
            lines.append(f"  . {' | '.join(told)}")
        lines.append(f"  ? {' | '.join(match.question(lang) for lang in LANGUAGES)}")
        legal = match.legal
        for action in legal[:: max(1, len(legal) // 4)][:5]:
            labels = " | ".join(match.label(action, lang) for lang in LANGUAGES)
            lines.append(f"  {match.text(action)} = {labels}")
    return "\n".join(lines) + "\n"


def difference(was: str, now: str, most: int = 60) -> str:
    """Show what is different: the lines, and above them the state that they belong to."""
    if was == now:
        return ""
    old, new = was.splitlines(), now.splitlines()
    first = next(
        (k for k, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
        min(len(old), len(new)),
    )
    state = next((line for line in reversed(old[: first + 1]) if line.startswith("---")), "---")
    told = list(difflib.unified_diff(old, new, "was", "is", n=UNCHANGED, lineterm=""))
    if len(told) > most:
        told = [*told[:most], f"… and {len(told) - most} lines more"]
    return "\n".join([f"the first difference is in {state.strip('- ')}", *told])
