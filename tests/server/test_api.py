"""The open API: whole games by tokens, and words for everything that is refused."""

from __future__ import annotations

import asyncio
import random
import re

import httpx
import pytest

import horta
from horta.server.app import create_app

from .conftest import Sitting, bearer, make_table, settings_for


def test_games_are_listed_with_options_and_bots(client):
    games = client.get("/api/games").json()
    assert [game["id"] for game in games] == horta.games()
    paris = client.get("/api/games/paris").json()
    assert paris in games
    assert (paris["min_players"], paris["max_players"]) == (2, 2)
    assert "postcards" in paris["options"]["properties"]
    assert "random" in [bot["name"] for bot in paris["bots"]]


def test_a_whole_game_is_played_and_told_by_its_transcript(sitting, choice):
    refused = sitting.get("/transcript", 0)
    assert refused.status_code == 403  # the seed would tell every secret
    end = sitting.play_random(choice)
    assert end["over"]
    assert end["to_act"] is None
    record = sitting.get("/transcript").json()
    match = horta.replay(record)
    assert match.over
    assert match.scores == end["view"]["scores"]
    assert len(record["actions"]) == end["step"]
    sheet = sitting.get("/sheet").json()
    assert sheet["totals"] == match.scores
    assert sheet["winners"] == match.winners


def test_an_action_can_be_named_by_its_text(sitting):
    now = sitting.show()
    first = sitting.get("/actions", now["to_act"]).json()["actions"][0]
    answer = sitting.post("/actions", now["to_act"], step=0, action=first["text"])
    assert answer.json() == {"step": 1}
    assert sitting.show()["standing"] == 1


def test_only_the_seat_to_play_sees_its_actions(sitting):
    seat = sitting.show()["to_act"]
    assert sitting.get("/actions", seat).json()["actions"]
    assert sitting.get("/actions", 1 - seat).json()["actions"] == []
    assert sitting.get("/actions").json()["actions"] == []


def test_every_action_has_a_label_and_a_target_on_the_drawing(sitting, choice):
    for _ in range(3):
        now = sitting.play_random(choice, 9)
        seat = now["to_act"]
        svg = sitting.get("/drawing.svg", seat).text
        for lang in ("en", "fr", "de"):
            for one in sitting.get("/actions", seat, lang=lang).json()["actions"]:
                assert one["label"]
                target = one["target"]
                names = [target["element"], target["piece"], *target["cells"]]
                for name in filter(None, names):
                    assert f'data-target="{name}"' in svg, (name, one)


def test_a_stale_action_is_refused_with_the_current_step(sitting):
    seat = sitting.show()["to_act"]
    action = sitting.get("/actions", seat).json()["actions"][0]["action"]
    assert sitting.post("/actions", seat, step=0, action=action).status_code == 200
    for step in (0, 2, 99):
        answer = sitting.post("/actions", seat, step=step, action=action)
        assert answer.status_code == 409
        assert answer.json()["step"] == 1
    assert sitting.show()["step"] == 1


def test_of_many_answers_to_one_step_exactly_one_counts(tmp_path):
    async def run():
        app = create_app(settings_for(tmp_path))
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://horta") as client:
                made = (await client.post("/api/tables", json={"game": "paris"})).json()
                base = f"/api/tables/{made['id']}"
                for step in range(12):
                    seat = (await client.get(base)).json()["to_act"]
                    key = bearer(made["seats"][seat]["token"])
                    listed = (await client.get(base + "/actions", headers=key)).json()["actions"]
                    chosen = [random.Random(k).choice(listed)["action"] for k in range(8)]
                    answers = await asyncio.gather(
                        *(
                            client.post(
                                base + "/actions", headers=key, json={"step": step, "action": one}
                            )
                            for one in chosen
                        )
                    )
                    codes = sorted(answer.status_code for answer in answers)
                    assert codes == [200] + [409] * 7
                    stored = await app.state.house.store.load(made["id"])
                    assert [entry.step for entry in stored.entries] == list(range(1, step + 2))

    asyncio.run(run())


def test_who_may_not_play_is_refused(sitting):
    seat = sitting.show()["to_act"]
    action = sitting.get("/actions", seat).json()["actions"][0]["action"]
    form = {"step": 0, "action": action}
    assert sitting.post("/actions", None, **form).status_code == 403  # a spectator
    assert sitting.post("/actions", 1 - seat, **form).status_code == 403  # the other seat
    assert sitting.post("/actions", 1 - seat, **form, seat=seat).status_code == 403
    assert sitting.show()["step"] == 0


@pytest.mark.parametrize(
    ("path", "form", "status", "words"),
    [
        ("/actions", {"step": 0, "action": 5_000}, 422, "not legal"),
        ("/actions", {"step": 0, "action": 10**9}, 422, "no action"),
        ("/actions", {"step": 0, "action": "fly to the moon"}, 422, "names no action"),
        ("/actions", {"step": 0, "action": -1}, 422, "action"),
        ("/actions", {"step": "soon", "action": 1}, 422, "step"),
        ("/actions", {"action": 1}, 422, "step"),
        ("/actions", {"step": 0, "action": 1, "more": 1}, 422, "more"),
        ("/undo", {"step": 0}, 422, "taken back"),
        ("/undo", {"step": 0, "to": 7}, 422, "taken back"),
        ("/end", {"step": 0}, 422, "no turn to end"),
        ("/rematch", {}, 422, "over"),
    ],
)
def test_bad_orders_get_words(sitting, path, form, status, words):
    answer = sitting.post(path, sitting.show()["to_act"], **form)
    assert answer.status_code == status
    assert words in answer.json()["error"]
    assert sitting.show()["step"] == 0


@pytest.mark.parametrize(
    ("form", "status", "words"),
    [
        ({"game": "chess"}, 404, "no game"),
        ({"game": "paris", "players": 5}, 422, "2 players"),
        ({"game": "paris", "options": {"colour": "red"}}, 422, "colour"),
        ({"game": "paris", "options": {"seed": 1}}, 422, "seed"),
        ({"game": "paris", "seats": [{}, {"bot": "nobody knows"}]}, 422, "no bot"),
        ({"game": "paris", "seats": [{}], "players": 2}, 422, "seats"),
        ({"game": "paris", "seed": -1}, 422, "seed"),
        ({"game": "paris", "components": {"tiles": 1}}, 422, "tiles"),
        ({}, 422, "game"),
    ],
)
def test_bad_tables_get_words(client, form, status, words):
    answer = client.post("/api/tables", json=form)
    assert answer.status_code == status
    assert words in answer.json()["error"]


@pytest.mark.parametrize(
    "path",
    ["/api/tables/nosuchtable", "/api/tables/%00%00%00%00%00%00", "/api/nothing", "/t/nosuchtable"],
)
def test_what_is_not_there_is_not_found(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]


def test_a_body_that_is_no_json_gets_words(sitting):
    answer = sitting.client.post(
        f"{sitting.base}/actions",
        content=b"\xff{",
        headers={**bearer(sitting.keys[0]), "content-type": "application/json"},
    )
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]


def test_the_law_of_undo(client, choice):
    """A tile is drawn, so the turn is final; within a postcard there is a way back."""
    sitting = Sitting(client, seed=5, options={"postcards": "first"})
    undone = 0
    for _ in range(200):
        now = sitting.show()
        if now["over"]:
            break
        mine = sitting.show(now["to_act"])
        if mine["undo_to"] < mine["standing"] and undone < 5:
            before = mine["standing"]
            other = sitting.post("/undo", 1 - now["to_act"], step=now["step"])
            assert other.status_code == 403
            answer = sitting.post("/undo", now["to_act"], step=now["step"])
            assert answer.json() == {"step": now["step"] + 1}
            after = sitting.show(now["to_act"])
            assert after["standing"] == before - 1
            assert after["to_act"] == now["to_act"]
            undone += 1
        else:
            assert mine["standing"] == mine["undo_to"] or undone >= 5
            if mine["standing"] == mine["undo_to"]:
                refused = sitting.post("/undo", now["to_act"], step=now["step"])
                assert refused.status_code == 422
        listed = sitting.get("/actions", now["to_act"]).json()
        action = choice.choice(listed["actions"])["action"]
        sitting.post("/actions", now["to_act"], step=listed["step"], action=action)
    assert undone == 5
    sitting.play_random(choice)
    record = sitting.get("/transcript").json()
    assert record["actions"].count("undo") == 5  # undo is in the transcript
    assert horta.replay(record).over


def test_a_table_that_ends_turns_by_hand(client, choice):
    sitting = Sitting(client, seed=8, confirm=True)
    waited = 0
    for _ in range(60):
        now = sitting.show()
        seat = now["to_act"]
        listed = sitting.get("/actions", seat).json()
        action = choice.choice(listed["actions"])["action"]
        sitting.post("/actions", seat, step=now["step"], action=action)
        after = sitting.show(seat)
        if not after["ends_turn"]:
            continue
        waited += 1
        assert after["to_act"] == seat  # the word has not passed yet
        assert sitting.get("/actions", seat).json()["actions"] == []
        assert sitting.get("/actions", 1 - seat).json()["actions"] == []
        refused = sitting.post("/actions", seat, step=after["step"], action=action)
        assert refused.status_code == 422
        if waited == 1:
            assert sitting.post("/undo", seat, step=after["step"]).status_code == 200
            again = sitting.show(seat)
            assert again["standing"] == now["standing"]
            assert again["view"]["table"] == sitting.show(seat)["view"]["table"]
            sitting.post("/actions", seat, step=again["step"], action=action)
            after = sitting.show(seat)
        assert sitting.post("/end", seat, step=after["step"]).status_code == 200
        if waited > 3:
            break
    assert waited > 3
    assert sitting.play_random(choice)["over"]
    assert horta.replay(sitting.get("/transcript").json()).over


def test_a_transcript_can_be_put_up_again(client, sitting, choice):
    end = sitting.play_random(choice)
    record = sitting.get("/transcript").json()
    answer = client.post("/api/transcripts", json={"transcript": record})
    assert answer.status_code == 201
    twin = Sitting(client, answer.json())
    shown = twin.show()
    assert shown["over"]
    assert shown["view"]["table"] == end["view"]["table"]
    half = {**record, "actions": record["actions"][:20], "result": None}
    answer = client.post("/api/transcripts", json={"transcript": half})
    twin = Sitting(client, answer.json())
    assert twin.show()["standing"] == 20
    assert twin.play_random(choice)["over"]  # and played on


@pytest.mark.parametrize(
    "change",
    [
        {"actions": ["fly"]},
        {"actions": ["pass"] * 5001},
        {"seed": None},
        {"rules_version": 999},
        {"players": 9},
        {"result": {"scores": [1, 2], "winners": [0]}},
        {"horta": 77},
    ],
)
def test_bad_transcripts_get_words(client, change):
    record = {**horta.start("paris", seed=1).transcript(), **change}
    answer = client.post("/api/transcripts", json={"transcript": record})
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_replay_shows_every_step_from_any_sight(sitting, choice):
    assert sitting.get("/replay/0").status_code == 403  # not while it runs
    end = sitting.play_random(choice)
    last = end["standing"]
    frames = [sitting.get(f"/replay/{k}").json() for k in (0, 1, 2, 3, last)]
    for frame in frames:
        named = set(re.findall(r'data-(?:target|thing)="([^"]+)"', frame["svg"]))
        assert set(frame["rules"]) == named
        assert all(f'="{name}"' in frame["svg"] for name in frame["last"])
    assert frames[0]["last"] == []
    assert any(frame["last"] for frame in frames)
    assert all(frame["log"] for frame in frames)  # at least the choice that was made
    assert frames[-1]["scores"] == end["view"]["scores"]
    assert len({frame["svg"] for frame in frames}) == 5
    early = {sitting.get("/replay/2", **{"from": who}).json()["svg"] for who in ("all", "0", "1")}
    assert len(early) == 3  # two different hands, and both
    assert sitting.get(f"/replay/{last + 1}").status_code == 403
    assert sitting.get("/replay/0", **{"from": "7"}).status_code == 403


def test_a_rematch_has_the_same_seats(sitting, choice):
    sitting.play_random(choice)
    first = sitting.post("/rematch", 0).json()
    assert first["seats"][0]["token"]
    assert first["seats"][1]["token"] is None  # the other seat's key is not given away
    second = sitting.post("/rematch", 1).json()
    assert second["id"] == first["id"]  # both go to the same table
    assert sitting.post("/rematch", None).status_code == 403
    assert sitting.show()["rematch"] == first["id"]


def test_bots_play_to_the_end(client):
    made = make_table(client, seats=[{"bot": "random"}, {"bot": "random"}], seed=3)
    for _ in range(2000):
        now = client.get(f"/api/tables/{made['id']}").json()
        if now["over"]:
            return
    pytest.fail("the bots did not end their game")


def test_a_preview_tells_what_the_action_brings(sitting, choice):
    seen = 0
    while seen < 5:
        now = sitting.play_random(choice, 1)
        if now["over"]:
            break
        seat = now["to_act"]
        listed = sitting.get("/actions", seat).json()["actions"]
        one = choice.choice(listed)
        told = sitting.get("/preview", seat, action=one["action"]).json()
        before = sitting.show(seat)["view"]["scores"][seat]
        sitting.post("/actions", seat, step=now["step"], action=one["action"])
        after = sitting.show(seat)["view"]["scores"][seat]
        assert told["points"] == after - before
        assert sum(told["lines"].values()) == told["points"]
        seen += told["points"] != 0
    assert seen
