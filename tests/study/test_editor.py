"""The position editor: whatever it lets through, the engine takes; what not, it says and where."""

import random

import pytest

import horta
from horta.core import registry
from horta.core.errors import BadPosition
from horta.core.terms import named
from horta.study import editor
from horta.study.mending import mending
from horta.study.places import places

GAMES = horta.games()


def played(game, steps, seed=3):
    match, choice = horta.start(game, seed=seed), random.Random(seed)
    while len(match.actions) < steps and not match.over:
        match.play(choice.choice(match.legal))
    return match


def some_text(field, choice):
    """Something that a person might type or choose there."""
    if field.kind == "flag":
        return choice.choice(["yes", ""])
    if field.kind == "choice":
        return choice.choice(field.choices)
    if field.kind == "number":
        low = field.least or 0
        return str(choice.choice([low, low + 1, int(field.value or 0) + choice.choice([-1, 1]), 7]))
    if field.kind == "list":
        held = field.value.split(", ") if field.value else []
        choice.shuffle(held)
        return ", ".join(held[choice.randrange(2) :])
    return field.value


@pytest.mark.parametrize("game", GAMES)
def test_fields_hold_the_whole_position(game):
    """Every field, written again as it stands, leaves the position as it was."""
    position = played(game, 25).position
    found = editor.fields(position)
    assert len({one.path for one in found}) == len(found) > 20
    again = position
    for one in found:
        if one.kind != "entries":
            again = editor.change(again, one.path, one.value)
    assert horta.resume(game, again) == horta.resume(game, position)
    assert editor.fault(position) is None


@pytest.mark.parametrize("game", GAMES)
def test_what_the_editor_lets_through_the_engine_takes(game):
    """Random edits: a position without a fault can be set up, drawn and played to the end."""
    choice = random.Random(1893)
    accepted = refused = 0
    for start in (8, 30):
        position = played(game, start).position
        drawn = sorted(places(horta.resume(game, position).svg()))
        for _ in range(20):
            try:
                if choice.random() < 0.3:
                    made = editor.move(position, choice.choice(drawn), choice.choice(drawn))
                else:
                    one = choice.choice([f for f in editor.fields(position) if f.kind != "entries"])
                    made = editor.change(position, one.path, some_text(one, choice))
            except BadPosition:
                continue
            fault = editor.fault(made)
            if fault is not None:
                refused += 1
                assert str(fault.problem)
                with pytest.raises(type(fault.problem)):
                    horta.resume(game, made)
                continue
            accepted += 1
            position = made
            match = horta.resume(game, position)
            match.svg(match.to_play)
            for _ in range(6):
                if not match.over:
                    match.play(choice.choice(match.legal))
    assert accepted > 5
    assert refused > 5


@pytest.mark.parametrize(
    ("game", "path", "text", "where"),
    [
        ("bruxelles1897", "seats.0.francs", "-4", "seats.0.francs"),
        ("bruxelles1897", "seats.0.francs", "many", "seats.0.francs"),
        ("bruxelles1897", "grid.0.0", "castle", "grid.0.0"),
        ("bruxelles1893", "seats.1.cubes.wood", "9999", "seats.1.cubes.wood"),
        ("paris", "squares.3", "x9/1", "squares.3"),
        ("paris", "nothing.here", "1", "nothing.here"),
    ],
)
def test_a_bad_value_is_told_at_its_field(game, path, text, where):
    position = played(game, 25).position
    try:
        fault = editor.fault(editor.change(position, path, text))
    except BadPosition as problem:
        fault = editor.Fault(str(problem.values["place"]), problem)
    assert fault is not None
    assert where in fault.path


def test_an_invariant_is_told_in_words():
    position = played("bruxelles1897", 25).position
    more = editor.change(position, "piles.house-a", "40")
    assert "no game can reach this position" in str(editor.fault(more).problem)


def test_pieces_move_from_place_to_place():
    position = played("bruxelles1897", 25).position
    one, other = position["table"]["grid"][0][0], position["table"]["grid"][1][2]
    made = editor.move(position, "cell-a1", "cell-c2")
    assert made["table"]["grid"][0][0] == other
    assert made["table"]["grid"][1][2] == one
    assert editor.move(made, "cell-a1", "cell-c2") == position
    with pytest.raises(BadPosition, match="nothing can be moved"):
        editor.move(position, "cell-a1", "money")
    brussels = played("bruxelles1893", 40).position
    seat = next(k for k in (0, 1) if brussels["table"]["seats"][k]["cubes"]["joker"])
    moved = editor.move(brussels, f"cube-{seat}-joker", f"cube-{1 - seat}-joker")
    assert editor.fault(moved) is None
    before, after = (one["table"]["seats"][1 - seat]["cubes"]["joker"] for one in (brussels, moved))
    assert after == before + 1
    entry = brussels["table"]["board"][0]
    free = next(
        s
        for s in brussels["table"]["zone"]
        if s not in {e["space"] for e in brussels["table"]["board"]}
    )
    there = editor.move(brussels, f"space-{entry['space']}", f"space-{free}")
    assert there["table"]["board"][0]["space"] == free
    paris = played("paris", 40).position
    building = paris["table"]["buildings"][0]
    put = editor.move(paris, f"building-{building['building']}", "space-a1")
    assert put["table"]["buildings"][0]["anchor"] == "a1"


def test_entries_are_added_and_taken_out():
    position = played("bruxelles1893", 40).position
    more = editor.add_entry(position, "board")
    assert len(more["table"]["board"]) == len(position["table"]["board"]) + 1
    assert editor.fault(more) is not None, "a space twice"
    last = len(position["table"]["board"])
    assert editor.remove_entry(more, f"board.{last}") == position


@pytest.mark.parametrize("game", GAMES)
def test_fields_and_values_have_names_in_three_languages(game):
    """What a form shows is said in words, not in keys; in French and German in theirs."""
    shows = registry.game(game).presentation
    terms = shows.terms()
    says = {lang: shows.words(lang).option for lang in ("en", "fr", "de")}
    kinds = [{}, {"belle_epoque": True, "asymmetric": True}] if game == "bruxelles1893" else [{}]
    for options in kinds:
        match, choice = horta.start(game, seed=3, **options), random.Random(3)
        for _ in range(3):
            for one in editor.fields(match.position):
                for k, key in enumerate(one.path.split("."), 1):
                    ends = ".".join(one.path.split(".")[:k])
                    assert key.isdecimal() or key == "seats" or _ends(terms, ends), one.path
                assert all("_" not in named(terms, say, one.path, 2) for say in says.values())
            for _ in range(30):
                if not match.over:
                    match.play(choice.choice(match.legal))
    german = [says["de"](one) for one in terms.fields.values()]
    assert sum(a != b for a, b in zip(german, terms.fields.values(), strict=True)) > len(german) / 2


def _ends(terms, path):
    """Whether the end of a path has a name of its own."""
    keys = ["#" if key.isdecimal() else key for key in path.split(".")]
    return any(".".join(keys[k:]) in terms.fields for k in range(len(keys)))


def test_an_invariant_is_told_beside_what_could_mend_it():
    position = played("bruxelles1893", 40).position
    seat = next(k for k in (0, 1) if position["table"]["seats"][k]["cubes"]["joker"])
    path = f"seats.{seat}.cubes.joker"
    more = editor.change(position, path, str(editor.get(position, path) + 2))
    found = mending(more, editor.fault(more), by=2)
    assert {path, "supply.joker"} <= set(found)
    assert all("joker" in one for one in found), "and beside nothing else"
    for one in found:
        text = editor.get(more, one)
        assert any(editor.fault(editor.change(more, one, str(text + by))) is None for by in (-2, 2))


@pytest.mark.parametrize("game", GAMES)
def test_every_place_with_controls_leads_to_fields(game):
    position = played(game, 40).position
    drawn = sorted(places(horta.resume(game, position).svg()))
    paths = [one.path for one in editor.fields(position)]
    direct = editor.direct(position, drawn)
    assert len(direct) > 10
    for name, found in direct.items():
        for path in found:
            assert any(one == path or one.startswith(f"{path}.") for one in paths), (name, path)


def test_the_cursor_moves_on_the_grid_of_prices_and_nowhere_else():
    position = played("bruxelles1893", 40).position
    here = position["table"]["cursor"]
    there = "2-2" if here != "2-2" else "3-3"
    moved = editor.move(position, f"grid-{here}", f"grid-{there}")
    assert moved["table"]["cursor"] == there
    assert editor.fault(moved) is None
    with pytest.raises(BadPosition, match="nothing can be moved"):
        editor.move(position, f"grid-{here}", "space-a1")
