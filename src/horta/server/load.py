"""A load benchmark: many tables, each shown by some pages of a browser, on one machine.

    python -m horta.server.load --tables 200 --seconds 20
    python -m horta.server.load --tables 40 --reviews 2     # what reviews take from tables

It does what the pages do: every viewer holds the stream of a browser, takes over the pieces that
arrive, asks what the buttons of the band bring, and the seat to play answers from the actions among
them. The tables stand at all stages of a game. It tells the time from a POST to the picture of
another viewer when people take some seconds for a decision, what an action costs the server then,
what it sends, and how many actions a second it carries when nobody pauses.

Server and load share the machine with whatever else runs there. How long each of them was ready and
waited for a processor is told, too: where that is much, the slowest pictures tell of the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import horta
from horta.server.load_line import HOST, Line, check
from horta.server.pieces import follow
from horta.server.previews import MOST as MOST_PREVIEWS

THINKING = 4.0
"""Seconds that a person takes for a decision, on average."""
SILENCE = 0.25
"""How long nobody plays before, to see what the open streams cost alone: as a share of the time."""
BUTTONS = 8
"""So many options have buttons in the band; of more, those that lie nowhere on the table."""
MADE = 201
REVIEWING = 19
"""How nice a process is that judges games."""

_SERVER = """
import sys, uvicorn
from horta.server.run import configured
from horta.server.settings import Settings
many = 10**9
settings = Settings(
    database=sys.argv[2], rate=float(many), burst=many, connections=many, idle_seconds=60,
    open_tables=many, address_tables=many
)
uvicorn.Server(configured(settings, "127.0.0.1", int(sys.argv[1]))).run()
"""
_DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.S)


@dataclass(frozen=True)
class Plan:
    """What is measured."""

    game: str = "paris"
    tables: int = 200
    viewers: int = 2
    """At each table; at least its seats."""
    players: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    seconds: float = 20.0
    played: int = 30
    """Each table has played some actions before, fewer than so many."""
    reviews: int = 0
    """Finished games whose reviews somebody waits for, beside the tables."""


@dataclass
class Viewer:
    """A page that shows a table."""

    seat: int | None
    ticket: str = ""
    have: dict[str, str] = field(default_factory=dict)
    """The tags of the pieces that it came with."""
    texts: dict[str, str] = field(default_factory=dict)
    """What it has of the pieces that it acts by: the actions, and where the table stands."""
    step: int = -1


@dataclass
class Sitting:
    """A table under load."""

    id: str
    tokens: list[str]
    viewers: list[Viewer] = field(default_factory=list)
    posted: tuple[int, float] = (0, 0.0)
    """The step that the last action leads to, at least, and when it was sent."""
    actor: Viewer | None = None
    """Who sent the last one."""
    arrived: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Tally:
    """What is counted on the way."""

    actions: int = 0
    bytes: int = 0
    """Of all streams, packed as they are sent."""
    judged: int = 0
    """Decisions of reviews."""
    latencies: list[float] = field(default_factory=list)


@dataclass
class Report:
    """What was measured."""

    game: str
    tables: int
    viewers: int
    calm_rate: float
    """Actions a second while people take their time."""
    cpu_ms: float
    """What an action costs the server then, with the pictures of all viewers."""
    kilobytes: float
    """What an action sends to one viewer."""
    median_ms: float
    p99_ms: float
    full_rate: float
    """Actions a second while nobody pauses."""
    full_cpu_ms: float
    kilobytes_per_table: float
    waited_ms: float
    """How long the server waited for a processor, for an action while people take their time."""
    load_waited_ms: float
    """How long the load did."""
    idle_ms: float
    """What the streams cost the server a second while nobody plays; it is in the figures above."""
    reviews: int = 0
    judged: int = 0
    """Decisions that were judged while all this was measured."""
    judging_s: float = 0.0
    """Seconds of processor time that went into it."""

    def __str__(self) -> str:
        return (
            f"{self.game}: {self.tables} tables with {self.viewers} viewers each: at "
            f"{self.calm_rate:.0f} actions/s an action costs {self.cpu_ms:.1f} ms of the server's "
            f"CPU and {self.kilobytes:.1f} KB a viewer, POST to another viewer's picture "
            f"{self.median_ms:.0f} ms median, {self.p99_ms:.0f} ms 99th percentile; without pauses "
            f"{self.full_rate:.0f} actions/s at {self.full_cpu_ms:.1f} ms; "
            f"{self.kilobytes_per_table:.0f} KB a table; the server waited {self.waited_ms:.1f} ms "
            f"an action for a processor, the load {self.load_waited_ms:.1f} ms; while nobody "
            f"plays, its streams cost {self.idle_ms:.1f} ms of CPU a second"
            + (
                f"; beside it {self.judged} decisions of {self.reviews} reviews "
                f"in {self.judging_s:.1f} s of CPU" * bool(self.reviews)
            )
        )


async def watch(port: int, table: Sitting, viewer: Viewer, tally: Tally) -> None:
    """Show a table, as a page does."""
    async with Line(port) as line:
        wanted = {"key": "0", "id": table.id, "pass": viewer.ticket, "have": viewer.have}
        line.send("POST", "/live", form={"tables": [wanted]}, packed=True)
        status, _ = await line.head()
        check(status, "no stream")
        unpack, rest = zlib.decompressobj(31), b""
        while chunk := await line.chunk():
            tally.bytes += len(chunk)
            *lines, rest = (rest + unpack.decompress(chunk)).split(b"\n")
            for raw in lines:
                if raw.startswith(b"data: "):
                    take(table, viewer, json.loads(raw[6:]), tally)


def take(table: Sitting, viewer: Viewer, message: Any, tally: Tally) -> None:
    """Take over what arrives."""
    now = time.perf_counter()
    for name, (_, said) in message["pieces"].items():
        if name in ("json/", "json/actions"):
            old = viewer.texts.get(name, "")
            viewer.texts[name] = said if isinstance(said, str) else follow(old, said)
    before, viewer.step = viewer.step, json.loads(viewer.texts["json/"])["step"]
    awaited, sent = table.posted
    if before < awaited <= viewer.step and table.actor not in (None, viewer):
        tally.latencies.append(now - sent)
    if all(one.step == viewer.step for one in table.viewers):
        table.arrived.set()


async def play(
    port: int, table: Sitting, tally: Tally, *, until: float, pause: float, most: int = 10**9
) -> None:
    """Play all seats of a table, as people would: one answer after the other's picture."""
    choice = random.Random(table.id)
    async with Line(port) as line:
        for _ in range(most):
            if time.perf_counter() >= until:
                return
            await asyncio.wait_for(table.arrived.wait(), 60)
            states = [(one, json.loads(one.texts["json/"])) for one in table.viewers]
            mine = next((one for one, state in states if state["mine"]), None)
            if mine is None or mine.seat is None:
                return
            options = json.loads(mine.texts["json/actions"])
            await look(line, table, mine, options)
            action = choice.choice(options)["action"]
            await asyncio.sleep(pause * choice.random())
            table.arrived.clear()
            step = mine.step
            table.posted, table.actor = (step + 1, time.perf_counter()), mine
            form = {"step": step, "action": action}
            token = table.tokens[mine.seat]
            path = f"/t/{table.id}/api/actions"
            status, told = await line.ask("POST", path, token, form)
            check(status, told)
            tally.actions += 1


async def look(line: Line, table: Sitting, viewer: Viewer, options: list[Any]) -> None:
    """Ask what the buttons of the band bring, as a page does as soon as it shows them."""
    buttons = [one for one in options if len(options) <= BUTTONS or not one["target"]["element"]]
    if not buttons or len(options) == 1 or viewer.seat is None:
        return
    few = len(options) <= MOST_PREVIEWS
    paths = ["previews?"] if few else [f"preview?action={one['action']}&" for one in buttons]
    for path in paths:
        where = f"/t/{table.id}/api/{path}lang=en&seat={viewer.seat}"
        check(*await line.ask("GET", where, table.tokens[viewer.seat]))


def finished(plan: Plan) -> Any:
    """Return the transcript of a whole game, played at random."""
    match, choice = horta.start(plan.game, plan.players, **plan.options), random.Random(plan.game)
    while not match.over:
        match.play(choice.choice(match.legal))
    return match.transcript()


async def wait_for_review(port: int, match_id: str, tally: Tally) -> None:
    """Hold the page of a review open, as somebody does who waits for it."""
    async with Line(port) as line:
        await line.text("GET", f"/t/{match_id}/review")
        line.send("GET", f"/t/{match_id}/review/news?lang=en")
        status, _ = await line.head()
        check(status, "no review")
        seen, rest = 0, b""
        while chunk := await line.chunk():
            *lines, rest = (rest + chunk).split(b"\n")
            for raw in lines:
                if raw.startswith(b"data: "):
                    done = json.loads(raw[6:])["done"]
                    tally.judged, seen = tally.judged + done - seen, done


def cpu(pid: int, *, reviewing: bool = False) -> float:
    """Return the seconds of processor time that a process and its children have used.

    What judges games is counted for itself (`reviewing`): it takes what nobody else wants.
    """
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    children = Path(f"/proc/{pid}/task/{pid}/children")
    below = children.read_text().split() if children.exists() else []
    counts = (int(fields[16]) >= REVIEWING) is reviewing
    used = counts * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return used + sum(cpu(int(child), reviewing=reviewing) for child in below)


def waited(pid: int) -> float:
    """Return the seconds for which a process was ready and had no processor."""
    told = Path(f"/proc/{pid}/schedstat")
    return int(told.read_text().split()[1]) / 1e9 if told.exists() else 0.0


def memory(pid: int) -> float:
    """Return the kilobytes that a process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    return 0.0


async def put_up(line: Line, plan: Plan) -> Sitting:
    """Put a table up, and open its pages."""
    form = {"game": plan.game, "players": plan.players, "options": plan.options}
    status, told = await line.ask("POST", "/api/tables", form=form)
    if status != MADE:
        raise RuntimeError(f"no table: {told}")
    made = Sitting(told["id"], [seat["token"] for seat in told["seats"]])
    seats = len(made.tokens)
    for number in range(max(plan.viewers, seats)):
        seat = number if number < seats else None
        token = made.tokens[number] if seat is not None else ""
        _, page = await line.text("GET", f"/t/{made.id}", token)
        made.viewers.append(viewer_of(seat, page))
    return made


def viewer_of(seat: int | None, page: str) -> Viewer:
    """Take over what a page came with; of its pieces, those that it acts by."""
    found = _DATA.search(page)
    if found is None:
        raise RuntimeError("the page brings no data")
    start = json.loads(found[1])
    actions = ",\n".join(json.dumps(one) for one in start["actions"])
    texts = {"json/": json.dumps(start), "json/actions": f"[{actions}]"}
    tags = {name: tag for name, (tag, _) in start["pieces"].items()}
    return Viewer(seat, start["pass"], tags, texts)


async def measure(port: int, pid: int, plan: Plan) -> Report:
    """Put the tables up, play, and measure."""
    async with Line(port) as line:
        for _ in range(5):  # so that code and caches do not count as a table's memory
            await put_up(line, plan)
        before = memory(pid)
        made = [await put_up(line, plan) for _ in range(plan.tables)]
        await compiled(line, made[0])
    tally = Tally()
    ears = [
        asyncio.create_task(watch(port, table, viewer, tally))
        for table in made
        for viewer in table.viewers
    ]
    ears += await reviewed(port, plan, tally)
    await asyncio.gather(*(asyncio.wait_for(table.arrived.wait(), 120) for table in made))
    viewers = len(made[0].viewers)
    await _play_on(port, made, plan.played)
    tally.bytes = tally.judged = 0
    tally.latencies.clear()
    used, judging = cpu(pid), cpu(pid, reviewing=True)
    await asyncio.sleep(plan.seconds * SILENCE)
    idle_ms = 1000 * (cpu(pid) - used) / (plan.seconds * SILENCE)
    idle = waited(pid), waited(os.getpid())
    calm, calm_cpu = await _phase(port, pid, made, plan.seconds, pause=2 * THINKING, tally=tally)
    ready, own = waited(pid) - idle[0], waited(os.getpid()) - idle[1]
    actions = max(1, tally.actions)
    sent = tally.bytes / max(1, tally.actions) / viewers / 1000
    cuts = statistics.quantiles(tally.latencies or [0.0, 0.0], n=100)
    tally.actions = 0
    full, full_cpu = await _phase(port, pid, made, plan.seconds / 2, pause=0.0, tally=tally)
    held = (memory(pid) - before) / plan.tables
    for ear in ears:
        ear.cancel()
    for ended in await asyncio.gather(*ears, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
    return Report(
        plan.game,
        plan.tables,
        viewers,
        calm,
        calm_cpu,
        sent,
        1000 * cuts[49],
        1000 * cuts[98],
        full,
        full_cpu,
        held,
        1000 * ready / actions,
        1000 * own / actions,
        idle_ms,
        plan.reviews,
        tally.judged,
        cpu(pid, reviewing=True) - judging,
    )


async def reviewed(port: int, plan: Plan, tally: Tally) -> list[asyncio.Task[None]]:
    """Bring finished games, and wait for their reviews."""
    names = []
    async with Line(port) as line:
        for _ in range(plan.reviews):
            form = {"transcript": finished(plan)}
            status, told = await line.ask("POST", "/api/transcripts", form=form)
            if status != MADE:
                raise RuntimeError(f"no game to review: {told}")
            names.append(told["id"])
    return [asyncio.create_task(wait_for_review(port, one, tally)) for one in names]


async def compiled(line: Line, table: Sitting) -> None:
    """Wait until the server has the compiled rules, if it is to have them."""
    for _ in range(600 if os.environ.get("HORTA_JIT", "") != "0" else 0):
        _, told = await line.ask("GET", f"/t/{table.id}/summary")
        if told["compiled"]:
            return
        await asyncio.sleep(1)


async def _play_on(port: int, made: list[Sitting], most: int) -> None:
    """Play each table up to some stage of its game."""
    uncounted, never = Tally(), float("inf")
    stages = {table.id: random.Random(table.id).randrange(max(1, most)) for table in made}
    await asyncio.gather(
        *(
            play(port, table, uncounted, until=never, pause=0.0, most=stages[table.id])
            for table in made
        )
    )
    for table in made:
        await asyncio.wait_for(table.arrived.wait(), 60)


async def _phase(
    port: int, pid: int, made: list[Sitting], seconds: float, *, pause: float, tally: Tally
) -> tuple[float, float]:
    """Play on all tables for some time; return actions a second, and milliseconds of CPU each."""
    start, used = time.perf_counter(), cpu(pid)
    until = start + seconds
    await asyncio.gather(*(play(port, table, tally, until=until, pause=pause) for table in made))
    rate = tally.actions / (time.perf_counter() - start)
    return rate, 1000 * (cpu(pid) - used) / max(1, tally.actions)


def run(plan: Plan) -> Report:
    """Start a server of its own and measure it."""
    with socket.socket() as door:
        door.bind((HOST, 0))
        port = door.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="horta-load-") as folder:
        args = [sys.executable, "-c", _SERVER, str(port), f"sqlite:///{folder}/tables.sqlite"]
        with subprocess.Popen(args) as server:
            try:
                for _ in range(600):
                    with socket.socket() as door:
                        if door.connect_ex((HOST, port)) == 0:
                            break
                    time.sleep(0.1)
                found = measure(port, server.pid, plan)
                return asyncio.run(found)
            finally:
                server.terminate()


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="paris")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--viewers", type=int, default=2, help="at each table; at least its seats")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--options", type=json.loads, default={}, help="of the game, as JSON")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--played", type=int, default=30, help="actions before, fewer than so many")
    parser.add_argument("--reviews", type=int, default=0, help="games reviewed beside the tables")
    given = parser.parse_args()
    print(run(Plan(**vars(given))))


if __name__ == "__main__":
    main()
