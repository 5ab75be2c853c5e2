"""A plan: moves that a player leaves, and what of them holds when their turn has come.

Nothing is promised before: a move is checked against the rules when it comes up, and dropped with
a sentence when it cannot be played. A condition is about what others play until then. It is only
checked where everybody can see what was played; otherwise, whether a move was dropped would
tell its owner a secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from horta.core.errors import HortaError
from horta.core.game import Json
from horta.core.i18n import mark
from horta.core.match import Match
from horta.server.room import Room

UNMET, HIDDEN, ILLEGAL, AFTER = "unmet", "hidden", "illegal", "after"
WHY = {
    UNMET: mark("{moves}: dropped, since nobody played {given}."),
    HIDDEN: mark("{moves}: dropped, since not everybody can see what was played."),
    ILLEGAL: mark("{moves}: dropped, since it could not be played."),
    AFTER: mark("{moves}: dropped with the move before it."),
}
"""Why a line of a plan was dropped."""


@dataclass(frozen=True)
class Line:
    """Moves to be played in order: at once, or if another has played something until then."""

    then: tuple[str, ...]
    given: str = ""
    """The text of an action; nothing: there is no condition."""
    since: int = 0
    """How many actions stood when the line was written."""

    def to_json(self) -> Json:
        """Return the line as the store keeps it."""
        return {"then": list(self.then), "given": self.given, "since": self.since}

    @classmethod
    def read(cls, stored: Json) -> Line:
        """Read a line as the store keeps it."""
        return cls(tuple(stored["then"]), stored["given"], stored["since"])


@dataclass(frozen=True)
class Plan:
    """What a seat has planned; `told` says what was dropped, and why."""

    seat: int
    key: str = ""
    epoch: int = 0
    passes: bool = False
    """Whether a step with one option is played for the seat, though others cannot see that."""
    lines: tuple[Line, ...] = ()
    told: tuple[Json, ...] = ()
    version: int = 0

    def to_json(self) -> Json:
        """Return what was planned, as its player takes it along."""
        lines = [{"then": list(one.then), "given": one.given} for one in self.lines]
        return {"seat": self.seat, "passes": self.passes, "lines": lines}

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to be done."""
        return not self.passes and not self.lines

    def fits(self, room: Room) -> bool:
        """Tell whether who made the plan still sits there."""
        seat = room.seats[self.seat]
        return (
            not seat.bot and seat.key == self.key and (bool(seat.key) or seat.epoch == self.epoch)
        )


@dataclass
class Found:
    """What a plan says about the decision that has come up."""

    action: int | None = None
    lines: tuple[Line, ...] = ()
    """What is left of it then."""
    dropped: list[Json] = field(default_factory=list)


@dataclass(frozen=True)
class Moment:
    """A table at which a plan has come up: a copy, which is looked at while others are served."""

    match: Match
    acted: tuple[int, ...]
    trusted: bool = True
    """Whether the rules may be asked what else could have been played."""

    @classmethod
    def of(cls, room: Room) -> Moment:
        """Return the moment at which a table stands."""
        return cls(room.match.copy(), tuple(room.acted), not room.from_outside)


def decide(plan: Plan, now: Moment) -> Found:
    """Return what a plan says now that its seat has to decide."""
    found, kept, chosen = Found(), [], None
    for line in plan.lines:
        verdict = _verdict(line, plan.seat, now)
        if verdict:
            found.dropped.append(_dropped(line, verdict))
        elif chosen is None:
            chosen = line
        else:
            kept.append(line)
    found.lines = tuple(kept)
    if chosen is not None:
        first, *rest = chosen.then
        try:
            action = now.match.parse(first)
        except HortaError:  # rules may have changed since
            action = -1
        if action in now.match.legal:
            found.action = action
            found.lines = (Line(tuple(rest)), *kept) if rest else tuple(kept)
        else:
            found.dropped.append(_dropped(chosen, ILLEGAL))
            found.dropped += [_dropped(line, AFTER) for line in kept]
            found.lines = ()
    if found.action is None and plan.passes and len(now.match.legal) == 1:
        [found.action] = now.match.legal
    return found


def _dropped(line: Line, why: str) -> Json:
    return {"then": list(line.then), "given": line.given, "why": why}


def _verdict(line: Line, seat: int, now: Moment) -> str:
    """Return why a line does not hold: nothing if it has no condition, or it was met."""
    if not line.given:
        return ""
    hidden = False
    for number in range(min(line.since, len(now.acted)), len(now.acted)):
        if now.acted[number] == seat:
            continue
        before, after = now.match.back_to(number), now.match.back_to(number + 1)
        if not is_public(before, after, now.acted[number], now.trusted):
            hidden = True
        elif now.match.text(now.match.actions[number]) == line.given:
            return ""
    return HIDDEN if hidden else UNMET


def is_public(before: Match, after: Match, seat: int, trusted: bool = True) -> bool:
    """Tell whether everybody can see which action was played.

    Either it touched nothing that its player alone knows; or nothing else that could have been
    played would look the same to a spectator. A step without a choice is no proof of that.
    """
    if private(before, seat) == private(after, seat):
        return True
    if not trusted or len(before.legal) == 1:
        return False
    looks = after.redacted(None).tobytes()
    for action in before.legal:
        if action == after.actions[-1]:
            continue
        twin = before.copy()
        twin.play(action)
        if twin.redacted(None).tobytes() == looks:
            return False
    return True


def private(match: Match, seat: int) -> list[tuple[str, Any]]:
    """Return what a seat knows of the table and a spectator does not, with its place."""
    return list(_differing(match.view(seat)["table"], match.view(None)["table"], ""))


def _differing(own: Any, public: Any, place: str) -> Iterator[tuple[str, Any]]:
    if isinstance(own, dict) and isinstance(public, dict) and own.keys() == public.keys():
        for name in own:
            yield from _differing(own[name], public[name], f"{place}/{name}")
    elif isinstance(own, list) and isinstance(public, list) and len(own) == len(public):
        for number, (one, other) in enumerate(zip(own, public, strict=True)):
            yield from _differing(one, other, f"{place}/{number}")
    elif own != public:
        yield place, own
