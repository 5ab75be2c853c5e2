"""A server that is killed in the middle of many games loses no accepted action."""

from __future__ import annotations

import random
import threading

import httpx

from .conftest import SLOW, Server, bearer

TABLES = 100
PLAYERS = 8


def play(link, tables, accepted, stop, seed):
    """Play on random tables; write down every action as soon as it is accepted."""
    choice = random.Random(seed)
    with httpx.Client(base_url=link, timeout=SLOW) as client:
        while not stop.is_set():
            made = choice.choice(tables)
            base = f"/api/tables/{made['id']}"
            try:
                now = client.get(base).json()
                if now["over"]:
                    continue
                key = bearer(made["seats"][now["to_act"]]["token"])
                listed = client.get(f"{base}/actions", headers=key).json()
                if not listed["actions"]:
                    continue
                one = choice.choice(listed["actions"])
                form = {"step": listed["step"], "action": one["action"]}
                answer = client.post(f"{base}/actions", headers=key, json=form)
            except httpx.TransportError:
                return  # the server died
            if answer.status_code == 200:
                accepted.append((made["id"], listed["step"] + 1, one["text"]))
            else:
                assert answer.status_code in (403, 409), answer.text


def test_kill_9_loses_no_accepted_action(tmp_path):
    server = Server(f"sqlite:///{tmp_path}/tables.sqlite").start()
    accepted: list[tuple[str, int, str]] = []
    try:
        with httpx.Client(base_url=server.link, timeout=SLOW) as client:
            tables = [
                client.post("/api/tables", json={"game": "paris"}).json() for _ in range(TABLES)
            ]
        for life in range(2):
            stop = threading.Event()
            before = len(accepted)
            threads = [
                threading.Thread(
                    target=play, args=(server.link, tables, accepted, stop, 100 * life + k)
                )
                for k in range(PLAYERS)
            ]
            for thread in threads:
                thread.start()
            while len(accepted) < before + 150 and any(thread.is_alive() for thread in threads):
                stop.wait(0.02)
            server.kill()
            stop.set()
            for thread in threads:
                thread.join()
            assert len(accepted) >= before + 150
            server = Server(server.database, server.port).start()
            check(server, tables, accepted)
    finally:
        server.stop()


def check(server, tables, accepted):
    """Every accepted action is in the transcript, at its step, and the table is there."""
    import asyncio

    from horta.server.store import Store

    async def stored():
        async with Store(server.database) as store:
            return {made["id"]: await store.load(made["id"]) for made in tables}

    kept = asyncio.run(stored())
    for table, step, text in accepted:
        assert kept[table].entries[step - 1].text == text
    with httpx.Client(base_url=server.link, timeout=SLOW) as client:
        for made in tables:
            shown = client.get(f"/api/tables/{made['id']}").json()
            assert shown["step"] == len(kept[made["id"]].entries)
