"""The public face: play, undo, look, write down. For every game."""

from __future__ import annotations

import importlib
import json
import random
import subprocess
import sys

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.thirdparty import forget, install_pebbles

import horta
from horta.core import registry

GAMES = horta.games()


def played(game, seed, steps=10_000, players=None, **options):
    """A match after some random steps."""
    match = horta.start(game, players, seed, **options)
    rng = random.Random(seed)
    for _ in range(steps):
        if match.over:
            break
        match.play(rng.choice(match.legal))
    return match


def test_games_are_listed_as_package_and_as_function():
    assert "paris" in horta.games()
    importlib.import_module("horta.games.paris")
    assert "paris" in horta.games(), "the package still answers to a call after an import"


@pytest.mark.parametrize("game", GAMES)
class TestEveryGame:
    def test_play_and_undo_restore_every_byte(self, game):
        match = horta.start(game, seed=3)
        rng = random.Random(3)
        twins = []
        while not match.over:
            twins.append(match.copy())
            match.play(rng.choice(match.legal))
        while twins:
            action = match.actions[-1]
            assert match.undo() == action
            twin = twins.pop()
            assert match == twin
            assert match.position == twin.position
            assert match.legal == twin.legal
        with pytest.raises(horta.IllegalAction, match="nothing to take back"):
            match.undo()

    def test_illegal_actions_change_nothing(self, game):
        match = played(game, 5, 12)
        before, record = match.copy(), match.transcript()
        size = len(match.game.actions)
        legal = set(match.legal)
        rng = random.Random(1)
        for action in [-1, size, 10**9, *rng.sample(range(size), min(size, 50))]:
            if action in legal:
                continue
            with pytest.raises(horta.IllegalAction):
                match.play(action)
        with pytest.raises(horta.IllegalAction, match="a whole number, not 'pass'"):
            match.play("pass")
        assert match == before
        assert match.transcript() == record

    def test_an_illegal_action_is_named_with_the_question(self, game):
        match = horta.start(game, seed=1)
        wrong = next(a for a in range(len(match.game.actions)) if a not in match.legal)
        with pytest.raises(horta.IllegalAction) as caught:
            match.play(wrong)
        assert match.text(wrong) in str(caught.value)
        assert match.question() in str(caught.value)

    def test_after_the_end_nothing_is_legal(self, game):
        match = played(game, 8)
        assert match.over
        assert match.to_play is None
        assert match.legal == []
        with pytest.raises(horta.IllegalAction, match="over"):
            match.play(0)

    def test_positions_go_through_json_and_back(self, game):
        for steps in (0, 7, 15, 23, 31, 10_000):
            match = played(game, 11 + steps, steps)
            position = json.loads(json.dumps(match.position))
            again = horta.resume(game, position)
            assert again.position == position
            assert again.legal == match.legal
            assert again.sheet == match.sheet
            rng = random.Random(2)
            while not match.over:
                action = rng.choice(match.legal)
                match.play(action)
                again.play(action)
            assert again.position == match.position

    def test_positions_and_views_fit_their_schema(self, game):
        schema = registry.game(game).presentation.schema()
        for steps in (0, 9, 22, 35):
            match = played(game, steps, steps)
            jsonschema.validate(match.position["table"], schema)
            for seat in (None, *range(match.players)):
                jsonschema.validate(json.loads(json.dumps(match.view(seat)))["table"], schema)

    def test_transcripts_go_through_json_and_back(self, game):
        match = played(game, 21)
        record = json.loads(json.dumps(match.transcript()))
        again = horta.replay(record)
        assert again == match
        assert again.transcript() == record
        assert horta.replay(json.dumps(record)) == match
        assert record["result"] == {"scores": match.scores, "winners": match.winners}

    def test_undo_is_in_the_transcript(self, game):
        match = played(game, 4, 6)
        taken = match.undo()
        other = next(a for a in reversed(match.legal) if a != taken)
        match.play(other)
        record = match.transcript()
        assert record["actions"][-2:] == ["undo", match.text(other)]
        assert horta.replay(record) == match

    def test_a_transcript_may_begin_with_a_position(self, game):
        match = horta.resume(game, played(game, 6, 14).position)
        rng = random.Random(6)
        while not match.over:
            match.play(rng.choice(match.legal))
        assert horta.replay(json.loads(json.dumps(match.transcript()))) == match

    def test_repr_is_evaluable(self, game):
        match = played(game, 13, 9)
        assert eval(repr(match), {"horta": horta}) == match

    def test_broken_transcripts_are_refused(self, game):
        good = played(game, 9).transcript()
        text = json.dumps(good)
        other = {**good, "rules_version": good["rules_version"] + 1}
        cases = {
            "not valid JSON": text[: len(text) // 2],
            "not a transcript": json.dumps({"hello": 1}),
            "rules_version": json.dumps(other),
            "'horta'": json.dumps({**good, "horta": 99}),
            "seed": json.dumps({**good, "seed": -4}),
            "'actions' must be": json.dumps({**good, "actions": "all"}),
            "does not end": json.dumps({**good, "actions": good["actions"][:5]}),
            "action 1 of": json.dumps({**good, "actions": ["jump", *good["actions"]]}),
            "action 4 of": json.dumps(
                {**good, "actions": [*good["actions"][:3], "undo", "undo", "undo", "undo"][:7]}
            ).replace('"undo", "undo", "undo", "undo"', '"jump"'),
            "claims": json.dumps({**good, "result": {"scores": [0] * 9, "winners": []}}),
            "'seats'": json.dumps({**good, "seats": ["one"]}),
            "'players'": json.dumps({**good, "players": "two"}),
        }
        for message, broken in cases.items():
            with pytest.raises(horta.BadTranscript, match=message):
                horta.replay(broken)
        with pytest.raises(horta.UnknownGame, match="chess"):
            horta.replay(json.dumps({**good, "game": "chess"}))

    def test_broken_positions_are_refused(self, game):
        good = played(game, 9, 10).position
        for message, broken in {
            "'horta'": {**good, "horta": 0},
            "'game'": {**good, "game": "chess"},
            "rules_version": {**good, "rules_version": 0},
            "no 'table'": {key: value for key, value in good.items() if key != "table"},
            "'colour'": {**good, "table": {**good["table"], "colour": 1}},
            "'options'": {**good, "options": 3},
        }.items():
            with pytest.raises(horta.BadPosition, match=message):
                horta.resume(game, broken)
        with pytest.raises(horta.BadPosition):
            horta.resume(game, {**good, "table": {}})

    def test_bad_options_are_named(self, game):
        with pytest.raises(horta.BadOption, match="'speed'"):
            horta.start(game, speed=3)
        with pytest.raises(horta.BadOption, match="players"):
            horta.start(game, players=9)
        for seed in (-1, 2**63, 1.5, True):
            with pytest.raises(horta.HortaError, match="seed"):
                horta.start(game, seed=seed)
        with pytest.raises(horta.HortaError, match="names"):
            horta.start(game, seed=1, seats=["only one"])

    def test_sheet_lines_add_up_at_any_time(self, game):
        match = horta.start(game, seed=17)
        rng = random.Random(17)
        while True:
            sheet = match.sheet
            lines = [line.name for line in match.game.lines if not line.tie_break]
            for seat, score in enumerate(match.scores):
                assert score == sum(sheet[name][seat] for name in lines)
            assert all(match.scores[seat] == max(match.scores) for seat in match.winners)
            if match.over:
                break
            match.play(rng.choice(match.legal))

    def test_labels_and_events_in_every_language(self, game):
        match = horta.start(game, seed=19)
        rng = random.Random(19)
        while not match.over:
            for lang in ("en", "fr", "de"):
                labels = [match.label(action, lang) for action in match.legal]
                assert len(set(labels)) == len(labels), "two buttons with the same words"
                assert all(labels)
                assert match.question(lang)
                assert not any("{" in label for label in labels)
            match.play(rng.choice(match.legal))
        logs = [match.log(lang) for lang in ("en", "fr", "de")]
        assert len({len(log) for log in logs}) == 1
        assert logs[0] != logs[1] != logs[2]
        assert not any("{" in sentence or not sentence for log in logs for sentence in log)

    def test_log_since_a_step_is_the_tail_of_the_log(self, game):
        match = played(game, 23, 20)
        whole = list(match.events())
        for since in (1, 7, 19, 20):
            assert list(match.events(since)) == [e for e in whole if e[0] > since]

    def test_unknown_language_and_seat_are_named(self, game):
        match = horta.start(game, seed=1)
        with pytest.raises(horta.BadOption, match="'it'"):
            match.log("it")
        with pytest.raises(horta.HortaError, match="seat 7"):
            match.view(7)

    def test_two_matches_with_one_seed_are_equal(self, game):
        assert horta.start(game, seed=5) == horta.start(game, seed=5)
        assert horta.start(game, seed=5) != horta.start(game, seed=6)
        assert horta.start(game) != horta.start(game), "a drawn seed"
        with pytest.raises(TypeError):
            hash(horta.start(game, seed=5))

    @settings(max_examples=15, deadline=None)
    @given(data=st.data())
    def test_any_walk_through_the_game_holds_together(self, game, data):
        match = horta.start(game, seed=data.draw(st.integers(0, 2**63 - 1), label="seed"))
        check = registry.game(game).rules.check
        from horta.core.record import at

        for _ in range(data.draw(st.integers(0, 60), label="steps")):
            if match.over:
                break
            legal = match.legal
            assert legal == sorted(set(legal))
            match.play(legal[data.draw(st.integers(0, len(legal) - 1))])
            if data.draw(st.integers(0, 9)) == 0:
                match.undo()
            assert check(at(match.game.table, match._table)) == 0
        assert horta.replay(match.transcript()) == match


def test_match_without_seat_names_uses_the_games_own():
    match = horta.start("paris", seed=1, seats=["Ada", ""])
    assert match.names() == ["Ada", "Blue"]
    assert match.names("de") == ["Ada", "Blau"]
    assert match.view(0, "fr")["names"] == ["Ada", "Bleu"]
    assert str(match).startswith("Paris")


def test_importing_horta_is_light():
    code = "import horta, sys; print(sorted({'numba', 'numpy', 'pydantic'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_unknown_games_are_named_with_those_installed():
    with pytest.raises(horta.UnknownGame, match=r"installed: .*paris"):
        horta.start("chess")


def test_horta_has_no_other_attributes():
    with pytest.raises(AttributeError, match="castle"):
        _ = horta.castle


SWITCH = """
import horta, time
match = horta.start("pebbles", seed=1)
first = match._engine.compiled
match.play(match.legal[0])
deadline = time.monotonic() + 600
while not match._engine.compiled and time.monotonic() < deadline:
    time.sleep(0.1)
match.play(match.legal[0])
print(first, match._engine.compiled)
"""


@pytest.mark.compiled
def test_a_table_switches_over_to_the_compiled_rules_between_two_steps(tmp_path, monkeypatch):
    install_pebbles(tmp_path, monkeypatch)
    monkeypatch.delenv("HORTA_JIT", raising=False)
    monkeypatch.setenv("HORTA_CACHE", str(tmp_path / "cache"))
    command = [sys.executable, "-c", SWITCH]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    forget()
    assert done.stdout.split() == ["False", "True"]


class TestWhatIsNoAction:
    """A number of any kind is taken; what is none is refused, and nothing is changed by it."""

    @pytest.mark.parametrize("given", [2.0, True, False, np.True_, "2", None, 2 + 0j, [2]])
    def test_what_is_no_whole_number_is_refused_with_words(self, given):
        match = horta.start("paris", seed=7)
        before = match.transcript()
        with pytest.raises(horta.IllegalAction, match="an action is a whole number, not "):
            match.play(given)
        assert match.transcript() == before
        with pytest.raises(horta.IllegalAction, match="nothing to take back"):
            match.undo()

    @pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint8])
    def test_numbers_of_numpy_are_numbers(self, kind):
        match = horta.start("paris", seed=7)
        match.play(kind(match.legal[0]))
        assert type(match.actions[0]) is int
        assert json.loads(json.dumps(match.transcript())) == match.transcript()
        illegal = next(a for a in range(100) if a not in match.legal)
        with pytest.raises(horta.IllegalAction, match=rf"\({illegal}\) is not legal now"):
            match.play(kind(illegal))

    def test_a_rule_that_fails_leaves_the_match_as_it_was(self, monkeypatch):
        match = horta.start("paris", seed=7)
        before, table = match.transcript(), match._table.tobytes()
        rules = match._engine

        def fails(games, i, action):
            games["to_play"] = 9
            raise RuntimeError("half of a step")

        monkeypatch.setitem(rules.__dict__, "step", fails)
        with pytest.raises(RuntimeError):
            match.play(match.legal[0])
        monkeypatch.undo()
        assert (match.transcript(), match._table.tobytes()) == (before, table)
        match.play(match.legal[0])
        match.undo()

    @pytest.mark.parametrize("seat", [-1, 2, 99, 0.0, True, "0"])
    @pytest.mark.parametrize("ask", ["view", "redacted", "observe", "svg", "sketch"])
    def test_there_are_no_other_seats(self, ask, seat):
        match = horta.start("paris", seed=7)
        with pytest.raises(horta.HortaError, match="there is no seat"):
            getattr(match, ask)(seat)

    @pytest.mark.parametrize("action", [-1, 10**6, 2.0, True, "2"])
    def test_there_are_no_other_actions(self, action):
        match = horta.start("paris", seed=7)
        for ask in (match.text, match.label):
            with pytest.raises(horta.BadText, match="there is no action"):
                ask(action)

    @pytest.mark.parametrize("players", [True, 2.0, "2"])
    def test_players_are_counted(self, players):
        with pytest.raises(horta.BadOption, match="a number is needed"):
            horta.start("paris", players=players)
