"""Programs in a seat: the line protocol, its faults by name, and nothing secret on the pipe."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import horta
from horta.bots import UnknownBot, commands, parse
from horta.bots.bot import Budget, Overtime, info_state
from horta.bots.commands import CommandBot
from horta.bots.play import MOST_FAULTS, play_game
from horta.core.engine import plain_engine

AGENT = Path(__file__).parent.parent.parent / "examples" / "agent.py"

BODY = """
import json, os, sys, time
def send(x): print(json.dumps(x), flush=True)
hello = json.loads(sys.stdin.readline())
{start}
for line in sys.stdin:
    ask = json.loads(line)
    if ask["type"] != "choose": continue
    first = ask["legal"][0]
    {deed}
"""
READY = 'send({"type": "ready", "protocol": 1})'


@pytest.fixture
def program(tmp_path):
    def write(deed, start=READY, name="agent.py"):
        path = tmp_path / name
        path.write_text(BODY.format(start=start, deed=deed))
        return f"exec:{sys.executable} {path}"

    return write


def played(bot, **more):
    return play_game("paris", {}, (bot, "random"), 1, (0, 1), **more)


class TestFaults:
    def test_a_program_that_keeps_to_the_protocol_has_none(self, program):
        by_number = played(program('send({"id": ask["id"], "action": first["action"]})'))
        by_text = played(program('send({"id": ask["id"], "action": first["text"]})'))
        assert by_number.faults == by_text.faults == []
        assert by_number.scores == by_text.scores

    @pytest.mark.parametrize(
        ("deed", "kind", "says"),
        [
            ('send({"id": ask["id"], "action": -5})', "illegal", "-5 is not one of"),
            ('send({"id": ask["id"], "action": True})', "illegal", "true is not one of"),
            ('send({"id": ask["id"], "action": "fly to the moon"})', "illegal", "names no action"),
            ('send({"id": ask["id"]})', "illegal", "null is not one of"),
            ('print("I think, therefore", flush=True)', "protocol", "not a line of JSON: I think"),
            ("send([1])", "protocol", "not a JSON object"),
            ('send({"action": first["action"]})', "protocol", "has the id None"),
            ('send({"id": ask["id"] + 9, "action": 1})', "protocol", "question 1 has the id 10"),
            ('print("x" * (1 << 21), flush=True)', "protocol", "a line of more than"),
            ('sys.exit("out of credit")', "crash", "the code 1; it said: out of credit"),
            ("os.close(1); time.sleep(60)", "crash", "it closed its output"),
        ],
    )
    def test_a_fault_is_named_and_the_game_goes_on(self, program, deed, kind, says):
        bot = program(deed)
        result = played(bot)
        assert result.scores is not None
        assert len(result.faults) == MOST_FAULTS, "then its seat plays at random"
        assert {(fault.bot, fault.seat, fault.kind) for fault in result.faults} == {(bot, 0, kind)}
        assert says in result.faults[0].message

    @pytest.mark.parametrize(
        ("start", "says"),
        [
            ('send({"type": "ready", "protocol": 2})', "version 2 of the protocol, not 1"),
            ('send({"type": "uciok"})', "not 'ready'"),
        ],
    )
    def test_another_greeting_is_refused(self, program, start, says):
        fault = played(program("pass", start)).faults[0]
        assert fault.kind == "protocol"
        assert says in fault.message

    def test_a_program_that_is_not_there(self):
        fault = played("exec:/no/such/program").faults[0]
        assert (fault.kind, "cannot be started" in fault.message) == ("crash", True)

    def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_one(self, monkeypatch):
        match = horta.start("paris", seed=1)
        first, last = match.legal[0], match.legal[-1]
        heard = iter(
            [
                {"type": "ready", "protocol": 1},
                Overtime("no answer after 60.0 s"),
                {"id": 1, "action": last},
                {"id": 2, "action": first},
            ]
        )

        class Slow:
            def __init__(self, words):
                pass

            def send(self, message):
                pass

            def hear(self, deadline, seconds):
                answer = next(heard)
                if isinstance(answer, Overtime):
                    raise answer
                return answer

        monkeypatch.setattr(commands, "_Program", Slow)
        bot = CommandBot(match.game, ["x"])
        with pytest.raises(Overtime):
            bot.choose(info_state(match), Budget())
        assert bot.choose(info_state(match), Budget()) == first != last

    def test_a_program_that_never_answers_is_overtime(self, program):
        result = played(program("time.sleep(3600)"), limit=0.2)
        assert {fault.kind for fault in result.faults} == {"overtime"}
        assert result.scores is not None

    def test_a_program_that_does_not_end_is_ended(self, program):
        game = horta.start("paris", seed=1)
        deed = 'send({"id": ask["id"], "action": first["action"]})\n    while True: time.sleep(1)'
        bot = parse(program(deed)).seat(game.game, 2)
        bot.choose(info_state(game))
        process = bot.bot._program.process
        bot.close()
        assert process.poll() is not None

    def test_a_refusal_is_told_to_the_program(self, tmp_path):
        heard, path = tmp_path / "heard", tmp_path / "agent.py"
        path.write_text(
            "import json, sys\n"
            f"heard = open({str(heard)!r}, 'a')\n"
            "for line in sys.stdin:\n"
            "    told = json.loads(line)\n"
            "    if told['type'] == 'refused':\n"
            "        print(told['id'], told['problem'], file=heard, flush=True)\n"
            "    elif told['type'] == 'hello':\n"
            '        print(\'{"type": "ready", "protocol": 1}\', flush=True)\n'
            "    elif told['type'] == 'choose':\n"
            "        print(json.dumps({'id': told['id'], 'action': -1}), flush=True)\n"
        )
        played(f"exec:{sys.executable} {path}")
        assert heard.read_text().startswith("1 -1 is not one of")

    def test_a_wrong_command_is_refused_before_anything_is_played(self):
        for text, says in (
            ("exec:", "names a command"),
            ("exec:python 'x", "No closing quotation"),
        ):
            with pytest.raises(UnknownBot, match=says):
                parse(text)


CASES = [("paris", 2), ("bruxelles1897", 3), ("bruxelles1893", 4)]


@pytest.mark.parametrize(("game_id", "players"), CASES)
def test_nothing_secret_crosses_the_pipe(game_id, players, monkeypatch):
    """What is sent stays the same, byte for byte, when what is hidden is dealt anew."""
    sent = []

    class Spy:
        def __init__(self, words):
            self.asked = 0

        def send(self, message):
            sent[-1].append(json.dumps({**message, "seconds": 0}))
            self.asked = message.get("id")

        def hear(self, deadline, seconds):
            if self.asked is None:
                return {"type": "ready", "protocol": 1}
            return {"id": self.asked, "action": legal[0]}

    monkeypatch.setattr(commands, "_Program", Spy)
    match = horta.start(game_id, players, 5)
    changed = 0
    for step in range(60):
        if match.over:
            break
        legal, seat = match.legal, match.to_play
        other = match.copy()
        other.seed = 99
        plain_engine(match.game).redeal(other._table, 0, seat, step)
        changed += other.position["table"] != match.position["table"]
        for one in (match, other):
            sent.append([])
            CommandBot(match.game, ["x"]).choose(info_state(one), Budget())
        assert sent[-1] == sent[-2]
        assert [json.loads(line)["type"] for line in sent[-1]] == ["hello", "choose"]
        asked = json.loads(sent[-1][1])
        assert asked["view"] == json.loads(json.dumps(match.view(seat)))
        assert [each["action"] for each in asked["legal"]] == legal
        match.play(legal[step * 7 % len(legal)])
    assert changed > 10, "the redeals did change the truth"


def test_the_page_shows_the_messages_as_they_are():
    page = (AGENT.parent.parent / "docs" / "protocol.md").read_text(encoding="utf-8")
    shown = {
        message.get("type", "answer"): set(message)
        for message in map(json.loads, re.findall(r"```json\n(.*?)```", page, re.S))
    }
    match = horta.start("paris", seed=1)
    info = info_state(match)
    asked = CommandBot(match.game, ["x"])._question(info.match(), info, 1.0)
    assert shown["hello"] == set(commands._hello(info.match(), 0, 1.0))
    assert shown["choose"] == set(asked)
    assert set(asked["legal"][0]) == {"action", "text", "label"}
    assert shown["answer"] == {"id", "action"}
    assert f'"protocol": {commands.PROTOCOL}' in page


class TestExample:
    def test_it_plays_a_game_without_a_fault(self):
        result = played(f"exec:{sys.executable} {AGENT}")
        assert (result.faults, result.scores is None) == ([], False)

    def test_it_asks_a_language_model(self):
        prompts = []

        class Model(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                prompts.append(body["messages"][0]["content"])
                said = json.dumps({"choices": [{"message": {"content": "Option 1, please"}}]})
                self.send_response(200)
                self.end_headers()
                self.wfile.write(said.encode())

            def log_message(self, *args):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            url = f"http://127.0.0.1:{server.server_port}/v1"
            result = played(f"exec:{sys.executable} {AGENT} --url {url}")
        finally:
            server.shutdown()
        assert result.faults == []
        assert "Answer with the number of one option" in prompts[0]
        first = horta.replay(played_first(result.deal))
        assert first.label(first.legal[0]) in prompts[0]

    def test_it_needs_nothing_but_python(self):
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(AGENT)],
            input='{"type": "hello", "title": "x", "seat": 0, "players": 2}\n{"type": "quit"}\n',
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(done.stdout)["type"] == "ready"


def played_first(deal):
    """The transcript of a game in which nothing has been played yet."""
    return horta.start("paris", 2, deal).transcript()
