"""Comparing: tables that are watched are compared with the store in one look."""

import asyncio
from types import SimpleNamespace

import pytest

from horta.server import comparing


class Asked:
    """A store that writes down what it is asked, and two tables that another process changed."""

    def __init__(self):
        self.looks = []

    async def versions(self, ids):
        self.looks.append(sorted(ids))
        return {one: ("new",) if one == "changed" else ("old",) for one in ids if one != "lost"}


@pytest.fixture
def told(monkeypatch):
    """Return what is told of four tables when somebody asks for `mine`, again and again."""
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(comparing.time, "monotonic", lambda: clock.now)
    names = {"mine": True, "changed": True, "lost": True, "alone": False}
    rooms = {
        name: SimpleNamespace(id=name, watchers=seen, compared=0.0, version=("old",))
        for name, seen in names.items()
    }
    store, changed, lost = Asked(), [], []

    async def on_change(room):
        changed.append(room.id)

    compares = comparing.Comparing(store, rooms, on_change, lambda room: lost.append(room.id))

    def ask(*names, after=0.0):
        clock.now += after
        for name in names:
            asyncio.run(compares.look(rooms[name]))
        return store.looks, changed, lost

    return ask


def test_who_asks_first_has_all_watched_tables_compared(told):
    looks, changed, lost = told("mine", "changed", "mine")
    assert looks == [["changed", "lost", "mine"]]
    assert (changed, lost) == (["changed"], ["lost"])


def test_a_table_that_nobody_watches_is_compared_when_it_is_asked_for(told):
    looks, _, _ = told("mine", "alone", "alone")
    assert looks[1:] == [["alone"]]


def test_after_some_seconds_all_are_compared_again(told):
    told("mine")
    assert len(told("changed", after=comparing.LOOK_AGAIN / 2)[0]) == 1
    assert len(told("changed", after=comparing.LOOK_AGAIN)[0]) == 2
