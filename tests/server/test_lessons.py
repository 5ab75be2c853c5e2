"""Lessons at the server: pages, moments, kind answers, an owner's tables, and playing on."""

from __future__ import annotations

import re

import pytest
from tests.thirdparty.packages import EXAMPLES, forget, install

import horta
from horta.core import registry
from horta.core.i18n import LANGUAGES
from horta.core.lessons import lesson_of, lessons_of
from horta.server.desk import wrapped

PARIS = "/learn/paris/first-game"


def go(client, lesson=PARIS, lang="en", **form):
    return client.post(
        f"{lesson}/at", json={"chapter": 0, "moment": 0, **form}, params={"lang": lang}
    )


def wanted(told):
    return told["guide"]["wanted"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_has_lessons_and_every_lesson_its_page_in_every_language(client, lang):
    counted = {}
    for game in horta.games():
        listed = client.get(f"/learn/{game}?lang={lang}").text
        found = lessons_of(registry.game(game))
        counted[game] = len(found)
        for lesson in found:
            assert lesson.title.said(lang) in listed.replace("&#39;", "'")
            shown = client.get(f"/learn/{game}/{lesson.name}?lang={lang}")
            assert shown.status_code == 200
            assert 'id="lesson"' in shown.text
    assert counted["paris"] >= 1
    assert counted["bruxelles1893"] >= 1
    assert 'href="/learn/paris"' in client.get("/").text
    assert 'href="/learn/paris"' in client.get("/new/paris").text


def test_a_right_move_is_played_and_told_and_the_others_follow(client):
    told = go(client, moment=2).json()
    assert wanted(told)["text"] == "tile B2 2"
    after = go(client, moment=2, action=wanted(told)["action"]).json()
    assert after["guide"]["kind"] == "told"
    assert after["guide"]["played"] == ["tile B2 2"]
    assert after["state"]["actions"] == []
    assert "Well done." in after["guide"]["html"]
    later = go(client, **after["guide"]["next"]).json()
    log = [line for entry in later["state"]["news"] for line in entry["lines"]]
    assert any("Blue lays a tile on C3" in line for line in log)
    back = go(client, **later["guide"]["back"]).json()
    assert back["guide"]["moment"] == after["guide"]["moment"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_move_is_answered_kindly_and_not_played(client, lang):
    lesson = lesson_of(registry.game("paris"), "first-game")
    step = lesson.chapter[0].step[2]
    texts = {one["text"]: one["action"] for one in go(client, moment=2).json()["state"]["actions"]}
    special = go(client, lang=lang, moment=2, action=texts["choose U6"]).json()
    assert special == {"answer": step.wrong[1].answer.said(lang)}
    general = go(client, lang=lang, moment=2, action=texts["tile A1 0"]).json()
    assert general == {"answer": lesson.wrong.said(lang)}
    illegal = go(client, lang=lang, moment=2, action=10**6).json()
    assert set(illegal) == {"answer"}


def test_what_leads_nowhere_gets_a_sentence(client):
    for form in (
        {"moment": 999},
        {"moment": 3, "played": []},
        {"moment": 3, "played": ["tile A1 0"]},
        {"moment": 3, "played": ["no such thing"]},
    ):
        answer = go(client, **form)
        assert answer.status_code in (404, 422), form
        assert answer.json()["error"]
    assert go(client, chapter=99).json()["guide"]["chapter"] == 5  # the last one that there is
    assert go(client, played=["x"] * 1000).status_code == 422
    assert client.get("/learn/paris/nothing").status_code == 404
    assert client.get("/learn/nothing").status_code == 404
    assert client.get(f"{PARIS}?chapter=nothing").status_code == 404


def test_a_chapter_can_be_opened_by_its_name(client):
    page = client.get(f"{PARIS}?chapter=light").text
    assert "Build in the light" in page
    assert '"chapter": 2' in page


def test_what_an_action_would_bring_can_be_asked(client):
    place = {"chapter": 2, "moment": 3, "played": ["tile B1 2"]}
    told = go(client, **place).json()
    found = client.post(f"{PARIS}/preview", json={**place, "action": wanted(told)["action"]}).json()
    assert found["lines"]["lit"] == 20


def test_playing_on_makes_a_table_of_its_own_against_an_apprentice(client):
    answer = client.post(f"{PARIS}/on", follow_redirects=False)
    assert answer.status_code == 303
    link = answer.headers["location"]
    told = client.get(f"{link}/summary").json()
    assert told["seats"][0]["bot"] == ""
    assert told["seats"][1]["bot_title"] == "Apprentice"
    assert not told["over"]
    page = client.get(link).text
    assert "Blue takes the postcard Métropolitain" in page
    assert "Orange, your turn" in page


# An owner's tables


def swapped_tiles():
    """Return tables of Paris on which the first orange tiles are others than the lesson says."""
    tiles = registry.game("paris").components().model_dump()["tiles"]
    tiles["orange"] = [face.replace("L", "o") for face in tiles["orange"]]
    return {"tiles": tiles}


def renamed_buildings():
    buildings = registry.game("paris").components().model_dump()["buildings"]
    names = {"P5": "P6"}
    return {
        "buildings": [{**one, "name": names.get(one["name"], one["name"])} for one in buildings]
    }


def test_an_owners_tables_are_learned_with_where_the_lesson_holds(client):
    from horta.server.component_fields import changed_tables

    game = registry.game("paris")
    tables = changed_tables(game, renamed_buildings())
    assert tables
    link = wrapped(tables)
    page = client.get(f"{PARIS}?tables={link}")
    assert page.status_code == 200, page.text
    assert link in page.text
    assert f"/learn/paris?tables={link}" in client.get(f"/desk/paris?tables={link}").text
    assert go(client, moment=2, tables=link).json()["guide"]["wanted"]
    on = client.post(f"{PARIS}/on", data={"tables": link}, follow_redirects=False)
    assert on.status_code == 303
    assert "An owner" in client.get(on.headers["location"]).text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_it_does_not_hold_a_sentence_says_so(client, lang):
    answer = client.get(f"{PARIS}?tables={wrapped(swapped_tiles())}&lang={lang}")
    assert answer.status_code == 422
    said = {
        "en": "does not work out",
        "fr": "ne se déroule pas",
        "de": "geht die Lektion nicht auf",
    }
    assert said[lang] in answer.text
    assert "Traceback" not in answer.text


def test_a_house_whose_tables_break_a_lesson_teaches_with_ours(client):
    house = client.app.state.house
    object.__setattr__(house, "components", {"paris": swapped_tiles()})
    page = client.get(PARIS)
    assert page.status_code == 200
    assert 'data-tables=""' in page.text


# A game that comes from elsewhere


def test_a_third_partys_lesson_has_its_pages(monkeypatch, client):
    project = install(EXAMPLES / "pearls", monkeypatch)
    try:
        lesson = "/learn/pearls/first-game"
        assert "A handful of pearls" in client.get("/learn/pearls?lang=fr").text
        assert client.get(lesson).status_code == 200
        told = go(client, lesson, moment=1).json()
        after = go(client, lesson, moment=1, action=wanted(told)["action"]).json()
        assert after["guide"]["kind"] == "told"
        assert re.search(r"PEARL-02", go(client, lesson).json()["guide"]["html"])
    finally:
        forget(project)
