"""Deals: a seed that somebody chose is told to everybody, and no seed is told while a game runs."""

from __future__ import annotations

import json
import logging
import re

import pytest
from markupsafe import escape

import horta
from horta.core.i18n import LANGUAGES

from .conftest import Sitting, bearer, make_table

HTML = {"accept": "text/html"}
CHOSEN = {
    "en": "Somebody chose the seed of this deal: anyone who knows it may know what is hidden.",
    "fr": "Quelqu’un a choisi la graine de cette donne\u202f: "
    "qui la connaît peut savoir ce qui est caché.",
    "de": "Jemand hat den Startwert dieser Verteilung gewählt: "
    "Wer ihn kennt, kann wissen, was verborgen ist.",
}
IMPORTED = {
    "en": "This table was set up from a transcript: anyone who has it may know what is hidden.",
    "fr": "Cette table vient d’une transcription\u202f: qui l’a peut savoir ce qui est caché.",
    "de": "Dieser Tisch stammt aus einer Mitschrift: Wer sie hat, kann wissen, was verborgen ist.",
}


def told(client, made, lang):
    """What a spectator, a player and who is invited read about the deal."""
    table, token = made["id"], made["seats"][0]["token"]
    return [
        client.get(path, params={"lang": lang}, headers=HTML).text
        for path in (f"/t/{table}", f"/join/{token}")
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seed", [7, "0123456789abcdef" * 2])
def test_a_chosen_seed_is_told(client, seed, lang):
    made = make_table(client, seed=seed)
    for who in (None, made["seats"][0]["token"], made["host"]):
        headers = {} if who is None else bearer(who)
        shown = client.get(f"/api/tables/{made['id']}", headers=headers).json()
        assert shown["dealt"] == "chosen"
    for html in told(client, made, lang):
        assert str(escape(CHOSEN[lang])) in html
        assert str(escape(IMPORTED[lang])) not in html
    state = client.get(f"/t/{made['id']}/state", params={"lang": lang}).json()
    assert str(escape(CHOSEN[lang])) in state["parts"]["seats"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_imported_table_is_told(client, lang):
    record = horta.start("paris", seed=7).transcript()
    made = client.post("/api/transcripts", json={"transcript": record}).json()
    assert client.get(f"/api/tables/{made['id']}").json()["dealt"] == "imported"
    for html in told(client, made, lang):
        assert str(escape(IMPORTED[lang])) in html
    files = {"transcript": ("game.json", json.dumps(record), "application/json")}
    uploaded = client.post("/upload", files=files, headers=HTML)
    html = client.get(uploaded.url.path, params={"lang": lang}, headers=HTML).text
    assert str(escape(IMPORTED[lang])) in html


def test_a_drawn_deal_says_nothing(client):
    made = make_table(client)
    assert client.get(f"/api/tables/{made['id']}").json()["dealt"] == "drawn"
    for lang in LANGUAGES:
        for html in told(client, made, lang):
            assert 'class="dealt"' not in html
    played = client.post("/play/paris", headers=HTML)
    assert 'class="dealt"' not in played.text


def test_it_is_still_told_after_a_restart(tmp_path, choice):
    from starlette.testclient import TestClient

    from horta.server.app import create_app

    from .conftest import settings_for

    settings = settings_for(tmp_path)
    with TestClient(create_app(settings)) as client:
        sitting, drawn = Sitting(client, seed=7), Sitting(client)
        sitting.play_random(choice)
    with TestClient(create_app(settings)) as client:
        assert client.get(sitting.base).json()["dealt"] == "chosen"
        assert client.get(drawn.base).json()["dealt"] == "drawn"
        again = client.post(f"{sitting.base}/rematch", headers=bearer(sitting.keys[0])).json()
        assert client.get(f"/api/tables/{again['id']}").json()["dealt"] == "drawn"


@pytest.mark.parametrize("game", horta.games())
def test_no_seed_is_told_while_the_game_runs(client, game, choice, caplog):
    caplog.set_level(logging.INFO)
    sitting = Sitting(client, game=game)
    seed = client.app.state.house.rooms._rooms[sitting.id].match.seed
    assert re.fullmatch("[0-9a-f]{32}", seed)
    for steps in (0, 5):
        sitting.play_random(choice, steps)
        sent = [json.dumps(sitting.show(seat)) for seat in (None, 0, 1)]
        for path in ("/actions", "/log", "/sheet", "/drawing.svg", "/transcript", "/seats"):
            sent += [sitting.get(path, seat).text for seat in (None, 0)]
        headers = bearer(sitting.made["host"])
        sent.append(client.get(f"{sitting.base}/seats", headers=headers).text)
        sent.append(client.get(f"/t/{sitting.id}", headers=HTML).text)
        sent.append(client.get(f"/t/{sitting.id}/state").text)
        sent.append(json.dumps(sitting.made))
        for text in sent:
            assert seed not in text
            assert seed[:16] not in text
            assert str(int(seed, 16)) not in text
    assert seed not in caplog.text


def test_the_transcript_of_a_drawn_deal_replays(client, choice):
    sitting = Sitting(client)
    sitting.play_random(choice)
    record = sitting.get("/transcript").json()
    assert re.fullmatch("[0-9a-f]{32}", record["seed"])
    assert horta.replay(record).transcript()["result"] == record["result"]


@pytest.mark.parametrize("seed", ["7" * 31, "G" * 32, -1, 2**63, 1.5])
def test_what_is_no_seed_is_refused(client, seed):
    answer = client.post("/api/tables", json={"game": "paris", "seed": seed})
    assert answer.status_code == 422
