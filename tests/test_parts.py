"""Parts of drawings: each reads what it names and nothing else, and is filled in once for it."""

from __future__ import annotations

import gc
import random
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError, nodes
from markupsafe import Markup

import horta
import horta.server.page
from horta.core import parts, regions, transcripts
from horta.core.drawing import environment
from horta.core.memo import Memo
from horta.core.regions import Sight
from horta.core.registry import game as game_of
from horta.core.templates import Templates
from horta.server.page import environment as page_environment

FULL = {
    "paris": (2, {}),
    "bruxelles1897": (4, {}),
    "bruxelles1893": (5, {"belle_epoque": True}),
}
GAMES = [name for name in horta.games() if name in FULL]
PAGES = "pages"
CONSTANTS = {"range", "dict"}
NEW = ("store", "param")


def templates(game):
    if game == PAGES:
        env = page_environment()
        folder = Path(horta.server.page.__file__).parent / "templates"
        for path in sorted(folder.glob("*.jinja")):
            yield path.name, env.parse(path.read_text(encoding="utf-8"), path.name)
        return
    package = game_of(game).presentation.package
    folder = Path(__import__(package, fromlist=["x"]).__file__).parent
    env = environment(package)
    for path in sorted(folder.glob("*.svg.jinja")):
        yield path.name, env.parse(path.read_text(encoding="utf-8"), path.name)


def part_blocks(tree):
    for block in tree.find_all(nodes.CallBlock):
        call = block.call.node
        if isinstance(call, nodes.ExtensionAttribute) and call.name == "_fill":
            yield block, block.call.args[1].items


def constants_of(tree):
    """Return the names that are the same in every drawing: macros, imports, what is set on top."""
    names = {macro.name for macro in tree.find_all(nodes.Macro)}
    names |= {one.target for one in tree.find_all(nodes.Import)}
    for one in tree.body:
        if isinstance(one, nodes.Assign):
            names.add(one.target.name)
    return names | CONSTANTS


def reads(node, named, known):
    """Return the names that are read below a node, without those that are named or known."""
    if any(node == one for one in named):
        return set()
    if isinstance(node, nodes.Name):
        return {node.name} - known if node.ctx == "load" else set()
    if isinstance(node, nodes.For):
        inside = known | {one.name for one in node.find_all(nodes.Name) if one.ctx in NEW}
        found = reads(node.iter, named, known)
        inside |= {"loop"}
        below = [*node.body, *node.else_, *([node.test] if node.test else [])]
        return found.union(*(reads(one, named, inside) for one in below))
    stored = {one.name for one in node.find_all(nodes.Name) if one.ctx in NEW}
    found = set()
    for one in node.iter_child_nodes():
        found |= reads(one, named, known | stored)
    return found


@pytest.mark.parametrize("game", [*GAMES, PAGES])
def test_a_part_reads_only_what_it_names(game):
    found = 0
    for name, tree in templates(game):
        known = constants_of(tree)
        # What a part calls may read no more than it is given; the pages' parts call nothing.
        for macro in tree.find_all(nodes.Macro) if game != PAGES else ():
            unnamed = reads(macro, [], known)
            assert not unnamed, f"{name}:{macro.lineno} reads {sorted(unnamed)}"
        for block, named in part_blocks(tree):
            found += 1
            unnamed = reads(nodes.Scope(block.body), named, known)
            assert not unnamed, f"{name}:{block.lineno} reads {sorted(unnamed)}"
    assert found > (6 if game != PAGES else 0)


def test_what_a_part_does_not_name_is_found():
    """The check above can fail."""
    env = environment("horta.games.paris")
    tree = env.parse(
        "{% for a in b %}{% part a %}{{ a }}{{ c.d }}{{ loop.index }}{% endpart %}{% endfor %}"
    )
    ((block, named),) = part_blocks(tree)
    assert reads(nodes.Scope(block.body), named, constants_of(tree)) == {"c", "loop"}


def region_blocks(tree):
    for block in tree.find_all(nodes.CallBlock):
        call = block.call.node
        if isinstance(call, nodes.ExtensionAttribute) and call.name == "_draw":
            yield block, block.call.args[0]


STILL = {"see", "say", "lang", "cell", "cobbles"}
"""What regions may read: the way to the scene, its language, and what never changes."""


@pytest.mark.parametrize("game", GAMES)
def test_a_region_sees_the_table_only_where_note_is_taken(game):
    found = 0
    for name, tree in templates(game):
        known = constants_of(tree) | STILL
        for block, called in region_blocks(tree):
            found += 1
            # A region in a loop has its number in its name, which it is kept by.
            numbers = {one.name for one in called.find_all(nodes.Name)}
            unnamed = reads(nodes.Scope(block.body), [], known | numbers)
            assert not unnamed, f"{name}:{block.lineno} reads {sorted(unnamed)}"
    assert found > 7


PLAYED = [
    ("paris", 2, {}),
    ("bruxelles1897", 2, {}),
    ("bruxelles1897", 4, {}),
    ("bruxelles1893", 2, {"edition": "2023", "belle_epoque": True, "asymmetric": True}),
    ("bruxelles1893", 3, {"edition": "2013"}),
    ("bruxelles1893", 5, {"belle_epoque": True}),
]


@pytest.mark.parametrize(("game", "players", "options"), PLAYED)
def test_what_is_drawn_step_by_step_is_the_same_as_drawn_anew(game, players, options):
    """For every seat, a spectator, and who looks back at everything; at two tables in turn."""
    matches = [transcripts.start(game, players, seed, **options) for seed in (11, 12)]
    choice, shown, step = random.Random(11), [], 0
    draw = game_of(game).presentation.draw
    while not all(match.over for match in matches):
        step += 1
        match = matches[step % 2] if not matches[step % 2].over else matches[(step + 1) % 2]
        match.play(choice.choice(match.legal))
        viewers = [*range(players), None, "all"]
        for viewer in choice.sample(viewers, 2) if step % 25 == 0 else [choice.choice(viewers)]:
            lang, seat = choice.choice(("en", "fr")), None if viewer == "all" else viewer
            scene = match.scene(seat, lang, revealed=viewer == "all")
            drawn = draw(scene)
            if step % 25 == 0 or match.over:
                shown.append((scene, drawn))
    assert len(shown) > 5
    for scene, drawn in shown:
        regions.forget()
        parts.memo.clear()
        assert draw(scene) == drawn


@pytest.mark.parametrize("game", GAMES)
def test_who_knows_no_more_is_shown_the_same(game):
    players, options = FULL[game]
    match = transcripts.start(game, players, 12, **options)
    assert match.game.presentation.draws_alike
    choice, same = random.Random(12), 0
    while not match.over:
        match.play(choice.choice(match.legal))
        public = match.redacted(None)
        for seat in range(2):
            mine = match.redacted(seat)
            mine["seen_by"] = public["seen_by"]
            if mine.tobytes() == public.tobytes() and choice.random() < 0.3:
                assert match.svg(seat) == match.svg(None)
                same += 1
    assert same


@pytest.mark.parametrize("game", GAMES)
def test_a_step_fills_in_few_parts(game):
    players, options = FULL[game]
    match = transcripts.start(game, players, 13, **options)
    choice = random.Random(13)
    for _ in range(6):
        match.play(choice.choice(match.legal))
        match.svg(0)
    before = parts.memo.made + regions.memo.made
    match.svg(0)
    assert parts.memo.made + regions.memo.made == before  # the same table again: nothing
    before = parts.memo.made
    for _ in range(10):
        match.play(choice.choice(match.legal))
        match.svg(0)
    assert parts.memo.made - before < 10 * MOST_PARTS
    before = parts.memo.made
    match.svg(None)
    assert parts.memo.made - before < MOST_PARTS  # another viewer: hardly anything


MOST_PARTS = 24


def test_a_part_is_kept_by_a_short_key():
    """What a part shows may be longer than the part: kept as it is, keys took the most room."""
    keys = {
        parts.key_of(place, values)
        for place in ("a:1", "a:2")
        for values in ((1,), ("1",), (1, 2), ("x" * 100_000,), ("x" * 100_001,))
    }
    assert len(keys) == 10
    assert {len(key) for key in keys} == {16}
    parts.memo.clear()
    regions.forget()
    transcripts.start("paris", 2, 14).svg(0)
    assert set(map(len, parts.memo.keys())) == {16}


def test_a_memo_forgets_what_was_unused_for_longest():
    memo: Memo[str] = Memo(10)
    made = []

    def make(key):
        return memo.get(key, lambda: made.append(key) or key * 4)

    make("a"), make("b"), make("a")
    make("c")  # twelve characters: `b` goes
    assert memo.size == 8
    make("a")
    assert made == ["a", "b", "c"]
    make("b")
    assert made == ["a", "b", "c", "b"]
    memo.clear()
    assert (len(memo), memo.size) == (0, 0)


def test_templates_fill_in_what_jinja_does():
    """What is quicker about them changes nothing: items, escapes, macros and missing names."""
    source = (
        "{% macro twice(x, y=2) %}<b>{{ x }}{{ y }}"
        "{% if caller is defined %}{{ caller() }}{% endif %}</b>{% endmacro %}"
        "{% for one in rows %}{{ one.name }}|{{ one.items|length }}|{{ one['values'] }}|"
        "{{ twice(one.name) }}{{ twice(one.n, y=one.html) }}"
        "{% call twice(1) %}{{ one.name|upper }}{% endcall %}"
        "{{ one.html }}{{ one.n / 2 }}{{ one.none }}{{ loop.index ~ one.name }}"
        "{{ 2 + one.n * 3 }}{{ one.n - 1 }}{{ 7 }}{{ one.name * 2 }}{{ 2 * one.html }}{% endfor %}"
        "{{ say('<i>', a=1) }}{{ lipsum is defined }}{{ rows|map(attribute='name')|join(', ') }}"
    )
    row = {"name": "<&\"'>", "items": [1, 2], "values": 3, "n": 5, "html": Markup("<i>")}
    values = {"rows": [{**row, "none": None}, {**row, "none": True, "n": 1.5}], "say": str.format}
    made = [
        kind(autoescape=True, undefined=StrictUndefined).from_string(source).render(**values)
        for kind in (_ItemsFirst, Templates)
    ]
    assert made[0] == made[1]
    assert "&lt;&amp;&#34;&#39;&gt;" in made[1]
    wrong_names = ("{{ row.nothing }}", "{{ nothing }}", "{{ row.n.nothing.more }}")
    for wrong in (*wrong_names, "{{ row.nothing + 1 }}"):
        with pytest.raises(UndefinedError):
            Templates(undefined=StrictUndefined).from_string(wrong).render(row=row)


def test_macros_of_other_templates_are_kept_by_plain_values_alone():
    """What is alike and not the same is told apart, and what may change is asked again."""
    sources = {
        "a": "{% macro show(x, y=2) %}{{ x }}|{{ y }}{% endmacro %}",
        "b": "{% import 'a' as a %}{% for one in rows %}{{ a.show(one) }};{{ a.show(one, y=3) }}"
        "{{ ' <' if one }}{{ one if one else '&' }}{{ a.show(lists) }}{% endfor %}",
    }
    lists: list[int] = []
    values = {"rows": [1, True, 1.0, "1", "<", Markup("<"), None, 0, 1], "lists": lists}
    plain, quick = (
        kind(loader=DictLoader(sources), autoescape=True).get_template("b")
        for kind in (Environment, Templates)
    )
    for number in range(3):
        lists.append(number)
        assert quick.render(**values) == plain.render(**values)


class _ItemsFirst(Environment):
    """Jinja itself, with items before attributes, as templates of the house read dictionaries."""

    def getattr(self, obj, attribute):
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def test_a_region_is_kept_by_each_set_of_fields_that_it_has_read():
    """By day a seat's panel does not look at the city: what is built elsewhere leaves it alone."""
    regions.forget()
    match = transcripts.start("paris", 2, 15)
    choice = random.Random(15)
    while not match.over:
        match.play(choice.choice(match.legal))
        match.svg(0)
    traces = regions._places["horta.games.paris/seat-hand-0"]
    assert 1 < len(traces) <= regions.TRACES
    sizes = sorted(len(trace.fields) for trace in traces)
    assert sizes[0] < sizes[-1]
    # What lies within a region counts as read by it.
    outer = regions._places["horta.games.paris/seat-0"]
    assert any(traces[0].fields <= one.fields for one in outer)


@pytest.mark.parametrize(("game", "players", "options"), PLAYED)
def test_keys_that_are_taken_over_are_those_that_are_worked_out(game, players, options):
    """What has not changed since the last look keeps its key, and nothing else does."""
    regions.forget()
    match = transcripts.start(game, players, 8, **options)
    choice, before, taken = random.Random(8), {}, 0
    for _ in range(25):
        for viewer in (0, None):
            scene, bare = match.scene(viewer), match.scene(viewer)
            sight = Sight.of(scene)
            if viewer in before:
                sight.follow(before[viewer])
            match.game.presentation.regions(scene)
            anew = Sight.of(bare)
            for place, traces in regions._places.items():
                if place.startswith(match.game.presentation.package):
                    for trace in traces:
                        taken += trace.sign in sight._before and trace.sign in sight._keys
                        assert sight.key(trace) == anew.key(trace), place
            before[viewer] = sight
        if match.over:
            break
        match.play(choice.choice(match.legal))
    assert taken


@pytest.mark.parametrize(("game", "players", "options"), PLAYED)
def test_a_drawing_leaves_no_circles_behind(game, players, options):
    """Only a search for garbage would free them, and everybody waits for it meanwhile."""
    match = transcripts.start(game, players, 9, **options)
    match.svg(0)
    scene = match.scene(0)
    regions.forget()
    gc.collect()
    gc.disable()
    try:
        match.game.presentation.draw(scene)
        assert gc.collect() == 0
    finally:
        gc.enable()
