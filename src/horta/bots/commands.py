"""Bots that are programs: JSON lines over standard input and output, as chess has UCI.

`exec:python3 agent.py` seats such a program in the arena. It may be written in any language, call a
language model or another machine. Each line is one JSON object; `docs/protocol.md` describes
them:

    > {"type": "hello", "protocol": 1, "game": "paris", "seat": 0, "players": 2, …}
    < {"type": "ready", "protocol": 1, "name": "my agent"}
    > {"type": "choose", "id": 1, "seconds": 60.0, "question": "…", "legal": […], "view": {…}, …}
    < {"id": 1, "action": 3}
    > {"type": "quit"}

Everything that is sent is made from the table as it is blanked for the seat.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from typing import IO, Any

from horta.bots.bot import Bot, BotFault, Budget, InfoState, Maker, Overtime
from horta.core.errors import HortaError, UnknownBot
from horta.core.game import Game, Json
from horta.core.limits import cut
from horta.core.match import Match
from horta.core.notes import events
from horta.core.record import at

EXEC = "exec:"
PROTOCOL = 1
PATIENCE = 60.0
"""Seconds that an answer may take where nobody sets a limit."""
LONGEST = 1 << 20
"""Characters of an answer at most."""
WAITING = 64
"""Lines that may wait to be read; a program that writes more is not listened to until then."""
FAREWELL = 1.0
"""Seconds that a program has to end by itself."""


class BadAnswer(BotFault):
    """What a program answered does not follow the protocol."""

    kind = "protocol"


class IllegalAnswer(BotFault):
    """A program chose an action that is not legal."""

    kind = "illegal"


class Ended(BotFault):
    """A program ended, or could not be started."""

    kind = "crash"


def command_maker(command: str) -> Maker:
    """Return what makes the bots of a command; its words are split as a shell splits them."""
    try:
        words = shlex.split(command)
    except ValueError as problem:
        raise UnknownBot(f"'{EXEC}{command}': {problem}") from None
    if not words:
        raise UnknownBot(f"'{EXEC}' names a command: exec:python3 agent.py")

    def make(game: Game, players: int) -> Bot:
        del players
        return CommandBot(game, words)

    return make


class CommandBot:
    """A program in a seat; it is started when it is asked for the first time."""

    def __init__(self, game: Game, words: list[str]) -> None:
        self.game, self.words = game, words
        self._program: _Program | None = None
        self._ready = False
        self._stranger: BadAnswer | None = None
        self._asked = 0
        self._noted = 0

    def __getstate__(self) -> dict[str, Any]:
        """Return what a pickle holds: a program stays where it runs."""
        return {**self.__dict__, "_program": None, "_ready": False}

    def choose(self, info: InfoState, budget: Budget) -> int:
        """Ask the program; `BotFault` says what it did wrong."""
        seconds = PATIENCE if budget.limit is None else budget.limit
        deadline = time.monotonic() + seconds
        match = info.match()
        if self._program is None:
            self._program = _Program(self.words)
            self._program.send(_hello(match, info.seat, seconds))
        if self._stranger is not None:
            raise self._stranger
        if not self._ready:  # it may have been too slow before
            self._greeted(self._program.hear(deadline, seconds))
        self._asked += 1
        self._program.send(self._question(match, info, deadline - time.monotonic()))
        while True:
            answer = self._program.hear(deadline, seconds)
            if answer.get("id") == self._asked:
                return self._read(answer, info.legal)
            if not isinstance(answer.get("id"), int) or answer["id"] > self._asked:
                raise BadAnswer(
                    f"the answer to question {self._asked} has the id {answer.get('id')!r}"
                )
            # An answer that came too late: the question has been settled without it.

    def _greeted(self, answer: Json) -> None:
        try:
            _check_ready(answer)
        except BadAnswer as problem:
            self._stranger = problem  # it cannot be asked anything, now or later
            raise
        self._ready = True

    def _question(self, match: Match, info: InfoState, seconds: float) -> Json:
        table = at(self.game.table, info.table)
        words, names = self.game.presentation.words("en"), match.names()
        told = [words.event(event, names) for event in events(table, self._noted)]
        self._noted = table.noted
        return {
            "type": "choose",
            "id": self._asked,
            "seconds": round(max(0.0, seconds), 3),
            "question": match.question(),
            "log": told,
            "legal": [
                {"action": action, "text": match.text(action), "label": match.label(action)}
                for action in info.legal
            ],
            "view": match.view(info.seat),
        }

    def _read(self, answer: Json, legal: tuple[int, ...]) -> int:
        """Return the action of an answer: a number, or its text."""
        given = answer.get("action")
        action = given
        if isinstance(given, str):
            try:
                action = self.game.actions.parse(given)
            except HortaError as problem:
                raise self._illegal(str(problem)) from None
        if isinstance(action, bool) or not isinstance(action, int) or action not in legal:
            shown = cut(json.dumps(given))
            raise self._illegal(f"{shown} is not one of the {len(legal)} legal actions")
        return action

    def _illegal(self, message: str) -> IllegalAnswer:
        assert self._program is not None
        with contextlib.suppress(Ended):
            self._program.send({"type": "refused", "id": self._asked, "problem": message})
        return IllegalAnswer(message)

    def close(self) -> None:
        """Let the program end, and end it if it does not."""
        if self._program is not None:
            self._program.close()
            self._program, self._ready = None, False


def _hello(match: Match, seat: int, seconds: float) -> Json:
    import horta

    game = match.game
    header = match.view(seat)
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "horta": horta.__version__,
        "game": game.id,
        "title": game.title,
        "rules_version": game.rules_version,
        "players": match.players,
        "seat": seat,
        "names": match.names(),
        "options": header["options"],
        "components": header["components"],
        "seconds": seconds,
    }


def _check_ready(answer: Json) -> None:
    if answer.get("type") != "ready":
        raise BadAnswer(f"it answered the greeting with {cut(json.dumps(answer))}, not 'ready'")
    if answer.get("protocol") != PROTOCOL:
        raise BadAnswer(
            f"it speaks version {answer.get('protocol')!r} of the protocol, not {PROTOCOL}"
        )


class _Program:
    """A running program: lines go in, lines come out."""

    def __init__(self, words: list[str]) -> None:
        try:
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except OSError as problem:
            raise Ended(f"it cannot be started: {problem}") from None
        self.lines: queue.Queue[str | None] = queue.Queue(WAITING)
        self.last_words: deque[str] = deque(maxlen=5)
        self.torn = False
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._threads = [
            threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True),
            threading.Thread(target=self._overhear, args=(self.process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _listen(self, stream: IO[str]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST + 1):
                self.lines.put(line)
        self.lines.put(None)

    def _overhear(self, stream: IO[str]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST + 1):
                if line.strip():
                    self.last_words.append(cut(line.strip()))

    def send(self, message: Json) -> None:
        """Send a line."""
        if self.torn:
            raise Ended("it did not read all that it was sent, and cannot be asked any more")
        assert self.process.stdin is not None
        self.torn = True  # until the line is whole: an alarm may ring meanwhile
        try:
            self.process.stdin.write(json.dumps(message, ensure_ascii=False) + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None
        self.torn = False

    def hear(self, deadline: float, seconds: float) -> Json:
        """Return the next line, or say what is wrong with it."""
        try:
            line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Overtime(f"no answer after {seconds:.1f} s") from None
        if line is None:
            self.lines.put(None)
            raise self._ended()
        if len(line) > LONGEST:
            raise BadAnswer(f"a line of more than {LONGEST} characters")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise BadAnswer(f"not a line of JSON: {cut(line.strip())}") from None
        if not isinstance(answer, dict):
            raise BadAnswer(f"not a JSON object: {cut(line.strip())}")
        return answer

    def _ended(self) -> Ended:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(FAREWELL)
        self._threads[1].join(FAREWELL)
        code = self.process.poll()
        how = "it closed its output" if code is None else f"it ended with the code {code}"
        said = "; it said: " + " / ".join(self.last_words) if self.last_words else ""
        return Ended(how + said)

    def close(self) -> None:
        """Let the program end by itself, and end it with all that it started if it does not."""
        with contextlib.suppress(BotFault):
            self.send({"type": "quit"})
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.close()
        try:
            self.process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            if hasattr(os, "killpg"):
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self.process.pid, signal.SIGKILL)
            self.process.kill()
            self.process.wait()
