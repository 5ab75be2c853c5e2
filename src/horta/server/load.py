"""A load benchmark: many tables, each shown by some pages of a browser, on one machine.

    python -m horta.server.load --tables 200 --seconds 20

It does what the pages do: every viewer holds the stream of a browser, takes over the pieces that
arrive, and the seat to play answers from the actions among them. It tells the time from a POST to
the picture of another viewer when people take some seconds for a decision, what an action costs
the server then, what it sends, and how many actions a second it carries when nobody pauses.
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

from horta.server.pieces import follow

THINKING = 4.0
"""Seconds that a person takes for a decision, on average."""
HOST = "127.0.0.1"
OK, MADE = 200, 201

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
_PASS = re.compile(r'"lang": "\w+", "pass": "([^"]*)"')  # the rule of passing stands there, too


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


@dataclass
class Viewer:
    """A page that shows a table."""

    seat: int | None
    ticket: str = ""
    texts: dict[str, str] = field(default_factory=dict)
    """What it has of the pieces that it acts by: the actions, and where the table stands."""
    step: int = -1


@dataclass
class Sitting:
    """A table under load."""

    id: str
    tokens: list[str]
    viewers: list[Viewer] = field(default_factory=list)
    posted: dict[int, float] = field(default_factory=dict)
    """By step: when the action that leads to it was sent."""
    actor: Viewer | None = None
    """Who sent the last one."""
    arrived: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Tally:
    """What is counted on the way."""

    actions: int = 0
    bytes: int = 0
    """Of all streams, packed as they are sent."""
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

    def __str__(self) -> str:
        return (
            f"{self.game}: {self.tables} tables with {self.viewers} viewers each: at "
            f"{self.calm_rate:.0f} actions/s an action costs {self.cpu_ms:.1f} ms of the server's "
            f"CPU and {self.kilobytes:.1f} KB a viewer, POST to another viewer's picture "
            f"{self.median_ms:.0f} ms median, {self.p99_ms:.0f} ms 99th percentile; without pauses "
            f"{self.full_rate:.0f} actions/s at {self.full_cpu_ms:.1f} ms; "
            f"{self.kilobytes_per_table:.0f} KB a table"
        )


class Line:
    """One connection that stays open; HTTP by hand, so that the load costs less than its server."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def __aenter__(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection(HOST, self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()

    async def ask(self, method: str, path: str, token: str = "", form: Any = None) -> Any:
        """Send a request and return the JSON of the answer."""
        status, body = await self.text(method, path, token, form)
        return status, json.loads(body)

    async def text(self, method: str, path: str, token: str = "", form: Any = None) -> Any:
        """Send a request and return the text of the answer."""
        self.send(method, path, token, form)
        status, headers = await self.head()
        return status, (await self.reader.readexactly(int(headers["content-length"]))).decode()

    def send(
        self, method: str, path: str, token: str = "", form: Any = None, packed: bool = False
    ) -> None:
        """Send a request."""
        body = b"" if form is None else json.dumps(form).encode()
        key = f"authorization: Bearer {token}\r\n" if token else ""
        key += "accept-encoding: gzip\r\n" if packed else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: {HOST}\r\n{key}content-type: application/json\r\n"
        )
        self.writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)

    async def head(self) -> tuple[int, dict[str, str]]:
        """Read the head of an answer."""
        raw = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.split(": ", 1) for line in raw[1:] if ": " in line)
        return int(raw[0].split()[1]), {name.lower(): value for name, value in pairs}

    async def chunk(self) -> bytes:
        """Read a chunk of an answer that comes in chunks; the last one is empty."""
        size = int(await self.reader.readline(), 16)
        return (await self.reader.readexactly(size + 2))[:-2]


async def watch(port: int, table: Sitting, viewer: Viewer, tally: Tally) -> None:
    """Show a table, as a page does."""
    async with Line(port) as line:
        wanted = {"key": "0", "id": table.id, "pass": viewer.ticket}
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
    viewer.step = json.loads(viewer.texts["json/"])["step"]
    sent = table.posted.get(viewer.step)
    if sent is not None and table.actor is not viewer:
        tally.latencies.append(now - sent)
    if all(one.step == viewer.step for one in table.viewers):
        table.arrived.set()


async def play(port: int, table: Sitting, until: float, pause: float, tally: Tally) -> None:
    """Play all seats of a table, as people would: one answer after the other's picture."""
    choice = random.Random(table.id)
    async with Line(port) as line:
        while time.perf_counter() < until:
            await asyncio.wait_for(table.arrived.wait(), 60)
            states = [(one, json.loads(one.texts["json/"])) for one in table.viewers]
            mine = next((one for one, state in states if state["mine"]), None)
            if mine is None or mine.seat is None:
                return
            action = choice.choice(json.loads(mine.texts["json/actions"]))["action"]
            await asyncio.sleep(pause * choice.random())
            table.arrived.clear()
            step = mine.step
            table.posted, table.actor = {step + 1: time.perf_counter()}, mine
            form = {"step": step, "action": action}
            token = table.tokens[mine.seat]
            path = f"/t/{table.id}/api/actions"
            status, told = await line.ask("POST", path, token, form)
            check(status, told)
            tally.actions += 1


def check(status: int, told: Any) -> None:
    """Stop when the server refuses something."""
    if status != OK:
        raise RuntimeError(f"refused with {status}: {told}")


def cpu(pid: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
        found = _PASS.search(page)
        if found is None:
            raise RuntimeError("the page tells no pass for its stream")
        made.viewers.append(Viewer(seat, found[1]))
    return made


async def measure(port: int, pid: int, plan: Plan) -> Report:
    """Put the tables up, play, and measure."""
    async with Line(port) as line:
        for _ in range(5):  # so that code and caches do not count as a table's memory
            await put_up(line, plan)
        before = memory(pid)
        made = [await put_up(line, plan) for _ in range(plan.tables)]
    tally = Tally()
    ears = [
        asyncio.create_task(watch(port, table, viewer, tally))
        for table in made
        for viewer in table.viewers
    ]
    await asyncio.gather(*(asyncio.wait_for(table.arrived.wait(), 120) for table in made))
    viewers = len(made[0].viewers)
    tally.bytes = 0
    calm, calm_cpu = await _phase(port, pid, made, plan.seconds, pause=2 * THINKING, tally=tally)
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
    )


async def _phase(
    port: int, pid: int, made: list[Sitting], seconds: float, *, pause: float, tally: Tally
) -> tuple[float, float]:
    """Play on all tables for some time; return actions a second, and milliseconds of CPU each."""
    start, used = time.perf_counter(), cpu(pid)
    await asyncio.gather(*(play(port, table, start + seconds, pause, tally) for table in made))
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
    given = parser.parse_args()
    print(run(Plan(**vars(given))))


if __name__ == "__main__":
    main()
