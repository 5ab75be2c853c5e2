"""Steps without a choice: a person is not asked for them, they play themselves.

That happens only where everybody can see that there is no choice. If the player knew more than a
spectator does, a step that plays itself would tell the others that nothing else was possible.
"""

from __future__ import annotations

from collections.abc import Sequence

from horta.core.game import Json
from horta.core.kept import difference
from horta.core.match import Match
from horta.core.picking import before_last
from horta.server.keeping import END, UNDO, kept_table, result_of
from horta.server.room import Room
from horta.server.stored import Entry

MOST = 100
"""Steps without a choice that follow one another by themselves; then somebody is asked again.

No game of the house needs as many. One that goes on for ever would else never be answered.
"""


def is_forced(room: Room, match: Match) -> bool:
    """Tell whether a person is to play, and everybody sees that there is one option only."""
    seat = match.to_play
    if seat is None or room.seats[seat].bot or len(match.legal) != 1:
        return False
    return bool(match.view(seat)["table"] == match.view(None)["table"])


def play_on(room: Room, match: Match, entries: Sequence[Entry]) -> list[Entry]:
    """Play what follows on some entries without a choice; return them and what was played.

    `match` stands where the entries lead, and is played on. Rules that nobody of the house has made
    are asked by their players alone.
    """
    said = list(entries)
    for _ in range(MOST):
        if room.from_outside or waits(room, match, said) or not is_forced(room, match):
            break
        seat, [action], before = match.to_play, match.legal, kept_table(match)
        assert seat is not None
        text = match.text(action)
        match.play(action)
        change = difference(before, kept_table(match))
        said.append(Entry(said[-1].step + 1, text, seat, said[-1].at, change))
    return said


def still_to_play(room: Room) -> tuple[list[Entry], Match]:
    """Return what a table waits for without a choice, and the match after it.

    A table that was put away, or put up, at such a step is played on. What somebody has just taken
    back is not played again.
    """
    twin, last = room.match.copy(), list(room.entries[-1:])
    if not last or last[-1].text == UNDO or room.closed is not None or room.to_act is None:
        return [], twin
    return play_on(room, twin, last)[len(last) :], twin


def waits(room: Room, match: Match, entries: Sequence[Entry]) -> bool:
    """Tell whether whoever made the last of some entries has to end the turn."""
    return not entries or (entries[-1].text != END and room.waits_for_end(match, entries[-1].seat))


def result_after(room: Room, match: Match, entries: Sequence[Entry]) -> Json | None:
    """Return how the match has ended by some entries; None if it goes on."""
    return None if waits(room, match, entries) else result_of(match)


def last_decision(match: Match, floor: int) -> int:
    """Return how many actions stood before the last real decision, but not less than a floor.

    What followed it without a choice is taken back with it.
    """
    start = before_last(match)
    while start > floor and len((then := match.back_to(start)).legal) == 1:
        start = before_last(then)
    return max(floor, start)
