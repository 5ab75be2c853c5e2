"""No answer holds another seat's secrets: all of them stay the same when what a seat cannot know
is dealt again."""

from __future__ import annotations

import random

import pytest

import horta
from horta.core import parts, regions
from horta.core.engine import plain_engine
from horta.core.match import Match
from horta.server import pieces, table_pages, untrusted, views
from horta.server.room import HouseRules, Room, Seat
from horta.server.store import Entry
from horta.server.tokens import Claim, Visitor


def room_of(match: Match) -> Room:
    return Room("table", match, [Seat(joined=True) for _ in range(match.players)], HouseRules())


def played(game: str, seed: int, steps: int, **options: object) -> Room:
    room = room_of(horta.start(game, seed=seed, **options))
    choice = random.Random(seed)
    for k in range(steps):
        if room.match.over:
            break
        text = room.match.text(choice.choice(room.match.legal))
        room.apply(Entry(k + 1, text, room.match.to_play, 0.0))
    return room


def dealt_again(room: Room, seat: int | None, seed: int) -> Room:
    """The same table, with another deal of everything that the seat cannot know."""
    match = room.match.copy()
    table = room.match.redacted(seat)
    plain_engine(match.game).redeal(table, 0, -1 if seat is None else seat, seed)
    match._table = table
    match._legal = None
    twin = room_of(match)
    twin.entries, twin.acted = list(room.entries), list(room.acted)
    twin.told = {viewer: list(told) for viewer, told in room.told.items()}
    twin.made, twin.header = room.made, room.header
    # what happened last, read again from the table that was dealt anew
    for viewer, told in twin.told.items():
        if len(told) > 1:
            told[-1] = twin.match.news(viewer)
    return twin


def everything_sent(room: Room, seat: int | None, langs=("en",)) -> dict[str, object]:
    """Whatever a page, the API or an event would tell a seat."""
    held = () if seat is None else (Claim("table", seat, 0),)
    visitor = Visitor(held)
    sent: dict[str, object] = {}
    for lang in langs:
        sent[f"summary {lang}"] = views.summary(room, seat, lang)
        sent[f"view {lang}"] = views.view(room, seat, lang)
        sent[f"actions {lang}"] = views.actions(room, seat, lang)
        sent[f"log {lang}"] = views.log(room, seat, lang)
        sent[f"events {lang}"] = views.entry_events(room, seat, lang, 0)
        sent[f"drawing {lang}"] = views.drawing(room, seat, lang)
        sent[f"page {lang}"] = table_pages.state(room, visitor, None, lang)
    sent["sheet"] = views.sheet(room, seat, "en")
    sent["curtain"] = views.hides_hands(room)
    if seat is not None:
        for one in views.actions(room, seat, "en")[::7]:
            given = {"game": room.game.id, "seat": seat, "seed": room.step, "lang": "en"}
            given["ways"] = [[(one["action"], ())]]
            seen = room.match.redacted(seat).tobytes()
            sent[f"preview {one['action']}"] = untrusted.preview(given, [seen])
    return sent


@pytest.mark.parametrize("game", horta.games())
@pytest.mark.parametrize("steps", [0, 1, 2, 5, 9, 14, 20, 30])
def test_nothing_that_is_sent_depends_on_what_the_seat_cannot_know(game, steps):
    room = played(game, 100 + steps, steps)
    for seat in room.viewers:
        for seed, lang in ((1, "en"), (2, "fr"), (3, "de")):
            truth = everything_sent(room, seat, [lang])
            assert everything_sent(dealt_again(room, seat, seed), seat, [lang]) == truth


def test_this_test_can_fail():
    """What one seat is sent does change when another seat's view is dealt again.

    Paris hides a hand from the first step on; the Brussels games hide little that early.
    """
    game = "paris"
    changed = 0
    for seed in range(5):
        room = played(game, seed, 2)
        truth = everything_sent(room, 0)
        changed += everything_sent(dealt_again(room, 1, 77 + seed), 0) != truth
    assert changed


def everybody_at(room: Room) -> Visitor:
    return Visitor(tuple(Claim("table", seat, 0) for seat in range(room.match.players)))


@pytest.mark.parametrize("game", ["bruxelles1893", "bruxelles1897"])
def test_there_is_no_curtain_where_all_see_the_same(game):
    room = played(game, 4, 3)
    assert not views.hides_hands(room)
    shown = table_pages.state(room, everybody_at(room), None, "en")
    assert shown["curtain"] is None
    assert shown["actions"]


@pytest.mark.parametrize(
    ("game", "seed", "steps", "options"),
    [("paris", 4, 3, {}), ("bruxelles1893", 0, 62, {"edition": "2013"})],  # a work drawn blindly
    ids=["paris", "bruxelles1893"],
)
def test_a_curtain_hides_everything(game, seed, steps, options):
    """On a shared screen, nothing but a spectator's view comes before the curtain is lifted."""
    room = played(game, seed, steps, **options)
    everybody = everybody_at(room)
    assert views.hides_hands(room)
    seat = room.to_act
    shown = table_pages.state(room, everybody, None, "en")
    assert shown["curtain"] == seat
    assert shown["actions"] == []
    assert shown["svg"] == table_pages.interactive(views.drawing(room, None, "en"))
    assert shown["seat"] is None
    lifted = table_pages.state(room, everybody, seat, "en")
    assert lifted["curtain"] is None
    assert lifted["seat"] == seat
    assert lifted["actions"]
    other = next(k for k in range(room.match.players) if k != seat)
    assert table_pages.state(room, everybody, other, "en")["curtain"] == seat


def pieces_of(room: Room, seat: int | None, lang: str) -> dict[str, str]:
    held = () if seat is None else (Claim("table", seat, 0),)
    made = table_pages.state_pieces(room, Visitor(held), None, lang)
    return {name: piece.text for name, piece in made.items()}


def forget(room: Room) -> None:
    """Forget all that viewers share: what was drawn and worked out, parts, pieces, changes."""
    room.drawn.clear()
    for shared in (room.seen, room.touched, room.spoken):
        shared.clear()
    parts.memo.clear()
    regions.forget()
    pieces.piece_of.cache_clear()


@pytest.mark.parametrize("game", horta.games())
def test_what_viewers_share_tells_none_of_them_more(game):
    """Whoever was drawn for before, in whatever order: a viewer gets what they would get alone."""
    choice = random.Random(17)
    room = room_of(horta.start(game, seed=17))
    differ = 0
    for k in range(40):
        if room.match.over:
            break
        text = room.match.text(choice.choice(room.match.legal))
        room.apply(Entry(k + 1, text, room.match.to_play, 0.0))
        order = choice.sample(room.viewers, len(room.viewers))
        if k % 5 == 4:
            together = {seat: pieces_of(room, seat, "en") for seat in order}
            for seat in room.viewers:
                forget(room)
                assert together[seat] == pieces_of(room, seat, "en")
            differ += together[0] != together[None]
        else:  # so that something is shared with the step before
            pieces_of(room, order[0], "en")
    assert differ  # viewers do get different pieces
