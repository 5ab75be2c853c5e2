"""Whatever is refused is said in the visitor's language, as a page and as JSON."""

from __future__ import annotations

import json

import pytest
from markupsafe import escape
from starlette.testclient import TestClient

import horta
from horta.core.errors import HortaError
from horta.core.i18n import LANGUAGES
from horta.server.app import create_app
from horta.server.i18n import told

from .conftest import bearer, make_table, settings_for

HTML = {"accept": "text/html,application/xhtml+xml"}

NO_TABLE = {
    "en": "there is no such table; perhaps the link is incomplete",
    "fr": "cette table n’existe pas\u202f; le lien est peut-être incomplet",
    "de": "diesen Tisch gibt es nicht; vielleicht ist der Link nicht vollständig",
}
TAKEN_BACK = {"en": "was taken back", "fr": "a été retiré", "de": "wurde zurückgezogen"}
NOT_YOURS = {"en": "it is {}'s", "fr": "c’est à {}", "de": "sondern {}"}
NO_JSON = {"en": "not text in UTF-8", "fr": "pas un texte en UTF-8", "de": "kein Text in UTF-8"}
TOO_FAST = {"en": "too many requests", "fr": "trop de requêtes", "de": "zu viele Anfragen"}
NOTHING = {
    "en": "there is nothing at this address",
    "fr": "il n’y a rien à cette adresse",
    "de": "unter dieser Adresse gibt es nichts",
}


def speaking(lang):
    return {"accept-language": f"{lang}-XX, en;q=0.3"}


def page_says(answer, status, lang, words):
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert f'<html lang="{lang}"' in answer.text
    assert 'role="alert"' in answer.text
    assert str(escape(words)) in answer.text


@pytest.mark.parametrize("lang", LANGUAGES)
class TestInEveryLanguage:
    def test_an_unknown_table(self, client, lang):
        page_says(
            client.get("/t/nosuchtable", headers=HTML | speaking(lang)), 404, lang, NO_TABLE[lang]
        )
        answer = client.get("/api/tables/nosuchtable", headers=speaking(lang))
        assert answer.json() == {"error": NO_TABLE[lang]}

    def test_an_address_of_nothing(self, client, lang):
        page_says(client.get("/nothing", headers=HTML | speaking(lang)), 404, lang, NOTHING[lang])

    def test_a_link_that_was_taken_back(self, client, lang):
        made = make_table(client)
        revoke = f"/api/tables/{made['id']}/seats/1/revoke"
        assert client.post(revoke, headers=bearer(made["host"])).status_code == 200
        link = "/join/" + made["seats"][1]["token"]
        page_says(client.get(link, headers=HTML | speaking(lang)), 403, lang, TAKEN_BACK[lang])

    def test_a_wrong_turn(self, sitting, lang):
        to_act = sitting.show()["to_act"]
        headers = bearer(sitting.keys[1 - to_act]) | speaking(lang)
        form = {"step": 0, "action": 1}
        answer = sitting.client.post(sitting.base + "/actions", json=form, headers=headers)
        assert answer.status_code == 403
        name = horta.start("paris", seed=1).names(lang)[to_act]
        assert NOT_YOURS[lang].format(name) in answer.json()["error"]
        assert name in answer.json()["error"]

    def test_an_illegal_action_with_its_question(self, sitting, lang):
        to_act = sitting.show()["to_act"]
        headers = bearer(sitting.keys[to_act]) | speaking(lang)
        form = {"step": 0, "action": 5_000}
        answer = sitting.client.post(sitting.base + "/actions", json=form, headers=headers)
        assert answer.status_code == 422
        shown = sitting.get("", to_act, lang=lang).json()
        assert shown["question"] in answer.json()["error"]

    def test_a_bad_file(self, client, lang):
        def upload(content):
            file = {"transcript": ("game.json", content, "application/json")}
            return client.post("/upload", files=file, headers=HTML | speaking(lang))

        page_says(upload(b"\xff nonsense"), 422, lang, NO_JSON[lang])
        record = horta.start("paris", seed=1).transcript()
        page_says(
            upload(json.dumps({**record, "actions": ["jump"]})),
            422,
            lang,
            {"en": "action 1 of", "fr": "action 1 de", "de": "Aktion 1 der"}[lang],
        )

    def test_a_table_that_cannot_be_set(self, client, lang):
        form = {"game": "bruxelles1893", "options": {"edition": "2013", "belle_epoque": True}}
        answer = client.post("/api/tables", json=form, headers=speaking(lang))
        assert answer.status_code == 422
        said = {"en": "has no such pieces", "fr": "n’a pas ces éléments", "de": "diese Teile nicht"}
        assert said[lang] in answer.json()["error"]
        answer = client.post("/api/tables", json={"game": "paris", "seed": "x"}, headers=HTML)
        assert "seed" in answer.json()["error"]

    def test_who_is_too_fast_gets_a_page(self, tmp_path, lang):
        with TestClient(create_app(settings_for(tmp_path, rate=0.01, burst=2))) as client:
            for _ in range(2):
                client.get("/api/games")
            answer = client.get("/", headers=HTML | speaking(lang))
            page_says(answer, 429, lang, TOO_FAST[lang])
            assert int(answer.headers["retry-after"]) > 1
            assert "content-security-policy" in answer.headers
            assert client.get("/static/horta.css").status_code == 200  # the page is not bare
            answer = client.get("/api/games", headers=HTML | speaking(lang))
            assert TOO_FAST[lang] in answer.json()["error"]

    def test_an_order_from_another_site_and_a_large_one(self, tmp_path, lang):
        with TestClient(create_app(settings_for(tmp_path, largest_body=200))) as client:
            foreign = {"sec-fetch-site": "cross-site"} | HTML | speaking(lang)
            said = {"en": "another site", "fr": "autre site", "de": "anderen Website"}
            page_says(client.post("/play/paris", headers=foreign), 403, lang, said[lang])
            large = client.post("/upload", content=b"x" * 300, headers=HTML | speaking(lang))
            page_says(large, 413, lang, {"en": "larger", "fr": "dépasse", "de": "größer"}[lang])

    def test_a_failure_gets_a_page(self, tmp_path, monkeypatch, lang):
        app = create_app(settings_for(tmp_path))
        with TestClient(app, raise_server_exceptions=False) as client:
            monkeypatch.setattr(app.state.house, "games", None)
            answer = client.get("/", headers=HTML | speaking(lang))
            said = {"en": "went wrong", "fr": "de notre côté", "de": "schiefgegangen"}
            page_says(answer, 500, lang, said[lang])
            assert "Traceback" not in answer.text

    def test_a_form_that_does_not_fit_comes_back_as_it_was(self, client, lang):
        form = {"who0": "bot:nobody", "who1": "person", "name1": "Ann <3", "where": "together"}
        answer = client.post("/new/paris", data=form, headers=HTML | speaking(lang))
        said = {"en": "there is no bot", "fr": "il n’y a pas de robot", "de": "keinen Bot"}
        page_says(answer, 422, lang, said[lang])
        assert 'value="Ann &lt;3"' in answer.text
        assert 'value="together" checked' in answer.text


def test_who_says_nothing_hears_english(client):
    assert client.get("/api/tables/nosuchtable").json() == {"error": NO_TABLE["en"]}


def test_the_address_and_the_cookie_choose_before_the_browser(client):
    path = "/api/tables/nosuchtable"
    answer = client.get(path, params={"lang": "de"}, headers=speaking("fr"))
    assert answer.json()["error"] == NO_TABLE["de"]
    client.cookies.set("horta-lang", "fr")
    assert client.get(path, headers=speaking("de")).json()["error"] == NO_TABLE["fr"]


def test_a_problem_in_a_problem_is_told():
    inner = HortaError("this name is unknown")
    outer = HortaError("'{place}': {problem}", place="{x}", problem=inner)
    assert told(outer, "de") == "„{x}“: dieser Name ist unbekannt"
    assert told(HortaError("said by {nobody"), "fr") == "said by {nobody"
