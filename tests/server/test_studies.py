"""Studies in the house: kept, shared, changed with the key, and refused with their place."""

from __future__ import annotations

import json
import random

import pytest
from starlette.testclient import TestClient

import horta
from horta.server.app import create_app
from horta.study import Puzzle, Solution, Study, Tree

from .conftest import settings_for

HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    settings = settings_for(tmp_path_factory.mktemp("house"), studies=6, workers_ready=1)
    with TestClient(create_app(settings), base_url="http://horta.test") as made:
        yield made


def written(steps=6):
    match, choice = horta.start("bruxelles1897", seed=3), random.Random(3)
    while len(match.actions) < steps or len(match.legal) < 3:
        match.play(choice.choice(match.legal))
    tree = Tree.from_match(match)
    first = tree.play(0, match.legal[0])
    study = Study("Wait", "Marthe", "en")
    study.add(tree, "One")
    puzzle = Puzzle(question="What now?", solutions=(Solution(action=first.action, reason="So."),))
    study.add(Tree.from_match(match), puzzle=puzzle, view=match.to_play)
    return study


def send(house, body, **headers):
    file = {"study": ("a.json", json.dumps(body).encode())}
    return house.post("/studies/upload", files=file, headers=headers, follow_redirects=False)


@pytest.fixture(scope="module")
def study(house):
    body = written().to_json()
    answer = send(house, body)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def at(house, study, lang="en", **where):
    return house.post(f"{study}/at?lang={lang}", json=where)


def change(house, study, do, where=None, **values):
    now = at(house, study, **(where or {})).json()["guide"]
    form = {**(where or {}), "version": now["version"], "change": {"do": do, **values}}
    return house.post(f"{study}/edit", json=form)


def test_what_is_kept_is_what_was_sent(house, study):
    found = house.get(f"{study}/file.json")
    assert found.json() == written().to_json()
    assert "attachment" in found.headers["content-disposition"]
    picture = house.get(f"{study}/2.svg?lang=de")
    assert picture.text.startswith("<svg")
    # It alone may be shown on pages of other sites.
    assert picture.headers.get_list("cross-origin-resource-policy") == ["cross-origin"]
    assert found.headers["cross-origin-resource-policy"] == "same-origin"
    assert house.get(study, headers=HTML).status_code == 200
    assert house.get("/studies/nothing-here", headers=HTML).status_code == 404
    assert house.get(f"{study}?chapter=9", headers=HTML).status_code == 404


def test_a_bad_file_is_refused_with_its_place(house):
    body = written().to_json()
    body["chapters"][0]["tree"]["nodes"][0]["action"] = "fly"
    answer = send(house, body)
    assert answer.status_code == 422
    assert "'chapters.0': 'tree': 'nodes.0'" in answer.json()["error"]
    told = send(house, body, **{"accept-language": "fr"}).json()["error"]
    assert "« chapters.0 »" in told.replace("\u202f", " ")
    broken = {"study": ("a.json", b'{"horta_study": ')}
    assert "valid JSON" in house.post("/studies/upload", files=broken).json()["error"]


def test_a_puzzle_takes_its_answer_and_no_other(house, study):
    body = written().to_json()
    right = body["chapters"][1]["puzzle"]["solutions"][0]["action"]
    asked = at(house, study, chapter=1).json()
    assert asked["guide"]["kind"] == "do"
    actions = asked["state"]["actions"]
    wrong = next(one["action"] for one in actions if one["text"] != right)
    assert "Not this" in at(house, study, chapter=1, action=wrong).json()["answer"]
    assert "cannot be done" in at(house, study, chapter=1, action=10**6).json()["answer"]
    solved = next(one["action"] for one in actions if one["text"] == right)
    guide = at(house, study, chapter=1, action=solved).json()["guide"]
    assert guide["solved"]
    assert guide["played"] == [right]
    assert "So." in guide["html"]
    assert guide["back"]["played"] == []
    quiet = house.post(f"{study}/preview", json={"chapter": 1, "action": solved}).json()
    assert quiet["lines"] == {}, "what an action brings is not told while it is looked for"


def test_a_place_that_is_not_there_is_refused(house, study):
    assert at(house, study, node=77).status_code == 422
    assert at(house, study, chapter=60).status_code == 404
    assert at(house, study, played=["fly"]).status_code == 422


def test_only_the_key_opens_a_study_for_changes(house, study):
    assert change(house, study, "note", {"node": 1}, name="Mine").status_code == 200
    assert (
        house.get(f"{study}/file.json").json()["chapters"][0]["tree"]["nodes"][0]["name"] == "Mine"
    )
    stale = {"node": 1, "version": 0, "change": {"do": "note", "name": "Late"}}
    assert house.post(f"{study}/edit", json=stale).status_code == 409
    page = house.get(study, headers=HTML).text
    key = page.partition("/key/")[2].partition('"')[0]
    name = f"horta-study-{study.rpartition('/')[2]}"
    held = house.cookies.get(name)
    house.cookies.delete(name)
    try:
        for path, form in (("about", {"title": "x"}), ("chapters/0/remove", {}), ("chapters", {})):
            assert house.post(f"{study}/{path}", data=form).status_code == 403
        assert change(house, study, "note", name="No").status_code == 403
        assert "study-edit" not in house.get(study, headers=HTML).text
        assert house.get(f"{study}/key/{key}x", headers=HTML).status_code == 403
        house.get(f"{study}/key/{key}", headers=HTML)
        assert house.cookies.get(name) == held
    finally:
        if house.cookies.get(name) is None:
            house.cookies.set(name, held)


def test_an_author_adds_and_takes_out(house):
    study = send(house, written().to_json()).headers["location"]
    found = at(house, study).json()["state"]["actions"][1]["text"]
    made = change(house, study, "branch", {"played": [found]}).json()["guide"]
    assert made["node"] == 2
    assert change(house, study, "promote", {"node": 2}).status_code == 200
    body = house.get(f"{study}/file.json").json()
    assert [one["id"] for one in body["chapters"][0]["tree"]["nodes"]] == [2, 1]
    asked = change(house, study, "puzzle", question="Which?", hint="Look", reason="Yes").json()
    assert asked["guide"]["solved"], "its author has seen the answer"
    puzzle = house.get(f"{study}/file.json").json()["chapters"][0]["puzzle"]
    assert puzzle["solutions"] == [{"action": found, "reason": "Yes"}]
    assert change(house, study, "remove", {"node": 2}).status_code == 200
    assert change(house, study, "remove").status_code == 422, "the root stays"
    more = {"where": json.dumps({"node": 1})}
    added = house.post(f"{study}/chapters", data=more, follow_redirects=False)
    assert added.headers["location"].endswith("chapter=3")
    match = horta.start("paris", seed=1)
    file = {"file": ("g.json", json.dumps(match.transcript()).encode())}
    assert house.post(f"{study}/chapters", files=file, follow_redirects=False).status_code == 303
    assert Study.from_json(house.get(f"{study}/file.json").json()).chapters[3].tree.game == "paris"
    more = {"position": json.dumps(horta.start("bruxelles1897", seed=2).position)}
    assert house.post(f"{study}/chapters", data=more, follow_redirects=False).status_code == 303
    bad = {"file": ("g.json", json.dumps({**match.position, "table": {}}).encode())}
    assert house.post(f"{study}/chapters", files=bad).status_code == 422
    about = {"title": "New", "author": "A", "lang": "fr", "text": "One.\r\n\r\nTwo."}
    house.post(f"{study}/about", data=about, follow_redirects=False)
    assert house.get(f"{study}/file.json").json()["text"] == ["One.", "Two."]
    for _ in range(5):
        house.post(f"{study}/chapters/0/remove", follow_redirects=False)
    assert house.get(study, headers=HTML).status_code == 404


def test_a_table_goes_on_from_a_study(house, study):
    where = {"where": json.dumps({"node": 1})}
    answer = house.post(f"{study}/on", data=where, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    table = answer.headers["location"].rpartition("/")[2]
    shown = house.get(f"/api/tables/{table}").json()
    assert shown["game"] == "bruxelles1897"
    assert [bool(seat["bot"]) for seat in shown["seats"]].count(False) == 1


@pytest.mark.parametrize("where", ["", "[]", '{"node": "x"}', '{"chapter": 70}', '{"node": 9}'])
def test_a_bad_place_in_a_form_is_refused(house, study, where):
    for path in ("on", "chapters"):
        assert house.post(f"{study}/{path}", data={"where": where}).status_code in (404, 422)


def test_bad_positions_in_forms_are_refused(house, study):
    good = horta.start("bruxelles1897", seed=2).position
    for bad in ([], {}, {"game": "chess"}, {**good, "table": None}, {**good, "players": "two"}):
        form = {"position": json.dumps(bad)}
        for path in (f"{study}/chapters", "/editor/paris/play", "/editor/paris/chapter"):
            assert house.post(path, data=form).status_code in (404, 422)
    seated = {"position": json.dumps(good), "seat": "3"}
    assert house.post("/editor/bruxelles1897/play", data=seated).status_code == 403


def test_what_came_with_a_game_is_read_only(house):
    series = "/studies/puzzles-bruxelles1897"
    assert house.get(f"{series}/1.svg").status_code == 200
    assert change(house, series, "note", name="x").status_code == 403
    assert house.get("/studies/puzzles-chess", headers=HTML).status_code == 404


def test_a_visitor_keeps_so_many_and_no_more(house):
    codes = {send(house, written().to_json()).status_code for _ in range(8)}
    assert codes == {303, 429}
    assert (
        "6 études" in send(house, written().to_json(), **{"accept-language": "fr"}).json()["error"]
    )
