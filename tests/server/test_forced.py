"""Steps without a choice play themselves, and are taken back with the decision before."""

from __future__ import annotations

import random

import pytest

import horta
from horta.server import forced
from horta.server.keeping import END

from .conftest import Sitting


def before_a_forced_step(wanted=lambda match, after: True):
    """Return a match of Paris and an action that leaves somebody without a choice."""
    for seed in range(60):
        choice, match = random.Random(seed), horta.start("paris", seed=seed)
        while not match.over:
            for action in match.legal if len(match.legal) > 1 else []:
                after = match.copy()
                after.play(action)
                if not after.over and len(after.legal) == 1 and wanted(match, after):
                    return match, action, after
            match.play(choice.choice(match.legal))
    raise AssertionError("nobody is ever without a choice")


def goes_on_with_a_choice(match, after):
    """Tell whether the same player has a choice again, and may take back what led there."""
    twin = after.copy()
    twin.play(twin.legal[0])
    may = after.to_play == match.to_play and after.may_undo and twin.may_undo
    return may and twin.to_play == match.to_play and len(twin.legal) > 1


def put_up(client, match, **form):
    answer = client.post("/api/transcripts", json={"transcript": match.transcript(), **form})
    assert answer.status_code == 201, answer.text
    return Sitting(client, answer.json())


def test_a_person_is_not_asked_where_there_is_no_choice(client):
    match, action, after = before_a_forced_step()
    while not after.over and len(after.legal) == 1:
        after.play(after.legal[0])
    sitting, seat = put_up(client, match), match.to_play
    step = sitting.show()["step"]
    answer = sitting.post("/actions", seat, step=step, action=action)
    assert answer.status_code == 200, answer.text
    now = sitting.show()
    assert now["step"] - step == len(after.actions) - len(match.actions) > 1
    assert now["standing"] == len(after.actions)
    assert now["to_act"] == after.to_play
    # Each of them is told, to everybody.
    log = sitting.get("/log").json()
    told = {one["action"]: one["lines"] for one in log}
    assert all(told[k + 1] for k in range(len(match.actions), len(after.actions)))


def test_steps_without_a_choice_do_not_follow_one_another_for_ever(client, monkeypatch):
    def twice(match, after):
        twin = after.copy()
        twin.play(twin.legal[0])
        return not twin.over and len(twin.legal) == 1

    match, action, _ = before_a_forced_step(twice)
    assert forced.MOST < 1000
    monkeypatch.setattr(forced, "MOST", 1)
    sitting, seat = put_up(client, match), match.to_play
    step = sitting.show()["step"]
    assert sitting.post("/actions", seat, step=step, action=action).status_code == 200
    now = sitting.show()
    assert now["step"] == step + 2
    # The next one is asked for, and can be answered.
    listed = sitting.get("/actions", now["to_act"]).json()["actions"]
    assert len(listed) == 1
    answer = sitting.post("/actions", now["to_act"], step=now["step"], action=listed[0]["action"])
    assert answer.status_code == 200


def test_what_followed_without_a_choice_is_taken_back_with_the_decision(client):
    match, action, _ = before_a_forced_step(goes_on_with_a_choice)
    sitting, seat = put_up(client, match), match.to_play
    sitting.post("/actions", seat, step=sitting.show()["step"], action=action)
    now = sitting.show(seat)
    assert now["undo_last"] == len(match.actions)
    answer = sitting.post("/undo", seat, step=now["step"], to=now["undo_last"])
    assert answer.status_code == 200, answer.text
    back = sitting.show(seat)
    assert back["standing"] == len(match.actions)
    assert back["to_act"] == seat  # nothing plays itself again


def test_a_bots_choice_is_followed_by_a_persons_forced_step_and_transcripts_stay_plain(client):
    """A whole game: wherever a person is asked, there is a choice, and the transcript replays."""
    sitting = Sitting(client, game="paris", seed=5)
    choice = random.Random(5)
    while not (now := sitting.show())["over"]:
        listed = sitting.get("/actions", now["to_act"]).json()
        assert len(listed["actions"]) > 1
        action = choice.choice(listed["actions"])["action"]
        sitting.post("/actions", now["to_act"], step=listed["step"], action=action)
    transcript = sitting.get("/transcript").json()
    assert END not in transcript["actions"]
    assert horta.replay(transcript).scores == sitting.get("/sheet").json()["totals"]


def test_a_table_that_was_put_up_at_a_forced_step_is_played_on(client):
    """The server does it, without anybody looking; what is taken back is not played again."""
    match, _, after = before_a_forced_step(goes_on_with_a_choice)
    sitting = put_up(client, after)
    now = sitting.show()
    assert now["standing"] > len(after.actions)
    assert now["to_act"] == match.to_play
    assert len(sitting.get("/actions", now["to_act"]).json()["actions"]) > 1


def test_a_stored_table_at_a_forced_step_is_played_on_when_it_is_opened(tmp_path):
    """As tables of older versions were stored: at a step that only its person could play."""
    from starlette.testclient import TestClient

    from horta.server import forced
    from horta.server.app import create_app

    from .conftest import settings_for

    match, _, after = before_a_forced_step(goes_on_with_a_choice)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forced, "is_forced", lambda room, match: False)
        with TestClient(create_app(settings_for(tmp_path)), base_url="http://horta.test") as old:
            sitting = put_up(old, after)
            assert sitting.show()["standing"] == len(after.actions)
    with TestClient(create_app(settings_for(tmp_path)), base_url="http://horta.test") as new:
        again = Sitting(new, sitting.made)
        now = again.show()
        assert now["standing"] > len(after.actions)
        assert len(again.get("/actions", match.to_play).json()["actions"]) > 1
