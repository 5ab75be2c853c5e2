"""A browser on every page: it asks nothing of anybody else, and reads that we are unofficial."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

import httpx
import pytest
from tests.server.browsing import Visit, needs_chromium

from .conftest import Server, free_port
from .reviewing import short_game
from .routes import ANYBODY, WAYS, everything_on
from .test_decency import AFTER_THE_END, UNOFFICIAL
from .test_studies import written

pytestmark = needs_chromium

NO_PAGES = ("/api", "/healthz", "/readyz", "/lab/runs/", ".svg", ".json", ".webmanifest", ".js")
"""Parts of addresses that are no pages, or a run of the lab, which takes its time."""
PARTS = (
    "/help",
    "/state",
    "/summary",
    "/passage/",
    "/news",
    "/pace",
    "/explorer",
    "/chat",
    "/plans",
)
"""What pages fetch for themselves."""


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    folder, port = tmp_path_factory.mktemp("club"), free_port()
    on = {name: value for name, value in everything_on().items() if isinstance(value, int)}
    made = Server(
        f"sqlite:///{folder}/tables.sqlite",
        port,
        HORTA_ADDRESS=f"http://localhost:{port}",
        **{f"HORTA_{name.upper()}": value for name, value in on.items()},
    ).start()
    made.link = f"http://localhost:{port}"
    yield made
    made.stop()


def things(club):
    """Put up what the addresses name; return its values."""
    with httpx.Client(base_url=club.link, timeout=300) as client:
        running = client.post("/api/tables", json={"game": "paris", "open": True}).json()["id"]
        over = client.post("/api/transcripts", json={"transcript": short_game()}).json()["id"]
        file = {"study": ("a.json", json.dumps(written().to_json()).encode())}
        study = client.post("/studies/upload", files=file).headers["location"]
        lesson = client.get("/learn/paris").text.partition('"/learn/paris/')[2].partition('"')[0]
    return {
        "{table_id}": running,
        "over": over,
        "{study_id}": study.removeprefix("/studies/"),
        "{game_id}": "paris",
        "{name}": lesson,
    }


def pages(named):
    """Return the address of every page that strangers may open."""
    for route, way in WAYS.items():
        method, _, path = route.partition(" ")
        if method != "GET" or way.who != ANYBODY or any(one in path for one in (*NO_PAGES, *PARTS)):
            continue
        values = named | ({"{table_id}": named["over"]} if path in AFTER_THE_END else {})
        for name, value in values.items():
            path = path.replace(name, value)
        if "{" not in path:
            yield path


def test_every_page_asks_this_house_alone_and_says_that_it_is_unofficial(browser, club):
    addresses = list(pages(things(club)))
    assert len(addresses) > 20, addresses
    with Visit(browser, club) as visit:
        asked, wrong = set(), []
        visit.context.on("request", lambda request: asked.add(request.url))
        for address in addresses:
            answer = visit.page.goto(address, wait_until="load")
            if answer.status != 200:
                wrong.append((address, answer.status))
            if UNOFFICIAL not in visit.page.locator("body").text_content():
                wrong.append((address, "does not say it"))
        assert not wrong
        here = urlsplit(club.link).netloc
        others = {one for one in asked if urlsplit(one).scheme not in ("data", "blob")}
        assert {urlsplit(one).netloc for one in others} == {here}
        assert len(asked) > 2 * len(addresses)  # styles, scripts and streams were asked for, too
