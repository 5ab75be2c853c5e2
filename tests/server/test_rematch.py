"""Rematches: one table for everybody, seats as the game says, keys that move with the people."""

from __future__ import annotations

import pytest

import horta
from horta.core import registry
from horta.core.rematch import LastGame, NextGame

from .conftest import Sitting, bearer

HTML = {"accept": "text/html"}


def finished(client, choice, game="paris", names=("Ann", "Bob"), **form):
    seats = [{"name": name} for name in names]
    sitting = Sitting(client, game=game, seats=seats, **form)
    for seat in range(len(names)):
        sitting.join(seat)
    sitting.play_random(choice)
    return sitting


def names_at(client, table):
    return [seat["name"] for seat in client.get(f"/api/tables/{table}").json()["seats"]]


def test_everybody_moves_one_seat_further_where_the_game_says_nothing(client, choice):
    sitting = finished(client, choice, "bruxelles1897", ("Ann", "Bob", "Cleo"))
    made = [sitting.post("/rematch", seat).json() for seat in range(3)]
    assert len({one["id"] for one in made}) == 1
    assert names_at(client, made[0]["id"]) == ["Cleo", "Ann", "Bob"]
    for old, one in enumerate(made):
        new = (old + 1) % 3
        tokens = [seat["token"] for seat in one["seats"]]
        assert [k for k in range(3) if tokens[k]] == [new]  # nobody else's key
        headers = bearer(tokens[new])
        shown = client.get(f"/api/tables/{one['id']}", headers=headers).json()
        assert shown["seat"] == new


def test_a_bot_moves_along(client, choice):
    seats = [{"name": "Ann"}, {"bot": "random", "name": "Robot"}, {"name": "Cleo"}]
    sitting = Sitting(client, game="bruxelles1897", seats=seats)
    for _ in range(4000):
        now = sitting.show()
        if now["over"]:
            break
        if not now["seats"][now["to_act"]]["bot"]:
            sitting.play_random(choice, 1)
    made = sitting.post("/rematch", 0).json()
    shown = client.get(f"/api/tables/{made['id']}").json()["seats"]
    assert [seat["name"] for seat in shown] == ["Cleo", "Ann", "Robot"]
    assert [seat["bot"] for seat in shown] == ["", "", "random"]


@pytest.mark.rule("PA-SET-08")
@pytest.mark.parametrize("seed", range(4))
def test_in_paris_the_loser_of_the_last_game_starts(client, choice, seed):
    sitting = finished(client, choice, seed=seed)
    winners = sitting.get("/sheet").json()["winners"]
    made = sitting.post("/rematch", 0).json()
    assert names_at(client, made["id"]) == ["Ann", "Bob"]  # everybody keeps the own colour
    shown = client.get(f"/api/tables/{made['id']}").json()
    if len(winners) == 1:
        assert shown["to_act"] == 1 - winners[0]
        assert shown["view"]["table"]["starter"] == 1 - winners[0]


@pytest.mark.rule("PA-SET-08")
def test_who_starts_in_paris_after_a_win_and_after_a_tie():
    game = registry.game("paris")
    for before in ("random", 0, 1):
        options = game.read_options({"starting_player": before, "allow_flip": True})
        for winners, starter in (([0], 1), ([1], 0), ([0, 1], "random")):
            following = game.next_game(LastGame(2, options, [50, 50], winners))
            assert following.seats == (0, 1)
            assert following.options.starting_player == starter
            assert following.options.allow_flip


def test_a_game_must_seat_everybody_once():
    from dataclasses import replace

    game = registry.game("bruxelles1897")
    options = game.read_options({})
    last = LastGame(3, options, [1, 2, 3], [2])
    assert game.next_game(last) == NextGame((2, 0, 1), options)
    wrong = replace(game, rematch=lambda last: NextGame((0, 0, 1), last.options))
    with pytest.raises(TypeError, match="seats everybody once"):
        wrong.next_game(last)


def test_the_host_gets_invitations_that_end_when_the_players_come(client, choice):
    sitting = finished(client, choice)
    host = bearer(sitting.made["host"])
    made = client.post(f"{sitting.base}/rematch", headers=host).json()
    path = f"/api/tables/{made['id']}"
    assert client.get(f"{path}/seats", headers=bearer(made["host"])).status_code == 200
    invitation = made["seats"][1]["token"]
    assert client.get(path, headers=bearer(invitation)).json()["seat"] == 1
    own = sitting.post("/rematch", 1).json()["seats"][1]["token"]
    assert own != invitation
    assert client.get(path, headers=bearer(own)).json()["seat"] == 1
    assert client.get(path, headers=bearer(invitation)).json()["seat"] is None


def test_who_asks_twice_keeps_the_seat(client, choice):
    sitting = finished(client, choice)
    first, second = (sitting.post("/rematch", 1).json() for _ in range(2))
    assert first == second
    token = second["seats"][1]["token"]
    shown = client.get(f"/api/tables/{second['id']}", headers=bearer(token)).json()
    assert shown["seat"] == 1


def test_a_seat_that_was_given_away_does_not_come_back(client, choice):
    """The host of the rematch invites somebody else: the player of before must not see his view."""
    sitting = finished(client, choice)
    made = client.post(f"{sitting.base}/rematch", headers=bearer(sitting.made["host"])).json()
    path = f"/api/tables/{made['id']}"
    host = bearer(made["host"])
    sitting.post("/rematch", 1)
    again = client.post(f"{path}/seats/1/revoke", headers=host).json()["token"]
    client.post(f"{path}/join", headers=bearer(again), json={"name": "Dora"})
    late = sitting.post("/rematch", 1)
    assert late.status_code == 403
    assert "somebody has already taken" in late.json()["error"]
    assert names_at(client, made["id"]) == ["Ann", "Dora"]
    # and the rights of the host do not come back from the old table either
    client.post(f"{path}/host", headers=host, json={})
    old = client.post(f"{sitting.base}/rematch", headers=bearer(sitting.made["host"])).json()
    assert client.get(f"{path}/seats", headers=bearer(old["host"])).status_code == 403


def test_a_rematch_keeps_the_seats_of_one_screen(client, choice):
    answer = client.post("/new/bruxelles1897", data={"where": "together"}, follow_redirects=False)
    path = answer.headers["location"]
    while not (now := client.get(f"{path}/api").json())["over"]:
        listed = client.get(f"{path}/api/actions", params={"seat": now["to_act"]}).json()
        action = choice.choice(listed["actions"])["action"]
        form = {"step": listed["step"], "action": action, "seat": now["to_act"]}
        assert client.post(f"{path}/api/actions", json=form).status_code == 200
    again = client.post(f"{path}/again", headers=HTML)
    assert again.status_code == 200
    table = again.url.path.removeprefix("/t/")
    assert len(client.cookies[f"horta-{table}"].split("~")) == 3  # two seats and the host
    assert client.get(f"/t/{table}/seats", headers=HTML).status_code == 200
    assert all(seat["joined"] for seat in client.get(f"/t/{table}/api").json()["seats"])


def test_a_rematch_of_a_chosen_seed_is_drawn(client, choice):
    sitting = finished(client, choice, seed=3)
    made = sitting.post("/rematch", 0).json()
    assert client.get(f"/api/tables/{made['id']}").json()["dealt"] == "drawn"
    room = client.app.state.house.rooms._rooms[made["id"]]
    assert isinstance(room.match.seed, str)
    assert horta.replay(room.match.transcript()) == room.match
