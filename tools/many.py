"""Many web processes over one PostgreSQL: what an action costs, and how many a second they carry.

    python -m tools.many --database postgresql://horta@localhost/empty --processes 3

Tables are played as fast as their answers come, by their seats, over the API, at one process each;
`--viewers` follow each table by its event stream at another process, as people do whom a proxy has
sent elsewhere. The database should be empty, and nothing else run beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any

from horta.server.load import MADE, Sitting, compiled, cpu
from horta.server.load_line import HOST, OK, Line

_SERVER = """
import sys, uvicorn
from horta.server.run import configured
from horta.server.settings import Settings
many = 10**9
settings = Settings(
    database=sys.argv[2], rate=float(many), burst=many, connections=many, idle_seconds=60,
    open_tables=many, address_tables=many, jobs=0, workers_ready=0
)
uvicorn.Server(configured(settings, "127.0.0.1", int(sys.argv[1]))).run()
"""


@dataclass
class Count:
    """What was done, and what the viewers have heard of it."""

    actions: int = 0
    heard: int = 0


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as door:
        door.bind((HOST, 0))
        return int(door.getsockname()[1])


async def put_up(port: int) -> tuple[str, list[str]]:
    """Put a table up; return its id and the tokens of its seats."""
    async with Line(port) as line:
        status, told = await line.ask("POST", "/api/tables", form={"game": "paris"})
        if status != MADE:
            raise RuntimeError(f"no table: {told}")
        return told["id"], [seat["token"] for seat in told["seats"]]


async def play(port: int, table: tuple[str, list[str]], until: float, count: Count) -> None:
    """Play all seats of a table, one answer after the other."""
    name, tokens = table
    choice, base = random.Random(name), f"/api/tables/{name}"
    async with Line(port) as line:
        while time.perf_counter() < until:
            _, now = await line.ask("GET", base)
            if now["over"]:
                return
            token = tokens[now["to_act"]]
            _, listed = await line.ask("GET", f"{base}/actions", token)
            action = choice.choice(listed["actions"])["action"]
            form = {"step": listed["step"], "action": action}
            status, told = await line.ask("POST", f"{base}/actions", token, form)
            if status != OK:
                raise RuntimeError(f"refused with {status}: {told}")
            count.actions += 1


async def watch(port: int, table: tuple[str, list[str]], count: Count) -> None:
    """Follow a table by its events."""
    async with Line(port) as line:
        line.send("GET", f"/api/tables/{table[0]}/events")
        await line.head()
        while chunk := await line.chunk():
            count.heard += chunk.count(b"event: entry")


async def measure(ports: list[int], pids: list[int], given: Any) -> str:
    """Play, and tell."""
    tables = [await put_up(ports[k % len(ports)]) for k in range(given.tables)]
    for port in ports:
        async with Line(port) as line:
            await compiled(line, Sitting(tables[0][0], []))
    count = Count()
    ears = [
        asyncio.create_task(watch(ports[(k + 1 + n) % len(ports)], table, count))
        for k, table in enumerate(tables)
        for n in range(given.viewers)
    ]
    warm = time.perf_counter() + 3.0
    homes = [ports[k % len(ports)] for k in range(len(tables))]
    pairs = list(zip(homes, tables, strict=True))
    await asyncio.gather(*(play(port, table, warm, Count()) for port, table in pairs))
    count.heard, used, began = 0, [cpu(pid) for pid in pids], time.perf_counter()
    until = began + given.seconds
    await asyncio.gather(*(play(port, table, until, count) for port, table in pairs))
    took = time.perf_counter() - began
    each = sum(cpu(pid) - before for pid, before in zip(pids, used, strict=True))
    await asyncio.sleep(1.0)
    for ear in ears:
        ear.cancel()
    await asyncio.gather(*ears, return_exceptions=True)
    return (
        f"{len(ports)} web processes, {given.tables} tables, {given.viewers} viewers each at "
        f"another process: {count.actions / took:.0f} actions/s, "
        f"{1000 * each / count.actions:.2f} ms of CPU an action in all web processes; "
        f"viewers heard {count.heard} of {given.viewers * count.actions}"
    )


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", required=True)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--viewers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10.0)
    given = parser.parse_args()
    ports = [free_port() for _ in range(given.processes)]
    args = [[sys.executable, "-c", _SERVER, str(port), given.database] for port in ports]
    with contextlib.ExitStack() as house:
        servers = [house.enter_context(subprocess.Popen(one, env=os.environ)) for one in args]
        try:
            for port in ports:
                _wait_for(port)
            print(asyncio.run(measure(ports, [one.pid for one in servers], given)))
        finally:
            for one in servers:
                one.terminate()


def _wait_for(port: int) -> None:
    for _ in range(1200):
        with socket.socket() as door:
            if door.connect_ex((HOST, port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError("a server did not start")


if __name__ == "__main__":
    main()
