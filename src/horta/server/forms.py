"""The forms of the API: what it takes and what it answers, as its OpenAPI document tells them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from horta.core import limits
from horta.core.seeds import MOST_SEED, PATTERN

Name = Annotated[
    str,
    Field(
        json_schema_extra={"maxLength": limits.LONGEST_NAME},
        description="without signs that cannot be seen",
    ),
    AfterValidator(limits.read_name),
]
Bot = Annotated[str, Field(max_length=limits.LONGEST_BOT)]
GameId = Annotated[str, Field(max_length=limits.LONGEST_GAME)]
SeatIndex = Annotated[int, Field(ge=0, lt=limits.MOST_SEATS)]
Step = Annotated[int, Field(ge=0, le=limits.MOST_STEPS, description="the step that this answers")]
Seed = Annotated[
    Annotated[int, Field(ge=0, le=MOST_SEED)] | Annotated[str, Field(pattern=PATTERN)],
    Field(description="a number, or 128 bits in hexadecimal digits"),
]


Action = (
    Annotated[int, Field(ge=0, le=2**31 - 1)]
    | Annotated[str, Field(max_length=limits.LONGEST_ACTION)]
)


MOST_THINGS = 64
"""Of a set that is picked at once."""


class Form(BaseModel):
    """What a client sends."""

    model_config = ConfigDict(extra="forbid")


class SeatForm(Form):
    """Who shall sit on a seat: a bot, or a person who gets a link."""

    name: Name = ""
    bot: Annotated[Bot, Field(description="a bot's name; empty: a person")] = ""


class TableForm(Form):
    """A new table."""

    game: GameId
    seats: Annotated[
        list[SeatForm] | None,
        Field(
            max_length=limits.MOST_SEATS, description="one for each player; default: persons only"
        ),
    ] = None
    players: Annotated[int | None, Field(ge=1, le=limits.MOST_SEATS)] = None
    options: dict[str, Any] = {}
    components: dict[str, Any] = {}
    seed: Seed | None = None
    confirm: Annotated[bool, Field(description="a turn ends only when its player says so")] = False
    together: Annotated[bool, Field(description="all persons share one screen")] = False
    explorer: Annotated[
        bool, Field(description="who decides may see how bots chose in such decisions")
    ] = False
    pace: Annotated[
        str,
        Field(max_length=40, description="seconds, as turn+reserve+off:bot or :out; empty: none"),
    ] = ""
    open: Annotated[
        bool,
        Field(description="listed in the lobby: its free seats are for whoever comes first"),
    ] = False
    rated: Annotated[
        bool, Field(description="counts for ratings, where the house has them and the table fits")
    ] = True


class TranscriptForm(Form):
    """A transcript to be put up as a table: to be looked at, or played on."""

    transcript: dict[str, Any]
    bots: Annotated[
        list[Bot] | None,
        Field(max_length=limits.MOST_SEATS, description="a bot or nothing for each seat"),
    ] = None


class ActionForm(Form):
    """An action, by number or by text, and the step that it answers."""

    step: Step
    action: Action
    seat: Annotated[SeatIndex | None, Field(description="needed only by who holds several")] = None


class PickForm(Form):
    """A set of things, each an action by number or by text, and the step that it answers."""

    step: Step
    things: Annotated[
        list[Action],
        Field(
            max_length=MOST_THINGS, description="in any order; one thing may be there repeatedly"
        ),
    ]
    seat: Annotated[SeatIndex | None, Field(description="needed only by who holds several")] = None


class UndoForm(Form):
    """How far to go back: until `to` actions stand; without it, one action."""

    step: Step
    to: Annotated[int | None, Field(ge=0, le=limits.MOST_STEPS)] = None
    seat: SeatIndex | None = None


class ConsentForm(Form):
    """Whether somebody agrees that what another asks for is taken back."""

    step: Step
    agree: bool
    seat: SeatIndex | None = None


class AskedShown(BaseModel):
    """Somebody asks to take back what the law of undo forbids to take back alone."""

    seat: Annotated[int, Field(description="who asks")]
    number: Annotated[int, Field(description="how many actions go back")]
    waiting: Annotated[list[int], Field(description="the seats that have not answered yet")]


class EndForm(Form):
    """The end of a turn, at a table that asks for it."""

    step: Step
    seat: SeatIndex | None = None


class HintsForm(Form):
    """Whether a player agrees that hints are given at the table."""

    allow: bool


class CountedForm(Form):
    """Whether a player agrees that the game counts in the explorer when it is over."""

    allow: bool


class NameForm(Form):
    """A player's own name."""

    name: Name


Key = Annotated[
    str,
    Field(
        max_length=100,
        description="any text that nobody can guess: the same request with it again, because an "
        "answer was lost, gets the same answer instead of a refusal",
    ),
]


class JoinForm(Form):
    """Who sits down."""

    name: Annotated[Name | None, Field(description="default: the name that the seat has")] = None
    key: Key = ""


class HostForm(Form):
    """A request to become the only host."""

    key: Key = ""


class SeatMade(BaseModel):
    """A seat as its host sees it; where a person is expected, it has a token and a link."""

    seat: int
    name: str
    bot: str
    joined: Annotated[bool, Field(description="somebody has sat down, and alone holds the key")]
    token: Annotated[
        str | None, Field(description="an invitation: it holds the seat until somebody joins by it")
    ]
    link: Annotated[str | None, Field(description="the invitation as a page for people")]


class SeatJoined(BaseModel):
    """The seat that the caller has now, and the only token that holds it."""

    seat: int
    name: str
    token: str


class HostMade(BaseModel):
    """The only token that holds the host's rights now."""

    host: str


class SeatsShown(BaseModel):
    """What the host hands out: the links of the seats, of the table, and of the own rights."""

    id: str
    link: Annotated[str, Field(description="for spectators")]
    host_link: Annotated[
        str, Field(description="moves the host's rights to who opens it first, within an hour")
    ]
    seats: list[SeatMade]


class TableMade(BaseModel):
    """A new table. Keep the tokens: they are the keys to the seats."""

    id: str
    link: str
    host: str
    seats: list[SeatMade]


class SeatShown(BaseModel):
    """A seat as everybody sees it."""

    name: str
    bot: str
    bot_title: str
    joined: bool
    hints: Annotated[bool, Field(description="agrees that hints are given")]
    counted: Annotated[bool, Field(description="agrees that the game counts in the explorer")]
    fails: Annotated[
        bool, Field(description="its bot does not answer; a simpler one moves in its place")
    ]


class TableSummary(BaseModel):
    """Where a table stands."""

    id: str
    game: str
    title: str
    players: int
    step: int
    standing: Annotated[int, Field(description="actions that stand")]
    to_act: Annotated[int | None, Field(description="the seat that has to act")]
    ends_turn: Annotated[bool, Field(description="what is awaited is the end of a turn")]
    over: bool
    closed: Annotated[bool, Field(description="it can be looked at, not played on")]
    seat: Annotated[int | None, Field(description="the caller's seat; null: a spectator")]
    question: str
    seats: list[SeatShown]
    undo_to: Annotated[int, Field(description="the least actions that the caller may leave")]
    undo_last: Annotated[
        int,
        Field(
            description="the actions that stand when what was decided last is taken back: a set "
            "that was picked counts as one decision"
        ),
    ]
    may_ask: Annotated[
        bool, Field(description="the caller may ask the others to take back a decision of theirs")
    ]
    asked: Annotated[AskedShown | None, Field(description="what somebody asks to take back now")]
    compiled: bool
    hints: Annotated[bool, Field(description="whether hints are given at this table")]
    explorer: Annotated[bool, Field(description="whether this table allows the explorer")]
    rated: Annotated[bool, Field(description="whether the game counts for ratings")]
    rematch: str | None
    notice: Annotated[str, Field(description="what to know about its rules; empty: nothing")] = ""
    dealt: Annotated[
        Literal["drawn", "chosen", "imported"],
        Field(
            description="where the deal comes from: drawn by the server, so that nobody knows it; "
            "from a seed that somebody chose; or from a transcript. Who chose or has it may know "
            "what is hidden"
        ),
    ]
    options: Annotated[dict[str, Any], Field(description="the game's options at this table")]
    moved: Annotated[float, Field(description="when something was last played, in Unix seconds")]


class TableShown(TableSummary):
    """Where a table stands, and what the caller's seat may know of it."""

    view: Annotated[dict[str, Any], Field(description="what the seat may know")]


class TargetShown(BaseModel):
    """Where on the drawing an action lies."""

    element: str = ""
    piece: str = ""
    turn: int = 0
    cells: list[str] = []
    icon: str = ""
    crossed: bool = False


class ActionShown(BaseModel):
    """An action that is possible now."""

    action: int
    text: str
    label: str
    target: TargetShown


class ActionsShown(BaseModel):
    """Everything that the caller's seat can do at a step."""

    step: int
    actions: list[ActionShown]


class PicksShown(BaseModel):
    """The sets that the caller's seat can pick at a step, if the question is for a set."""

    step: int
    things: Annotated[list[ActionShown], Field(description="everything that lies in some set")]
    sets: Annotated[
        list[list[int]], Field(description="every set once, as the actions that are its things")
    ]
    others: Annotated[list[int], Field(description="what can be done instead of picking a set")]


class PreviewShown(BaseModel):
    """What an action would bring, line by line of the score sheet, and what it costs."""

    lines: dict[str, int]
    points: int
    changes: Annotated[
        dict[str, int], Field(description="what the seat has more or less of then, by name")
    ]
    signs: Annotated[
        dict[str, str], Field(description="shapes of the drawing that stand for it, by name")
    ] = {}


class PreviewsShown(BaseModel):
    """What each option would bring, by its action."""

    step: int
    previews: dict[int, PreviewShown]


class HintShown(BaseModel):
    """Advice on one action."""

    action: int
    text: str
    label: str
    target: TargetShown
    margin: Annotated[float | None, Field(description="expected lead at the end, in points")]
    win: Annotated[float | None, Field(description="chance to win, 0 to 1")]
    why: str
    things: Annotated[
        list[int],
        Field(description="where a set is asked for, the set that the action begins; see /picks"),
    ]


class HintsShown(BaseModel):
    """The sensible actions of a step, the best first."""

    step: int
    hints: list[HintShown]


class Moved(BaseModel):
    """The step of the table after what was asked."""

    step: int


class LogShown(BaseModel):
    """What happened with one action, as the caller's seat saw it, or besides the actions."""

    action: int
    kind: Annotated[
        Literal["action", "table"],
        Field(description="`table`: no action, but somebody sat down, a bot plays on, and so on"),
    ]
    seat: int | None
    lines: list[str]
    fresh: bool
    back: bool


class LineShown(BaseModel):
    """A line of the score sheet."""

    name: str
    title: str
    tie_break: bool
    idle: Annotated[bool, Field(description="cannot count at this table")]
    values: list[int]


class SheetShown(BaseModel):
    """The score sheet as if the game ended now."""

    lines: list[LineShown]
    totals: list[int]
    winners: list[int]


class FrameShown(BaseModel):
    """One table of a finished game."""

    number: int
    svg: str
    log: list[str]
    scores: list[int]
    rules: Annotated[dict[str, str], Field(description="the rule of each thing on the drawing")]
    last: Annotated[list[str], Field(description="what the action touched on the drawing")]
    actor: Annotated[int | None, Field(description="who acted; nobody at the deal")]


class StepTold(BaseModel):
    """One step of a finished game in words."""

    number: int
    seat: Annotated[int | None, Field(description="who acted; nobody at the deal")]
    lines: list[str]
    choice: Annotated[bool, Field(description="no more than a choice on the way to what happens")]


class Chapter(BaseModel):
    """A round or a phase."""

    number: Annotated[int, Field(description="the step that begins it")]
    name: str


class CourseShown(BaseModel):
    """The course of a finished game, as a viewer saw it."""

    steps: list[StepTold]
    chapters: list[Chapter]


class BotShown(BaseModel):
    """A bot that can be invited."""

    name: str
    title: str


class GameShown(BaseModel):
    """A game of the house."""

    id: str
    title: str
    rules_version: int
    min_players: int
    max_players: int
    actions: int
    options: Annotated[dict[str, Any], Field(description="JSON Schema of the options")]
    components: Annotated[dict[str, Any], Field(description="JSON Schema of the components")]
    bots: list[BotShown]


class Refused(BaseModel):
    """What was wrong, in words; a stale answer also learns the current step."""

    error: str
    step: int | None = None
