"""What a table's page is told beside the drawing: refusals for who is to play, rules for all."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest

import horta
from horta.core.i18n import LANGUAGES

from .conftest import Sitting

HTML = {"accept": "text/html"}


def sit_down(client, sitting, seat):
    """Take a seat's cookie, as its link does, and return the state of the page."""
    client.cookies.clear()
    link = "/join/" + sitting.keys[seat]
    sat = client.post(link, data={"name": "Ann"}, headers=HTML, follow_redirects=False)
    sitting.keys[seat] = sat.cookies[f"horta-{sitting.id}"]
    return client.get(f"/t/{sitting.id}/state").json()


@pytest.mark.parametrize("game", horta.games())
def test_only_who_is_to_play_hears_why_not(client, choice, game):
    sitting = Sitting(client, game=game, seed=5)
    for _ in range(12):  # the first question may leave nothing to refuse
        to_act = sitting.show()["to_act"]
        mine = sit_down(client, sitting, to_act)
        if mine["refused"]:
            break
        client.cookies.clear()
        sitting.play_random(choice, 1)
    assert mine["mine"]
    assert mine["refused"]
    lit = {one["target"]["element"] for one in mine["actions"]}
    assert not lit & set(mine["refused"])
    for name in mine["refused"]:
        assert f'data-target="{name}"' in mine["svg"]
    other = sit_down(client, sitting, 1 - to_act if to_act < 2 else 0)
    assert other["refused"] == {}
    assert other["rules"]
    client.cookies.clear()
    watching = client.get(f"/t/{sitting.id}/state").json()
    assert watching["refused"] == {}
    assert watching["rules"]


@pytest.mark.parametrize("game", horta.games())
def test_every_rule_of_a_drawing_has_its_place_on_the_page(client, choice, game):
    sitting = Sitting(client, game=game, seed=5)
    sitting.play_random(choice, 9)
    state = client.get(f"/t/{sitting.id}/state").json()
    named = set(re.findall(r'data-(?:target|thing)="([^"]+)"', state["svg"]))
    assert set(state["rules"]) == named
    book = client.get(f"/rules/{game}", headers=HTML).text
    reference = client.get(f"/rules/{game}/reference", headers=HTML).text
    for rule in set(state["rules"].values()):
        assert book.count(f'id="{rule}"') == 1
        assert reference.count(f'id="{rule}"') == 1
        assert reference.count(f'id="{rule.lower()}"') == 1


@pytest.mark.parametrize("game", horta.games())
def test_the_rule_page_has_no_stray_markup_and_no_dead_link(client, game):
    page = client.get(f"/rules/{game}/reference", headers=HTML).text
    assert "&lt;a id" not in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    links = {unquote(link) for link in re.findall(r'href="#([^"]+)"', page)}
    assert len(links) > 20
    assert links <= set(ids)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_reasons_speak_the_language_of_the_page(client, lang):
    sitting = Sitting(client, game="paris", seed=5)
    sit_down(client, sitting, sitting.show()["to_act"])
    said = client.get(f"/t/{sitting.id}/state", params={"lang": lang}).json()["refused"]
    expected = {
        "en": "Postcards are used in phase 2.",
        "fr": "Les cartes postales servent en phase 2.",
        "de": "Postkarten werden in Phase 2 genutzt.",
    }
    assert said["postcard-LEV"] == expected[lang]
