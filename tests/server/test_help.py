"""Help beside a table: what is told to whom, and that everything leads to a rule."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from horta.core.help import Told
from horta.core.i18n import LANGUAGES
from horta.server.help import _of_game

from .conftest import Sitting, bearer


def help_of(table, seat=None, lang="en"):
    """The help that a seat is shown, or a spectator."""
    headers = {} if seat is None else bearer(table.keys[seat])
    answer = table.client.get(f"/t/{table.id}/help", headers=headers, params={"lang": lang})
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_seat_to_play_is_told_what_it_can_do(client, lang):
    table = Sitting(client, game="paris", seed=7)
    seat = table.show()["to_act"]
    html = help_of(table, seat, lang)
    assert 'class="ways can"' in html
    assert 'class="ways cannot"' in html, "nobody may pass with a tile in hand"
    assert 'href="/rules/paris#PA-PH1-02"' in html
    counted = re.findall(r'<span class="quiet">\((\d+) ', html)
    assert sum(map(int, counted)) == len(table.get("/actions", seat).json()["actions"])


def test_nobody_else_learns_what_can_be_chosen(client):
    """How many options a seat has may be its secret: others are told the ways, and no more."""
    table = Sitting(client, game="paris", seed=7)
    seat = table.show()["to_act"]
    for other in (None, 1 - seat):
        html = help_of(table, other)
        assert 'class="ways can"' in html
        assert "ways cannot" not in html
        assert "options)" not in html


def test_a_page_brings_what_it_explains_once(client):
    table = Sitting(client, game="bruxelles1893", seed=7, options={"belle_epoque": True})
    page = client.get(f"/t/{table.id}", params={"lang": "de"}).text
    assert '"bruxelles1893-auction"' in page
    assert "Eine Versteigerung" in page
    assert 'id="first-time"' in page


def test_a_game_that_is_over_explains_nothing(client, choice):
    table = Sitting(client, game="bruxelles1897", seed=2)
    table.play_random(choice)
    html = help_of(table, 0)
    assert "ways can" not in html
    assert "/rules/bruxelles1897#summary" in html


def test_a_game_from_before_there_was_help_tells_nothing():
    class Old:
        """A presentation that knows of no help."""

    room = SimpleNamespace(game=SimpleNamespace(id="old", presentation=Old()), match=None)
    assert _of_game(room, "firsts", None, "en") == ()
    Old.firsts = lambda self, table, lang: [Told("New.", "O-01", name="new")]
    assert [one.name for one in _of_game(room, "firsts", None, "en")] == ["new"]
