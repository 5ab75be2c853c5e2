"""Bruxelles 1893 in characters, for terminals and logs: the same view that the drawing gets."""

from __future__ import annotations

from horta.core.game import Json
from horta.core.scene import Scene
from horta.games.bruxelles1893.components import (
    ACT_NAMES,
    BOARD_NAMES,
    BOARD_TITLES,
    COLOUR_NAMES,
    KIND_NAMES,
    NOTABLE_NAMES,
    NOTABLE_TITLES,
    PINK,
    PLACE_NAMES,
    POWER_NAMES,
    ROW_NAMES,
    SIDE,
    WHITE,
    Act,
    Bruxelles1893Components,
    Kind,
    Place,
    Row,
    Track,
)
from horta.games.bruxelles1893.editions import DIFFERENCES
from horta.games.bruxelles1893.moves import FIGURE_NAMES, SPACE_NAMES
from horta.games.bruxelles1893.position import to_json
from horta.games.bruxelles1893.windows import Card
from horta.games.bruxelles1893.words import (
    ACTS,
    COLOURS,
    FIGURES,
    KINDS,
    PLACES,
    ROWS,
    TRACKS,
    words,
)

# ANSI colours of the seats, and of the neutral assistants.
PAINTS = ("30;48;5;208", "97;44", "97;42", "97;41", "97;45", "30;47")
PEOPLE = "12345N"  # the seats' assistants and the neutral ones, as the board shows them
WIDTH = 15


def sketch(scene: Scene, colour: bool) -> str:
    """Return the table as text; with colour, by ANSI codes."""
    view, lang = scene.view(to_json(scene.table)), scene.lang
    say = words(lang).say
    table, names = view["table"], view["names"]
    colours = {name: say(COLOURS[k]) for k, name in enumerate(COLOUR_NAMES)}
    if DIFFERENCES["pink_works"][view["options"]["edition"]]:
        colours["brown"] = say(COLOURS[PINK])
    white = say(COLOURS[WHITE])
    colours |= {f"white-{name}": f"{white} ({said})" for name, said in list(colours.items())}
    parts = [
        say("Round {a} of 5", a=table["round"]) + _zone(table, lang),
        *_board(view, lang, colour),
        *_brussels(table, lang, colours),
        *_prizes(view, lang),
        *_belle(view, lang),
        "",
    ]
    for seat, name in enumerate(names):
        turn = f" ← {say('to play')}" if view["to_play"] == seat else ""
        token = f", {say('Manneken-Pis')}" if table["token"] == seat else ""
        left = f", {say('passed')}" if table["seats"][seat]["passed"] else ""
        head = f"{PEOPLE[seat]} {name}: {view['scores'][seat]}{token}{left}{turn}"
        parts += [_paint(head, seat, colour), *_seat(table["seats"][seat], lang, colours)]
    return "\n".join(parts)


def _paint(text: str, seat: int, colour: bool) -> str:
    return f"\x1b[{PAINTS[seat]}m{text}\x1b[0m" if colour else text


def _zone(table: Json, lang: str) -> str:
    say = words(lang).say
    return f"  {say('Crest')} {table['crest']}" if table["crest"] else ""


def _board(view: Json, lang: str, colour: bool) -> list[str]:
    """Each space: its action; then the house as h1, the assistant and his bid as 2:4.

    A star marks the spaces with a Belle Époque tile.
    """
    say, table = words(lang).say, view["table"]
    tiles: tuple[str, ...] = ()
    if table.get("belle"):
        tiles = Bruxelles1893Components.model_validate(view["components"]).belle_epoque.cross
    on = {entry["space"]: entry for entry in table["board"]}
    lines = ["   " + "".join(letter.ljust(WIDTH) for letter in "abcde")]
    for row in range(SIDE):
        upper, lower = f"{row + 1}  ", "   "
        for space in SPACE_NAMES[SIDE * row : SIDE * row + SIDE]:
            act = Act(ACT_NAMES.index(table["acts"][SPACE_NAMES.index(space)]))
            title = say(ACTS[act])[: WIDTH - 3]
            if space in tiles:
                title = f"{title[: WIDTH - 4]}*"
            upper += (f"[{title}]" if space in table["zone"] else f" {title} ").ljust(WIDTH)
            entry = on.get(space, {"figure": None, "house": None, "bid": 0})
            words_here, shown = [], 0
            if entry["house"] is not None:
                words_here.append((f"h{PEOPLE[entry['house']]}", entry["house"]))
            if entry["figure"] is not None:
                who = 5 if entry["figure"] == "neutral" else entry["figure"]
                bid = f":{entry['bid']}" if entry["bid"] else ""
                words_here.append((f"{PEOPLE[who]}{bid}", who))
            for text, who in words_here:
                lower += " " + _paint(text, who, colour)
                shown += 1 + len(text)
            lower += " " * (WIDTH - shown)
        lines += [upper.rstrip(), lower.rstrip()]
    return lines


def _brussels(table: Json, lang: str, colours: dict[str, str]) -> list[str]:
    say = words(lang).say
    shop = [side[-1] if side else "-" for side in table["workshop"]["shop"]]
    branches = [table["ring"][place] for place in table["branches"]]
    kinds = [say(KINDS[Kind(KIND_NAMES.index(name))]) for name in branches]
    theatre = [
        f"{price}: {NOTABLE_TITLES[NOTABLE_NAMES.index(name)]}"
        for price, name in enumerate(table["theatre"])
        if name
    ]
    places = [
        f"{say(PLACES[Place(k)])} {table['uses'][name]}×{_guests(table, name, lang)}"
        for k, name in enumerate(PLACE_NAMES)
    ]
    supply = _list(table["supply"], {n: say(KINDS[Kind(k)]) for k, n in enumerate(KIND_NAMES)})
    return [
        " · ".join(places) + f"  ({table['stock_value']} FB)",
        f"{say('Theatre')}: " + ", ".join(theatre),
        f"{say('Shop')}: {', '.join(colours.get(c, c) for c in shop)}"
        f"  {say('Cursor')} {table['cursor']}",
        f"{say('Compass')}: {' + '.join(kinds)}  {say('Supply')}: {supply}",
    ]


def _guests(table: Json, place: str, lang: str) -> str:
    """The travellers at a place."""
    count = sum(seat["belle"]["travelling"][place] for seat in table["seats"] if seat.get("belle"))
    return f" (+ {count} {words(lang).say('travellers')})" if count else ""


def _prizes(view: Json, lang: str) -> list[str]:
    say = words(lang).say
    given = Bruxelles1893Components.model_validate(view["components"])
    first = view["options"]["edition"] == "2013"
    cards = given.bonus_cards if first else given.prestige_cards
    lines = []
    for letter, number in zip("abcde", view["table"]["prizes"]["strip"], strict=True):
        if number:
            card = cards[number - 1]
            power = card.power
            for k, name in enumerate(POWER_NAMES):
                power = power.replace(name, say(TRACKS[Track(k)]))
            power = power.replace("|", " / ").replace("+", " + ")
            lines.append(f"  {letter}  {power}  MP {card.mp}  × {card.symbols}")
    return [f"{say('Cards below the columns')}:", *lines] if lines else []


def _belle(view: Json, lang: str) -> list[str]:
    """The cards beside the pavilions with their owners, the open tiles, the station."""
    belle = view["table"].get("belle")
    if belle is None:
        return []
    own, say, names = words(lang), words(lang).say, view["names"]
    glass = Bruxelles1893Components.model_validate(view["components"]).belle_epoque.glass
    lines = [f"{say('Pavilions')}:"]
    for row, pavilion in enumerate(belle["pavilions"]):
        owner = f" ← {names[pavilion['owner']]}" if pavilion["owner"] is not None else ""
        used = f" ({say('used')})" if pavilion["used"] else ""
        if pavilion["card"] == Card.EXTRA_TURN + 1 and belle["on_card"]:
            used += f" ({say(FIGURES[FIGURE_NAMES.index(belle['on_card'])])})"
        price = f" ({say(KINDS[Kind.GLASS])} {glass[row]})" if glass[row] else ""
        card = f"{pavilion['card']}: {own.card(pavilion['card'] - 1)}"
        lines.append(f"  {row + 1}{price}  {card}{owner}{used}")
    lines.append(f"{say('End-game tiles')}:")
    for number in belle["tiles"]:
        owner = ""
        for name, seat in zip(names, view["table"]["seats"], strict=True):
            if number in seat["belle"]["tiles"]:
                owner = f" ← {name}"
        lines.append(f"  {number}: {own.tile(number - 1)}{owner}")
    lines.append(f"{say('Station')}: {belle['railway']} {say('travellers')}")
    return lines


def _list(counts: dict[str, int], titles: dict[str, str]) -> str:
    return ", ".join(f"{titles[name]} {count}" for name, count in counts.items() if count) or "-"


def _board_of(seat: Json, lang: str) -> str:
    board = BOARD_NAMES.index(seat["architect"])
    return f"{BOARD_TITLES[board]}: {words(lang).board(board + 1)}"


def _seat(seat: Json, lang: str, colours: dict[str, str]) -> list[str]:
    say = words(lang).say
    kinds = {name: say(KINDS[Kind(k)]) for k, name in enumerate(KIND_NAMES)}
    notables = [
        NOTABLE_TITLES[NOTABLE_NAMES.index(name)] + (" (×)" if name in seat["tilted"] else "")
        for name in seat["notables"]
    ]
    works = dict(seat["works"])
    belle = seat.get("belle")
    if belle is not None:
        works |= {f"white-{name}": count for name, count in belle["white"].items()}
    guests = f", {say('travellers')} {belle['travellers']}" if belle is not None else ""
    board = [f"  {_board_of(seat, lang)}"] if seat.get("architect") else []
    tracks = [f"{say(TRACKS[Track(k)])} {seat['levels'][POWER_NAMES[k]]}" for k in range(3)]
    rows = [f"{say(ROWS[Row(k)])} ×{seat['multipliers'][n]}" for k, n in enumerate(ROW_NAMES)]
    return [
        *board,
        f"  {seat['money']} FB, {say('assistants')} {seat['reserve']}{guests}, "
        f"{say('Justice')} {seat['justice']}, {say('houses')} {seat['built']}, "
        f"{say('exhibitions')} {seat['exhibits']}",
        f"  {say('Works')}: {_list(works, colours)}  {say('Cubes')}: {_list(seat['cubes'], kinds)}",
        f"  {', '.join(notables) or '-'}",
        f"  {', '.join(tracks)}; {', '.join(rows)}",
    ]
