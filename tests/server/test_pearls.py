"""A game of somebody else, without words, drawing and catalogues, is played at the table."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from tests.thirdparty.packages import EXAMPLES, forget, install

import horta
from horta.server.app import create_app

from .conftest import Sitting, settings_for


@pytest.fixture
def client(tmp_path, monkeypatch):
    project = install(EXAMPLES / "pearls", monkeypatch)
    with TestClient(create_app(settings_for(tmp_path)), base_url="http://horta.test") as made:
        yield made
    forget(project)


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_pages_show_it_in_every_language(client, lang):
    sitting = Sitting(client, game="pearls")
    for page in ("/", f"/t/{sitting.id}", "/rules/pearls"):
        answer = client.get(page, headers={"accept-language": lang})
        assert answer.status_code == 200, page
    assert "PEARL-03" in answer.text
    assert client.get(f"/rules/pearls?lang={lang}").status_code == 200


def test_a_whole_game_is_played_over_the_api(client, choice):
    sitting = Sitting(client, game="pearls")
    now = sitting.show()
    actions = sitting.get("/actions", now["to_act"]).json()["actions"]
    assert [action["label"] for action in actions] == ["Take 1", "Take 2", "Take 3"]
    end = sitting.play_random(choice)
    assert end["over"]
    assert horta.replay(sitting.get("/transcript").json()).over
