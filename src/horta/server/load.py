"""A load benchmark: many tables with two seats each, every seat listening, on one machine.

    python -m horta.server.load --tables 200 --seconds 20

It tells the time from a POST to the other seat's event when people take some seconds for a
decision, then actions a second when nobody pauses, and memory per table.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

THINKING = 4.0
"""Seconds that a person takes for a decision, on average."""
HOST = "127.0.0.1"

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


@dataclass
class Sitting:
    """A table under load."""

    id: str
    tokens: list[str]
    posted: dict[int, float] = field(default_factory=dict)
    """When the answer to each step was sent."""
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    step: int = 0
    to_act: int | None = 0


@dataclass
class Report:
    """What was measured."""

    tables: int
    calm_rate: float
    """Actions a second while people take their time."""
    median_ms: float
    p99_ms: float
    full_rate: float
    """Actions a second while nobody pauses."""
    cpu_ms: float
    """What an action costs the server then, with the list of choices before it and both events."""
    kilobytes_per_table: float

    def __str__(self) -> str:
        return (
            f"{self.tables} tables with 2 seats: at {self.calm_rate:.0f} actions/s, POST to the "
            f"other seat's event {self.median_ms:.0f} ms median, {self.p99_ms:.0f} ms 99th "
            f"percentile; without pauses {self.full_rate:.0f} actions/s, {self.cpu_ms:.1f} ms of "
            f"the server's CPU each; {self.kilobytes_per_table:.0f} KB a table"
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
        self.send(method, path, token, form)
        status, headers = await self.head()
        body = await self.reader.readexactly(int(headers["content-length"]))
        return status, json.loads(body)

    def send(self, method: str, path: str, token: str = "", form: Any = None) -> None:
        """Send a request."""
        body = b"" if form is None else json.dumps(form).encode()
        key = f"authorization: Bearer {token}\r\n" if token else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: {HOST}\r\n{key}content-type: application/json\r\n"
        )
        self.writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)

    async def head(self) -> tuple[int, dict[str, str]]:
        """Read the head of an answer."""
        raw = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.split(": ", 1) for line in raw[1:] if ": " in line)
        return int(raw[0].split()[1]), {name.lower(): value for name, value in pairs}


async def listen(port: int, table: Sitting, seat: int, latencies: list[float]) -> None:
    """Listen to a table's events as one seat."""
    async with Line(port) as line:
        line.send("GET", f"/api/tables/{table.id}/events", table.tokens[seat])
        await line.head()
        while True:
            raw = await line.reader.readline()
            if not raw.startswith(b"data: "):
                continue
            now = time.perf_counter()
            data = json.loads(raw[6:])
            if data.get("kind") is None:
                continue
            if data["seat"] != seat and data["step"] in table.posted:
                latencies.append(now - table.posted[data["step"]])
            if data["step"] > table.step:
                table.step, table.to_act = data["step"], data["to_act"]
                table.arrived.set()


async def play(port: int, table: Sitting, until: float, pause: float, counts: list[int]) -> None:
    """Play both seats of a table, as people would: one answer after the other's event."""
    choice = random.Random(table.id)
    async with Line(port) as line:
        _, shown = await line.ask("GET", f"/api/tables/{table.id}")
        table.to_act = shown["to_act"]
        while time.perf_counter() < until and table.to_act is not None:
            token = table.tokens[table.to_act]
            _, listed = await line.ask("GET", f"/api/tables/{table.id}/actions", token)
            action = choice.choice(listed["actions"])["action"]
            await asyncio.sleep(pause * choice.random())
            table.arrived.clear()
            table.posted[listed["step"] + 1] = time.perf_counter()
            form = {"step": listed["step"], "action": action}
            status, told = await line.ask("POST", f"/api/tables/{table.id}/actions", token, form)
            if status != HTTPStatus.OK:
                raise RuntimeError(f"refused: {told}")
            counts[0] += 1
            await asyncio.wait_for(table.arrived.wait(), 60)


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


async def measure(port: int, pid: int, game: str, tables: int, seconds: float) -> Report:
    """Put the tables up, play, and measure."""
    made: list[Sitting] = []
    async with Line(port) as line:
        for _ in range(5):  # so that code and caches do not count as a table's memory
            await line.ask("POST", "/api/tables", form={"game": game})
        before = memory(pid)
        for _ in range(tables):
            _, told = await line.ask("POST", "/api/tables", form={"game": game})
            made.append(Sitting(told["id"], [seat["token"] for seat in told["seats"]]))
    latencies: list[float] = []
    counts = [0]
    ears = [
        asyncio.create_task(listen(port, table, seat, latencies))
        for table in made
        for seat in range(2)
    ]
    await asyncio.sleep(2)
    calm = await _phase(port, made, seconds, 2 * THINKING, counts)
    told = list(latencies)
    counts[0], before_cpu = 0, cpu(pid)
    full = await _phase(port, made, seconds / 2, 0.0, counts)
    used = (cpu(pid) - before_cpu) / max(1, counts[0])
    held = (memory(pid) - before) / tables
    for ear in ears:
        ear.cancel()
    await asyncio.gather(*ears, return_exceptions=True)
    cuts = statistics.quantiles(told, n=100)
    return Report(tables, calm, 1000 * cuts[49], 1000 * cuts[98], full, 1000 * used, held)


async def _phase(
    port: int, made: list[Sitting], seconds: float, pause: float, counts: list[int]
) -> float:
    """Play on all tables for some time; return the actions a second."""
    start = time.perf_counter()
    await asyncio.gather(*(play(port, table, start + seconds, pause, counts) for table in made))
    return counts[0] / (time.perf_counter() - start)


def run(game: str = "paris", tables: int = 200, seconds: float = 20.0) -> Report:
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
                return asyncio.run(measure(port, server.pid, game, tables, seconds))
            finally:
                server.terminate()


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="paris")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    print(run(given.game, given.tables, given.seconds))


if __name__ == "__main__":
    main()
