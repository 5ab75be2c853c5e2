"""Fields declared once: JSON and its errors, its schema, and clearing, on a tiny record."""

from __future__ import annotations

import json

import jsonschema
import numpy as np
import pytest

import horta
from horta.core.clearing import clearing
from horta.core.dice import Dice
from horta.core.fields import (
    KEEP,
    Group,
    Rows,
    counts,
    each,
    fixed,
    flag,
    hidden,
    listed,
    number,
    one_of,
    records,
    seat,
    some_of,
    split,
    told_in,
)
from horta.core.notes import Note
from horta.core.position import Odd, Position, dice
from horta.core.record import Array, at, blank, i8, i16, i32, of, record
from horta.server.i18n import told

COLOURS = ("red", "blue", "green")
GOODS = ("tea", "salt")
WAY = Group("way", "What is under way.", "now", optional=True)
EXTRA = Group("extra", "With the expansion.", when="expanded", after="dice")
SHIPS = Rows(
    "ships",
    "A ship at sea.",
    "in the order of the harbours",
    length=3,
    place=("harbour", one_of(("north", "east", "south"))),
    lies=lambda table, k: table.captain[k] >= 0,
)


@record
class Purse:
    """What a player has."""

    coins: i16 = number(0, 900, "in the purse")
    rank: i8 = number(1, 4, shift=1, optional=True, after="hand")
    hand: Array[i8] = counts(COLOURS, 9)
    held: Array[i8] = split(
        counts(GOODS, 9, key="goods", optional=True), counts(COLOURS, 5, key="flags")
    )


@record
class Printed:
    """What a deal leaves alone."""

    players: i8
    prices: Array[i8] = of(3)


@record
class Table:
    """What lies on the table."""

    printed: Printed = fixed()
    expanded: i8 = fixed()
    dice: Dice = told_in("dice", start=KEEP, after="seats")
    noted: i32 = hidden()
    notes: Array[Note] = hidden(4)
    seen_by: i8 = hidden()
    to_play: i8 = seat(3)
    leader: i8 = seat(3, "who leads", empty=True, also={3: "nobody"}, optional=True)
    season: i8 = one_of(("spring", "autumn"), start=1)
    weather: i8 = one_of({"rain": 4, "sun": 6}, empty=True, none=0, item="of the day")
    tray: Array[i8] = each(one_of(COLOURS, empty=True), 2, start=(0, 2))
    deck: Array[i8] = listed(number(1, 9, shift=1), 4, size="deck_size", secret=True)
    deck_size: i8 = hidden()
    seen: Array[i8] = listed(one_of(COLOURS, unseen=True), 3, most=3)
    cellar: Array[i8] = told_in("cellar", 2, start=7)
    seats: Array[Purse] = records(3, least=2)
    open_: i8 = flag(key="open", group=WAY)
    bids: i8 = some_of(seat(3), "who has bid", twice=True, group=WAY)
    won: i8 = some_of(COLOURS, group=WAY)
    captain: Array[i8] = seat(3, "who sails it", empty=True, group=SHIPS)
    load: Array[i8] = number(0, 5, optional=True, group=SHIPS)
    tolls: Array[i8] = counts(
        (*GOODS, "gold"), 9, least=-3, all_named=True, without=("expanded", 2), group=EXTRA
    )


def read_cellar(reading, given, table):
    if given > 14:
        reading.refuse("a cellar of {size} is too large", size=given)
    table.cellar[0] = given // 2
    table.cellar[1] = given - given // 2


ODD = (
    dice(),
    Odd("cellar", int, lambda table: sum(table.cellar), read_cellar, default=14),
    Odd("seats.worth", int, lambda table, s: table.seats[s].coins * 2, after="coins", default=0),
    Odd("ships.name", str, lambda table, k: "ABC"[k], after="harbour", default=""),
)
POSITION = Position("Tiny", Table, lambda table: table.printed.players, *ODD)
clear = clearing(Table)


def new_table(players=2, expanded=0):
    table = at(Table, blank(Table))
    table.printed.players = players
    table.printed.prices[1] = 5
    table.expanded = expanded
    clear(table)
    return table


POSITION_JSON = {
    "to_play": 1,
    "leader": None,
    "season": "autumn",
    "weather": "sun",
    "tray": [None, "green"],
    "deck": [3, 9],
    "seen": ["blue"],
    "cellar": 9,
    "seats": [
        {
            "coins": 30,
            "worth": 60,
            "hand": {"red": 2},
            "rank": 3,
            "goods": {"salt": 1},
            "flags": {"blue": 4},
        },
        {"coins": 0, "worth": 0, "hand": {}, "rank": 1, "goods": {}, "flags": {}},
    ],
    "dice": [1, 2, 3, 4],
    "way": {"open": True, "bids": [0, 1], "won": ["red", "green"]},
    "ships": [{"harbour": "east", "name": "B", "captain": 0, "load": 5}],
}
JSON_WITH_EXTRA = {
    **{key: value for key, value in POSITION_JSON.items() if key not in ("way", "ships")},
    "extra": {"tolls": {"tea": 0, "salt": -3, "gold": 9}},
    "way": POSITION_JSON["way"],
    "ships": POSITION_JSON["ships"],
}


def test_a_position_is_read_and_written_again_in_the_same_order():
    table = new_table()
    POSITION.read(POSITION_JSON, table, clear)
    assert table.weather == 6
    assert list(table.tray) == [-1, 2]
    assert (list(table.deck), table.deck_size) == ([2, 8, -1, -1], 2)
    assert list(table.seats[0].held) == [0, 1, 0, 4, 0]
    assert (table.bids, table.won) == (0b11, 0b101)
    assert list(table.captain) == [-1, 0, -1]
    assert table.printed.prices[1] == 5, "what is fixed stays"
    assert json.dumps(POSITION.write(table)) == json.dumps(POSITION_JSON)


def test_a_group_comes_with_its_option():
    table = new_table(expanded=1)
    POSITION.read(JSON_WITH_EXTRA, table, clear)
    assert list(table.tolls) == [0, -3, 9]
    assert json.dumps(POSITION.write(table)) == json.dumps(JSON_WITH_EXTRA)
    with pytest.raises(horta.BadPosition, match="'extra': the options of this game"):
        POSITION.read(JSON_WITH_EXTRA, new_table(), clear)


def test_what_is_optional_is_what_a_deal_begins_with():
    table = new_table()
    short = {
        key: value
        for key, value in POSITION_JSON.items()
        if key not in ("leader", "cellar", "dice", "way")
    }
    short["ships"] = []
    short["seats"] = [{"coins": 0, "hand": {}, "flags": {}}] * 2
    POSITION.read(short, table, clear)
    assert table.leader == -1
    assert POSITION.write(table)["way"] == {"open": False, "bids": [], "won": []}
    assert POSITION.write(table)["seats"][1]["rank"] == 1
    assert POSITION.write(table)["cellar"] == 14


def test_a_view_hides_what_is_secret_and_is_no_position():
    table = new_table()
    POSITION.read(POSITION_JSON, table, clear)
    table.seen_by = 1
    table.seen[0] = -2
    view = POSITION.write(table)
    assert (view["deck"], view["seen"], view["dice"]) == (None, ["?"], None)
    for hidden_one in ({"deck": None}, {"seen": ["?"]}):
        with pytest.raises(horta.BadPosition, match="this is a view"):
            POSITION.read({**POSITION_JSON, **hidden_one}, new_table(), clear)


def test_the_schema_says_the_same():
    schema = POSITION.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for good in (POSITION_JSON, JSON_WITH_EXTRA):
        validator.validate(good)
    for key, bad in {
        "to_play": 3,
        "season": "winter",
        "tray": ["red"],
        "seen": ["red"] * 4,
    }.items():
        assert not validator.is_valid({**POSITION_JSON, key: bad})
    assert schema["title"] == "TableModel"
    assert schema["description"] == "What lies on the table."
    assert list(schema["properties"]) == list(JSON_WITH_EXTRA)
    assert schema["required"] == [
        "to_play", "season", "weather", "tray", "deck", "seen", "seats", "ships",
    ]  # fmt: skip
    assert schema["properties"]["leader"] == {
        "anyOf": [
            {"type": "integer", "minimum": 0, "exclusiveMaximum": 3},
            {"type": "string", "const": "nobody"},
            {"type": "null"},
        ],
        "default": None,
        "description": "who leads",
        "title": "Leader",
    }
    assert schema["$defs"]["WayModel"]["description"] == "What is under way."
    assert schema["properties"]["way"]["default"] == {"open": False, "bids": [], "won": []}
    assert schema["$defs"]["PurseModel"]["properties"]["rank"]["default"] == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"to_play": 2}, "Tiny: table 'to_play': there is no seat 2"),
        ({"to_play": "x"}, "Tiny: table 'to_play': a whole number is needed"),
        ({"season": "winter"}, "Tiny: table 'season': it must be one of 'spring', 'autumn'"),
        ({"deck": [1] * 5}, "Tiny: table 'deck': there are too many entries: at most 4"),
        ({"deck": [0]}, "Tiny: table 'deck.0': at least 1 is needed"),
        ({"tide": 1}, "Tiny: table 'tide': this name is unknown"),
        ({"cellar": 15}, "Tiny: table 'cellar': a cellar of 15 is too large"),
        ({"seats": POSITION_JSON["seats"] + POSITION_JSON["seats"][:1]}, "'seats': 2 are needed"),
        ({"way": {"won": ["red", "red"]}}, "Tiny: table 'way.won': 'red' is listed twice"),
        ({"way": {"bids": [2]}}, "Tiny: table 'way.bids': there is no seat 2"),
        ({"ships": POSITION_JSON["ships"] * 2}, "'ships.1': 'east' is listed twice"),
        (
            {"ships": [{"harbour": "north", "captain": 2}]},
            "Tiny: table 'ships.0.captain': there is no seat 2",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_place(change, message):
    with pytest.raises(horta.BadPosition, match=f"^.*{message}"):
        POSITION.read({**POSITION_JSON, **change}, new_table(), clear)


def test_names_that_are_not_in_the_type_are_refused_too():
    given = {**JSON_WITH_EXTRA, "extra": {"tolls": {"silk": 1}}}
    with pytest.raises(horta.BadPosition, match=r"'extra\.tolls': there is no 'silk'"):
        POSITION.read(given, new_table(expanded=1), clear)


def used_table():
    """Return a table in every byte of which something is left of an old game."""
    games = blank(Table)
    games.view(np.uint8)[:] = 3
    table = at(Table, games)
    table.printed.players, table.expanded = 2, 0
    for name, value in zip(("a", "b", "c", "counter"), (1, 2, 3, 4), strict=True):
        setattr(table.dice, name, value)
    return games, table


def test_clearing_leaves_nothing_of_a_game_but_what_is_fixed():
    _, table = used_table()
    clear(table)
    fresh = {**POSITION.write(new_table()), "dice": [1, 2, 3, 4]}
    assert POSITION.write(table) == fresh
    assert fresh["season"] == "autumn", "as it is declared"
    assert fresh["tray"] == ["red", "green"], "one start for each place"
    assert (fresh["cellar"], fresh["weather"], fresh["leader"]) == (14, None, None)
    assert (table.noted, table.notes[3].seat, table.notes[3].c) == (0, 0, 0)
    assert list(table.printed.prices) == [3, 3, 3]


def test_a_part_of_the_table_can_be_cleared():
    _, table = used_table()
    clearing(Table, "cellar", "way", "season")(table)
    assert (list(table.cellar), table.open_, table.bids, table.won, table.season) == (
        [7, 7], 0, 0, 0, 1,
    )  # fmt: skip
    assert (table.to_play, table.load[0]) == (3, 3), "nothing else"
    with pytest.raises(TypeError, match="no field and no group 'attic'"):
        clearing(Table, "attic")


@pytest.mark.compiled
def test_clearing_is_the_same_compiled():
    plain, table = used_table()
    compiled, _ = used_table()
    clear(table)
    clear.dispatcher(compiled[0])
    assert compiled.tobytes() == plain.tobytes()


def test_a_field_without_a_meaning_is_named_when_the_record_is_declared():
    body = {"__annotations__": {"a": i8, "b": i8}, "a": flag(), "__module__": __name__}
    with pytest.raises(TypeError, match=r"Half\.b: it has no meaning; .* hidden\(\)"):
        record(type("Half", (), body))


@pytest.mark.parametrize(
    ("hint", "meaning", "message"),
    [
        (i8, number(0, 200), "int8 cannot hold 0 to 200"),
        (i8, some_of("abcdefgh"), "int8 cannot hold 0 to 255"),
        (Array[i8], counts(COLOURS, 128), "int8 cannot hold 0 to 128"),
        (Array[Printed], records(3, least=1), "needs a record whose fields have meanings"),
        (i8, each(flag(), 3), "needs Array"),
    ],
)
def test_a_meaning_must_go_with_the_numbers(hint, meaning, message):
    body = {"__annotations__": {"x": hint}, "x": meaning, "__module__": __name__}
    with pytest.raises(TypeError, match=message):
        record(type("Wrong", (), body))


@pytest.mark.parametrize(
    ("odd", "message"),
    [
        (ODD[:1], "cellar is told in 'cellar', but nothing tells that"),
        ((*ODD, Odd("attic", int, lambda table: 0)), "no field is told in 'attic'"),
        ((*ODD, Odd("shed.key", int, lambda table: 0, after="x")), "told in 'shed.key'"),
        ((*ODD, Odd("attic", int, lambda table: 0, after="roof")), "attic: .* after no 'roof'"),
        ((*ODD, Odd("season", int, lambda table: 0, after="tray")), "the same key"),
    ],
)
def test_functions_and_fields_must_find_each_other(odd, message):
    with pytest.raises(TypeError, match=message):
        Position("Tiny", Table, lambda table: table.printed.players, *odd)


def test_refusals_are_said_in_every_language():
    with pytest.raises(horta.BadPosition) as refusal:
        POSITION.read({**POSITION_JSON, "to_play": 2}, new_table(), clear)
    assert (
        told(refusal.value, "fr")
        == "Tiny\u202f: table «\u202fto_play\u202f»\u202f: il n’y a pas de place 2"
    )
    assert told(refusal.value, "de") == "Tiny: Tisch „to_play“: es gibt keinen Platz 2"
