"""A storm: a house of five processes, of which one is killed every few seconds.

    python -m tests.server.storm --seconds 600

Three web processes, two workers and one PostgreSQL that is restarted. Players hop from process to
process with every request, viewers with every broken stream, and pages of a real browser by
themselves. At two tables nobody comes before the time is up, and at another the players wait for
the message that tells them of each turn. In the end nothing that was accepted is lost, nothing was
played twice, everybody has seen everything, time was up once, and every turn was told.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx

from .conftest import Postgres, Server, bearer, postgres_folder
from .receiving import NEAR, VAPID, Keys, Service

PATIENCE = 240
BETWEEN = 3.0
"""Seconds between two deaths."""
ENOUGH, DEATHS = 50, 4
"""Actions that are accepted and processes that die before it may be calm, on any machine."""
CLOCKS = ("10+0+0:bot", "10+0+0:out")
"""The paces of tables at which nobody plays: the time of a seat is up once, and a bot takes it."""
WORK = """
import sys
from horta.server.working import work
work(sys.argv[1], announce=lambda said: print(said, flush=True))
"""


class Worker:
    """`horta worker`, as a process that can be killed."""

    def __init__(self, database, log, **environment):
        self.database, self.log = database, log
        self.environment = {**os.environ, **{k: str(v) for k, v in environment.items()}}
        self.process = None

    def start(self):
        args = [sys.executable, "-c", WORK, self.database]
        with open(self.log, "ab") as out:
            given = {"stdout": subprocess.PIPE, "stderr": out, "text": True}
            self.process = subprocess.Popen(args, env=self.environment, **given)
        # It says one line, once it is ready.
        assert self.process.stdout.readline(), "a worker ended at its start"
        return self

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()


class Table:
    """A table, what its players meant to play, and what they were told was accepted."""

    def __init__(self, made, game):
        self.id, self.game = made["id"], game
        self.tokens = [seat.get("token") for seat in made["seats"]]
        self.bots = {k for k, token in enumerate(self.tokens) if not token}
        self.meant = {}
        """By step: the texts that were sent for it."""
        self.accepted = {}
        self.steps = 0
        """How many there are in the end."""

    def is_free(self, seat):
        """Tell whether whoever is to act does so now."""
        return True


class Rung(Table):
    """A table whose players act when they have been told that it is their turn."""

    def __init__(self, made, game, service):
        super().__init__(made, game)
        self.service, self.heard, self.acting = service, Counter(), None

    def ring(self, client):
        for seat, token in enumerate(self.tokens):
            form = {"answer": Keys().subscription(f"{self.service.url}/{seat}")}
            rung = client.post(f"/t/{self.id}/bell", data=form, headers=bearer(token))
            assert rung.status_code == 204, rung.text

    def messages(self, seat):
        return sum(path == f"/{seat}" for path, _, _ in list(self.service.came))

    def is_free(self, seat):
        if self.acting != seat:
            came = self.messages(seat)
            if came <= self.heard[seat]:
                return False
            self.heard[seat], self.acting = came, seat
        return True


class Viewer(threading.Thread):
    """Follows a table by its event stream, and hops on when the stream breaks."""

    def __init__(self, storm, table):
        super().__init__(daemon=True)
        self.storm, self.table = storm, table
        self.choice = random.Random(f"viewer {table.id}")
        self.seen = []
        self.hops = 0

    def run(self):
        while not self.storm.over.is_set():
            with suppress(httpx.HTTPError, OSError):
                self._follow(self.choice.choice(self.storm.links))
            self.hops += 1
            time.sleep(0.2)

    def _follow(self, link):
        last = {"last-event-id": str(self.seen[-1])} if self.seen else {}
        path, since = f"/api/tables/{self.table.id}/events", {"since": 0} if not self.seen else {}
        patience = httpx.Timeout(5, read=30)
        stream = httpx.stream("GET", link + path, headers=last, params=since, timeout=patience)
        with stream as answer:
            if answer.status_code != 200:
                return
            kind = ""
            for line in answer.iter_lines():
                if self.storm.over.is_set():
                    return
                if line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("data: ") and kind == "entry":
                    self.seen.append(json.loads(line[6:])["step"])


class Storm:
    """The house, its players and viewers, and whatever happens to them."""

    def __init__(self, postgres, folder, tables=8, seed=1893):
        self.postgres, self.choice, self.n_tables = postgres, random.Random(seed), tables
        how = {"HORTA_JOBS": 0, "HORTA_WORKERS_READY": 0, "HORTA_DATABASE_SECONDS": 5}
        how |= {"HORTA_CLOCKS": 1, "HORTA_MESSAGES": 1, "HORTA_MESSAGES_SECONDS": 1}
        how |= {"HORTA_VAPID_KEY": VAPID, "HORTA_MESSAGES_NETWORKS": NEAR[0]}
        how |= {"HORTA_ADDRESS": "http://localhost:1893"}
        self.service = Service()
        self.log = log = folder / "log"
        self.webs = [Server(postgres.url, log=log, **how) for _ in range(3)]
        how |= {"HORTA_JOBS": 1, "HORTA_BOT_PAUSE": 0}
        self.workers = [Worker(postgres.url, log, **how) for _ in range(2)]
        self.links = [web.link for web in self.webs]
        self.over, self.calm = threading.Event(), threading.Event()
        self.tables, self.viewers, self.killed = [], [], Counter()
        self.clocked = []
        self.told = Counter()

    def start(self):
        with ThreadPoolExecutor(5) as pool:  # all at once: one of them migrates, the others wait
            list(pool.map(lambda one: one.start(), [*self.workers, *self.webs]))
        with httpx.Client(base_url=self.links[0], timeout=PATIENCE) as client:
            for k in range(self.n_tables):
                form = {"game": "paris", "seed": k}
                if k % 2:
                    form["seats"] = [{}, {"bot": "random"}]
                made = client.post("/api/tables", json=form)
                assert made.status_code == 201, made.text
                self.tables.append(Table(made.json(), "paris"))
            made = client.post("/api/tables", json={"game": "paris", "seed": 1893})
            self.rung = Rung(made.json(), "paris", self.service)
            self.rung.ring(client)
            self.tables.append(self.rung)
            for pace in CLOCKS:
                form = {"game": "paris", "seed": 1, "pace": pace}
                form["seats"] = [{}, {"bot": "random"}]
                made = client.post("/api/tables", json=form)
                assert made.status_code == 201, made.text
                self.clocked.append(made.json()["id"])
        self.viewers = [Viewer(self, table) for table in self.tables]
        for viewer in self.viewers:
            viewer.start()
        return self

    def blow(self, seconds, meanwhile=None):
        """Let people play while processes die; `meanwhile` is called again and again."""
        with ThreadPoolExecutor(len(self.tables) + 6) as pool:
            playing = [pool.submit(self._play, table) for table in self.tables]
            breaking = pool.submit(self._break, pool, seconds)
            while not breaking.done():
                if meanwhile is not None:
                    meanwhile()
                time.sleep(0.2)
            self.calm.set()
            for one in [breaking, *playing]:
                one.result()

    def _break(self, pool, seconds):
        """Kill a process every few seconds, and start it again; the database once, half-way."""
        began, coming = time.monotonic(), {}
        while (gone := time.monotonic() - began) < seconds or not self._has_blown():
            assert gone < seconds + PATIENCE, self._told("hardly anything is accepted")
            time.sleep(BETWEEN)
            if gone > seconds / 2 and not self.killed["postgres"]:
                self.postgres.stop()
                time.sleep(0.5)
                self.postgres.start()
                self.killed["postgres"] += 1
                continue
            up = [
                one
                for one in (*self.webs, *self.workers)
                if one not in coming or coming[one].done()
            ]
            # Two of the five are down at the most: on a slow machine deaths come less often.
            if len(up) > 3:
                victim = self.choice.choice(up)
                victim.kill()
                self.killed["worker" if isinstance(victim, Worker) else "web"] += 1
                coming[victim] = pool.submit(victim.start)
        for one in coming.values():
            one.result()

    def _has_blown(self):
        return self._accepted() >= ENOUGH and self.killed.total() >= DEATHS

    def _accepted(self):
        return sum(len(table.accepted) for table in self.tables)

    def _told(self, what):
        """Say what is wrong, and what the processes wrote down last."""
        return "\n".join([what, *self.log.read_text(errors="replace").splitlines()[-40:]])

    def _play(self, table):
        choice = random.Random(f"player {table.id}")
        with ExitStack() as doors:
            made = [httpx.Client(base_url=link, timeout=15) for link in self.links]
            clients = [doors.enter_context(client) for client in made]
            while not self.calm.is_set():
                try:
                    if not self._answer(choice.choice(clients), table, choice):
                        return
                except (httpx.TransportError, ValueError):
                    self.told["broken"] += 1
                    time.sleep(0.1)
                time.sleep(0.03)

    def _answer(self, client, table, choice):
        base = f"/api/tables/{table.id}"
        shown = client.get(base)
        if shown.status_code != 200:
            self.told[shown.status_code] += 1
            time.sleep(0.2)
            return True
        now = shown.json()
        if now["over"]:
            return False
        if now["to_act"] in table.bots or not table.is_free(now["to_act"]):
            time.sleep(0.05)
            return True
        key = bearer(table.tokens[now["to_act"]])
        listed = client.get(f"{base}/actions", headers=key)
        if listed.status_code != 200 or not listed.json()["actions"]:
            return True
        step, one = listed.json()["step"], choice.choice(listed.json()["actions"])
        table.meant.setdefault(step + 1, set()).add(one["text"])
        form = {"step": step, "action": one["action"]}
        answer = client.post(f"{base}/actions", headers=key, json=form)
        self.told[answer.status_code] += 1
        if answer.status_code == 200:
            assert step + 1 not in table.accepted, "one step was accepted twice"
            table.accepted[step + 1] = one["text"]
        return True

    # after the storm

    def settle(self):
        """Wait until every bot has moved and every viewer has seen the last step."""
        with httpx.Client(timeout=PATIENCE) as client:
            for table in self.tables:
                self._until(
                    lambda t=table: self._is_calm(client, t), f"bots of {table.id} are stuck"
                )
            for table in self.clocked:
                self._until(lambda t=table: self._is_taken(client, t), f"nobody takes {table} over")
            self._until(lambda: self._is_told(client), "a turn was never told")
        for viewer in self.viewers:
            steps = viewer.table.steps
            self._until(lambda v=viewer, n=steps: len(v.seen) >= n, "a viewer is left behind")
        self.over.set()

    def _is_calm(self, client, table):
        try:
            now = client.get(f"{self.links[0]}/api/tables/{table.id}").json()
        except (httpx.TransportError, ValueError):
            return False
        table.steps = now.get("step", -1)
        return "step" in now and (now["over"] or now["to_act"] not in table.bots)

    def _is_taken(self, client, table):
        with suppress(httpx.TransportError, ValueError):
            now = client.get(f"{self.links[0]}/api/tables/{table}").json()
            return "seats" in now and all(seat["bot"] for seat in now["seats"])
        return False

    def _is_told(self, client):
        with suppress(httpx.TransportError, ValueError):
            now = client.get(f"{self.links[0]}/api/tables/{self.rung.id}").json()
            return "step" in now and (now["over"] or self.rung.is_free(now["to_act"]))
        return False

    def _until(self, true, what):
        until = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < until, self._told(what)
            time.sleep(0.2)

    def check(self):
        """Compare what is in the database with what everybody did and saw; return the numbers."""
        with ThreadPoolExecutor(1) as pool:  # where no browser's loop runs
            stored = pool.submit(lambda: asyncio.run(self._stored())).result()
        for table, viewer in zip(self.tables, self.viewers, strict=True):
            entries, match = stored[table.id]
            assert [entry.step for entry in entries] == list(range(1, table.steps + 1))
            for step, text in table.accepted.items():
                assert entries[step - 1].text == text, "an accepted action is lost"
            for number, entry in enumerate(entries):
                if entry.seat in table.bots or entry.text in table.meant.get(entry.step, ()):
                    continue
                # nobody sent it: then there was nothing to choose
                assert len(match.back_to(number).legal) == 1, "an action was played twice"
            assert viewer.seen == list(range(1, table.steps + 1)), "a viewer missed something"
        for table in self.clocked:
            assert stored[table] == (1, 1), "time was not up once"
        entries, _ = stored[self.rung.id]
        turns = 1 + sum(a.seat != b.seat for a, b in itertools.pairwise(entries))
        turns += bool(entries)  # and the one that nobody has answered
        # Who dies between sending a message and writing that down has it sent again.
        twice = len(self.service.came) - turns
        assert twice <= self.killed["worker"] + self.killed["postgres"], "a turn was told twice"
        return {
            "turns told": len(self.service.came),
            "actions": sum(table.steps for table in self.tables),
            "accepted": self._accepted(),
            "hops": sum(viewer.hops for viewer in self.viewers),
            "killed": dict(self.killed),
            "answers": dict(self.told),
        }

    async def _stored(self):
        from sqlalchemy import func, select

        from horta.server.happenings import OUT, UP
        from horta.server.rows import ClockEventRow, HappeningRow
        from horta.server.store import Store
        from horta.server.transcripts import rebuild

        async with Store(self.postgres.url) as store:
            found = {}
            for table in self.tables:
                stored = await store.load(table.id)
                found[table.id] = (stored.entries, rebuild(stored).match)
            async with store.database.connect() as connection:
                for table in self.clocked:
                    asked = [
                        select(func.count()).where(row.match_id == table, row.kind.in_((UP, OUT)))
                        for row in (ClockEventRow, HappeningRow)
                    ]
                    ups = [(await connection.execute(one)).scalar_one() for one in asked]
                    found[table] = tuple(ups)
            return found

    def stop(self):
        self.over.set()
        self.calm.set()
        self.service.__exit__()
        for one in (*self.webs, *self.workers):
            if one.process is not None:
                one.stop()


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=300)
    asked.add_argument("--tables", type=int, default=12)
    given = asked.parse_args()
    with postgres_folder() as folder, tempfile.TemporaryDirectory() as logs:
        postgres = Postgres(folder).start()
        storm = Storm(postgres, Path(logs), given.tables)
        try:
            storm.start().blow(given.seconds)
            storm.settle()
            print(storm.check())
        finally:
            storm.stop()
            postgres.stop()


if __name__ == "__main__":
    main()
