"""A room: one table as the server holds it, with its match, its seats, and who is looking."""

from __future__ import annotations

import asyncio
import functools
import time
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from markupsafe import Markup

from horta.core import kept, registry
from horta.core.changes import Changes, is_older
from horta.core.errors import HortaError
from horta.core.game import Game, Json
from horta.core.i18n import mark
from horta.core.match import Match
from horta.core.notes import Event
from horta.core.regions import Sight
from horta.server.happenings import Happening
from horta.server.keeping import BEGAN, CLOSE, END, UNDO
from horta.server.memory import ENTRY, EVENT, ROOM, Drawn
from horta.server.seats import Seat
from horta.server.stored import Entry, Standing, Version
from horta.server.watchers import Watchers

HOST = -1
DRAWN, CHOSEN = "drawn", "chosen"
SPECTATOR: None = None
UNDONE_AT_ALL, UNDONE_FOR_EACH = 100, 10
"""What a seat may take back: so much, and so much more for each of its actions that stands.

Every action taken back stays in the transcript. Who plays and takes back for ever would fill the
database; so the whole of it is bounded by the length of the game.
"""


class NoTable(HortaError):
    """There is no table of this name."""


class NotAllowed(HortaError):
    """Whoever asks may not do that."""


class Closed(HortaError):
    """The table can be looked at, not played on."""


class SeatChanged(HortaError):
    """A seat has changed since the visitor looked at it."""


class Stale(HortaError):
    """The table has moved on since the visitor looked at it."""

    def __init__(self, step: int) -> None:
        super().__init__(mark("the table is now at step {step}; look again"), step=step)
        self.step = step


def closed_by_host() -> Closed:
    """Say why nobody plays on at a table that its host has closed."""
    return Closed(mark("the host has closed this table; it can be looked at, not played on"))


@dataclass(frozen=True)
class SeatName:
    """The name of a seat: its player's own, or the game's in any language."""

    own: str
    game: str
    players: int
    seat: int

    def told(self, lang: str) -> str:
        """Say it in a language."""
        return (
            self.own
            or registry.game(self.game).presentation.words(lang).seats(self.players)[self.seat]
        )

    def __str__(self) -> str:
        return self.told("en")


@dataclass
class HouseRules:
    """The house rules of one table."""

    confirm: bool = False
    """A turn ends only when its player says so; until then it can be taken back."""
    together: bool = False
    """All persons share one screen."""
    imported: bool = False
    explorer: bool = False
    """Who decides may look up how often each action was played by bots, and how it scored."""
    pace: str = ""
    """The time for a turn, as `clocks.pace` writes it; nothing: there is no clock."""
    rated: bool = False
    """The game counts for ratings, unless something spoils it; see `ratings`."""
    contest: str = ""
    """The tournament that the table belongs to; see `contests`."""


@dataclass
class Room:
    """One table: the match, the seats, and who is looking."""

    plays_itself: ClassVar[bool] = True
    """Whether a page plays a step with one option only."""

    id: str
    match: Match
    seats: list[Seat]
    house_rules: HouseRules
    host_epoch: int = 0
    rematch: str | None = None
    made: float = 0.0
    header: Json = field(default_factory=dict)
    """What the store keeps of how the match began; `dealt` tells where its seed comes from."""
    entries: list[Entry] = field(default_factory=list)
    pending: int | None = None
    """The seat that has played its turn and has not ended it yet."""
    compared: float = field(default_factory=time.monotonic)
    """When the seats were last compared with the store."""
    behind: bool = False
    """Whether another process has changed something that is not known here yet."""
    gone: bool = False
    """Whether another process has deleted it."""
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever something has changed, for whoever waits for a bot."""
    revision: int = 0
    """Counts changes that are no steps: somebody sat down, a link was taken back."""
    acted: list[int] = field(default_factory=list)
    """The seat behind each action that stands."""
    totals: list[list[int]] = field(default_factory=list)
    """What everybody had at the start and after each action that stands."""
    told: dict[int | None, list[list[Event]]] = field(default_factory=dict)
    """What each viewer saw happen: first the setup, then action by action."""
    owner: str = ""
    """Whose table it is, in a form that names nobody; see `callers`."""
    events: int = 0
    """How many events are told, counted once for all who saw the same."""
    watchers: Watchers = field(default_factory=Watchers)
    looked: float = field(default_factory=time.monotonic)
    """When somebody asked for the table last, by the clock of this process."""
    thinking: asyncio.Task[None] | None = None
    closed: HortaError | None = None
    """Why the table can be looked at only: its host has closed it, or see `relics`."""
    happened: tuple[Happening, ...] = ()
    """What happened here and is no action."""
    talked: int = 0
    """Counts what was said here, as far as this process has heard."""
    stuck: int = -1
    """The step at which a bot has found no action that can be carried out."""
    unsealed: bool = False
    """The deal of a tournament's table is no longer played at others, as far as is known here."""
    unrated: str = ""
    """Why a table that was to count for ratings does not, as far as it is known here."""
    failing: dict[int, str] = field(default_factory=dict)
    """By seat: the bot in whose place a simpler one has made the last move."""
    spoken: dict[tuple[str, ...], dict[int, list[str]]] = field(default_factory=dict)
    """What is told, in words: by language and names, then by the list of events (its `id`)."""
    sights: dict[tuple[int | None, str], Sight] = field(default_factory=dict)
    """By viewer and language: what was looked at last, to tell what has changed since."""
    sitting: dict[str, tuple[tuple[Any, ...], list[Json]]] = field(default_factory=dict)
    """Who sits where as it is told, by language, and what it was told by."""
    settled: dict[tuple[Any, ...], tuple[int, Markup]] = field(default_factory=dict)
    """By viewer, language and names: how much of the log is told for good, and its rows."""
    drawn: Drawn = field(default_factory=Drawn)
    """What was rendered for the current step."""
    seen: dict[Any, Any] = field(default_factory=dict)
    """What all views of the current step are made from, worked out once; it weighs little."""
    touched: dict[int, list[str]] = field(default_factory=dict)
    """By the number of an action that stands: what it touched on a drawing, if somebody asked."""

    def __post_init__(self) -> None:
        if not self.totals:
            self.totals.append(self.match.scores)
        self.told = {viewer: [] for viewer in self.viewers}
        for number in range(len(self.match.actions) + 1):
            self._tell(self.match.back_to(number))

    @functools.cached_property
    def options(self) -> Json:
        """The options of the game, which never change, as JSON."""
        return self.match.options.model_dump(mode="json")

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def viewers(self) -> list[int | None]:
        """Everybody whose view differs: the seats, and a spectator."""
        return [*range(self.match.players), SPECTATOR]

    @property
    def step(self) -> int:
        """The number of entries so far; an answer names it."""
        return len(self.entries)

    @property
    def from_outside(self) -> bool:
        """Whether rules run here on something that nobody of the house has made."""
        return bool(self.header.get("components")) or self.header.get("position") is not None

    @property
    def may_count(self) -> bool:
        """Whether the game can count in the explorer of the house: dealt here, by our tables."""
        ours = self.dealt == DRAWN and not self.from_outside and not self.house_rules.contest
        return self.plays_itself and ours

    @property
    def sealed(self) -> bool:
        """Whether the same deal is still played elsewhere: nobody but the players sees the table.

        Not even they see more than their seat: what is hidden stays so when the game is over.
        """
        return bool(self.house_rules.contest) and not self.unsealed

    @property
    def notice(self) -> HortaError | None:
        """What everybody at the table should know about its rules."""
        began: Any = self.header.get(BEGAN)
        if self.closed is not None or not is_older(self.game, began):
            return self.closed
        if not (changes := Changes(self.game, began)).matter:
            return None
        return HortaError(
            mark(
                "this game began under version {given} of the rules and goes on under those of "
                "now. What changed: {changes}"
            ),
            given=began,
            changes=changes,
        )

    @property
    def over(self) -> bool:
        """Whether the match is over and its last turn ended."""
        return self.match.over and self.pending is None

    @property
    def to_act(self) -> int | None:
        """The seat that has to act: to decide, or to end its turn."""
        if self.closed is not None:
            return None
        return self.pending if self.pending is not None else self.match.to_play

    @property
    def dealt(self) -> str:
        """Where the deal comes from: `drawn`, or from a seed that was `chosen`, or `imported`."""
        return "imported" if self.house_rules.imported else str(self.header.get("dealt", DRAWN))

    @property
    def hints(self) -> bool:
        """Whether hints are given: to one person alone always, among several when all agree."""
        persons = [seat for seat in self.seats if not seat.bot]
        return len(persons) == 1 or all(seat.hints for seat in persons)

    def fails(self, seat: int) -> bool:
        """Tell whether the bot of a seat has failed, so that a simpler one moves in its place."""
        bot = self.seats[seat].bot
        return bool(bot) and self.failing.get(seat) == bot

    def names(self, lang: str = "en") -> list[str]:
        """Return the names of the seats: the players' own, or the game's in a language."""
        key = ("names", lang)
        if key not in self.seen:
            own = self.game.presentation.words(lang).seats(self.match.players)
            both = zip(self.seats, own, strict=True)
            self.seen[key] = tuple(seat.name or title for seat, title in both)
        return list(self.seen[key])

    # the law of undo

    def undo_floor(self, seat: int | None) -> int:
        """Return how many actions must stand if the seat takes back all that it may now."""
        key = ("floor", seat)
        if key not in self.seen:
            floor, standing = self.lawful_floor(seat), len(self.acted)
            if seat is not None and floor < standing:
                floor = max(floor, standing - self.undo_left(seat))
            self.seen[key] = floor
        found: int = self.seen[key]
        return found

    def undo_left(self, seat: int) -> int:
        """Return how many actions the seat may still take back, by how many it has played."""
        undone = sum(entry.text == UNDO and entry.seat == seat for entry in self.entries)
        allowed = UNDONE_AT_ALL + UNDONE_FOR_EACH * self.acted.count(seat)
        return max(0, allowed - undone)

    def lawful_floor(self, seat: int | None) -> int:
        """Return how many actions must stand by the law of undo.

        A seat may neither change who is to play, nor take back what showed something hidden. While
        a turn is not ended yet, its last action can be taken back although the word has passed.
        """
        standing = len(self.acted)
        if seat is None or self.to_act != seat or not standing:
            return standing
        if self.pending is None and not self.match.may_undo:
            return standing
        twin = self.match.copy()
        if self.pending == seat:
            twin.undo()
            standing -= 1
        while standing and twin.to_play == seat and twin.may_undo:
            twin.undo()
            standing -= 1
        return standing

    # change, after the store has accepted it

    def apply(self, entry: Entry) -> None:
        """Carry out one entry of the transcript."""
        match = self.match
        if entry.text == CLOSE:
            self.pending, self.closed = None, closed_by_host()
        elif entry.text == END:
            self.pending = None
        elif entry.text == UNDO:
            match.undo()
            self.acted.pop()
            self.totals.pop()
            self.pending = None
            self.spoken.clear()
            self.settled.clear()
            self.touched.pop(len(self.acted) + 1, None)
            gone = {id(news): news for news in [told.pop() for told in self.told.values()]}
            self.events -= sum(len(news) + 1 for news in gone.values())
        else:
            seat = match.to_play
            before = self.kept_table()
            match.play(match.parse(entry.text))
            self.acted.append(-1 if seat is None else seat)
            self.totals.append(
                match.scores
                if entry.kept is None
                else kept.part(kept.follow(before, entry.kept), match.players)[1]
            )
            self._tell(match)
            self.pending = seat if self.waits_for_end(match, seat) else None
        self.entries.append(replace(entry, kept=None))  # the table has it
        self._moved_on()

    def _tell(self, match: Match) -> None:
        """Let every viewer know what happened; who saw the same shares one list of it."""
        seen: list[list[Event]] = []
        for viewer in self.viewers:
            news = match.news(viewer)
            if news not in seen:
                seen.append(news)
                self.events += len(news) + 1
            self.told[viewer].append(seen[seen.index(news)])

    @property
    def weight(self) -> int:
        """The bytes that the table holds in memory, nearly."""
        return (
            ROOM
            + self.match.weight
            + ENTRY * len(self.entries)
            + EVENT * self.events
            + self.drawn.size
        )

    def kept_table(self) -> bytes:
        """Return the table as it is kept."""
        return kept.keep(self.match.table, self.totals[-1])

    def waits_for_end(self, match: Match, seat: int | None) -> bool:
        """Tell whether the seat, having played the last action, has to end its turn."""
        if not self.house_rules.confirm or seat is None or match.to_play == seat:
            return False
        if self.seats[seat].bot:
            return False
        last = [event.kind for _, event in match.events(len(match.actions) - 1)]
        return not any(kind in self.game.reveals for kind in last)

    def take_over(self, standing: Standing) -> bool:
        """Take over who sits where, the host and the rematch; tell whether something is new.

        Answers of the store may come in another order than they were given: what is older than
        what is known here changes nothing.
        """
        seats = [
            new if new.version > old.version else old
            for old, new in zip(self.seats, standing.seats, strict=True)
        ]
        host_epoch = max(self.host_epoch, standing.host_epoch)
        rematch = self.rematch or standing.rematch
        if (seats, host_epoch, rematch) == (self.seats, self.host_epoch, self.rematch):
            return False
        self.seats, self.host_epoch, self.rematch = seats, host_epoch, rematch
        self.revision += 1
        self._moved_on()
        return True

    def learn(self, happened: tuple[Happening, ...]) -> None:
        """Take over what happened besides the actions."""
        if happened != self.happened:
            self.happened = happened
            self.revision += 1
            self._moved_on()

    def happening(self, kind: str, seat: int, at: float, number: int = 0) -> Happening:
        """Return something that happens at a seat now."""
        name = self.seats[seat].name
        return Happening(kind, seat, self.step, len(self.acted), at, name, number)

    def _moved_on(self) -> None:
        """Forget what was made for the step before."""
        self.drawn.clear()
        self.seen.clear()

    @property
    def version(self) -> Version:
        """What tells one standing of the table from any other: see `Store.versions`."""
        return self.host_epoch, self.rematch, sum(seat.version for seat in self.seats)

    def standing(self) -> Standing:
        """Return what may change about the table besides its transcript, as it is known here."""
        return Standing(tuple(self.seats), self.host_epoch, "", self.rematch)

    def changed(self) -> None:
        """Wake everybody who is looking."""
        self.watchers.wake()
        self.moved.set()

    def transcript(self) -> Json:
        """Return the whole match as a transcript; it tells everything, so only when it is over."""
        transcript = self.match.transcript()
        transcript["seats"] = self.names()
        return transcript
