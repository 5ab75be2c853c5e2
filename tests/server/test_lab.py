"""The lab of a house: runs in the background, behind everybody else, within limits."""

from __future__ import annotations

import io
import json
import re
import time
import zipfile

import pytest
from starlette.testclient import TestClient

from horta.core.i18n import LANGUAGES
from horta.lab import Results
from horta.server.app import create_app
from horta.server.desk import wrapped
from horta.server.lab_runs import NICE
from horta.server.workers import GENTLE, Worker

from .conftest import settings_for

CROWN = {"boards": {"gauchie_palace": [2, 3, 4, 5, 6, 7]}}
FORM = {
    "players": "2",
    "bot": "random",
    "deals": "2",
    "seed": "5",
    "a-name": "today",
    "b-name": "B",
}


@pytest.fixture
def house(tmp_path):
    made = settings_for(tmp_path, lab_seconds=300.0, lab_games=6, lab_runs=2)
    with TestClient(create_app(made), base_url="http://horta.test") as client:
        client.get("/lab/paris")  # who comes first gets a number
        yield client


def begin(client, game="bruxelles1897", **changes):
    answer = client.post(f"/lab/{game}", data={**FORM, **changes}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def finish(client, at):
    for _ in range(3000):
        now = client.get(f"{at}/progress").json()
        if not now["on"]:
            return now
        time.sleep(0.05)
    raise AssertionError("it does not end")


def test_bots_of_single_seats_play_against_each_other(house):
    at = begin(house, "bruxelles1897", **{"bot-1": "apprentice"})
    assert finish(house, at)["played"] == 4
    with zipfile.ZipFile(io.BytesIO(house.get(f"{at}/results.zip").content)) as files:
        experiment = json.loads(files.read("experiment.json"))
        games = [json.loads(line) for line in files.read("games.jsonl").splitlines()]
    assert experiment["bots"] == ["random", "apprentice"]
    seated = {tuple(seat["bot"] for seat in one["seats"]) for one in games}
    assert seated == {("random", "apprentice"), ("apprentice", "random")}
    told = house.get(f"{at}?lang=en").text
    assert "Apprentice" in told
    wrong = house.post("/lab/bruxelles1897", data={**FORM, "bot-1": "exec:true"})
    assert wrong.status_code == 422
    assert "there is no bot" in wrong.text


def test_an_experiment_is_played_and_told_in_three_languages(house):
    at = begin(house, "bruxelles1893", **{
        "b-tables": wrapped(CROWN),
        "a-option-asymmetric": "true",
        "b-option-asymmetric": "true",
    })  # fmt: skip
    assert finish(house, at)["counted"] == "4 of 4 games"
    for lang, found in zip(LANGUAGES, ("What the games say", "Ce que", "Was die"), strict=True):
        page = house.get(at, params={"lang": lang}).text
        assert found in page
        assert page.count("<figure>") >= 10
        assert "<li>" in page.partition("lab-found")[2]
    assert "Asymmetrische" in page  # what the second variant changes
    packed = zipfile.ZipFile(io.BytesIO(house.get(f"{at}/results.zip").content))
    assert {"experiment.json", "games.jsonl", "results.ipynb", "findings.txt"} <= {
        *packed.namelist()
    }
    told = json.loads(packed.read("experiment.json"))
    assert told["variants"]["B"]["components"] == CROWN
    assert told["variants"]["today"]["components"] == {}
    assert told["seed"] == 5


def test_what_is_taken_along_is_what_the_command_line_reads(house, tmp_path):
    at = begin(house)
    finish(house, at)
    zipfile.ZipFile(io.BytesIO(house.get(f"{at}/results.zip").content)).extractall(tmp_path)
    results = Results.read(tmp_path)
    assert results.deals == [5, 6]
    assert results.experiment.run(jobs=0).games == results.games


def test_a_run_tells_what_an_option_brings_with_it(house):
    at = begin(house, "bruxelles1893", **{"b-option-asymmetric": "true", "b-option-strips": ""})
    finish(house, at)
    assert "regular and other in turn" in house.get(at).text


def test_tables_from_a_file(house):
    tables = {"b-file": ("mine.json", json.dumps({"tracks": {"prestige": [0, 0, 1, 2, 3]}}))}
    answer = house.post("/lab/bruxelles1897", data=FORM, files=tables, follow_redirects=False)
    assert answer.status_code == 303
    finish(house, answer.headers["location"])
    assert "Tracks" in house.get(answer.headers["location"]).text
    for broken in ("[1]", "{", '{"weather": 1}', '{"tracks": {"prestige": [9, 1]}}'):
        answer = house.post("/lab/bruxelles1897", data=FORM, files={"b-file": ("x.json", broken)})
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"bot": "mcts:100000it"}, "there is no bot"),
        ({"bot": "exec:true"}, "there is no bot"),
        ({"players": "9"}, "players"),
        ({"deals": "0"}, "games"),
        ({"deals": "many"}, "a whole number"),
        ({"seed": "-4"}, "seed"),
        ({"b-name": "today"}, "different names"),
        ({"b-name": "x" * 41}, "40"),
        ({"b-tables": "damaged"}, "damaged"),
        ({"b-option-vp_floor": "low"}, "a whole number"),
    ],
)
def test_a_form_that_does_not_fit_comes_back_as_it_was(house, changed, told):
    answer = house.post("/lab/bruxelles1897", data={**FORM, **changed})
    assert answer.status_code == 422
    said = re.search(r'role="alert">(.*?)</p>', answer.text)[1]
    assert told in said
    assert 'value="today"' in answer.text
    assert house.get("/lab/chess").status_code == 404


def test_one_run_at_a_time_and_no_more_games_than_allowed(house):
    assert house.post("/lab/bruxelles1897", data={**FORM, "deals": "4"}).status_code == 429
    at = begin(house, deals="3")
    answer = house.post("/lab/bruxelles1897", data=FORM)
    assert answer.status_code == 429
    assert "being played" in answer.text
    assert at in house.get("/lab/bruxelles1897").text
    stranger = TestClient(house.app, base_url="http://horta.test")
    stranger.get("/lab/paris")
    assert stranger.post(f"{at}/stop").status_code == 403
    assert "/stop" not in stranger.get(at).text
    house.post(f"{at}/stop")
    now = finish(house, at)
    assert now["state"].startswith(("It was stopped", "All games"))
    assert house.get(at).status_code == 200
    finish(house, begin(house))
    assert house.get("/lab/runs/nobody-knows").status_code == 404


def test_a_closed_lab_says_so(tmp_path):
    with TestClient(create_app(settings_for(tmp_path, lab_games=0))) as client:
        form = {**FORM, "deals": "1"}
        for answer in (
            client.get("/lab/bruxelles1897"),
            client.post("/lab/bruxelles1897", data=form),
        ):
            assert answer.status_code == 429
            assert "closed" in answer.text


def test_games_of_the_lab_stand_behind_other_work(house, monkeypatch):
    started, begun = [], Worker.start

    async def start(settings, nice=GENTLE):
        started.append(nice)
        return await begun(settings, nice)

    monkeypatch.setattr(Worker, "start", start)
    assert finish(house, begin(house, deals="1"))["played"] == 2
    assert set(started) == {NICE}
    assert NICE > GENTLE


def test_a_house_that_opens_again_has_lost_nothing(tmp_path):
    """What is over is there; what was under way goes on, and nothing is played twice."""
    made = settings_for(tmp_path, lab_seconds=300.0, lab_games=400, lab_runs=2)
    with TestClient(create_app(made), base_url="http://horta.test") as client:
        client.get("/lab/paris")
        over = begin(client, deals="1")
        finish(client, over)
        page = client.get(over).text
        way = begin(client, deals="10")
        for _ in range(3000):
            if client.get(f"{way}/progress").json()["played"] > 2:
                break
            time.sleep(0.02)
        cookies = dict(client.cookies)
    with TestClient(create_app(made), base_url="http://horta.test", cookies=cookies) as client:
        first = client.get(f"{way}/progress").json()
        assert first["played"] > 2
        assert client.get(over).text == page
        finish(client, way)
        packed = zipfile.ZipFile(io.BytesIO(client.get(f"{way}/results.zip").content))
        rows = [json.loads(line) for line in packed.read("games.jsonl").splitlines()]
        assert len(rows) == 20
        assert len({(one["variant"], one["deal"]) for one in rows}) == 20
        # One that is stopped stays stopped.
        again = begin(client, deals="40")
        client.post(f"{again}/stop")
        told = client.get(f"{again}/progress").json()
    with TestClient(create_app(made), base_url="http://horta.test") as client:
        assert client.get(f"{again}/progress").json() == told


def test_a_parameter_goes_through_values_and_is_plotted(house):
    """Gauchie's crown track from 1-6 to 2-7."""
    crown = "components.boards.gauchie_palace"
    page = house.get("/lab/bruxelles1893").text
    assert f'value="{crown}" data-today="1, 1, 3, 5, 6, 7"' in page
    at = begin(house, "bruxelles1893", **{
        "parameter": crown,
        "values": "1 2 3 4 5 6\n2, 3, 4, 5, 6, 7\n",
        "a-option-asymmetric": "true",
        "deals": "3",
    })  # fmt: skip
    assert finish(house, at)["counted"] == "6 of 6 games"
    page = house.get(at).text
    assert "Gauchie: Royal Palace" in page
    packed = zipfile.ZipFile(io.BytesIO(house.get(f"{at}/results.zip").content))
    told = json.loads(packed.read("experiment.json"))
    assert told["sweep"] == {
        "parameter": crown,
        "values": [[1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 6, 7]],
    }
    assert told["options"]["asymmetric"] is True
    assert any(name.startswith("sweep-") for name in packed.namelist())
    options = {"parameter": "options.edition", "values": "2013\n2023", "deals": "1"}
    finish(house, begin(house, "bruxelles1893", **options))
    for wrong, said in (
        ({"parameter": "components.boards.nobody"}, "no parameter"),
        ({"parameter": crown, "values": ""}, "1 to 12 values"),
        ({"parameter": crown, "values": "9 1"}, "gauchie_palace"),
        ({"parameter": crown, "values": "1 2 3 4 5 6\n" * 13}, "1 to 12 values"),
    ):
        answer = house.post("/lab/bruxelles1893", data={**FORM, **wrong})
        assert answer.status_code == 422, wrong
        assert said in answer.text
