"""Decency: every page is called unofficial, asks nothing of others, and tells what is kept."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import horta.server
from horta.core.i18n import LANGUAGES
from horta.server import about, api, picks, review_api, seat_api
from horta.server.app import create_app
from horta.server.chat import api as chat_api
from horta.server.guard import POLICY
from horta.server.i18n import words
from horta.server.people.sign_in import COOKIE as PERSON
from horta.server.plans import api as plans_api
from horta.server.rows import Base
from horta.server.settings import Settings

from .authenticator import Authenticator
from .conftest import settings_for
from .receiving import VAPID
from .reviewing import put_up, short_game
from .test_lab import FORM
from .test_people import begin
from .test_studies import send, written

FOLDER = Path(horta.server.__file__).parent
UNOFFICIAL = (
    "Horta is unofficial and not tied to the publishers of the games. If you like a game, own it."
)
ROOMS = ("/lobby", "/contests", "/ratings", "/you")
NO_PAGES = (
    *(api.house_router, api.router, picks.router, seat_api.router),
    *(seat_api.key_router, review_api.router, chat_api.router, plans_api.router),
)
"""Routers of the API, which answers with JSON."""


def addresses(routes):
    """Return every address that can be asked for and may be a page."""
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from () if any(inner is one for one in NO_PAGES) else addresses(inner.routes)
        elif "GET" in (getattr(route, "methods", None) or ()):
            yield route.path


@contextmanager
def opened(folder, **changes):
    app = create_app(settings_for(folder, **changes))
    with TestClient(app, base_url="https://horta.test") as client:
        yield client


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A house with everything switched on, in which somebody is known."""
    how = {
        "persons": 1,
        "clocks": 1,
        "lobby": 1,
        "chat": 1,
        "ratings": 1,
        "tournaments": 1,
        "lab_games": 6,
        "keep_days": 30,
        "keep_idle_days": 90,
        "messages": 1,
        "vapid_key": VAPID,
    }
    with opened(tmp_path_factory.mktemp("house"), **how, address="https://horta.test") as client:
        begin(client, Authenticator("https://horta.test"))
        yield client


@pytest.fixture(scope="module")
def things(house):
    """What the addresses name."""
    table = house.post("/play/paris", follow_redirects=False).headers["location"]
    study = send(house, written().to_json()).headers["location"]
    run = house.post("/lab/bruxelles1897", data=FORM, follow_redirects=False).headers["location"]
    return {
        "game_id": "paris",
        "table_id": table.removeprefix("/t/"),
        "over": put_up(house, short_game()),
        "study_id": study.removeprefix("/studies/"),
        "run_id": run.removeprefix("/lab/runs/"),
        "lesson": re.search(r'"/learn/paris/([\w-]+)', house.get("/learn/paris").text)[1],
        "token": "x",
        "ticket": "x",
        "key": "x",
        "number": "1",
        "step": "1",
        "player": "nobody",
        "contest_id": "nothing",
    }


AFTER_THE_END = ("/t/{table_id}/replay", "/t/{table_id}/review", "/t/{table_id}/explore")
NAMES = {
    "/rules/{game_id}/passage/{name}": "x",
    "/rules/{game_id}/pictures/{name}.svg": "x",
}
STREAMS = ("/t/{table_id}/review/news", "/lab/runs/{run_id}/results.zip")
"""What goes on for as long as somebody listens, and a file that is there when its run is over."""
REFUSED = {
    *("/join/{token}", "/t/{table_id}/join/{token}"),
    *("/studies/{study_id}/key/{key}", "/you/link/{ticket}", "/you/address/{ticket}"),
    *("/rules/{game_id}/passage/{name}", "/rules/{game_id}/pictures/{name}.svg"),
    *("/t/{table_id}/review/at/{step}", "/t/{table_id}/review/at/{step}/line"),
    *("/t/{table_id}/review/find/{step}", "/metrics"),
    *("/t/{table_id}/explorer", "/t/{table_id}/pace", "/stop/{token}"),
    *("/ratings/{player}", "/api/ratings/{player}", "/contests/{contest_id}"),
    *("/contests/{contest_id}/export.json", "/api/contests/{contest_id}"),
}
"""Addresses that nobody has here: there is a page all the same, which says so."""
WITHOUT = {"/t/{table_id}/help"}
"""Parts of pages, which are read on a page."""


def filled(path, things):
    values = dict(things, name=NAMES.get(path, things["lesson"]))
    if path in AFTER_THE_END:
        values["table_id"] = things["over"]
    return re.sub(r"{(\w+)}", lambda found: values[found[1]], path)


LOADED = {
    "script": ("src",), "img": ("src", "srcset"), "link": ("href",), "iframe": ("src",),
    "source": ("src", "srcset"), "video": ("src", "poster"), "audio": ("src",),
    "object": ("data",), "embed": ("src",), "form": ("action",), "button": ("formaction",),
    "input": ("src", "formaction"), "use": ("href", "xlink:href"), "image": ("href",
    "xlink:href"), "feimage": ("href",), "base": ("href",), "meta": ("content",),
}  # fmt: skip
"""What has a browser ask for something, by element."""


class Loads(HTMLParser):
    """Gathers what a page has a browser load, send or follow by itself."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in LOADED.get(tag, ()) or name == "ping":
                self.found.append((f"{tag} {name}", value or ""))
            if name == "style":
                self.found += [("style", one) for one in loaded_by_css(value or "")]


def loaded_by_css(text):
    return re.findall(r"url\(\s*['\"]?([^'\")]+)", text) + re.findall(
        r"@import\s+['\"]([^'\"]+)", text
    )


def is_elsewhere(address):
    return bool(re.match(r"\s*(//|[a-z][a-z0-9+.-]*://)", address, re.I))


def test_every_page_says_that_it_is_unofficial_and_loads_nothing_from_elsewhere(house, things):
    seen, pages, wrong = set(), {}, []
    for path in addresses(house.app.routes):
        seen.add(path)
        if path in STREAMS:
            continue
        answer = house.get(filled(path, things), headers={"accept": "text/html"})
        if (answer.status_code == 200) == (path in REFUSED):
            wrong.append((path, answer.status_code))
        assert answer.headers["content-security-policy"] == POLICY, path
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        styles = re.findall(r"<style[^>]*>(.*?)</style>", answer.text, re.S)
        loads = Loads(answer.text).found
        loads += [("style", one) for text in styles for one in loaded_by_css(text)]
        assert not [one for one in loads if is_elsewhere(one[1])], path
        whole = "<!doctype html>" in answer.text
        if whole == (path in WITHOUT):
            wrong.append((path, "a page" if whole else "a part of a page"))
        if whole:
            pages[path] = len(loads)
            if UNOFFICIAL not in answer.text or 'href="/about/data"' not in answer.text:
                wrong.append((path, "does not say it"))
            header = answer.text.partition('<header class="top">')[2].partition("</header>")[0]
            if [one for one in ROOMS if header.count(f'href="{one}"') != 1]:
                wrong.append((path, "does not lead to the rooms of the house, or twice"))
    assert not wrong
    assert seen >= {*AFTER_THE_END, *NAMES, *STREAMS, *REFUSED, *WITHOUT}
    assert len(pages) > 30
    assert all(pages.values())  # each has its sign and its style at least
    for path in ("/t/{table_id}", "/t/{table_id}/replay", "/t/{table_id}/review"):
        text = house.get(filled(path, things)).text
        assert UNOFFICIAL in text.partition("menu-sheet")[2].partition("</nav>")[0]
        assert UNOFFICIAL in text.partition("<aside")[2].partition("</aside>")[0]


def test_the_sentence_is_said_in_every_language(house, things):
    for lang in LANGUAGES:
        said = words(lang)(UNOFFICIAL)
        assert (said == UNOFFICIAL) == (lang == "en")
        for path in ("/", filled("/t/{table_id}", things), "/nothing"):
            assert (
                said in house.get(path, params={"lang": lang}, headers={"accept": "text/html"}).text
            )


def test_the_policy_lets_nothing_in_from_elsewhere():
    allowed = {word for part in POLICY.split(";") for word in part.split()[1:]}
    assert allowed == {"'self'", "'none'", "'unsafe-inline'", "data:"}


@pytest.mark.parametrize("kind", ["css", "js"])
def test_no_file_of_the_pages_loads_anything_from_elsewhere(kind):
    files = list((FOLDER / "static").glob(f"*.{kind}"))
    assert files
    for path in files:
        text = path.read_text(encoding="utf-8")
        if kind == "css":
            assert not [one for one in loaded_by_css(text) if is_elsewhere(one)], path.name
        found = set(re.findall(r"[a-z]+://[^\s\"'`)]+", text))
        assert found <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}, path.name


# what is kept


def told(client, lang="en"):
    """Return what the page says, part by part."""
    text = client.get("/about/data", params={"lang": lang}).text
    found = re.findall(r'<section id="(\w+)"><h2>(.*?)</h2><ul>(.*?)</ul>', text, re.S)
    return {name: said for name, _, said in found}


def test_every_table_of_the_database_and_all_that_a_browser_keeps_is_told(house):
    assert set(about.TOLD) == set(Base.metadata.tables)
    page = told(house)
    assert set(about.TOLD.values()) <= set(page)
    keys = set()
    for path in (FOLDER / "static").glob("*.js"):
        text = path.read_text(encoding="utf-8")
        if "localStorage" in text or "sessionStorage" in text:
            keys |= set(re.findall(r"[\"`](horta-[a-z-]+)", text))
    assert keys == set(about.BROWSER)
    for said in about.BROWSER.values():
        assert said in page["cookies"], said


def test_every_cookie_is_told(house, things):
    """Whoever sets another cookie meets this test, and then writes it on the page."""
    set_by = [
        path.name
        for path in sorted(FOLDER.rglob("*.py"))
        for _ in re.findall(r"\.set_cookie\(", path.read_text(encoding="utf-8"))
    ]
    assert set_by == ["page.py", "page.py", "page.py", "sign_in.py", "study_pages.py"]
    said = told(house)["cookies"]
    for one in ("Language and theme", "seats and studies", "random number", "key of this device"):
        assert one in said
    assert PERSON in house.cookies


@pytest.mark.parametrize(
    ("changes", "part", "said", "unsaid"),
    [
        ({}, "tables", "Finished games are kept without a limit", "keeps finished games for"),
        ({}, "tables", "Unfinished games are kept without a limit", "nobody plays is deleted"),
        ({"keep_days": 30}, "tables", "This house keeps finished games for 30 days.", "Finished"),
        ({"keep_days": 1}, "tables", "This house keeps finished games for 24 h.", "Finished"),
        ({"keep_idle_days": 90}, "tables", "is deleted after 90 days", "Unfinished"),
        ({"keep_idle_days": 90, "clocks": 1}, "tables", "A clock that runs keeps", "Unfinished"),
        ({"lobby": 1}, "tables", "open to everybody: since when", "X"),
        ({}, "tables", "Of a game", "open to everybody"),
        ({}, "persons", "there are no accounts here", "passkey"),
        ({"persons": 1}, "persons", "signed out after 180 days", "mail address"),
        ({"persons": 1, "smtp_url": "smtp://x"}, "persons", "Your mail address", "no accounts"),
        ({"smtp_url": "smtp://x"}, "others", "Letters go through a mail server", "X"),
        ({}, "cookies", "fair share: 30 days", "key of this device"),
        ({"persons": 1}, "cookies", "sign in: 180 days", "X"),
        ({}, "log", "without addresses, names or keys", "a line for each request"),
        ({"log_requests": 1}, "log", "a line for each request", "X"),
        ({"review_workers": 0}, "reviews", "No new ones are made here", "X"),
        ({}, "lab", "The latest 200 runs are kept", "closed"),
        ({"lab_games": 0}, "lab", "The lab is closed here", "X"),
        ({"clocks": 1}, "clocks", "when a seat's time was up", "X"),
        ({"messages": 1, "persons": 1}, "messages", "quiet hours", "Of a browser"),
        ({"messages": 1, "vapid_key": "x"}, "messages", "Of a browser", "webhooks"),
        ({"messages": 1, "vapid_key": "x"}, "others", "which cannot read them", "webhook"),
        ({}, "others", "nobody counts you", "Messages"),
        ({}, "ratings", "Nobody is rated here", "Of a rated game"),
        ({"ratings": 1}, "ratings", "under the name that the person has", "Nobody"),
        ({}, "contests", "There are no tournaments here", "Of a tournament"),
        ({"tournaments": 1}, "contests", "Tournaments are kept without a limit", "no tournaments"),
        ({"tournaments": 1, "keep_days": 9}, "contests", "9 days after their end", "limit"),
    ],
)  # fmt: skip
def test_the_page_tells_what_is_set(changes, part, said, unsaid):
    found = {
        name: " ".join(sentences) for name, _, sentences in about.parts(Settings(**changes), "en")
    }
    assert said in found[part]
    assert unsaid not in found[part]


def test_the_page_is_there_in_every_language(house):
    shown = {lang: told(house, lang) for lang in LANGUAGES}
    assert len({tuple(page) for page in shown.values()}) == 1
    for name in shown["en"]:
        assert len({page[name] for page in shown.values()}) == len(LANGUAGES), name
    assert "30 jours" in shown["fr"]["tables"]
    assert "30 Tage" in shown["de"]["tables"]


def test_a_table_announces_how_long_it_is_kept(house, things, tmp_path):
    options = re.compile(r'id="options".*?</details>', re.S)
    for lang, said in (
        ("en", "This house keeps finished games for 30 days."),
        ("fr", "Cette maison garde les parties terminées 30 jours."),
        ("de", "Dieses Haus behält fertige Spiele 30 Tage."),
    ):
        text = house.get(f"/t/{things['table_id']}", params={"lang": lang}).text
        assert said in options.search(text)[0]
    with opened(tmp_path) as plain:
        table = plain.post("/play/paris", follow_redirects=False).headers["location"]
        assert "<dt>Kept</dt>" not in plain.get(table).text


def test_a_setting_that_is_no_number_of_days_is_refused():
    from horta.core.errors import BadOption

    assert Settings.read({"HORTA_KEEP_DAYS": "30"}).keep_days == 30
    for wrong in ("-1", "soon", "1.5"):
        with pytest.raises(BadOption, match="HORTA_KEEP_IDLE_DAYS"):
            Settings.read({"HORTA_KEEP_IDLE_DAYS": wrong})
    assert json.dumps(Settings.read({}).keep_idle_days) == "0"
