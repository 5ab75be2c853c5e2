"""Untrusted work: what is done with tables from outside, in a process that may fail.

Positions, component tables and transcripts that somebody sends are checked and played here, and
nowhere else before: whatever they make the rules do happens to a worker (`horta.server.worker`),
which has a limit of time and memory. What comes out has been tried: the rules have listed, scored
and shown its tables within the limit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace

from horta.core import transcripts
from horta.core.changes import is_older, under_rules_of_now
from horta.core.engine import Engine, engine
from horta.core.errors import HortaError
from horta.core.game import Game, Json, Legal
from horta.core.i18n import mark
from horta.core.lesson_course import check_lesson
from horta.core.lessons import lesson_of
from horta.core.limits import check_json
from horta.core.match import Match
from horta.core.picking import Step, picking_at
from horta.core.record import Games, at, from_bytes
from horta.core.registry import game as game_of
from horta.server import editor_work, explore_work, study_work
from horta.server.keeping import BEGAN, CLOSE, END, keep_match

SIMPLE_ADVICE = {"bot": "greedy:deals=1,answered=0"}
"""Until the rules are compiled a search would take minutes: a quick look ahead advises."""

Answer = tuple[Json, list[bytes]]
Task = Callable[[Json, Sequence[bytes]], Answer]


def deal(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Deal a match by options and components from outside."""
    check_json(given)
    match = transcripts.start(
        given["game"],
        given["players"],
        given["seed"],
        components=given["components"],
        **given["options"],
    )
    try_out(match, drawn=bool(given["components"]))
    return keep_match(match, []).message()


def lay_out(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Draw components from outside, and a table that is laid with them if that is asked for."""
    from horta.server.desk import draw_pictures, draw_table

    check_json(given)
    game, components = given["game"], given["components"]
    svg = draw_table(game, components, given["lang"]) if given["table"] else ""
    return {"pictures": draw_pictures(game, components), "svg": svg}, []


def hold(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Play a lesson through with components from outside; `BadLesson` if it does not hold."""
    check_json(given)
    game = game_of(given["game"])
    check_lesson(game, lesson_of(game, given["lesson"]), given["components"], ())
    return {}, []


def take_up(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Play a transcript from outside."""
    transcript = transcripts.read_transcript(given)
    seats: list[int] = []

    def look_on(match: Match) -> None:
        if not seats:
            try_out(match, drawn=False)
        seats.append(-1 if match.to_play is None else match.to_play)

    match = transcripts.play_through(transcript, look_on)
    try_out(match, drawn=True)
    kept = keep_match(match, list(zip(match.transcript()["actions"], seats, strict=True)))
    if is_older(match.game, transcript.get("rules_version")):
        kept.header[BEGAN] = transcript["rules_version"]
    return kept.message()


def reopen(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Play what the store holds of a match, under the rules of now, up to the same result."""
    header = given["header"]
    with under_rules_of_now(game_of(str(header["game"])), header.get("rules_version")):
        match = transcripts.reopen(header)
        entries = []
        for number, (text, seat) in enumerate(given["entries"], 1):
            if text not in (END, CLOSE):
                transcripts.carry_out(match, number, text)
            entries.append((text, seat))
        if given["result"] is not None:
            claimed = {name: given["result"][name] for name in ("scores", "winners")}
            transcripts.check_result(match, claimed)
    return keep_match(match, entries).message()


def rehearse(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Try whether the rules can carry out an action, and go on from there."""
    game = game_of(given["game"])
    table, rules = from_bytes(game.table, blobs[0]), engine(game)
    rules.step(table, 0, given["action"])
    look(game, table, given["players"])
    return {}, []


def preview(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Say what actions or sets would bring a seat; see `brought`."""
    game, seat, seed, lang = (given[name] for name in ("game", "seat", "seed", "lang"))
    ways = [[Step(action, tuple(options)) for action, options in way] for way in given["ways"]]
    return {"found": brought(game_of(game), blobs[0], seat, ways, seed=seed, lang=lang)}, []


def brought(
    game: Game, seen: bytes, seat: int, ways: Sequence[Sequence[Step]], *, seed: int, lang: str
) -> list[Json]:
    """Return what each way brings and costs, on a table dealt again from a seat's own view.

    `lines` are those of the score sheet, `changes` what the seat has more or less of, and `signs`
    the shapes of the drawing that stand for it, where there are any. An action is a way of one
    step; what the rules do by themselves on the way to a set is left out.
    """
    rules, dealt = engine(game), from_bytes(game.table, seen)
    rules.redeal(dealt, 0, seat, seed)
    sheet, out = game.new_sheet(), game.new_list()
    rules.score(dealt, 0, sheet)
    points = sheet[seat].tolist()
    holdings, signs = game.presentation.holdings, getattr(game.presentation, "signs", None)
    had = holdings(at(game.table, dealt), seat, lang)
    counted = [(k, line.name) for k, line in enumerate(game.lines) if not line.tie_break]
    tables, found = from_bytes(game.table, dealt.tobytes() * len(ways)), []
    for number, way in enumerate(ways):
        _go(rules, tables, number, way, out)
        sheet.fill(0)
        rules.score(tables, number, sheet)
        after = sheet[seat].tolist()
        lines = {name: after[k] - points[k] for k, name in counted if after[k] != points[k]}
        now = at(game.table, tables, number)
        has = holdings(now, seat, lang)
        changes = {name: int(has[name] - had[name]) for name in had if has[name] != had[name]}
        drawn = signs(now, lang) if signs and changes else {}
        signed = {name: drawn[name] for name in changes if name in drawn}
        found.append({"lines": lines, "changes": changes, "signs": signed})
    return found


def _go(rules: Engine, tables: Games, i: int, way: Sequence[Step], out: Legal) -> None:
    """Play a way on a table; a step with one option only may have been played by the rules."""
    for step in way:
        forced = len(step.options) == 1
        if not forced or tuple(out[: rules.legal(tables, i, out)].tolist()) == step.options:
            rules.step(tables, i, step.action)


def choose(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Let a bot choose an action on a table as its seat sees it."""
    from horta.server.opponents import Choice, opponent

    game = game_of(given["game"])
    seen = from_bytes(game.table, blobs[0])
    bot = opponent(game, given["bot"])
    asked = Choice(
        game, given["players"], seen, given["seat"], legal=given["legal"], seed=given["seed"]
    )
    return {"action": int(bot.choose(asked))}, []


def advise(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Rank what a seat can do on a table."""
    match = _standing(given, blobs[0])
    how = {} if engine(match.game).compiled else SIMPLE_ADVICE
    found = match.hint(given["seat"], given["lang"], **how)
    return {"hints": [asdict(hint) for hint in found]}, []


def check_experiment(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Check an experiment of the lab, with components from outside: every variant is dealt once."""
    from horta.lab import Experiment

    check_json(given["experiment"])
    experiment = Experiment.from_json(given["experiment"])
    for name in experiment.variants:
        plan = experiment.plan(name)
        match = transcripts.start(
            *(plan.game, plan.players, experiment.seed),
            components=dict(plan.components),
            **dict(plan.options),
        )
        try_out(match, drawn=False)
    return {}, []


def lab_game(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Play one game of an experiment."""
    from horta.bots.arena import play_task
    from horta.lab import Experiment
    from horta.lab.results import row_of

    experiment = Experiment.from_json(given["experiment"])
    game = game_of(experiment.game)
    if not engine(game).compiled and set(experiment.bots) != {"random"}:
        raise HortaError(
            mark("the rules of {game} are being compiled; until then only “Random” plays here"),
            game=game.title,
        )
    variant, deal = given["variant"], given["deal"]
    result = play_task(experiment.plan(variant).checked(), experiment.task(deal))
    return {"row": row_of(experiment, (variant, deal), result)}, []


def survey(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Tell on which of some tables there is a choice."""
    game = game_of(given["game"])
    rules, out = engine(game), game.new_list()
    tables = (from_bytes(game.table, one) for one in blobs)
    return {"steps": [k for k, one in enumerate(tables) if rules.legal(one, 0, out) > 1]}, []


def judge(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Judge one decision of a match, by what its seat knew; see `horta.review`."""
    from horta.review import judge_at
    from horta.review.written import write_decision

    match = _standing(given, blobs[0])
    found = judge_at(match, given["step"], given["action"], given["depth"])
    return write_decision(match.game, found), []


def weigh_too(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Weigh one more action of a decision that was judged; it is the last of its ways then."""
    from horta.review.reviewing import weigh_at
    from horta.review.written import read_decision, write_decision

    match = _standing(given, blobs[0])
    decision = read_decision(match.game, match.players, given["decision"])
    way = weigh_at(match, decision.step, given["action"], given["depth"])
    return write_decision(match.game, replace(decision, ways=(*decision.ways, way))), []


def tell(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Say in words what a review found of a decision, with what may follow."""
    from horta.review.telling import tell_at
    from horta.review.written import read_decision

    match = _standing(given, blobs[0])
    decision = read_decision(match.game, match.players, given["decision"])
    return asdict(tell_at(match, decision, given["lang"])), []


def line(given: Json, blobs: Sequence[bytes]) -> Answer:
    """Show the table after some actions of what might follow a decision."""
    from horta.server.review_lines import stand

    return stand(_standing(given, blobs[0]), given["play"], given["seat"], given["lang"]), []


def _standing(given: Json, table: bytes) -> Match:
    """Return a match that begins on a table."""
    game = game_of(given["game"])
    options, components = game.read_options(given["options"]), game.read_components({})
    seats = given.get("seats")
    return Match(game, given["players"], options, components, None, seats=seats, table=table)


def try_out(match: Match, *, drawn: bool) -> None:
    """Ask of a table what the house will ask of it."""
    game = match.game
    look(game, from_bytes(game.table, match.table), match.players)
    table, words = at(game.table, match.redacted(match.to_play)), game.presentation.words("en")
    words.question(table)
    for action in match.legal:
        words.label(table, action)
        game.presentation.target(table, action)
    game.presentation.refusals(table, "en")
    if drawn:
        for seat in {match.to_play, None}:
            match.svg(seat)


def look(game: Game, table: Games, players: int) -> None:
    """Let the rules list, score and redact a table for everybody, and write it as JSON.

    What can be picked in any order is worked out too.
    """
    rules, data, out = engine(game), table.tobytes(), game.new_list()
    asked = rules.to_play(table, 0)
    legal = out[: rules.legal(table, 0, out)].tolist()
    rules.score(table, 0, game.new_sheet())
    for seat in range(-1, players):
        seen = from_bytes(game.table, data)
        rules.redact(seen, 0, seat)
        game.presentation.to_json(at(game.table, seen))
        if seat == asked:
            picking_at(game, seen, legal)


TASKS: dict[str, Task] = {
    task.__name__: task
    for task in (
        *(deal, lay_out, hold, take_up, reopen, rehearse, preview, choose, advise),
        *(check_experiment, lab_game, survey, judge, weigh_too, tell, line),
        *study_work.TASKS,
        *editor_work.TASKS,
        *explore_work.TASKS,
    )
}
"""What a worker can be asked, by name."""
