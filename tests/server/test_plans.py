"""Plans: moves that a player leaves, checked when they come up, and seen by nobody else."""

from __future__ import annotations

import itertools
import random
import sqlite3
from contextlib import closing, contextmanager

import pytest
from starlette.testclient import TestClient

import horta
from horta.server.app import create_app
from horta.server.plans.keeper import EVERY, LONGEST
from horta.server.plans.options import imagined, options
from horta.server.plans.plan import HIDDEN, ILLEGAL, UNMET, Line, Moment, Plan, decide, is_public

from .conftest import Sitting, bearer, settings_for
from .test_consent import act, seated
from .test_people import Hours


@contextmanager
def opened(folder, hours, **changes):
    app = create_app(settings_for(folder, **changes), hours)
    with TestClient(app, base_url="http://horta.test") as made:
        yield made


@pytest.fixture
def hours():
    return Hours()


@pytest.fixture
def house(tmp_path, hours):
    with opened(tmp_path, hours) as made:
        yield made


@pytest.fixture
def table(house):
    return seated(house)


def plan(table, who, **form):
    return table.client.put(f"{table.base}/plans", json=form, headers=bearer(table.keys[who]))


def planned(table, who, **params):
    answer = table.get("/plans", who, **params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def come_up(client, hours):
    """Let the house look at plans, and what it then has to do be done."""
    house = client.app.state.house

    async def go():
        await house.plans._look({})
        hours.now += LONGEST + EVERY
        await house.jobs.settle()

    client.portal.call(go)


def room_of(table):
    return table.client.portal.call(table.client.app.state.house.rooms.get, table.id)


def texts(table, who):
    return [one["text"] for one in table.get("/actions", who).json()["actions"]]


def turn_of_another(table):
    """Return who has to act, and who waits."""
    now = table.show()["to_act"]
    return now, 1 - now


def what_follows(table, who):
    """Return an action of who is to act, and one that the other can play then, on a copy."""
    match = room_of(table).match.copy()
    for action in match.legal:
        twin = match.copy()
        twin.play(action)
        if twin.to_play == 1 - who and len(twin.legal) > 1:
            return match.text(action), twin.text(twin.legal[0]), twin.text(twin.legal[-1])
    pytest.fail("the word does not pass")


def play(table, who, text):
    step = table.show()["step"]
    answer = table.post("/actions", who, step=step, action=text)
    assert answer.status_code == 200, answer.text


def test_a_planned_move_is_played_when_the_turn_comes(table, hours):
    first, waits = turn_of_another(table)
    given, then, _ = what_follows(table, first)
    answer = plan(table, waits, lines=[{"then": [then]}])
    assert answer.status_code == 200, answer.text
    assert [one["then"] for one in planned(table, waits)["lines"]] == [[then]]
    come_up(table.client, hours)
    assert table.show()["to_act"] == first, "nothing before its time"
    play(table, first, given)
    standing = table.show()["standing"]
    come_up(table.client, hours)
    now = table.show()
    assert now["standing"] > standing
    room = room_of(table)
    assert room.match.text(room.match.actions[standing]) == then
    assert planned(table, waits) == {"passes": False, "lines": [], "told": []}


def test_a_condition_that_is_met_and_one_that_is_not(table, hours):
    first, waits = turn_of_another(table)
    given, one, other = what_follows(table, first)
    others = [text for text in texts(table, first) if text != given]
    lines = [{"given": others[0], "then": [one]}, {"given": given, "then": [other]}]
    assert plan(table, waits, lines=lines).status_code == 200
    said = planned(table, waits)["lines"][1]["says"]
    assert said.startswith("If “")
    standing = table.show()["standing"]
    play(table, first, given)
    come_up(table.client, hours)
    room = room_of(table)
    assert room.match.text(room.match.actions[standing + 1]) == other
    told = planned(table, waits)["told"]
    assert told == [f"{one}: dropped, since nobody played {others[0]}."]
    assert planned(table, waits, lang="de")["told"] != told


def test_a_move_that_cannot_be_played_is_dropped_with_a_sentence(table, hours):
    first, waits = turn_of_another(table)
    given, then, _ = what_follows(table, first)
    match = room_of(table).match
    never = next(
        text
        for text in (match.text(number) for number in range(len(match.game.actions)))
        if text not in texts(table, first) and text != then
    )
    twin = match.copy()
    twin.play(twin.parse(given))
    assert twin.parse(never) not in twin.legal
    lines = [{"then": [never, then]}, {"then": [then]}]
    assert plan(table, waits, lines=lines).status_code == 200
    play(table, first, given)
    step = table.show()["step"]
    come_up(table.client, hours)
    assert table.show()["step"] == step
    assert planned(table, waits) == {
        "passes": False,
        "lines": [],
        "told": [
            f"{never}, {then}: dropped, since it could not be played.",
            f"{then}: dropped with the move before it.",
        ],
    }


def test_a_plan_can_be_withdrawn(table, hours):
    first, waits = turn_of_another(table)
    given, then, _ = what_follows(table, first)
    plan(table, waits, lines=[{"then": [then]}], passes=True)
    assert planned(table, waits)["passes"]
    assert plan(table, waits).json() == {"passes": False, "lines": [], "told": []}
    play(table, first, given)
    step = table.show()["step"]
    come_up(table.client, hours)
    assert table.show()["step"] == step


def test_plans_outlive_the_process(tmp_path, hours):
    with opened(tmp_path, hours) as client:
        table = seated(client)
        first, waits = turn_of_another(table)
        given, then, _ = what_follows(table, first)
        plan(table, waits, lines=[{"given": given, "then": [then]}])
        play(table, first, given)
        standing = table.show()["standing"]
    with opened(tmp_path, hours) as client:
        table.client = client
        come_up(client, hours)
        assert table.show()["standing"] > standing


def test_nobody_else_sees_that_there_is_a_plan(table, hours):
    first, waits = turn_of_another(table)
    given, then, _ = what_follows(table, first)
    room = room_of(table)

    def seen():
        ways = ("", "/log", "/summary")
        told = [table.get(way, who).text for way in ways for who in (first, None)]
        page = table.client.get(f"/t/{table.id}/state").text
        return [*told, page, room.revision, room.step]

    before = seen()
    plan(table, waits, passes=True, lines=[{"given": given, "then": [then]}])
    assert seen() == before
    assert planned(table, first) == {"passes": False, "lines": [], "told": []}
    assert table.get("/plans").status_code == 403
    assert table.get("/plans", first, seat=waits).status_code == 403
    stolen = {"seat": waits, "passes": False}
    assert plan(table, first, **stolen).status_code == 403
    host = bearer(table.made["host"])
    assert table.client.get(f"{table.base}/plans", headers=host).status_code == 403
    assert planned(table, waits)["passes"]


def test_the_answer_to_a_move_does_not_wait_for_a_plan(table):
    """What is planned comes later, by a job: the one who played learns nothing by the time."""
    first, waits = turn_of_another(table)
    given, then, _ = what_follows(table, first)
    plan(table, waits, lines=[{"then": [then]}])
    play(table, first, given)
    assert table.show()["to_act"] == waits


def test_who_sits_there_later_inherits_no_plan(table, hours):
    first, waits = turn_of_another(table)
    given, then, _ = what_follows(table, first)
    plan(table, waits, lines=[{"then": [then]}])
    host = bearer(table.made["host"])
    made = table.client.post(f"{table.base}/seats/{waits}/revoke", headers=host).json()
    table.keys[waits] = made["token"]
    table.join(waits, name="New")
    assert planned(table, waits)["lines"] == []
    play(table, first, given)
    step = table.show()["step"]
    come_up(table.client, hours)
    assert table.show()["step"] == step


@pytest.mark.parametrize(
    "form",
    [{"lines": [{"then": []}]}, {"lines": [{"then": ["nonsense"]}]}, {"lines": [{"then": [""]}]},
     {"lines": [{"then": ["x" * 201]}]}, {"lines": [{"given": "a b c", "then": ["pass"]}]},
     {"lines": [{"then": [1]}]}, {"lines": "x"}, {"passes": "perhaps"}, {"more": 1},
     {"lines": [{"then": ["a"]}] * 11}, {"lines": [{"then": ["a"] * 21}]}, {"seat": 99}],
)  # fmt: skip
def test_what_is_no_plan_is_refused(table, form):
    for who in range(2):
        answer = plan(table, who, **form)
        assert answer.status_code == 422
        assert answer.json()["error"]
    assert rows(table) == []


def rows(table):
    file = table.client.app.state.house.settings.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file)) as line:
        return line.execute("select * from plans").fetchall()


def test_what_was_taken_back_is_not_played_again_by_a_plan(table, hours):
    first, waits = turn_of_another(table)
    given, _, _ = what_follows(table, first)
    plan(table, first, lines=[{"then": [given]}])
    room = room_of(table)
    play(table, first, given)
    table.post("/undo/ask", first, step=room.step)
    table.post("/undo/answer", waits, step=room.step, agree=True)
    assert table.show()["to_act"] == first
    step = table.show()["step"]
    come_up(table.client, hours)
    assert table.show()["step"] == step


def test_plans_go_with_the_end_of_the_game(table, hours):
    plan(table, 0, passes=True)
    step = table.show()["step"]
    host = bearer(table.made["host"])
    assert table.client.post(f"{table.base}/close", json={"step": step}, headers=host).is_success
    come_up(table.client, hours)
    assert rows(table) == []
    assert plan(table, 0, passes=True).status_code == 403


# pass for me, and what nobody may learn


def moment(match):
    """Return the moment at which a match stands."""
    seats = (match.back_to(number).to_play for number in range(len(match.actions)))
    return Moment(match.copy(), tuple(seats))


@pytest.mark.parametrize("game", horta.games())
def test_pass_for_me_plays_what_leaves_no_choice_and_nothing_else(game):
    match = horta.start(game, players=2, seed=7)
    choice = random.Random(7)
    for _ in range(150):
        if match.to_play is None:
            break
        found = decide(Plan(match.to_play, passes=True), moment(match))
        assert (found.action is not None) == (len(match.legal) == 1)
        assert decide(Plan(match.to_play), moment(match)).action is None
        match.play(choice.choice(match.legal))


def condition(match, given, since):
    seat = match.to_play
    line = Line(("x",), given, since)
    found = decide(Plan(seat, lines=(line,)), moment(match))
    return found.dropped[0]["why"]


@pytest.mark.parametrize("game", horta.games())
def test_a_condition_tells_nothing_that_is_hidden(game):
    """What a plan says of others' moves is the same when whatever its owner cannot know differs."""
    checked = told = 0
    for seed in range(3):
        choice = random.Random(seed)
        match = horta.start(game, players=2, seed=seed)
        for _ in range(25):
            if match.to_play is None:
                break
            actor = match.to_play
            before, action = match.copy(), choice.choice(match.legal)
            match.play(action)
            if match.to_play in (None, actor):
                continue
            public = is_public(before, match, actor)
            if not public:
                # Every guess gets the same answer.
                given = {
                    condition(match, match.text(one), len(match.actions) - 1)
                    for one in itertools.islice(before.legal, 10)
                }
                assert given == {HIDDEN}
            else:
                last = len(match.actions) - 1
                assert condition(match, match.text(action), last) == ILLEGAL  # met: "x" is no move
                wrong = [one for one in before.legal if one != action][:3]
                assert {condition(match, match.text(one), last) for one in wrong} <= {UNMET}
                told += 1
            checked += 1
    assert checked > 5
    assert told, "most moves are there for everybody to see"


def test_what_can_be_planned_tells_nothing(table):
    """The options come from a table that was dealt again: not from what others hold."""
    first, waits = turn_of_another(table)
    found = table.get("/plans/options", waits).json()
    assert {one["action"] for one in found["theirs"]} == set(texts(table, first))  # all is open
    assert found["mine"]
    given = found["theirs"][0]["action"]
    again = table.get("/plans/options", waits, given=given, lang="fr").json()
    assert again["mine"]
    assert table.get("/plans/options", first).json() == {"theirs": [], "mine": []}
    assert table.get("/plans/options").status_code == 403
    assert table.get("/plans/options", waits, given="x" * 300).status_code == 422


def test_options_do_not_change_with_what_is_hidden(house):
    table = seated(house, 2, "bruxelles1897")
    for _ in range(6):
        act(table)
    room = room_of(table)
    waits = 1 - room.to_act
    drawn = [options(room, waits, "", "en")["theirs"] for _ in range(3)]
    assert all(drawn)
    # They come from a whole other deal that looks the same to the one who waits.
    for seed in range(3):
        twin = imagined(room, waits, seed)
        assert twin.view(waits)["table"] == room.match.view(waits)["table"]


def test_a_turn_that_has_to_be_ended_is_ended(house, hours):
    table = Sitting(house, game="paris", players=2, seed=1893, confirm=True)
    for seat in range(2):
        table.join(seat, name="AB"[seat])
    first, waits = turn_of_another(table)
    given, then, _ = what_follows(table, first)
    plan(table, waits, lines=[{"then": [then]}])
    play(table, first, given)
    if table.show()["ends_turn"]:
        table.post("/end", first, step=table.show()["step"])
    come_up(house, hours)
    now = table.show()
    assert not (now["ends_turn"] and now["to_act"] == waits)
    assert now["to_act"] == first


def test_the_same_over_postgresql(tmp_path, postgres, hours):
    with opened(tmp_path, hours, database=postgres) as client:
        table = seated(client)
        first, waits = turn_of_another(table)
        given, then, _ = what_follows(table, first)
        plan(table, waits, lines=[{"then": [then]}])
        assert plan(table, waits, lines=[{"then": [then]}]).status_code == 200
        assert len(planned(table, waits)["lines"]) == 1
        play(table, first, given)
