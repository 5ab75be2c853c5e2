"""A worker: a process that does untrusted work for the house, one message after the other.

    python -m horta.server.worker SECONDS BYTES NICE

It reads messages from its standard input and answers on its standard output. For each it may use so
many seconds of processor time, and for all of them so much memory beyond what it begins with. When
the time is over the kernel ends it; the house starts another one. It ends by itself when the house
is gone.

Compiled rules are loaded when a game is first asked for. That is the house's own work: neither its
time nor its memory is held against whoever asked.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
import traceback
from typing import Any, BinaryIO

from horta.core import registry, warm
from horta.core.engine import engine
from horta.core.errors import HortaError
from horta.core.game import Game
from horta.server import wire
from horta.server.untrusted import TASKS

AUTOGROUP = "/proc/self/autogroup"
"""Where Linux weighs whole sessions against one another, and a worker is a session of its own."""

WITH_BOTS = frozenset({"choose", "advise", "judge", "explore", "think", "lab_game"})
"""Tasks that need the loops of the bots besides the rules."""
LOADING = 300.0
"""Seconds of processor time to load compiled rules; a damaged cache is filled again meanwhile."""


def main() -> None:
    """Serve until the house closes the wire."""
    seconds, memory = float(sys.argv[1]), int(sys.argv[2])
    # What a game prints must not get between two messages.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    be_gentle(int(sys.argv[3]))
    for name in registry.games():
        with contextlib.suppress(HortaError):
            registry.game(name)
    loader = Loader(memory)
    send(answers, {"ready": True}, [])
    questions = sys.stdin.buffer
    while True:
        head = questions.read(wire.HEAD.size)
        if len(head) < wire.HEAD.size:
            return
        text, rest = wire.lengths(head)
        content, blobs = wire.decode(questions.read(text), questions.read(rest))
        loader.load_for(content)
        limit_time(seconds)
        answer = work(content, blobs)
        send(answers, *answer)
        if "memory" in answer[0]:
            return  # what is left of it may be in pieces


def be_gentle(nice: int) -> None:
    """Let others have the processor first: play goes on while a worker is busy."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(nice)
    # Between sessions the kernel may look at this alone.
    with contextlib.suppress(OSError), open(AUTOGROUP, "w", encoding="ascii") as file:
        file.write(str(nice))


def work(content: Any, blobs: list[bytes]) -> tuple[dict[str, Any], list[bytes]]:
    """Do what a message asks and return the answer."""
    try:
        done, found = TASKS[content["task"]](content["given"], blobs)
        return {"done": done}, found
    except HortaError as problem:
        return {"refused": wire.write_error(problem)}, []
    except MemoryError:
        return {"memory": True}, []
    except Exception:
        return {"failed": traceback.format_exc(limit=-8)}, []


def send(answers: BinaryIO, content: Any, blobs: list[bytes]) -> None:
    """Send an answer."""
    answers.write(wire.encode(content, blobs))
    answers.flush()


class Loader:
    """Loads compiled rules, and limits the memory of everything else."""

    def __init__(self, allowed: int) -> None:
        """Allow so many bytes beyond what the process holds now; no dumps of it are written."""
        self._loaded: set[tuple[str, bool]] = set()
        held = held_memory()
        self._most = held + allowed if held else None
        limit("RLIMIT_CORE", 0)
        limit("RLIMIT_AS", self._most)

    def load_for(self, content: Any) -> None:
        """Load what a message needs, unless it is there already or rules run as written."""
        game, bots = game_named(content), content["task"] in WITH_BOTS
        if game is None or (game.id, bots) in self._loaded:
            return
        limit("RLIMIT_AS", None)
        limit_time(LOADING)
        before = held_memory()
        with contextlib.suppress(Exception):  # the work meets it again, and tells it
            rules = engine(game)
            if rules.compiled:
                rules.complete()
                if bots:
                    warm.load_drivers(game)
                self._loaded.add((game.id, bots))
        if self._most is not None:
            self._most += max(0, held_memory() - before)
        limit("RLIMIT_AS", self._most)


def game_named(content: Any) -> Game | None:
    """Return the game that a message is about; None if there is no such game."""
    given = content["given"]["header"] if content["task"] == "reopen" else content["given"]
    name = given.get("game") if isinstance(given, dict) else None
    with contextlib.suppress(HortaError):
        return registry.game(name) if isinstance(name, str) else None
    return None


def held_memory() -> int:
    """Return the bytes of the address space that this process holds; 0 where nobody tells."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def limit(name: str, most: int | None) -> None:
    """Set a limit of this process, or lift it; where there are none, the house's clock is left."""
    try:
        import resource
    except ImportError:  # Windows
        return
    kind: int = getattr(resource, name)
    with contextlib.suppress(OSError, ValueError):
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (hard if most is None else most, hard))


def limit_time(seconds: float) -> None:
    """Allow so many seconds of processor time from now on."""
    # Whole seconds, rounded up: what is used already is not held against this message.
    limit("RLIMIT_CPU", int(time.process_time() + seconds) + 1)


if __name__ == "__main__":
    main()
