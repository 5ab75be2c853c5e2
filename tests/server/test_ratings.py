"""Ratings: which tables count, in which order they are rated, and what everybody is told of it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import contextmanager

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient
from typer.testing import CliRunner

import horta
from horta.cli import app as command_line
from horta.core.errors import BadOption
from horta.core.i18n import LANGUAGES, catalogue
from horta.server.app import create_app
from horta.server.backup import backup, restore
from horta.server.ratings import sitting
from horta.server.ratings.graph import graph
from horta.server.ratings.ledger import Ledger
from horta.server.ratings.model import Rating, after_game
from horta.server.ratings.told import WHY
from horta.server.retention import remove_tables
from horta.server.rows import MatchRow, RatedRow, RatedSeatRow, RatingRow
from horta.server.store import Store

from .authenticator import Authenticator
from .conftest import Postgres, bearer, postgres_folder, settings_for
from .test_people import BASE, Club, Hours, begin

HTML = {"accept": "text/html"}


@pytest.fixture
def postgres():
    """A database of its own: ratings count all that there is in one."""
    with postgres_folder() as folder:
        server = Postgres(folder).start()
        yield server.url
        server.stop()


@contextmanager
def opened(folder, hours=None, **changes):
    hours = hours or Hours()
    # Bots wait until they are wanted: most games here end as the test says.
    how = {"persons": 1, "ratings": 1, "lobby": 1, "address": BASE, "attention": 0, **changes}
    app = create_app(settings_for(folder, **how), hours)
    with TestClient(app, base_url=BASE) as door:
        yield Club(door, None, hours, folder / "tables.sqlite")


@pytest.fixture
def club(tmp_path):
    with opened(tmp_path) as made:
        yield made


def known(club, name):
    """Return the browser of somebody who is signed in."""
    device = club.device()
    begin(device, Authenticator(), name)
    return device


def put_up(device, game="paris", **form):
    """Put up a table by the page, with the first seat one's own; return its id."""
    answer = device.post(f"/new/{game}", data={"who0": "person", "who1": "person", **form})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].split("/")[2]


def sit(device, table, **form):
    answer = device.post(f"/t/{table}/lobby", data=form)
    assert answer.status_code == 303, answer.text


def play(devices, table, most=10**6):
    """Play a table to its end by the pages of those who sit there."""
    for _ in range(most):
        now = devices[0].get(f"/t/{table}/summary").json()
        if now["over"]:
            return now
        seat = now["to_act"]
        if seat not in range(len(devices)):
            continue
        listed = devices[seat].get(f"/t/{table}/api/actions").json()
        action = listed["actions"][-1]["action"]
        form = {"step": listed["step"], "action": action}
        assert devices[seat].post(f"/t/{table}/api/actions", json=form).status_code == 200
    return now


def settled(club):
    """Settle what is over; return why each table does not count, by its id."""
    club.door.portal.call(club.app.state.house.ratings.ledger.settle)
    with sqlite3.connect(club.database) as connection:
        found = connection.execute("select match_id, why, ended from rated").fetchall()
    return {table: why if ended is not None else None for table, why, ended in found}


def end(club, table, scores=(30, 20), at=None):
    """End a game as if it had been played."""
    best = max(scores)
    winners = [seat for seat, one in enumerate(scores) if one == best]
    result = {"scores": list(scores), "winners": winners, "sheet": {}}

    async def work():
        async with club.app.state.house.store.database.begin() as connection:
            row = update(MatchRow).where(MatchRow.id == table)
            moment = club.hours() if at is None else at
            await connection.execute(row.values(over=True, result=result, touched=moment))

    club.door.portal.call(work)


def two(club, ada, bob, **form):
    table = put_up(ada, open="1", **form)
    sit(bob, table)
    return table


# a house without ratings


def test_without_the_setting_there_is_nothing_of_it(client):
    assert "rating" not in client.get("/").text.lower()
    assert "rated" not in client.get("/new/paris").text.lower()
    for way in ("/ratings", "/ratings/nobody", "/api/ratings", "/api/ratings/nobody"):
        assert client.get(way).status_code == 404
    table = client.post("/api/tables", json={"game": "paris"}).json()["id"]
    assert client.get(f"/api/tables/{table}").json()["rated"] is False
    assert "Rated" not in client.get(f"/t/{table}").text


def test_ratings_need_persons(tmp_path):
    with pytest.raises(BadOption, match="HORTA_PERSONS"):
        create_app(settings_for(tmp_path, ratings=1))


# a whole game


def test_a_game_of_two_persons_is_rated_once_and_told(club):
    ada, bob = known(club, "Ada"), known(club, "Bob")
    table = two(club, ada, bob)
    page = ada.get(f"/t/{table}").text
    assert "a guest, a hint or a player who is replaced make it unrated" in page
    assert 'class="quiet unrated"' not in page
    now = play([ada, bob], table)
    assert now["rated"]
    for _ in range(3):
        assert settled(club) == {table: ""}
    seats = club.rows("rated_seats")
    assert len(seats) == 2
    (kind,) = ada.get("/api/ratings?game=paris&players=2").json()
    best, last = kind["ratings"]
    assert {best["name"], last["name"]} == {"Ada", "Bob"}
    assert best["rating"] > 1000 > last["rating"]
    assert best["provisional"]
    assert best["margin"] == last["margin"] < Rating().margin
    assert ada.get("/api/ratings?players=3").json() == []
    for lang, word in (("en", "provisional"), ("fr", "provisoire"), ("de", "vorläufig")):
        shown = ada.get(f"/ratings?lang={lang}").text
        assert "Ada" in shown
        assert word in shown
    assert f'href="/ratings/{best["id"]}"' in shown
    own = bob.get(f"/ratings/{last['id']}?lang=en").text
    assert f"Horta {horta.__version__}" in own
    assert "rating-graph" in own
    assert f'href="/t/{table}"' in own
    (history,) = bob.get(f"/api/ratings/{last['id']}").json()["kinds"]
    assert history["history"][0]["table"] == table
    assert history["history"][0]["rating"] == last["rating"]


def test_a_person_and_a_bot_are_rated_and_a_bot_has_its_version(club):
    ada = known(club, "Ada")
    table = put_up(ada, who1="bot:apprentice")
    end(club, table)
    assert settled(club) == {table: ""}
    (kind,) = ada.get("/api/ratings?lang=de").json()
    bot = next(one for one in kind["ratings"] if one["bot"])
    assert (bot["bot"], bot["name"]) == ("apprentice", catalogue("horta.bots", "de")("Apprentice"))
    assert bot["version"] == sitting.version_of("paris", "apprentice", 2)
    assert "policy" in bot["version"]
    assert len(bot["version"].split()[-1]) == 8  # of its network


# what does not count


def test_a_guest_is_not_rated(club):
    ada, guest = known(club, "Ada"), club.device()
    table = two(club, ada, guest)
    end(club, table)
    assert settled(club) == {table: sitting.GUEST}
    assert ada.get("/api/ratings").json() == []
    assert "a guest played" in ada.get(f"/t/{table}").text


@pytest.mark.parametrize(
    "form",
    [{"unrated": "on"}, {"explorer": "on"}, {"where": "together"}, {"tables": "own"}],
    ids=lambda form: next(iter(form)),
)
def test_what_was_never_to_count_has_no_row(club, form):
    ada = known(club, "Ada")
    if "tables" in form:  # an owner's component tables, or a seed that somebody chose
        table = ada.post("/api/tables", json={"game": "paris", "seed": 7}).json()["id"]
    else:
        table = put_up(ada, **form)
    assert club.rows("rated") == []
    page = ada.get(f"/t/{table}?lang=en").text
    assert 'class="quiet unrated">Unrated' in page
    assert ada.get(f"/t/{table}/summary").json()["rated"] is False


def test_the_lobby_marks_what_does_not_count(club):
    ada = known(club, "Ada")
    put_up(ada, open="1", unrated="on")
    (one,) = ada.get("/api/lobby").json()["tables"]
    assert one["rated"] is False
    assert ">Unrated<" in ada.get("/lobby?lang=en").text
    club.hours.now += 60
    put_up(ada, open="1")
    assert [one["rated"] for one in ada.get("/api/lobby").json()["tables"]] == [True, False]
    assert ">Rated<" in ada.get("/lobby?lang=en").text


def test_a_hint_makes_a_table_unrated(club):
    ada, bob = known(club, "Ada"), known(club, "Bob")
    table = two(club, ada, bob)
    assert ada.get(f"/t/{table}/summary").json()["rated"]
    for one in (ada, bob):
        form = {"allow": True}
        assert one.post(f"/t/{table}/api/hints", json=form).status_code == 200
    asks = (ada, bob)[ada.get(f"/t/{table}/summary").json()["to_act"]]
    assert asks.get(f"/t/{table}/api/hints").status_code == 200
    assert not ada.get(f"/t/{table}/summary").json()["rated"]
    assert "a hint was asked for" in ada.get(f"/t/{table}").text
    end(club, table)
    assert settled(club) == {table: sitting.HINTS}


def test_whoever_is_replaced_makes_a_table_unrated(club):
    ada, bob = known(club, "Ada"), known(club, "Bob")
    early, late = two(club, ada, bob), two(club, ada, bob)
    play([ada, bob], late, 1)
    for table in (early, late):  # before the first action it does not matter
        assert ada.post(f"/t/{table}/seats/1/bot", data={"bot": "apprentice"}).status_code == 303
    assert ada.get(f"/t/{early}/summary").json()["rated"]
    assert not ada.get(f"/t/{late}/summary").json()["rated"]
    # nor does it help to bring the same person back
    assert ada.post(f"/t/{late}/seats/1/bot", data={"bot": ""}).status_code == 303
    end(club, late)
    assert settled(club)[late] == sitting.REPLACED


def test_another_person_on_the_same_seat_is_a_replacement(club):
    ada, bob, eve = (known(club, name) for name in ("Ada", "Bob", "Eve"))
    table = two(club, ada, bob)
    play([ada, bob], table, 3)
    ada.post(f"/t/{table}/seats/1/revoke")
    link = ada.get(f"/t/{table}/api/seats").json()["seats"][1]["link"]
    token = link.rpartition("/")[2]
    assert eve.post(f"/t/{table}/join/{token}").status_code == 303
    end(club, table)
    assert settled(club) == {table: sitting.REPLACED}


def test_a_bot_that_is_no_level_and_a_person_alone_do_not_count(club):
    ada = known(club, "Ada")
    random = put_up(ada, who1="bot:random")
    alone = put_up(ada)
    ada.post(f"/t/{alone}/seats/1/sit")
    bots = ada.post(
        "/api/tables", json={"game": "paris", "seats": [{"bot": "apprentice"}, {"bot": "expert"}]}
    ).json()["id"]
    for table in (random, alone, bots):
        end(club, table)
    assert settled(club) == {
        random: sitting.NO_LEVEL, alone: sitting.ALONE, bots: sitting.ALONE
    }  # fmt: skip


def test_a_table_that_its_host_closes_does_not_count(club):
    ada, bob = known(club, "Ada"), known(club, "Bob")
    table = two(club, ada, bob)
    play([ada, bob], table, 1)
    step = ada.get(f"/t/{table}/summary").json()["step"]
    assert ada.post(f"/t/{table}/close", data={"step": step}).status_code == 303
    assert settled(club) == {table: sitting.CLOSED}


def test_a_device_that_is_signed_out_is_no_replacement(club):
    ada, bob = known(club, "Ada"), known(club, "Bob")
    table = two(club, ada, bob)
    play([ada, bob], table, 4)
    before = club.rows("seats")
    assert ada.post("/you/others/end").status_code == 303
    assert [row[0] for row in club.rows("seats")] == [row[0] for row in before]
    end(club, table)
    assert settled(club) == {table: ""}


@pytest.mark.parametrize("then", ["bot", "out"])
def test_leaving_on_time_counts_by_the_rule_of_the_table(tmp_path, then):
    with opened(tmp_path, clocks=1) as club:
        ada, bob = known(club, "Ada"), known(club, "Bob")
        pace = {"pace": "live", "live-turn": "1", "live-reserve": "0", "then": then}
        table = two(club, ada, bob, **pace)
        play([ada, bob], table, 1)
        club.hours.now += 61
        club.door.portal.call(club.app.state.house.clocks.look)
        seats = ada.get(f"/t/{table}/summary").json()["seats"]
        (out,) = (k for k, one in enumerate(seats) if one["bot"])
        end(club, table, scores=(10, 30) if out == 0 else (30, 10))
        assert settled(club) == {table: ""}
        (kind,) = ada.get("/api/ratings").json()
        assert [one["name"] for one in kind["ratings"]][-1] == ("Ada", "Bob")[out]


# order, and working out anew


def ratings(club):
    return sorted(club.rows("ratings")), sorted(club.rows("rated_seats"))


def test_games_are_rated_in_the_order_of_their_ending(club, tmp_path):
    ada, bob, eve = (known(club, name) for name in ("Ada", "Bob", "Eve"))
    tables = [two(club, *pair) for pair in ((ada, bob), (bob, eve), (eve, ada), (ada, bob))]
    points = [(30, 20), (25, 25), (40, 10), (5, 9)]
    for number in (0, 1, 3):
        end(club, tables[number], points[number], at=1000.0 + number)
    settled(club)
    first = ratings(club)
    end(club, tables[2], points[2], at=1002.0)  # heard of too late
    settled(club)
    now = ratings(club)
    assert now != first
    club.door.portal.call(club.app.state.house.ratings.ledger.rebuild)
    assert ratings(club) == now
    # the same from nothing, by hand
    people = {}
    for (one, other), (a, b) in zip(
        (("Ada", "Bob"), ("Bob", "Eve"), ("Eve", "Ada"), ("Ada", "Bob")), points, strict=True
    ):
        shares = [0.5, 0.5] if a == b else [float(a > b), float(b > a)]
        before = [people.get(one, Rating()), people.get(other, Rating())]
        people[one], people[other] = after_game(before, shares, [a, b])
    (kind,) = ada.get("/api/ratings").json()
    assert {one["name"]: one["rating"] for one in kind["ratings"]} == {
        name: rating.shown for name, rating in people.items()
    }


def test_two_houses_over_one_store_settle_a_table_once(tmp_path):
    with opened(tmp_path) as club:
        ada, bob = known(club, "Ada"), known(club, "Bob")
        table = two(club, ada, bob)
        end(club, table)

        async def both():
            import asyncio

            async with Store(f"sqlite:///{club.database}") as other:
                here = club.app.state.house.ratings.ledger
                return await asyncio.gather(here.settle(), Ledger(other.database).settle())

        assert sorted(club.door.portal.call(both)) == [0, 1]
        assert [row[-2] for row in club.rows("ratings")] == [1, 1]


def test_what_ended_while_the_house_was_closed_is_rated_at_its_opening(tmp_path):
    with opened(tmp_path) as club:
        table = two(club, known(club, "Ada"), known(club, "Bob"))
        end(club, table)
        assert club.rows("ratings") == []
    with opened(tmp_path) as club:
        club.door.portal.call(club.app.state.house.jobs.settle)
        assert len(club.rows("ratings")) == 2


def test_the_command_works_all_ratings_out_anew(tmp_path):
    with opened(tmp_path) as club:
        ada, bob = known(club, "Ada"), known(club, "Bob")
        for scores in ((30, 20), (10, 20), (8, 8)):
            club.hours.now += 60
            end(club, two(club, ada, bob), scores)
        settled(club)
        before = ratings(club)
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        connection.execute("delete from ratings")
        connection.execute("update rated_seats set mu = 1, sigma = 1")
    url = f"sqlite:///{tmp_path}/tables.sqlite"
    told = CliRunner().invoke(command_line, ["ratings", "--database", url])
    assert told.exit_code == 0, told.output
    assert "2 players are rated by 3 games" in told.output
    with opened(tmp_path) as club:
        assert ratings(club) == before


# what stays


def test_ratings_outlive_their_games(club):
    ada, bob = known(club, "Ada"), known(club, "Bob")
    over, runs = two(club, ada, bob), two(club, ada, bob)
    end(club, over)
    settled(club)
    before = ratings(club)
    database = club.app.state.house.store.database

    async def go():
        return await remove_tables(database, [over, runs])

    assert set(club.door.portal.call(go)) == {over, runs}
    assert ratings(club) == before
    assert settled(club) == {over: ""}  # of the game that never ended nothing is left
    player = ada.get("/api/ratings").json()[0]["ratings"][0]["id"]
    page = ada.get(f"/ratings/{player}").text
    assert f"/t/{over}" not in page
    club.door.portal.call(club.app.state.house.ratings.ledger.rebuild)
    assert ratings(club) == before


def test_whoever_leaves_leaves_the_ratings_without_a_name(club):
    ada, bob = known(club, "Ada"), known(club, "Bob")
    table = two(club, ada, bob)
    end(club, table)
    settled(club)
    taken = json.loads(bob.get("/you/export.json").text)
    (kept,) = taken["ratings"]
    assert kept["game"] == "paris"
    assert kept["games"][0]["table"] == table
    before = ratings(club)
    assert bob.post("/you/delete").status_code in (200, 303)
    assert ratings(club) == before
    names = {one["name"] for one in ada.get("/api/ratings").json()[0]["ratings"]}
    assert names == {"Ada", "Somebody who has left"}
    assert "Bob" not in ada.get("/ratings").text


def test_a_backup_holds_the_ratings(tmp_path):
    with opened(tmp_path) as club:
        table = two(club, known(club, "Ada"), known(club, "Bob"))
        end(club, table)
        settled(club)
        before = ratings(club)
        backup(f"sqlite:///{club.database}", tmp_path / "copy")
    other = tmp_path / "other"
    other.mkdir()
    restore(f"sqlite:///{other}/tables.sqlite", tmp_path / "copy")
    with opened(other) as club:
        assert ratings(club) == before


def test_the_ledger_is_the_same_in_postgresql(postgres):
    import asyncio

    from .test_store import match, name

    async def work():
        async with Store(postgres) as store:
            async with store.database.connect() as connection:
                assert not (await connection.execute(select(RatedSeatRow.seat))).all()
            one = match(name())
            one.header["players"] = 2
            one.settings["rated"] = True
            await store.add(one)
            async with store.database.begin() as connection:
                result = {"scores": [1, 2], "winners": [1], "sheet": {}}
                done = update(MatchRow).values(over=True, result=result)
                await connection.execute(done)
            ledgers = [Ledger(store.database) for _ in range(4)]
            settled = await asyncio.gather(*(ledger.settle() for ledger in ledgers))
            assert sum(settled) == 1
            async with store.database.connect() as connection:
                (why,) = (await connection.execute(select(RatedRow.why))).scalars()
                assert why in (sitting.GUEST, sitting.NO_LEVEL, sitting.ALONE)
                assert not (await connection.execute(select(RatingRow.mu))).all()

    asyncio.run(work())


# the model and the words


def test_the_model_moves_towards_what_was_seen():
    one, other, third = after_game([Rating()] * 3, [1, 0, 0], [50, 40, 30])
    assert one.mu > other.mu > third.mu
    assert max(each.sigma for each in (one, other, third)) < Rating().sigma
    alike = after_game([Rating()] * 2, [0.5, 0.5], [20, 20])
    assert alike[0] == alike[1]
    assert Rating().shown == 1000
    assert Rating().provisional
    assert not Rating(25, 5).provisional


def test_the_graph_draws_the_band(club):
    say = catalogue("horta.server", "en")
    for history in ([Rating()], [Rating(20 + k, 8 - k / 2) for k in range(9)]):
        drawn = graph(history, "<Paris>", say)
        assert 'class="band"' in drawn
        assert "<Paris>" not in drawn
        assert f"{history[-1].shown} ± {history[-1].margin}" in drawn


def test_every_reason_is_told_in_every_language():
    for lang in LANGUAGES:
        say = catalogue("horta.server", lang)
        told = {say(one) for one in WHY.values()}
        assert len(told) == len(WHY)
        assert lang == "en" or not told & set(WHY.values())


@pytest.mark.parametrize(
    "way", ["/ratings/..%2f..", "/ratings/x", "/ratings/' or 1=1", "/ratings/nobody-here"]
)
def test_hostile_addresses_are_refused(club, way):
    for prefix in ("", "/api"):
        assert club.device().get(prefix + way).status_code == 404
    for wrong in ("players=-1", "players=99", "players=x", "game=" + "x" * 99):
        assert club.device().get(f"/api/ratings?{wrong}").status_code == 422
    assert club.device().get("/ratings?game=<script>").text.count("<script>") == 0
    assert club.device().post("/ratings").status_code == 405
    assert club.device().get("/api/ratings", headers=bearer("x")).status_code == 200
