"""The owner's desk: every table of every game, changed, wrong, shared and played with."""

from __future__ import annotations

import html
import json
import re
from urllib.parse import quote

import pytest

from horta.core import registry
from horta.core.desk import Desk
from horta.core.errors import BadComponents, BadFile
from horta.server.component_fields import check_tables, component_fields, read_fields
from horta.server.desk import origins, our_pictures, sections, unwrapped, wrapped
from horta.server.owned import read_file, read_owned

GAMES = registry.games()
CHANGES = {
    "paris": ("tiles.orange.0", "oo/oo"),
    "bruxelles1897": ("tracks.prestige", "0 1 2 3"),
    "bruxelles1893": ("boards.gauchie_palace.0", "2"),
}
WRONG = {
    "paris": ("tiles.blue.3", "xyz"),
    "bruxelles1897": ("tracks.prestige", "3 2 1"),
    "bruxelles1893": ("costs.solvay", "a lot"),
}


def fields_of(game, tables=None):
    """Return what a browser would send of the form, by name."""
    groups = component_fields(game, tables or game.components().model_dump(mode="json"), Desk())
    return {leaf.path: leaf.value for group in groups for leaf in group.leaves()}


@pytest.mark.parametrize("name", GAMES)
def test_the_form_holds_every_value_and_gives_it_back(name):
    game = registry.game(name)
    ours = game.components().model_dump(mode="json")
    assert read_fields(game, fields_of(game)) == ours
    assert check_tables(game, ours) == {}


@pytest.mark.parametrize("name", GAMES)
def test_every_field_changes_what_it_names(name):
    game = registry.game(name)
    ours = game.components().model_dump(mode="json")
    plain = fields_of(game)
    for path, value in plain.items():
        changed = read_fields(game, {**plain, path: value + "7"})
        assert changed != ours, path
        assert {k: v for k, v in fields_of(game, changed).items() if v != plain[k]}.keys() <= {path}


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
@pytest.mark.parametrize("name", GAMES)
def test_the_page_shows_every_table_with_its_provenance(client, name, lang):
    game = registry.game(name)
    page = client.get(f"/desk/{name}", params={"lang": lang}).text
    shown = html.unescape(page)
    for path in fields_of(game):
        assert f'name="{path}"' in page, path
    for origin in origins(game, lang, {}):
        assert f'id="table-{origin.name}"' in page
        assert origin.source[1:] in shown
        assert origin.title in shown
    if lang != "en":  # no sentence is left in English
        english = {one.source for one in game.provenance.values()}
        assert not [one for one in english if one[1:] in shown]
    pictures = game.presentation.pictures(game.components())
    assert len(pictures) == page.count("data-picture=")


@pytest.mark.parametrize("name", GAMES)
def test_the_least_certain_comes_first_and_what_is_fixed_says_so(client, name):
    game = registry.game(name)
    degrees = [one.degree for one in origins(game, "en", {})]
    assert degrees == sorted(
        degrees, key=["reconstructed", "inferred", "reported", "printed"].index
    )
    page = client.get(f"/desk/{name}").text
    fixed = [one for one in origins(game, "en", {}) if one.fixed]
    assert page.count("This cannot be changed here.") == len(fixed)
    groups = component_fields(game, {}, game.presentation.desk(game.components(), "en"))
    assert {
        field.path.partition(".")[0]
        for _, field in sections(groups, origins(game, "en", {}))
        if field
    } == set(game.components.model_fields)


@pytest.mark.parametrize("name", GAMES)
def test_a_change_is_checked_drawn_and_shared(client, name):
    game = registry.game(name)
    path, value = CHANGES[name]
    answer = client.post(f"/desk/{name}/check", data={**fields_of(game), path: value}).json()
    assert answer["problems"] == {}
    assert answer["changed"] == [path.partition(".")[0]]
    before = game.presentation.pictures(game.components())
    changed = {at for at, drawn in answer["pictures"].items() if drawn != before[at]}
    assert changed
    assert all(path.startswith(at) or at.startswith(path) for at in changed)
    assert json.loads(answer["file"]) == unwrapped(answer["link"])
    again = client.get(f"/desk/{name}", params={"tables": answer["link"]})
    assert again.status_code == 200
    assert f'value="{value}"' in again.text or f">{value}<" in again.text


@pytest.mark.parametrize("name", GAMES)
def test_what_does_not_fit_stands_at_its_field(client, name):
    game = registry.game(name)
    path, value = WRONG[name]
    form = {**fields_of(game), path: value}
    answer = client.post(f"/desk/{name}/check", data=form, params={"lang": "fr"}).json()
    assert list(answer["problems"]) == [path]
    page = client.post(f"/desk/{name}", data=form)  # a browser without scripts
    assert page.status_code == 422
    said = re.search(rf'data-problem="{re.escape(path)}" >([^<]+)<', page.text)
    assert said
    assert said.group(1).strip()
    assert value in page.text  # what was typed is kept


@pytest.mark.parametrize("name", GAMES)
def test_a_table_is_set_with_the_owners_tables_and_says_so(client, name):
    game = registry.game(name)
    path, value = CHANGES[name]
    changed = client.post(f"/desk/{name}/check", data={**fields_of(game), path: value}).json()
    form = client.get(f"/new/{name}", params={"tables": changed["link"]}).text
    assert f'name="tables" value="{changed["link"]}"' in form
    assert "An owner&#39;s data" in form
    seats = {f"who{k}": "person" for k in range(game.min_players)}
    made = client.post(
        f"/new/{name}",
        data={**seats, "where": "together", "tables": changed["link"]},
        follow_redirects=False,
    )
    assert made.status_code == 303, made.text
    table = client.get(made.headers["location"])
    assert "An owner&#39;s data" in table.text
    assert f"/desk/{name}?tables={changed['link']}" in table.text


@pytest.mark.parametrize("name", GAMES)
def test_pictures_are_drawn_for_those_who_look_at_the_desk(client, monkeypatch, name):
    """Nothing else draws them, and those of an owner are drawn in a process that may fail."""
    game = registry.game(name)
    drawn = []
    draw = game.presentation.pictures

    def pictures(components):
        drawn.append(components)
        return draw(components)

    monkeypatch.setattr(game.presentation, "pictures", pictures, raising=False)
    our_pictures.cache_clear()
    client.get(f"/new/{name}")
    made = client.post(f"/play/{name}", follow_redirects=False)
    assert client.get(made.headers["location"]).status_code == 200
    assert not drawn
    path, value = CHANGES[name]
    answer = client.post(f"/desk/{name}/check", data={**fields_of(game), path: value}).json()
    assert answer["pictures"]
    assert not drawn
    for _ in range(2):
        assert client.get(f"/desk/{name}").status_code == 200
    assert len(drawn) == 1


def test_a_table_with_our_tables_says_what_is_reconstructed(client):
    made = client.post("/play/bruxelles1893", follow_redirects=False)
    page = client.get(made.headers["location"]).text
    found = origins(registry.game("bruxelles1893"), "en", {})
    shaky = sum(one.degree in ("reconstructed", "inferred") for one in found)
    assert f"{shaky} of {len(found)} tables are reconstructed or inferred" in page


HOSTILE = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"tiles"',
    b'{"tiles": 7}',
    b'{"tiles": {"orange": "oo/oo"}}',
    b'{"nothing": {}}',
    b'{"tracks": {"prestige": [[[[1]]]]}}',
    b'{"buildings": [{"name": "<script>alert(1)</script>", "rows": ["X"]}]}',
    b'{"costs": {"solvay": 1e400}}',
    b'{"costs": {"solvay": ' + b"9" * 500 + b"}}",
    b'{"compass": {"ring": [' + b'"wood",' * 5000 + b'"wood"]}}',
    b"[" * 5000,
    b"\xff\xfe\x00",
    json.dumps({"grid": {"francs": ["x" * 900] * 7}}).encode(),
]


HTML = {"accept": "text/html"}


@pytest.mark.parametrize("name", GAMES)
def test_hostile_files_get_a_sentence(client, name):
    for raw in HOSTILE:
        file = {"file": ("tables.json", raw)}
        answer = client.post(f"/desk/{name}/open", files=file, headers=HTML)
        assert answer.status_code == 422, raw[:40]
        assert "<script>alert" not in answer.text
        assert "Traceback" not in answer.text
        said = re.findall(r'(?:role="alert"[^>]*>|class="problem"[^>]*>)([^<]+)<', answer.text)
        assert said or "the file holds no component tables" in answer.text, raw[:40]


def test_damaged_links_get_a_sentence(client):
    for link in (
        "x",
        "!!!",
        "eJw",
        quote("é"),
        wrapped({"tiles": {"orange": []}})[:-4],
        "A" * 15_000,
        wrapped({"b": []}),
    ):
        for path in ("/desk/paris", "/new/paris"):
            answer = client.get(path, params={"tables": link}, headers=HTML)
            assert answer.status_code == 422, (path, link[:20], answer.status_code)
            assert "Traceback" not in answer.text


def test_a_small_link_cannot_hold_a_huge_table():
    huge = wrapped({"tiles": "o" * 40_000_000})
    assert len(huge) > 1000
    with pytest.raises(BadComponents):
        unwrapped(huge)


def test_files_find_their_game(tmp_path):
    at = tmp_path / "mine.json"
    at.write_text('{"tracks": {"prestige": [1, 2]}}')
    assert read_file(at)[0] == "bruxelles1897"
    at.write_text('{"tracks": {"palace": [1, 2, 3, 4, 5, 5]}}')
    assert read_owned([str(at)]) == {"bruxelles1893": {"tracks": {"palace": [1, 2, 3, 4, 5, 5]}}}
    for wrong in ("{}", "[]", '{"nothing": 1}', '{"tiles": {"orange": []}}'):
        at.write_text(wrong)
        with pytest.raises(BadComponents, match=r"mine\.json"):
            read_file(at)
    with pytest.raises(BadFile):
        read_file(tmp_path / "none.json")
