"""The pages: from the first one to a seat, in three languages."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from markupsafe import escape

import horta
from horta.core import registry
from horta.core.errors import BadOption, Called
from horta.core.i18n import LANGUAGES
from horta.server.i18n import for_people
from horta.server.option_fields import option_fields, read_options
from horta.server.table_pages import client_words

from .conftest import Sitting, make_table

HTML = {"accept": "text/html"}


def cookie_seats(answer):
    return len(answer.headers["set-cookie"].split(";")[0].split("~"))


def test_the_first_page_shows_every_game_with_a_picture(client):
    html = client.get("/").text
    for game in horta.games():
        assert registry.game(game).title in html
        assert f'action="/play/{game}"' in html
        picture = client.get(f"/pictures/{game}.svg")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.text.startswith("<svg")


def test_one_click_starts_against_a_bot(client):
    answer = client.post("/play/paris", headers=HTML, follow_redirects=False)
    assert answer.status_code == 303
    page = client.get(answer.headers["location"], headers=HTML)
    assert page.status_code == 200
    state = json.loads(re.search(r'id="data">(.*?)</script>', page.text, re.S).group(1))
    assert state["seat"] in (0, 1)
    assert "<svg" in page.text


@pytest.mark.parametrize("where", ["online", "together"])
def test_a_table_for_friends_gives_links_and_codes(client, where):
    form = {"who0": "person", "name0": "Ann", "who1": "person", "where": where, "confirm": "on"}
    answer = client.post("/new/paris", data=form, headers=HTML, follow_redirects=False)
    assert answer.status_code == 303
    if where == "together":
        assert cookie_seats(answer) == 3  # both seats, and the host's key
        return
    assert cookie_seats(answer) == 2
    assert answer.headers["location"].endswith("/seats")
    page = client.get(answer.headers["location"], headers=HTML)
    links = re.findall(r'value="http://horta.test(/join/[^"]+)"', page.text)
    assert len(links) == 1
    assert 'class="qr"' in page.text
    table = answer.headers["location"].removesuffix("/seats")
    client.cookies.clear()
    assert client.get(f"{table}/seats", headers=HTML).status_code == 403
    asked = client.get(links[0], headers=HTML)
    assert asked.status_code == 200
    assert "set-cookie" not in asked.headers  # only who sits down takes the seat
    sat = client.post(links[0], data={"name": "Bob"}, headers=HTML, follow_redirects=False)
    assert sat.headers["location"] == table
    page = client.get(table, headers=HTML).text
    assert "Bob" in page
    assert "Ann" in page


def test_the_host_lets_a_bot_play_and_takes_it_away(client):
    answer = client.post("/new/paris", data={"where": "online"}, follow_redirects=False)
    path = answer.headers["location"]
    given = client.post(f"{path}/1/bot", data={"bot": "random"}, headers=HTML)
    assert given.status_code == 200
    assert given.text.count('class="qr"') == 1  # the host's own
    assert client.post(f"{path}/1/bot", data={"bot": "nobody"}).status_code == 422
    back = client.post(f"{path}/1/bot", data={"bot": ""}, headers=HTML)
    assert back.text.count('class="qr"') == 2
    client.cookies.clear()
    assert client.post(f"{path}/1/bot", data={"bot": "random"}).status_code == 403


def test_a_form_that_does_not_fit_says_so(client):
    form = {"who0": "bot:nobody", "who1": "person"}
    answer = client.post("/new/paris", data=form, headers=HTML)
    assert answer.status_code == 422
    assert "no bot" in answer.text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_speaks(client, lang):
    made = make_table(client)
    for path in ("/", "/new/paris", f"/t/{made['id']}", "/join/" + made["seats"][0]["token"]):
        html = client.get(path, params={"lang": lang}, headers=HTML).text
        assert f'<html lang="{lang}"' in html
    assert client.cookies["horta-lang"] == lang
    client.cookies.clear()
    foreign = {**HTML, "sec-fetch-site": "cross-site"}
    assert f'<html lang="{lang}"' in client.get(f"/?lang={lang}", headers=foreign).text
    assert "horta-lang" not in client.cookies  # another site's link chooses for one page
    other = "de" if lang != "de" else "fr"
    html = client.get("/", headers={**HTML, "accept-language": f"{lang}-XX,{other};q=0.5"}).text
    assert f'<html lang="{lang}"' in html


@pytest.mark.parametrize(
    ("form", "line", "counts"),
    [
        ({"game": "bruxelles1893"}, "Visits to the pavilions", False),
        ({"game": "bruxelles1893", "options": {"belle_epoque": True}}, "Visits to the", True),
        ({"game": "paris"}, "Painter", True),
        ({"game": "paris"}, "Fountain", False),
        ({"game": "bruxelles1897"}, "Bonus: money", True),
    ],
)
def test_the_score_sheet_shows_what_can_count(client, form, line, counts):
    made = make_table(client, seed=1, **form)
    state = client.get(f"/t/{made['id']}/state").json()
    assert (line in state["parts"]["sheet"]) is counts
    lines = client.get(f"/api/tables/{made['id']}/sheet").json()["lines"]
    assert all(set(one["values"]) == {0} for one in lines if one["idle"])


def test_the_seats_are_named_in_the_language_of_the_page(client):
    answer = client.post("/new/paris", data={"where": "online"}, follow_redirects=False)
    html = client.get(answer.headers["location"], params={"lang": "de"}, headers=HTML).text
    assert "Blau" in html
    assert "Blue" not in html


def test_the_theme_is_kept(client):
    assert 'class="dark"' in client.get("/", params={"theme": "dark"}).text
    assert 'class="dark"' in client.get("/").text
    assert 'class="light"' in client.get("/", params={"theme": "light"}).text
    assert 'class=""' in client.get("/", params={"theme": "nonsense"}).text


@pytest.mark.parametrize("path", ["/t/nosuchtable", "/join/nonsense", "/rules/chess", "/nothing"])
def test_a_wrong_address_gets_a_page_with_words(client, path):
    answer = client.get(path, headers=HTML)
    assert answer.status_code in (403, 404)
    assert answer.headers["content-type"].startswith("text/html")
    assert 'role="alert"' in answer.text


def test_rules_have_an_anchor_for_each_id(client):
    html = client.get("/rules/paris", headers=HTML).text
    assert html.count('id="PA-SET-01"') == 1


def test_a_file_is_put_up_and_shown_to_anybody(client, sitting, choice):
    end = sitting.play_random(choice)
    text = sitting.get("/transcript").text
    file = {"transcript": ("game.json", text, "application/json")}
    answer = client.post("/upload", files=file, headers=HTML, follow_redirects=False)
    assert answer.status_code == 303
    client.cookies.clear()
    page = client.get(answer.headers["location"], headers=HTML).text
    for score in end["view"]["scores"]:
        assert f">{score}<" in page
    assert 'class="chart"' in page
    for lang in LANGUAGES:
        query = {"number": 3, "from": "1", "lang": lang}
        replay = client.get(answer.headers["location"] + "/replay", params=query, headers=HTML)
        assert replay.status_code == 200
        assert f'<html lang="{lang}"' in replay.text
        assert 'value="3"' in replay.text
        data = json.loads(re.search(r'id="data">(.*?)</script>', replay.text, re.S).group(1))
        assert data["rules"]
        assert data["words"] == client_words(lang)
        assert str(escape("number=3&from=1&lang=fr")) in replay.text  # the switch keeps the step
    bad = {"transcript": ("game.json", "not json", "application/json")}
    assert client.post("/upload", files=bad, headers=HTML).status_code == 422


def test_a_rematch_keeps_the_seats(client, choice):
    answer = client.post("/play/paris", data={"bot": "random"}, follow_redirects=False)
    path = answer.headers["location"]
    for _ in range(4000):
        listed = client.get(f"{path}/api/actions").json()
        if listed["actions"]:
            form = {"step": listed["step"], "action": choice.choice(listed["actions"])["action"]}
            client.post(f"{path}/api/actions", json=form)
        elif client.get(f"{path}/api").json()["over"]:
            break
    first = client.get(f"{path}/api").json()["seat"]
    assert 'action="' + path + '/again"' in client.get(path, headers=HTML).text
    again = client.post(f"{path}/again", follow_redirects=False)
    assert again.status_code == 303
    assert client.get(again.headers["location"] + "/api").json()["seat"] == first


def test_spectators_cannot_ask_for_what_is_not_theirs(client):
    sitting = Sitting(client)
    assert client.post(f"/t/{sitting.id}/again").status_code == 403
    assert client.post(f"/t/{sitting.id}/seats/0/revoke").status_code == 403
    assert client.post(f"/t/{sitting.id}/seats/0/sit").status_code == 403
    assert client.get(f"/t/{sitting.id}/state", params={"seat": 0}).json()["seat"] is None


@pytest.mark.parametrize("game", horta.games())
def test_the_form_names_every_option_in_every_language(client, game):
    """Titles, descriptions and values of the options are words, and translated ones."""
    english = {field["name"]: field for field in option_fields(registry.game(game))}
    for lang in ("fr", "de"):
        html = client.get(f"/new/{game}", params={"lang": lang}).text
        for field in option_fields(registry.game(game), lang):
            known = english[field["name"]]
            assert escape(field["title"]) in html
            assert escape(field["about"]) in html
            assert field["about"] != known["about"]
            assert "_" not in field["title"]
            for value, title in field["values"]:
                assert f'value="{escape(value)}"' in html
                plain = value.strip('"')
                assert plain.isdigit() or field["kind"] == "switch" or title != plain


def test_the_easiest_game_comes_first_with_what_to_expect(client):
    html = client.get("/").text
    places = [html.index(f'action="/play/{game}"') for game in ORDER]
    assert places == sorted(places)
    for lang, said in (("en", "30 min · easy"), ("fr", "30 min · facile"), ("de", "leicht")):
        assert said in client.get("/", params={"lang": lang}).text


ORDER = ("paris", "bruxelles1897", "bruxelles1893")


def test_against_as_many_bots_as_one_likes(client):
    form = {"bot": "random", "players": "4"}
    answer = client.post("/play/bruxelles1893", data=form, headers=HTML, follow_redirects=False)
    table = client.get(
        f"/api{answer.headers['location'].replace('/t/', '/tables/')}/summary"
    ).json()
    assert table["players"] == 4
    assert [one["bot"] for one in table["seats"]].count("random") == 3
    refused = client.post("/play/bruxelles1893", data={"players": "9"}, headers=HTML)
    assert refused.status_code == 422
    assert "2 to 5 players" in refused.text


def test_options_of_a_game_against_bots(client):
    """The same form as for friends, filled in for one person and the bots that were chosen."""
    html = client.get("/new/bruxelles1897", params={"bot": "artisan", "players": 3}).text
    chosen = re.findall(r'name="who(\d)">(.*?)</select>', html, re.DOTALL)
    picked = [re.search(r'value="([^"]*)" selected', options)[1] for _, options in chosen]
    assert picked == ["person", "bot:artisan", "bot:artisan", "nobody"]


def test_every_option_can_be_chosen_on_the_page(client):
    """Numbers, and things by their names; no label shows the number of a ruling."""
    for game in horta.games():
        names = {field["name"] for field in option_fields(registry.game(game))}
        assert names == set(registry.game(game).options.model_fields)
        for lang in ("en", "fr", "de"):
            page = client.get(f"/new/{game}", params={"lang": lang}).text
            assert not re.search(r"\((ruling|décision|Entscheid|R-?\d)", page)
    client.get("/", params={"lang": "en"})
    form = {"who0": "person", "who1": "bot:random", "where": "together"}
    floor = client.post("/new/bruxelles1897", data=form | {"option-vp_floor": "-5"}, headers=HTML)
    assert "Lowest total" in floor.text
    assert "<dd>-5</dd>" in floor.text
    wrong = client.post("/new/bruxelles1897", data=form | {"option-vp_floor": "low"}, headers=HTML)
    assert wrong.status_code == 422
    assert "Lowest total: a whole number is needed" in wrong.text
    cards = ("MET", "JAR", "SAC", "PEI", "CHA", "BOU", "LAM", "GRA")
    picks = {"option-postcards": "pick"} | {f"postcards-{card}": "on" for card in cards}
    named = client.post("/new/paris", data=form | picks, headers=HTML)
    assert "Métropolitain, Jardin des Plantes, Sacré-Cœur" in named.text
    spaces = [(-2, 0), (-1, 0), (1, 1), (3, 3), (0, -1)]
    lamp = {"option-large_lamp_rays": "pattern"}
    ticked = {f"large_lamp_rays-{row}-{column}": "on" for row, column in spaces}
    own = client.post("/new/paris", data=form | lamp | ticked, headers=HTML)
    rays = "[[[-1, 0], [-2, 0]], [[0, -1]], [[1, 1], [3, 3]]]"
    assert f"a custom pattern: {rays}" in own.text
    dark = client.post("/new/paris", data=form | lamp, headers=HTML)  # lights nothing at all
    assert dark.status_code == 422
    assert "1 to 12 rays" in dark.text
    few = client.post("/new/paris", data=form | {"option-postcards": "pick"}, headers=HTML)
    assert few.status_code == 422
    assert "checked" not in few.text.split("By name")[1].split("</details>")[0]


def sent(html, before=""):
    """What a browser sends of the options of a form in which nobody chose anything."""
    lists = re.findall(rf'<select name="({before}option-\w+)"[^>]*>(.*?)</select>', html, re.S)
    form = {}
    for name, inner in lists:
        values = re.findall(r'<option value="([^"]*)" ?(selected)?', inner)
        (first, _), chosen = values[0], [value for value, is_on in values if is_on]
        form[name.removeprefix(before)] = unescape((chosen or [first])[0])
    return form


@pytest.mark.rule("AS-02")
@pytest.mark.parametrize("path", ["/new/{}", "/lab/{}"])
def test_a_form_leaves_to_the_game_what_nobody_chose(client, path):
    before = "b-" if "lab" in path else ""
    for name in horta.games():
        game, form = registry.game(name), sent(client.get(path.format(name)).text, before)
        assert form or not any(field["kind"] != "number" for field in option_fields(game))
        assert game.read_options(read_options(game, form)) == game.read_options({})
    game, form = registry.game("bruxelles1893"), form_of_1893(client, path, before)
    mixed = read_options(game, form | {"option-asymmetric": "true"})
    assert game.read_options(mixed) == game.read_options({"asymmetric": True})
    assert game.read_options(mixed).strips == "alternate"
    plain = read_options(game, form | {"option-asymmetric": "true", "option-strips": '"plain"'})
    assert game.read_options(plain).strips == "plain"


def form_of_1893(client, path, before):
    html = client.get(path.format("bruxelles1893"), params={"lang": "en"}).text
    assert "as the game says" in html
    return sent(html, before)


def test_a_refusal_on_a_page_speaks_no_code(client):
    """Neither the names of options, nor numbers of seats, nor ids of rules; programs get them."""
    form = {"where": "together", "who2": "nobody", "who3": "person"}
    kept = {"option-starting_player": "3"}  # by the row of the form, whoever is left out before
    table = client.post("/new/bruxelles1893", data=form | kept, headers=HTML).text
    assert "<dt>First player</dt><dd>Green</dd>" in table
    four = {"game": "bruxelles1893", "players": 2, "options": {"starting_player": 4}}
    few, last = {"option-postcards": "pick"}, {"option-starting_player": "4"}
    first = {"option-edition": '"2013"', "option-belle_epoque": "true"}
    for path, chosen, said in (
        ("new/bruxelles1893", last, "First player: nobody sits at Slate"),
        ("new/bruxelles1893", first, "Belle Époque needs edition 2023"),
        ("new/paris", few, "option 'Postcards': exactly 8 different postcards are in play"),
    ):
        html = client.post(f"/{path}", data={"where": "together"} | chosen, headers=HTML).text
        alert = unescape(re.search(r'role="alert">(.*?)</p>', html)[1])
        assert said in alert
        assert not re.search(r"[a-z]_[a-z]|[A-Z]-\d", alert)
    told = client.post("/api/tables", json=four).json()["error"]
    assert told == "starting_player: with 2 players, nobody sits at 4"
    made = BadOption("{name}", name=Called("starting_player", "First player"))
    assert (str(made), for_people(made, "de")) == ("starting_player", "Wer beginnt")


def test_everybody_sees_the_options_of_a_table(client):
    made = make_table(client, game="paris", options={"allow_flip": True})
    html = client.get(f"/t/{made['id']}", params={"lang": "de"}).text
    assert "Optionen dieses Tisches" in html
    shown = dict(re.findall(r"<dt>([^<]*)</dt><dd>([^<]*)</dd>", html))
    assert (shown["Spiegeln"], shown["Brunnen"]) == ("ja", "1")
    table = client.get(f"/api/tables/{made['id']}/summary").json()
    assert table["options"]["allow_flip"] is True
    assert table["moved"] > 0
    assert "view" not in table
    # What only the API can choose is told as well.
    own = make_table(
        client, game="paris", options={"large_lamp_rays": [[[0, 1]], [[1, 0], [2, 0]]]}
    )
    html = client.get(f"/t/{own['id']}", params={"lang": "en"}).text
    assert "a custom pattern: [[[0, 1]], [[1, 0], [2, 0]]]" in html


def test_the_first_page_learns_whose_turn_it_is(client):
    """By the table's cookie, which is sent to the table's own addresses alone."""
    form = {"bot": "random"}
    table = client.post("/play/paris", data=form, follow_redirects=False).headers["location"]
    told = client.get(f"{table}/summary", params={"lang": "en"}).json()
    assert told["seat"] in (0, 1)
    assert told["seats"][1 - told["seat"]]["bot"] == "random"
    client.cookies.clear()
    assert client.get(f"{table}/summary").json()["seat"] is None
