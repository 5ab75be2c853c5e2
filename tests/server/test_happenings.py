"""What happens at a table besides its actions: the log tells it, and the host may close a table."""

from __future__ import annotations

import sqlite3

import pytest
from starlette.testclient import TestClient

from horta.server import happenings
from horta.server.app import create_app
from horta.server.happenings import MOST, TOLD, Happening, told

from .conftest import Sitting, bearer, settings_for
from .test_clocks import late
from .test_clocks import look as look_at_clocks
from .test_people import Hours


def log(table, who=None, **params):
    return [line for row in table.get("/log", who, **params).json() for line in row["lines"]]


def told_rows(table, **params):
    return [row for row in table.get("/log", **params).json() if row["kind"] == "table"]


def as_host(table, way, **form):
    headers = bearer(table.made["host"])
    return table.client.post(f"{table.base}{way}", headers=headers, json=form)


def replace_by(table, seat, bot, name="Bob"):
    headers = bearer(table.made["host"])
    answer = table.client.put(
        f"{table.base}/seats/{seat}", headers=headers, json={"bot": bot, "name": name}
    )
    assert answer.status_code == 200, answer.text


@pytest.fixture
def table(client, choice):
    made = Sitting(client, seed=1893)
    for seat, name in enumerate(("Alice", "Bob")):
        made.join(seat, name=name)
    made.play_random(choice, 5)
    return made


@pytest.mark.parametrize("kind", sorted(TOLD))
@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_everything_is_told_in_three_languages(kind, lang):
    said = told(Happening(kind, 1, 3, 2, 0.0, "Bob", 2), ["A", "B"], lang)
    assert "{" not in said
    assert ("Bob" in said) == (kind != happenings.CLOSED)
    assert (said == told(Happening(kind, 1, 3, 2, 0.0, "Bob", 2), ["A", "B"], "en")) == (
        lang == "en"
    )


def test_before_anything_happens_the_log_has_its_actions_alone(table):
    assert told_rows(table) == []
    assert {row["kind"] for row in table.get("/log").json()} == {"action"}


def test_who_is_replaced_by_a_bot_and_by_a_person_stands_in_the_log(table, choice):
    replace_by(table, 1, "random")
    assert told_rows(table)[-1]["lines"] == ["The host lets a bot play for Bob."]
    replace_by(table, 1, "")
    seats = table.client.get(f"{table.base}/seats", headers=bearer(table.made["host"])).json()
    table.keys[1] = seats["seats"][1]["token"]
    table.join(1, name="Carol")
    said = [row["lines"][0] for row in told_rows(table)]
    assert said == [
        "The host lets a bot play for Bob.",
        "The host gives the seat of Bob to a person again.",
        "Carol sits down.",
    ]
    assert as_host(table, "/seats/1/revoke").status_code == 200
    assert told_rows(table)[-1]["lines"] == ["The host takes the seat of Carol back."]
    assert told_rows(table, lang="de")[-1]["lines"] != told_rows(table)[-1]["lines"]
    page = table.client.get(f"/t/{table.id}").text
    assert "The host takes the seat of Carol back." in page


def test_it_stands_where_it_happened_and_outlives_the_process(tmp_path, choice):
    with TestClient(create_app(settings_for(tmp_path)), base_url="http://horta.test") as client:
        table = Sitting(client, seed=1893)
        table.play_random(choice, 4)
        replace_by(table, 1, "random")
        replace_by(table, 1, "")
        before = told_rows(table)
    with TestClient(create_app(settings_for(tmp_path)), base_url="http://horta.test") as client:
        table.client = client
        assert told_rows(table) == before
        assert len(before) == 2


def test_what_was_taken_back_takes_nothing_else_along(table):
    replace_by(table, 1, "random")
    replace_by(table, 1, "")
    # However few actions stand now, everything that happened is told.
    with sqlite3.connect(table.client.app.state.house.settings.database[10:]) as database:
        database.execute("update happenings set standing = 9999")
    room = table.client.portal.call(table.client.app.state.house.rooms.get, table.id)
    room.happened = tuple(Happening("sat", 0, 1, 9999, 0.0, "Zoe") for _ in range(2))
    room._moved_on()
    assert [row["lines"] for row in told_rows(table)] == [["Zoe sits down."]] * 2


def test_another_process_tells_it_too(tmp_path, choice):
    app, other = (create_app(settings_for(tmp_path)) for _ in range(2))
    with (
        TestClient(app, base_url="http://horta.test") as here,
        TestClient(other, base_url="http://horta.test") as there,
    ):
        table = Sitting(here, seed=1893)
        table.play_random(choice, 3)
        assert there.get(f"{table.base}/log").status_code == 200
        replace_by(table, 1, "random")
        room = there.portal.call(other.state.house.rooms.get, table.id)
        room.compared = float("-inf")
        said = there.get(f"{table.base}/log").json()[-1]
        assert (said["kind"], said["lines"][0][:24]) == ("table", "The host lets a bot play")


def test_a_host_who_changes_seats_for_ever_fills_no_log(table):
    room = table.client.portal.call(table.client.app.state.house.rooms.get, table.id)
    for _ in range(6):
        replace_by(table, 1, "random")
        replace_by(table, 1, "")
    assert len(room.happened) == 12
    assert MOST >= 12


def test_time_that_is_up_stands_in_the_log(tmp_path):
    hours = Hours()
    app = create_app(settings_for(tmp_path, clocks=1, attention=10**9), hours)
    with TestClient(app, base_url="http://horta.test") as client:
        table = Sitting(client, pace="60+100+0:bot", seed=1893)
        for seat in range(2):
            table.join(seat, name="AB"[seat])
        listed = table.get("/actions", 0).json()
        chosen = listed["actions"][0]["action"]
        table.post("/actions", table.show()["to_act"], step=listed["step"], action=chosen)
        late(table, hours)
        look_at_clocks(client)
        assert told_rows(table)[-1]["lines"][0].startswith("Time is up for ")


# closing


def test_the_host_closes_a_table(table):
    now = table.show()
    assert as_host(table, "/close", step=now["step"] + 1).status_code == 409
    assert as_host(table, "/close", step=now["step"]).status_code == 200
    after = table.show(0)
    assert (after["closed"], after["over"], after["to_act"]) == (True, False, None)
    assert "the host has closed this table" in after["notice"]
    assert log(table)[-1] == "The host has closed the table."
    seat = now["to_act"]
    refused = table.post("/actions", seat, step=after["step"], action=0)
    assert refused.status_code == 422
    assert "closed" in refused.json()["error"]
    assert as_host(table, "/close", step=after["step"]).status_code == 403
    assert table.get("/transcript").status_code == 403, "what is hidden stays hidden"
    assert table.client.get(f"/t/{table.id}/replay?from=all").status_code in (200, 403)
    assert table.get("/replay", **{"from": "all"}).status_code == 403
    page = table.client.get(f"/t/{table.id}", headers={"accept-language": "fr"})
    assert page.status_code == 200


def test_only_the_host_closes_a_table(table):
    step = table.show()["step"]
    for who in (None, 0, 1):
        assert table.post("/close", who, step=step).status_code == 403
        assert table.client.post(f"/t/{table.id}/close", data={"step": step}).status_code == 403
    for wrong in ({}, {"step": -1}, {"step": "x"}, {"step": None}):
        assert as_host(table, "/close", **wrong).status_code == 422
    foreign = {"sec-fetch-site": "cross-site"}
    way = f"/t/{table.id}/close"
    assert table.client.post(way, data={"step": step}, headers=foreign).status_code == 403
    assert table.show()["to_act"] is not None


def test_a_closed_table_stays_closed_and_counts_as_finished(tmp_path, choice):
    settings = settings_for(tmp_path, keep_days=1, keep_idle_days=0)
    with TestClient(create_app(settings), base_url="http://horta.test") as client:
        table = Sitting(client, seed=1893)
        step = table.play_random(choice, 3)["step"]
        assert as_host(table, "/close", step=step).status_code == 200
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        assert database.execute("select over, result from matches").fetchall() == [(1, None)]
    with TestClient(create_app(settings), base_url="http://horta.test") as client:
        table.client = client
        shown = table.show()
        assert (shown["closed"], shown["to_act"]) == (True, None)
        assert log(table)[-1] == "The host has closed the table."
        assert client.post(f"/t/{table.id}/again").status_code in (403, 422)


def test_another_process_that_plays_at_the_same_moment_is_refused(tmp_path, choice):
    app, other = (create_app(settings_for(tmp_path)) for _ in range(2))
    with (
        TestClient(app, base_url="http://horta.test") as here,
        TestClient(other, base_url="http://horta.test") as there,
    ):
        table = Sitting(here, seed=1893)
        now = table.play_random(choice, 3)
        elsewhere = Sitting(there, made=table.made)
        listed = elsewhere.get("/actions", now["to_act"]).json()
        assert as_host(table, "/close", step=now["step"]).status_code == 200
        chosen = listed["actions"][0]["action"]
        form = {"step": now["step"], "action": chosen}
        assert elsewhere.post("/actions", now["to_act"], **form).status_code == 409
        assert elsewhere.show()["closed"]


def test_bots_stop_at_a_closed_table(client, choice):
    table = Sitting(client, seed=1893)
    now = table.play_random(choice, 2)
    assert as_host(table, "/close", step=now["step"]).status_code == 200
    replace_by(table, now["to_act"], "random")
    assert table.show()["step"] == now["step"] + 1


def test_the_hosts_page_asks_before_it_closes(client):
    answer = client.post("/new/paris", data={"who0": "person", "who1": "person"})
    page = client.get(f"{str(answer.url).removesuffix('/seats')}/seats").text
    assert "Close the table for good" in page
