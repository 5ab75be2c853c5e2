"""A worker: a process that does untrusted work for the house, one message after the other.

    python -m horta.server.worker SECONDS BYTES

It reads messages from its standard input and answers on its standard output. For each it may use so
many seconds of processor time, and for all of them so much memory beyond what it begins with. When
the time is over the kernel ends it; the house starts another one. It ends by itself when the house
is gone.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
import traceback
from typing import Any, BinaryIO

from horta.core import registry
from horta.core.errors import HortaError
from horta.server import wire
from horta.server.untrusted import TASKS

GENTLE = 5
"""Play goes on while a worker is busy: others have the processor first."""


def main() -> None:
    """Serve until the house closes the wire."""
    seconds, memory = float(sys.argv[1]), int(sys.argv[2])
    # What a game prints must not get between two messages.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(GENTLE)
    for name in registry.games():
        with contextlib.suppress(HortaError):
            registry.game(name)
    limit_memory(memory)
    send(answers, {"ready": True}, [])
    questions = sys.stdin.buffer
    while True:
        head = questions.read(wire.HEAD.size)
        if len(head) < wire.HEAD.size:
            return
        text, rest = wire.lengths(head)
        content, blobs = wire.decode(questions.read(text), questions.read(rest))
        limit_time(seconds)
        answer = work(content, blobs)
        send(answers, *answer)
        if "memory" in answer[0]:
            return  # what is left of it may be in pieces


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


def limit_memory(allowed: int) -> None:
    """Allow so many bytes beyond what the process holds now; no dumps of it are written."""
    try:
        import resource
    except ImportError:  # Windows: the house's clock is the only limit there
        return
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with open("/proc/self/statm", encoding="ascii") as file:
            held = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (held + allowed, held + allowed))


def limit_time(seconds: float) -> None:
    """Allow so many seconds of processor time from now on."""
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        # Whole seconds, rounded up: what is used already is not held against this message.
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, hard))


if __name__ == "__main__":
    main()
