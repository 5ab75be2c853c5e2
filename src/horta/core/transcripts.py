"""How a match begins: dealt from a seed, set up from a position, or replayed from a transcript."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from horta.core import registry
from horta.core.changes import under_rules_of_now
from horta.core.engine import plain_engine
from horta.core.envelope import read_header
from horta.core.errors import (
    BadJson,
    BadPosition,
    BadText,
    BadTranscript,
    HortaError,
    IllegalAction,
)
from horta.core.game import Game, Json
from horta.core.i18n import mark
from horta.core.limits import (
    check_actions,
    check_game,
    check_json,
    check_seats,
    read_json,
    read_name,
    shown,
)
from horta.core.match import Match
from horta.core.seeds import Seed, check_seed, draw_seed


def start(
    game: str,
    players: int | None = None,
    seed: Seed | None = None,
    *,
    seats: Sequence[str] | None = None,
    components: Mapping[str, Any] | None = None,
    **options: Any,
) -> Match:
    """Start a match. Without a seed, one of 128 bits is drawn; the transcript keeps it."""
    found = registry.game(game)
    players = found.check_players(found.min_players if players is None else players)
    seed = check_seed(draw_seed() if seed is None else seed)
    return Match(
        found,
        players,
        found.read_options(options),
        found.read_components(components),
        seed,
        seats=None if seats is None else [read_name(name) for name in seats],
    )


def resume(game: str, position: Json, *, seats: Sequence[str] | None = None) -> Match:
    """Set up a position: one of `match.position`, or one written by hand for a study."""
    found = registry.game(game)
    try:
        check_json(position)
    except BadJson as problem:
        raise BadPosition(mark("the position: {problem}"), problem=problem) from None
    version = position.get("rules_version") if isinstance(position, dict) else None
    with under_rules_of_now(found, version):
        return _set_up(found, position, seats)


def _set_up(found: Game, position: Json, seats: Sequence[str] | None) -> Match:
    header = read_header(found, position, BadPosition)
    table = position.get("table")
    if not isinstance(table, dict):
        raise BadPosition(mark("{game}: the position has no 'table'"), game=found.title)
    names = None if seats is None else [read_name(name) for name in seats]
    match = Match(found, *header, seed=None, seats=names, position=table)
    _check_table(match)
    return match


def _check_table(match: Match) -> None:
    """Refuse a table that breaks an invariant, or on which nobody could go on.

    The rules run as they are written here: so nothing that a stranger wrote down reaches compiled
    code, which checks no bounds, before it is known to be sound.
    """
    found, rules = match.game, plain_engine(match.game)
    broken = rules.check(match._table, 0)
    if broken:
        raise BadPosition(
            mark("{game}: no game can reach this position; invariant {number}: {demand}"),
            game=found.title,
            number=broken,
            demand=BadPosition(found.presentation.invariants()[broken]),
        )
    seat = rules.to_play(match._table, 0)
    options = rules.legal(match._table, 0, match._out)
    if seat >= match.players or (options > 0) != (seat >= 0):
        raise BadPosition(
            mark("{game}: nobody can go on from this position, and the game is not over"),
            game=found.title,
        )


def replay(transcript: Json | str) -> Match:
    """Play a transcript again, up to its end, and check its result."""
    return play_through(read_transcript(transcript), lambda match: None)


def play_through(transcript: Json, before: Callable[[Match], None]) -> Match:
    """Play a transcript again, with a look at the match before each of its actions."""
    game = registry.game(check_game(transcript["game"]))
    with under_rules_of_now(game, transcript.get("rules_version")):
        match, actions, result = begin(transcript)
        for number, text in enumerate(actions, 1):
            before(match)
            carry_out(match, number, text)
        check_result(match, result)
    return match


def read_transcript(transcript: Json | str) -> Json:
    """Read a transcript within the limits of what comes from outside."""
    try:
        if isinstance(transcript, str):
            transcript = read_json(transcript)
        else:
            check_json(transcript)
    except BadJson as problem:
        raise BadTranscript(mark("the transcript: {problem}"), problem=problem) from None
    if not isinstance(transcript, dict) or "game" not in transcript or "actions" not in transcript:
        raise BadTranscript(
            mark("this is not a transcript of Horta: it needs 'game' and 'actions'")
        )
    return transcript


def begin(transcript: Json) -> tuple[Match, list[str], Any]:
    """Check a transcript; return its match at the start, its actions, and the result it claims."""
    game = registry.game(check_game(transcript["game"]))
    header = read_header(game, transcript, BadTranscript)
    position, seed = transcript.get("position"), transcript.get("seed")
    seats = check_seats(transcript.get("seats"), header[0])
    actions = check_actions(transcript["actions"])
    if position is None:
        try:
            check_seed(seed)
        except HortaError as problem:
            raise BadTranscript("'seed': {problem}", problem=problem) from None
        match = Match(game, *header, seed=seed, seats=seats)
    else:
        try:
            match = _set_up(game, {**transcript, "table": position}, seats)
        except BadPosition as problem:
            raise BadPosition(
                mark("the position that the transcript begins with: {problem}"), problem=problem
            ) from problem
    return match, actions, transcript.get("result")


def reopen(header: Json) -> Match:
    """Return the match that a transcript without its actions begins, as a store keeps it."""
    return begin({**header, "seats": None, "actions": [], "result": None})[0]


def carry_out(match: Match, number: int, text: str) -> None:
    """Carry out one entry of a transcript: an action, or an undo."""
    try:
        if text == "undo":
            match.undo()
        else:
            match.play(match.parse(text))
    except (IllegalAction, BadText) as problem:
        raise BadTranscript(
            mark("action {number} of the transcript: {problem}"),
            number=number,
            problem=problem,
        ) from problem


def check_result(match: Match, result: Any) -> None:
    """Refuse a transcript whose actions do not lead to the result that it claims."""
    if result is None:
        return
    now = {"scores": match.scores, "winners": match.winners}
    if not match.over:
        raise BadTranscript(mark("the transcript claims a result, but its game does not end"))
    if result != now:
        raise BadTranscript(
            mark("the transcript claims {claimed}, but its actions lead to {reached}"),
            claimed=shown(result),
            reached=now,
        )
