"""The drawing: drawn from a scene alone, whole, harmless, and with a place for every action."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator
from xml.etree import ElementTree as ET

import pytest

import horta
from horta.core.drawing import ELLIPSIS
from horta.core.engine import plain_engine
from horta.core.i18n import LANGUAGES
from horta.core.record import at
from horta.games.bruxelles1893.boards import BOARD_ROWS
from horta.games.bruxelles1893.cards import CARD_ROWS
from horta.games.bruxelles1893.drawing import target
from horta.games.bruxelles1893.drawing_art_nouveau import bids, crest_leaders
from horta.games.bruxelles1893.drawing_seats import seat as seat_of
from horta.games.bruxelles1893.moves import ACTIONS, SPACE_NAMES
from horta.games.bruxelles1893.painter import Painter
from horta.games.bruxelles1893.pieces import CAST, MOST_BID, NOTABLE_NAMES
from horta.games.bruxelles1893.table import Decision
from horta.games.bruxelles1893.tiles import TILE_ROWS
from horta.games.bruxelles1893.words import words

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 500_000
BUTTONS = ("pass", "decline")
RARE = {"unpaid"}  # most players can pay their notables
BELLE_EPOQUE = ACTIONS["board"].start  # the actions of Belle Époque and the boards come last

GAMES = [
    (2, {"edition": "2023"}),
    (5, {"edition": "2013", "strips": "random"}),
    (3, {"edition": "2013"}),
    (4, {"edition": "2023", "strips": "alternate"}),
    (2, {"edition": "2013", "strips": "marked"}),
    (5, {"edition": "2023"}),
]
EAGER = {"pass": 0.06, "decline": 0.3, "discard": 0.4}

# Belle Époque and the architects' boards, alone and together, for every number of players.
BELLE, BOARDS = {"belle_epoque": True}, {"asymmetric": True}
MORE_GAMES = [
    (2, BELLE | BOARDS),
    (5, BELLE | BOARDS),
    (3, BELLE),
    (4, BOARDS),
    (4, BELLE | BOARDS),
    (2, BOARDS),
    (5, BELLE),
    (3, BELLE | BOARDS),
]
KEEN = EAGER | {"build": 3, "tile": 3, "card": 4, "brussels": 1.5}
WITH_BELLE = [k for k, (_, options) in enumerate(MORE_GAMES) if options != BOARDS]
# Cards whose decisions are rare: each hand is dealt to the players of a game.
HANDS = [(17, 15, 14, 22, 25), (27, 9, 6, 2, 4), (14, 9, 27, 20, 15), (9, 27, 14, 17, 22)]


def play_on(match: horta.Match, rng: random.Random, wishes=EAGER) -> None:
    """Play a random action, and take the kinds of the wishes more or less gladly."""
    legal = match.legal
    weights = []
    for action in legal:
        kind, *values = match.text(action).split()
        weights.append(int(values[0]) ** -1.5 if kind == "bid" else wishes.get(kind, 1))
    match.play(rng.choices(legal, weights)[0])


def tables(seeds: Iterable[int], every: int = 1) -> Iterator[horta.Match]:
    """Play random games of both editions and stop at some of their tables."""
    for seed in seeds:
        rng = random.Random(seed)
        players, options = GAMES[seed % len(GAMES)]
        match = horta.start("bruxelles1893", players, seed, **options)
        step = 0
        while not match.over:
            if step % every == seed % every:
                yield match
            play_on(match, rng)
            step += 1
        yield match


def more_tables(seeds: Iterable[int], every: int = 1) -> Iterator[horta.Match]:
    """The same with Belle Époque and the architects' boards."""
    for seed in seeds:
        rng = random.Random(seed)
        players, options = MORE_GAMES[seed % len(MORE_GAMES)]
        match = horta.start("bruxelles1893", players, seed, edition="2023", **options)
        step = 0
        while not match.over:
            if step % every == 0:
                yield match
            play_on(match, rng, KEEN)
            step += 1
        yield match


def dealt(hand: tuple[int, ...], seed: int, players: int) -> horta.Match:
    """A first round in which pavilions stand, so that the players hold the cards of a hand."""
    match = horta.start("bruxelles1893", players, seed, edition="2023", **BELLE, **BOARDS)
    rng = random.Random(seed)
    while (decision := match.position["table"]["decision"]) in ("board", "start_work"):
        # The last colour: blue and brown are needed below.
        match.play(rng.choice(match.legal) if decision == "board" else match.legal[-1])

    def deal(table):
        table["belle"]["pavilions"] = [
            {"card": card, "owner": k % players} for k, card in enumerate(hand)
        ]
        table["belle"]["tiles"][0] = 2 if 2 not in table["belle"]["tiles"] else 1
        table["belle"]["tiles"].sort()
        table["belle"]["railway"] = 2
        table["seats"][0]["belle"]["travellers"] = 2
        for seat in table["seats"]:
            seat["money"] += 12
            seat["belle"]["white"] |= {"blue": 1, "brown": 1}
            for colour in ("blue", "brown"):
                table["workshop"]["stacks"][colour] -= 1
            for kind in ("wood", "iron"):
                seat["cubes"][kind] += 1
                table["supply"][kind] -= 1

    return altered(match, deal)


def tree(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def targets(svg: str) -> list[str]:
    return [name for e in tree(svg).iter() if (name := e.get("data-target")) is not None]


def part(svg: str, name: str) -> ET.Element:
    """The element with a target's name."""
    return next(e for e in tree(svg).iter() if e.get("data-target") == name)


def target_of(match: horta.Match, action: int):
    return target(at(match.game.table, match.redacted(match.to_play)), action)


def altered(match: horta.Match, change) -> horta.Match:
    """The same match, with its table changed by hand."""
    position = json.loads(json.dumps(match.position))
    change(position["table"])
    return horta.resume("bruxelles1893", position)


# The file


@pytest.mark.parametrize("players", range(2, 6))
def test_regions_are_top_level_groups_with_a_box(players):
    match = horta.start("bruxelles1893", players, 1)
    found = {}
    for group in tree(match.svg()):
        kinds = (group.get("class") or "").split()
        if "region" in kinds:
            box = [float(v) for v in group.get("data-box").split()]
            found[kinds[kinds.index("region") + 1]] = box
    seats = {f"seat-{s}" for s in range(players)}
    assert set(found) == {"headline", "board", "brussels", "almanac", "sheet", *seats}
    assert all(box[2] > 0 and box[3] > 0 for box in found.values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_of_the_game_fit_unshortened(lang):
    decisions = set()
    for match in tables(range(len(GAMES)), every=5):
        decision = match.position["table"]["decision"]
        if decision not in decisions:
            assert ELLIPSIS not in match.svg(None, lang), decision
            decisions.add(decision)
    assert len(decisions) > 15


# Targets


def test_every_action_has_a_place_of_its_own():
    kinds = set()
    for match in tables(range(len(GAMES)), every=3):
        if match.over:
            continue
        drawn = set(targets(match.svg(match.to_play)))
        found = [target_of(match, action) for action in match.legal]
        assert len(set(found)) == len(found)
        for action, place in zip(match.legal, found, strict=True):
            kind = match.text(action).split()[0]
            kinds.add(kind)
            assert {place.element, place.piece} - {""} <= drawn, match.text(action)
            assert bool(place.element) == (kind not in BUTTONS)
    assert kinds >= {span.name for span in ACTIONS.spans if span.start < BELLE_EPOQUE} - RARE


def test_what_can_be_clicked_has_a_title_and_something_to_hit():
    for match in tables(range(2), every=37):
        for element in tree(match.svg(match.to_play)).iter():
            if element.get("data-target") is not None:
                assert element.find(f"{SVG}title").text
                hit = [e for e in element.iter() if "hit" in (e.get("class") or "").split()]
                assert len(hit) == 1


def test_a_card_goes_from_the_ground_floor_to_a_line():
    seen = 0
    for match in tables(range(len(GAMES)), every=1):
        for action in match.legal:
            kind, *values = match.text(action).split()
            if kind != "prize":
                continue
            place = target_of(match, action)
            column, use = values
            if use == "power":
                assert (place.element, place.piece) == (f"prize-{column}", "")
            else:
                line = f"line-{match.to_play}-{use}"
                assert (place.element, place.piece) == (line, f"prize-{column}")
                seen += 1
    assert seen > 20


@pytest.mark.parametrize("money", [1, 9, 23, 60, MOST_BID, 500])
def test_there_is_a_coin_for_every_bid(money):
    match = horta.start("bruxelles1893", 3, 2, edition="2013")
    while match.position["table"]["decision"] != "turn":
        match.play(match.legal[-1])

    def rich(table):
        table["seats"][table["turn"]]["money"] = max(money, 2)

    match = altered(match, rich)
    match.play(next(a for a in match.legal if match.text(a).startswith("place")))
    drawn = set(targets(match.svg(match.to_play)))
    bids = [target_of(match, action).element for action in match.legal]
    assert set(bids) <= drawn
    assert len(bids) == min(max(money, 2), MOST_BID)
    assert {name for name in drawn if name.startswith("bid-")} == set(bids)


# What is drawn


def test_the_board_shows_who_stands_where_and_what_he_bids():
    figures = houses = 0
    for match in tables(range(len(GAMES)), every=23):
        svg = match.svg()
        windows = {
            e.find(f"{SVG}rect[@data-target]").get("data-target"): e
            for e in tree(svg).iter(SVG + "g")
            if e.find(f"{SVG}rect[@data-target]") is not None
        }
        table = match.view()["table"]
        on = {entry["space"]: entry for entry in table["board"]}
        for space in SPACE_NAMES:
            group = windows[f"space-{space}"]
            text = ET.tostring(group, "unicode")
            assert ("open" in group.get("class").split()) == (space in table["zone"])
            act = table["acts"][SPACE_NAMES.index(space)]
            assert text.count("#b93-act-") == text.count(f'"#b93-act-{act}"') == 1
            entry = on.get(space, {"figure": None, "house": None, "bid": 0})
            assert ("#b93-pawn" in text) == (entry["figure"] is not None)
            assert ("awning" in text) == (entry["house"] is not None)
            if entry["figure"] is not None:
                sign = 5 if entry["figure"] == "neutral" else entry["figure"]
                assert f"#b93-sign-{sign}" in text
                coin = "".join(e.text for e in group.iter(SVG + "text"))
                assert coin == (str(entry["bid"]) if entry["bid"] else "")
                figures += 1
            if entry["house"] is not None:
                assert f"#b93-sign-{entry['house']}" in text
                houses += 1
    assert figures > 100
    assert houses > 20


def test_sums_of_bids_decide_who_wins_a_card():
    won = 0
    for match in tables(range(len(GAMES))):
        table = match.view()["table"]
        painter = Painter(match.scene())
        for column, winner in enumerate(table["prizes"]["winner"]):
            sums = bids(painter, column)
            if winner is not None:
                assert sums[0][1] == winner
                assert len(sums) == 1 or sums[0][0] > sums[1][0]
                won += 1
            for seat in table["prizes"]["tied"][column]:
                assert (sums[0][0], seat) in sums
    assert won > 50


def test_crests_are_scored_by_those_who_are_shown_to_lead():
    """The log tells who gains points at a crest: those whom the drawing showed there before."""
    scored = 0
    for seed in range(4):
        players, options = GAMES[seed]
        match = horta.start("bruxelles1893", players, seed, **options)
        rng = random.Random(seed)
        while not match.over:
            painter = Painter(match.scene())
            leaders = {c: crest_leaders(painter, c) for c in range(16)}
            before, zone = match.position["table"]["round"], painter.table.zone
            count = len(match.actions)
            legal = match.legal
            eager = [a for a in legal if match.text(a) != "pass"]
            match.play(rng.choice(eager if eager and rng.random() < 0.95 else legal))
            told = [e for _, e in match.events(since=count) if e.kind == 39]
            if told and zone and painter.decision in (Decision.PRIZE, Decision.POWER):
                for event in told:
                    assert event.seat in leaders[event.a]
                    scored += 1
            assert match.position["table"]["round"] >= before
    assert scored > 5


def test_a_house_fills_as_its_owner_builds():
    seen = set()
    for match in tables(range(len(GAMES)), every=19):
        root = tree(match.svg())
        for seat, owned in enumerate(match.view()["table"]["seats"]):
            region = next(g for g in root if f"seat-{seat}" in (g.get("class") or "").split())
            lit = [e for e in region.iter(SVG + "path") if e.get("class") == "glass"]
            assert len(lit) == owned["built"]
            seen.add(owned["built"])
    assert len(seen) > 3


def test_notables_before_a_player_are_upright_or_tilted():
    tilted = 0
    for match in tables(range(4), every=29):
        found = {e.get("data-target"): e for e in tree(match.svg()).iter()}
        for seat, owned in enumerate(match.view()["table"]["seats"]):
            for name in NOTABLE_NAMES[:CAST]:
                text = ET.tostring(found[f"notable-{seat}-{name}"], "unicode")
                if name in owned["notables"]:
                    assert f"#b93-face-{name}" in text
                    assert ("rotate(90)" in text) == (name in owned["tilted"])
                    tilted += name in owned["tilted"]
    assert tilted > 3


def test_brown_works_are_pink_in_the_first_edition():
    for edition, shade in (("2013", "pink"), ("2023", "brown")):
        match = horta.start("bruxelles1893", 2, 3, edition=edition)
        text = ET.tostring(part(match.svg(), "own-0-brown"), "unicode")
        assert f"#b93-work-{shade}" in text


def test_the_winner_is_marked_at_the_end_only():
    for match in tables(range(3), every=60):
        svg = match.svg()
        assert ("orn-leaf" in svg.split("</defs>")[1]) == match.over
        assert (f">{words('en').say('wins')}<" in svg) == match.over


# Secrets


def test_it_shows_nothing_that_the_seat_cannot_know():
    changed = 0
    for match in tables(range(len(GAMES)), every=43):
        for seat in (None, match.to_play or 0, match.players - 1):
            other = match.redacted(seat)
            plain_engine(match.game).redeal(other, 0, -1 if seat is None else seat, 17)
            table = match.game.presentation.to_json(at(match.game.table, other))
            changed += table != match.position["table"]
            dealt = horta.resume("bruxelles1893", {**match.position, "table": table})
            assert match.svg(seat) == dealt.svg(seat)
    assert changed > 30


def test_drawn_works_are_seen_by_who_draws_them_only():
    seen = 0
    for match in tables((1, 2, 4)):
        table = match.position["table"]
        if table["decision"] != "work" or len(table["workshop"]["drawn"]) < 2:
            continue
        for seat in (None, *range(match.players)):
            open_works = [t for t in targets(match.svg(seat)) if t.startswith("work-")]
            assert bool(open_works) == (seat == match.to_play)
        seen += 1
    assert seen > 3


# Belle Époque and the architects' boards


def has_places(match: horta.Match) -> set[str]:
    """Check that every action has a place of its own; return the kinds of actions."""
    svg = match.svg(match.to_play)
    drawn = targets(svg)
    assert len(drawn) == len(set(drawn))
    found = [target_of(match, action) for action in match.legal]
    assert len(set(found)) == len(found)
    kinds = set()
    for action, place in zip(match.legal, found, strict=True):
        kind = match.text(action).split()[0]
        kinds.add(kind)
        assert {place.element, place.piece} - {""} <= set(drawn), match.text(action)
        assert bool(place.element) == (kind not in BUTTONS)
    return kinds


def test_every_action_of_the_options_has_a_place_of_its_own():
    kinds = set()
    for match in more_tables(range(len(MORE_GAMES)), every=5):
        if not match.over:
            kinds |= has_places(match)
    assert kinds >= {"board", "build", "tile", "card"}
    # Cards that are rarely bought: whoever holds them is asked in his own way.
    asked = set()
    for seed, hand in enumerate(HANDS * 4):
        match = dealt(hand, seed, 2 + seed % 4)
        rng = random.Random(seed)
        while not match.over:
            table = match.view()["table"]
            moment = (table["decision"], table["moment"]["window"], table["moment"]["shown"])
            if moment not in asked:
                asked.add(moment)
                kinds |= has_places(match)
            play_on(match, rng, KEEN)
    assert kinds >= {span.name for span in ACTIONS.spans if span.start >= BELLE_EPOQUE}


def test_the_options_keep_the_file_whole():
    """References, names, what can be clicked, and texts that fit in every language."""
    decisions = set()
    for match in more_tables(range(len(MORE_GAMES)), every=61):
        svg = match.svg(match.to_play)
        root = tree(svg)
        ids = [i for e in root.iter() if (i := e.get("id"))]
        assert len(ids) == len(set(ids))
        used = {*re.findall(r'href="#([^"]+)"', svg), *re.findall(r"url\(#([^)]+)\)", svg)}
        assert used <= {*ids}
        assert len(svg.encode()) < MOST_BYTES
        for element in root.iter():
            if element.get("data-target") is not None:
                assert element.find(f"{SVG}title").text
                hit = [e for e in element.iter() if "hit" in (e.get("class") or "").split()]
                assert len(hit) == 1
        decision = match.position["table"]["decision"]
        if decision not in decisions:
            decisions.add(decision)
            for lang in LANGUAGES:
                assert ELLIPSIS not in match.svg(None, lang), decision
    assert len(decisions) > 8


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("options", [BELLE, BOARDS, BELLE | BOARDS])
def test_regions_with_the_options_lie_on_the_page_and_not_on_each_other(players, options):
    match = horta.start("bruxelles1893", players, 1, **options)
    root = tree(match.svg())
    _, _, wide, high = (float(v) for v in root.get("viewBox").split())
    boxes = {}
    for group in root:
        kinds = (group.get("class") or "").split()
        if "region" in kinds:
            left, top = re.match(r"translate\((\S+) (\S+)\)", group.get("transform")).groups()
            x, y, w, h = (float(v) for v in group.get("data-box").split())
            name = kinds[kinds.index("region") + 1]
            boxes[name] = (float(left) + x, float(top) + y, w, h)
    assert ("wing" in boxes) == ("belle_epoque" in options)
    for name, (x, y, w, h) in boxes.items():
        assert min(x, y) >= 0, name
        assert x + w <= wide, name
        assert y + h <= high, name
        for other, (x2, y2, w2, h2) in boxes.items():
            apart = x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y
            # The headline hangs over the gables.
            assert name == other or apart or "headline" in (name, other), (name, other)


def test_the_options_leave_the_plain_drawing_alone():
    for edition in ("2013", "2023"):
        svg = horta.start("bruxelles1893", 3, 1, edition=edition).svg()
        assert 'viewBox="0 0 1600 1000"' in svg
        for piece in ("traveller", "rosette", "belle-back", "arch-", "pavilion", "b93-paper"):
            assert piece not in svg


def test_the_wing_shows_pavilions_cards_and_tiles():
    built = used = manned = waiting = 0
    for match in more_tables(WITH_BELLE, every=37):
        svg = match.svg()
        found = {e.get("data-target"): ET.tostring(e, "unicode") for e in tree(svg).iter()}
        table = match.view()["table"]
        glass = match.components.belle_epoque.glass
        for row, pavilion in enumerate(table["belle"]["pavilions"]):
            kiosk, owner = found[f"pavilion-{row + 1}"], pavilion["owner"]
            card = found.get(f"card-{pavilion['card']}")
            assert (card is None) == (owner is None)
            if owner is None:
                assert kiosk.count("#b93-kind-glass") == glass[row]
                assert "#b93-sign-" not in kiosk
                waiting += 1
            else:
                assert f"#b93-sign-{owner}" in kiosk
                assert ("b93-used" in card) == pavilion["used"]
                built += 1
                used += pavilion["used"]
        tiles = {name for name in found if name and name.startswith("tile-")}
        assert tiles == {f"tile-{number}" for number in table["belle"]["tiles"]}
        for seat, owned in enumerate(table["seats"]):
            for number in owned["belle"]["tiles"]:
                assert f"#b93-sign-{seat}" in found[f"tile-{number}"]
                manned += 1
    assert built > 20
    assert used > 3
    assert manned > 20
    assert waiting > 20


def test_tiles_lie_on_five_spaces_as_a_cross():
    for options, spaces in ((BELLE, {"c2", "b3", "c3", "d3", "c4"}), (BOARDS, set())):
        match = horta.start("bruxelles1893", 3, 1, **options)
        marked = {
            group.find(f"{SVG}rect[@data-target]").get("data-target").removeprefix("space-")
            for group in tree(match.svg()).iter(SVG + "g")
            if group.find(f"{SVG}use[@href='#b93-rosette']") is not None
            and group.find(f"{SVG}rect[@data-target]") is not None
        }
        assert marked == spaces


def test_travellers_stand_where_they_are():
    """At the station, in reserves, in Brussels: four in all, or one waits on card 22."""
    abroad = 0
    for seed in range(3):
        match = dealt(HANDS[0], seed, 2 + seed)
        rng = random.Random(seed)
        for step in range(120):
            if match.over:
                break
            table = match.view()["table"]
            if table["decision"] == "turn" and step % 2 == 0:
                root = tree(match.svg())
                regions = {(g.get("class") or "").split()[1]: g for g in root if g.get("data-box")}
                text = {k: ET.tostring(g, "unicode") for k, g in regions.items()}
                station = regions["wing"].find(f".//{SVG}g[{SVG}title]")
                shown = ET.tostring(station, "unicode").count("#b93-traveller")
                assert shown == table["belle"]["railway"]
                groups = [
                    place for s in table["seats"] for place in s["belle"]["travelling"].values()
                ]
                faces = table["theatre"].count("nagelmackers")  # his effect is drawn so as well
                there = text["brussels"].count("#b93-traveller") - faces
                assert there == sum(count > 0 for count in groups)
                abroad += there
            play_on(match, rng, KEEN)
    assert abroad > 3


def test_white_works_show_their_painted_side():
    match = dealt(HANDS[0], 1, 3)
    text = ET.tostring(part(match.svg(), "own-0-white"), "unicode")
    assert "white" in text
    svg = match.svg()
    for colour in ("blue", "brown"):
        assert svg.split("</defs>")[1].count(f'"#b93-work-white-{colour}"') == 3
    assert "#b93-work-white-green" not in svg.split("</defs>")[1]


def test_glass_is_barred_from_the_compass_without_belle_epoque_only():
    for options in (BELLE, BOARDS):
        match = horta.start("bruxelles1893", 3, 1, **options)
        compass = next(
            g
            for g in tree(match.svg()).iter(SVG + "g")
            if g.find(f"{SVG}title") is not None and g.find(f"{SVG}title").text == "glass"
        )
        assert (compass.get("opacity") is None) == (options == BELLE)
        assert ("supply-glass" in targets(match.svg())) == (options == BELLE)


def street(match):
    painter = Painter(match.scene())
    return [seat_of(painter, seat) for seat in range(match.players)]


def test_boards_show_their_own_tracks_costs_and_lines():
    seen = set()
    for match in more_tables([3, 5], every=29):
        for seat, drawn in enumerate(street(match)):
            owned = match.view()["table"]["seats"][seat]
            architect = owned["architect"]
            if architect is None:
                assert drawn["plate"] is None
                continue
            seen.add(architect)
            assert drawn["plate"]["name"] == architect
            assert architect in ET.tostring(tree(match.svg()), "unicode")
            for track in drawn["tracks"]:
                here = next(step for step in track["steps"] if step["here"])
                assert here["value"] == owned["levels"][track["name"]]
            costs = sum(floor["cost"] for floor in drawn["floors"])
            assert costs == (16 if architect == "strauven" else 18)
            assert all(
                line["times"] == owned["multipliers"][line["name"]] for line in drawn["lines"]
            )
    assert len(seen) == 5


def test_the_tenth_tile_adds_a_space_to_the_architect_track():
    match = horta.start("bruxelles1893", 3, 1, **BELLE)

    def send(table):
        table["belle"]["tiles"] = [1, 4, 10, 12]
        table["seats"][1]["belle"]["tiles"] = [10]
        table["seats"][1]["reserve"] -= 1
        table["seats"][1]["tracks"]["architect"] = 6

    match = altered(match, send)
    tracks = [seat["tracks"][2] for seat in street(match)]
    assert [len(track["steps"]) for track in tracks] == [6, 7, 6]
    last = tracks[1]["steps"][-1]
    assert (last["value"], last["here"], last["portrait"]) == (15, True, True)


def test_signs_tell_cards_tiles_and_boards_apart():
    assert len({(row.moment, row.sign) for row in CARD_ROWS}) == len(CARD_ROWS)
    assert len({row.sign for row in TILE_ROWS}) == len(TILE_ROWS)
    assert len({(row.other, row.act, row.sign) for row in BOARD_ROWS}) == len(BOARD_ROWS)


def test_with_the_options_it_shows_nothing_that_the_seat_cannot_know():
    changed = 0
    for match in more_tables((1, 2, 3), every=71):
        for seat in (None, match.to_play or 0):
            other = match.redacted(seat)
            plain_engine(match.game).redeal(other, 0, -1 if seat is None else seat, 17)
            table = match.game.presentation.to_json(at(match.game.table, other))
            changed += table != match.position["table"]
            dealt_anew = horta.resume("bruxelles1893", {**match.position, "table": table})
            assert match.svg(seat) == dealt_anew.svg(seat)
    assert changed > 10


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sketch_tells_the_same(lang):
    match = dealt(HANDS[0], 2, 4)
    text = match.sketch(0, lang)
    own = words(lang)
    assert text.count("*") >= 5  # the spaces with a tile
    for card in HANDS[0]:
        assert f"{card}: {own.card(card - 1)}" in text
    assert own.say("Station") in text
    assert f"{own.say('travellers')} 2" in text
    assert own.say("white") in text
