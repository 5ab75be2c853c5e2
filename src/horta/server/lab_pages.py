"""The lab: choose a game, players and two variants, let bots play, and read what differs."""

from __future__ import annotations

import asyncio
import io
import json
import math
import zipfile
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath
from fastapi.responses import JSONResponse, RedirectResponse
from markupsafe import Markup
from starlette.datastructures import UploadFile

from horta.core import limits, registry
from horta.core.errors import BadOption, HortaError
from horta.core.game import Game, Json
from horta.core.i18n import mark
from horta.lab import Experiment
from horta.lab.notebook import notebook
from horta.lab.plots import sign
from horta.lab.results import EXPERIMENT, GAMES
from horta.server.desk import Wrapped, own_tables, wrapped
from horta.server.house import House
from horta.server.i18n import for_people, words
from horta.server.lab_form import parameter_title, parameters, read_values
from horta.server.lab_runs import DONE, FAILED, PLAYING, STOPPED, WAITING, Run, TooManyRuns
from horta.server.opponents import opponent, opponents
from horta.server.option_fields import decided, option_fields, option_lines, read_options
from horta.server.page import know_again, language, page
from horta.server.room import NotAllowed
from horta.server.uploads import COMPONENTS, read_upload
from horta.server.visits import CallerHere, GameId, HouseHere

router = APIRouter()

RunId = Annotated[str, InPath(pattern=limits.TABLE_ID)]
SIDES = ("a", "b")
"""The two variants of the form, by the beginning of the names of their fields."""
USUAL_DEALS = 100
MINUTE = 60
STATES = {
    WAITING: mark("It waits for its turn."),
    PLAYING: mark("It is being played."),
    DONE: mark("All games are played."),
    STOPPED: mark("It was stopped; this is what was played."),
    FAILED: mark("It came to an end too early."),
}


@router.get("/lab")
async def show_lab(request: Request, house: HouseHere) -> Response:
    """Show the games that can be studied."""
    return page(request, "lab.html.jinja", games=house.games)


@router.get("/lab/{game_id}")
async def show_form(
    request: Request, house: HouseHere, caller: CallerHere, game_id: GameId, tables: Wrapped = ""
) -> Response:
    """Show the form of an experiment."""
    game = registry.game(game_id)
    house.lab.check_open()
    answer = form_page(request, house, caller, game, {"b-tables": tables})
    return know_again(request, house, answer)


def form_page(
    request: Request,
    house: House,
    caller: str,
    game: Game,
    given: Mapping[str, str],
    *,
    problem: HortaError | None = None,
) -> Response:
    """Return the form as it was filled in, with what is wrong with it."""
    lang = language(request)
    say = words(lang)
    most = house.settings.lab_games // len(SIDES)
    return page(
        request,
        "lab-form.html.jinja",
        200 if problem is None else 422,
        game=game,
        bots=opponents(game),
        options=option_fields(game, lang),
        players=range(game.min_players, game.max_players + 1),
        given=defaultdict(str, given),
        seated=any(given.get(f"bot-{seat}") for seat in range(game.max_players)),
        sides=list(zip(SIDES, (say("today"), say("changed")), strict=True)),
        parameters=[(title, some) for title, some in parameters(game, lang).items()],
        deals=min(USUAL_DEALS, most),
        most=most,
        own=house.lab.of(caller),
        said="" if problem is None else for_people(problem, lang),
    )


@router.post("/lab/{game_id}")
async def begin(
    request: Request, house: HouseHere, caller: CallerHere, game_id: GameId
) -> Response:
    """Begin the experiment that the form describes."""
    game = registry.game(game_id)
    form = await request.form()
    given = {k: v for k, v in form.items() if isinstance(v, str)}
    try:
        for side in SIDES:
            file = form.get(f"{side}-file")
            if isinstance(file, UploadFile) and file.filename:
                given[f"{side}-tables"] = wrapped(await read_upload(COMPONENTS, file))
        run = await house.lab.begin(read_experiment(house, game, given), caller)
    except TooManyRuns:  # the form is as it should be
        raise
    except HortaError as wrong:
        return form_page(request, house, caller, game, given, problem=wrong)
    return RedirectResponse(f"/lab/runs/{run.id}", 303)


def read_experiment(house: House, game: Game, given: Mapping[str, str]) -> Experiment:
    """Read the form of an experiment: two variants, or one whose parameter goes through values."""
    players = _number(given.get("players", ""))
    usual = given.get("bot", "")
    chosen = (given.get(f"bot-{seat}") or usual for seat in range(min(players, game.max_players)))
    bots = [opponent(game, spec).spec for spec in chosen]
    swept = given.get("parameter", "")
    variants: dict[str, Json] = {}
    for side in SIDES[:1] if swept else SIDES:
        own = {k.removeprefix(f"{side}-"): v for k, v in given.items() if k.startswith(f"{side}-")}
        name = limits.read_name(own.get("name", "")) or side.upper()
        if name in variants:
            raise BadOption(mark("the two variants need different names"))
        variants[name] = {
            "options": read_options(game, own),
            "components": own_tables(house, game, own.get("tables", "")),
        }
    how: Json = {
        "players": players,
        "bots": bots,
        "games": _number(given.get("deals", "")),
        "seed": _number(given.get("seed", "") or "0"),
    }
    if not swept:
        return Experiment(game.id, variants, **how).checked()
    (common,) = variants.values()
    values = read_values(game, swept, given.get("values", ""))
    return Experiment(game.id, **how, **common).swept(swept, values).checked()


def _number(text: str) -> int:
    try:
        return int(text[:20])
    except ValueError:
        raise BadOption(mark("a whole number is needed")) from None


# a run


@router.get("/lab/runs/{run_id}")
async def show_run(
    request: Request, house: HouseHere, caller: CallerHere, run_id: RunId
) -> Response:
    """Show how far a run has come, or what it shows."""
    run, lang = await house.lab.get(run_id), language(request)
    game = registry.game(run.experiment.game)
    found: dict[str, Any] = {"sentences": [], "plots": []}
    if not run.is_on and run.played:
        found = await asyncio.to_thread(told_results, run, lang)
    return page(
        request,
        "lab-run.html.jinja",
        game=game,
        run=run,
        **found,
        mine=run.owner == caller,
        bot=" · ".join(
            opponent(game, spec).title(lang) for spec in dict.fromkeys(run.experiment.bots)
        ),
        variants=[
            (name, differences(game, run, name, lang), Markup(sign(number, 8, 8)))
            for number, name in enumerate(run.experiment.variants)
        ],
        **progress_words(run, lang),
    )


def told_results(run: Run, lang: str) -> dict[str, Any]:
    """Return what a run shows, as sentences and pictures."""
    if lang not in run.shown:
        results = run.results()
        run.shown[lang] = {
            "sentences": results.tell(lang),
            "plots": [Markup(plot.svg) for plot in results.plots(lang).values()],
        }
    shown: dict[str, Any] = run.shown[lang]
    return shown


def differences(game: Game, run: Run, variant: str, lang: str) -> list[str]:
    """Say what is special about a variant: options that are not the usual ones, changed tables."""
    changes = run.experiment.variants[variant]
    usual = option_lines(game, {}, lang)
    own = option_lines(game, decided(game, changes.get("options", {})), lang)
    lines = [f"{title} – {value}" for title, value in own if (title, value) not in usual]
    if run.experiment.sweep is not None:
        return [parameter_title(game, run.experiment.sweep.parameter, lang)]
    desk, say = game.presentation.desk(game.components(), lang), words(lang)
    tables = [desk.title(name) for name in changes.get("components", {})]
    return lines + [f"{say('Component tables')} – {title}" for title in tables]


def progress_words(run: Run, lang: str) -> dict[str, Any]:
    """Say how far a run has come and how long it will take."""
    say = words(lang)
    left = ""
    if run.left is not None:
        minutes = math.ceil(run.left / MINUTE)
        left = (
            say("less than a minute left")
            if run.left < MINUTE
            else say("about {n} min left", n=minutes)
        )
    state = say(STATES[run.state])
    if run.problem is not None:
        state = f"{state} {for_people(run.problem, lang)}"
    counted = say("{n} of {all} games", n=run.played, all=run.total)
    return {"state": state, "counted": counted, "left": left}


@router.get("/lab/runs/{run_id}/progress")
async def show_progress(request: Request, house: HouseHere, run_id: RunId) -> JSONResponse:
    """Tell how far a run has come, for the script of its page."""
    run = await house.lab.get(run_id)
    told_now = progress_words(run, language(request))
    return JSONResponse({"on": run.is_on, "played": run.played, **told_now})


@router.post("/lab/runs/{run_id}/stop")
async def stop(
    request: Request, house: HouseHere, caller: CallerHere, run_id: RunId
) -> RedirectResponse:
    """Stop a run; only who began it may."""
    run = await house.lab.get(run_id)
    if run.owner != caller:
        raise NotAllowed(mark("only who began an experiment may stop it"))
    await house.lab.stop(run)
    return RedirectResponse(f"/lab/runs/{run_id}", 303)


@router.get("/lab/runs/{run_id}/results.zip")
async def download(
    house: HouseHere,
    run_id: RunId,
    lang: Annotated[str, Query(pattern="^(en|fr|de)$")] = "en",
) -> Response:
    """Give a run away: its experiment and games as `horta lab` keeps them, pictures, a notebook."""
    run = await house.lab.get(run_id)
    packed = await asyncio.to_thread(as_folder, run, lang)
    name = f"attachment; filename=horta-lab-{run_id}.zip"
    return Response(packed, media_type="application/zip", headers={"content-disposition": name})


def as_folder(run: Run, lang: str) -> bytes:
    """Return the folder of a run, as a ZIP file."""
    results, made = run.results(), io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(EXPERIMENT, json.dumps(run.experiment.to_json(), indent=1))
        lines = (json.dumps(row, separators=(",", ":")) + "\n" for row in results.rows)
        file.writestr(GAMES, "".join(lines))
        file.writestr("findings.txt", "".join(f"{line}\n" for line in results.tell(lang)))
        file.writestr("results.ipynb", json.dumps(notebook(Path("."), lang), indent=1))
        for name, plot in results.plots(lang).items():
            file.writestr(f"{name.replace(' ', '-')}.svg", plot.svg)
    return made.getvalue()
