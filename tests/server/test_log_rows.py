"""The rows of the log: what is put together step by step is what is put together anew."""

from __future__ import annotations

from horta.server import views
from horta.server.log_rows import log_rows
from horta.server.table_pages import needed

from .conftest import Sitting


def rows(room, seat):
    log = views.log(room, seat, "en", since=needed(room, seat))
    return str(log_rows(room, seat, log, "en"))


def test_settled_rows_stay_what_the_whole_log_says(client, choice):
    sitting = Sitting(client, game="bruxelles1893", seed=5)
    room = next(one for one in client.app.state.house.rooms if one.id == sitting.id)
    settled = taken_back = 0
    for number in range(50):
        sitting.play_random(choice, 1)
        if room.over:
            break
        seat = room.to_act
        floor = room.undo_floor(seat)
        if number % 3 == 0 and floor < len(room.acted):
            assert sitting.post("/undo", seat, step=room.step, to=floor).status_code == 200
            taken_back += 1
        for seat in (*range(room.match.players), None):
            grown = rows(room, seat)
            settled = max([settled, *(count for count, _ in room.settled.values())])
            room.settled, kept = {}, room.settled
            assert rows(room, seat) == grown
            assert grown.count("<li class=") == sum(
                bool(one["lines"]) for one in views.log(room, seat, "en")
            ) + grown.count('<li class="since"')
            room.settled = kept
    assert settled > 12, "nothing was settled: this proves nothing"
    assert taken_back, "nothing was taken back: this proves nothing"
