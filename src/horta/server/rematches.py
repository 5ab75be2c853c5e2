"""Rematches: the next table with the same people, each where the game seats them."""

from __future__ import annotations

from dataclasses import replace

from horta.core.errors import IllegalAction
from horta.core.i18n import mark
from horta.core.rematch import LastGame
from horta.server import seating
from horta.server.house import House
from horta.server.new_tables import deal
from horta.server.room import DRAWN, HOST, NotAllowed, Room
from horta.server.seats import Seat
from horta.server.tokens import Visitor

FOLLOWS = "follows"
"""In the header of a table: which one it follows, and from which seats its players came."""


async def make_rematch(house: House, room: Room, caller: str) -> Room:
    """Put up the table that follows one that is over; whoever asks first makes it, for all."""
    if room.closed is not None:
        raise room.closed
    if not room.over:
        raise IllegalAction(mark("a rematch begins when the game is over"))
    if room.rematch is not None:
        return await house.rooms.get(room.rematch)
    played = room.match
    following = room.game.next_game(
        LastGame(played.players, played.options, played.scores, played.winners)
    )
    match = await deal(
        house,
        room.game.id,
        played.players,
        None,
        components=played.components.model_dump(mode="json", exclude_defaults=True),
        options=following.options.model_dump(mode="json"),
        owner=caller,
        known=True,
    )
    came = [room.seats[seat] for seat in following.seats]
    seats = [Seat(name=one.name, bot=one.bot) for one in came]
    rated = room.house_rules.rated and house.ratings is not None
    house_rules = replace(room.house_rules, imported=False, rated=rated, contest="")
    about = {"dealt": DRAWN, FOLLOWS: {"table": room.id, "seats": list(following.seats)}}
    async with house.quotas.place(caller):
        return await house.rooms.make(
            match, seats, house_rules, about=about, follows=room, owner=caller
        )


async def go_on(
    house: House, room: Room, visitor: Visitor, caller: str
) -> tuple[Room, dict[int, str], str]:
    """Go on to the rematch: the table, the visitor's tokens there by seat, and the host's or none.

    Who held a seat sits down where its player sits now, as often as asked, until the seat is
    given to somebody else. Who was the host is the host, until the rights move on from there.
    """
    held, is_host = visitor.seats(room), visitor.is_host(room)
    if not held and not is_host:
        raise NotAllowed(mark("only those who played can ask for a rematch"))
    requests = {seat: seating.rematch_request(room, seat) for seat in held}
    made = await make_rematch(house, room, caller)
    came = made.header.get(FOLLOWS, {}).get("seats", list(range(made.match.players)))
    tokens: dict[int, str] = {}
    refused: NotAllowed | None = None
    for old, request in requests.items():
        number = came.index(old)
        try:
            seat = await seating.join(house.rooms, made, number, 0, request)
        except NotAllowed as problem:
            refused = problem
        else:
            tokens[number] = house.tokens.sign(made.id, number, seat.epoch)
    if refused is not None and not tokens and not is_host:
        raise refused
    return made, tokens, house.tokens.sign(made.id, HOST, 0) if is_host else ""
