"""Terms: what the fields of a position, and the values that are chosen there, are called.

A game whose positions can be edited has a module `terms` with one table, `TERMS`. A field that is
not in it goes by its key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

Say = Callable[[str], str]
ANY = "#"
"""Stands for the number of an entry in a path."""
SEATS = "seats"
BETWEEN = " · "


class Terms(NamedTuple):
    """The words of one game; all of them are marked for its catalogue."""

    fields: Mapping[str, str] = {}
    """By key (`francs`), or by the end of the path (`rows.money`) where a key means several."""
    values: Mapping[str, str] = {}
    """By value (`wood`), or by key and value (`decision=turn`)."""
    entries: Mapping[str, Sequence[str]] = {}
    """By the path of a list: what its entries are called, where not by their numbers."""
    seats: frozenset[str] = frozenset()
    """Keys of fields that hold the number of a seat."""


def named(terms: Terms, say: Say, path: str, begin: int = 0) -> str:
    """Return what a field is called, its first keys left out; an entry counts from 1."""
    keys = path.split(".")
    known = [ANY if key.isdecimal() else key for key in keys]
    parts = []
    for k in range(begin, len(keys)):
        if keys[k].isdecimal():
            names, number = terms.entries.get(".".join(known[:k]), ()), int(keys[k])
            parts.append(say(names[number]) if number < len(names) else str(number + 1))
            continue
        ends = (".".join(known[j : k + 1]) for j in range(k + 1))
        word = next((terms.fields[end] for end in ends if end in terms.fields), None)
        parts.append(keys[k].replace("_", " ") if word is None else say(word))
    return BETWEEN.join(parts)


def value_named(terms: Terms, say: Say, path: str, value: str) -> str:
    """Return what a value of a field is called."""
    key = next((one for one in reversed(path.split(".")) if not one.isdecimal()), "")
    word = terms.values.get(f"{key}={value}", terms.values.get(value))
    return value.replace("_", " ") if word is None else say(word)


def holds_seat(terms: Terms, path: str) -> bool:
    """Tell whether a field holds the number of a seat."""
    keys = [one for one in path.split(".") if not one.isdecimal()]
    return any(".".join(keys[k:]) in terms.seats for k in range(len(keys)))
