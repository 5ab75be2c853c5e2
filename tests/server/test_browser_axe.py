"""Every page of a house with all rooms open, on a laptop and a phone: axe-core finds nothing.

Language and look change together: each page is seen in two of three languages, and no page is
wider than its screen.
"""

from __future__ import annotations

import itertools

from horta.core.i18n import LANGUAGES

from .browsing import HANG, check_axe, needs_chromium
from .conftest import bearer
from .routes import WAYS
from .test_routes import BASE, NEVER_ENDS, world  # noqa: F401

pytestmark = needs_chromium

FEWEST = 36
"""Pages that a house has at least; more are added by themselves, since the routes are walked."""

LOOKS = {"light": (1280, 720), "dark": (390, 844)}

SEEN = "() => [document.documentElement.lang, document.documentElement.scrollWidth]"


def pages(everything):
    """Return the addresses of all that answers with a whole page, by their route."""
    found = {}
    for route, way in WAYS.items():
        if not route.startswith("GET ") or NEVER_ENDS.search(route):
            continue
        key = everything.over.seat if way.at_end else everything.table.host
        answer = everything.ask(everything.ada, route, way, everything.table, **bearer(key))
        if answer.status_code == 200 and answer.text.lower().startswith("<!doctype html>"):
            found[route] = str(answer.request.url)
    free = everything.table.invited[1 - everything.table.number]
    over = f"{BASE}/t/{everything.over.id}"
    more = ("", "/replay", "/review", "/explore")
    return {
        **found,
        "an invitation": f"{BASE}/t/{everything.table.id}/join/{free}",
        "a link that is dead": f"{BASE}/t/{everything.table.id}/join/nothing",
        **{f"a game that is over{one}": over + one for one in more},
    }


def serve(everything, route):
    """Answer a browser by the house in this process, as one who holds everything there."""
    asked = route.request
    if NEVER_ENDS.search(asked.url.partition("?")[0]):
        route.abort()
        return
    sent = {
        name: asked.headers[name] for name in ("accept", "content-type") if name in asked.headers
    }
    told = everything.ada.request(
        asked.method,
        asked.url,
        content=asked.post_data_buffer or b"",
        headers={**sent, **bearer(everything.table.host)},
    )
    kept = {
        name: value
        for name, value in told.headers.items()
        # axe comes from outside, and what is handed on here is no more compressed
        if name not in ("content-length", "content-encoding", "content-security-policy")
    }
    route.fulfill(status=told.status_code, headers=kept, body=told.content)


def test_axe_finds_nothing_on_any_page_of_the_house(browser, world, axe):  # noqa: F811
    found, seen = [], pages(world)
    assert len(seen) >= FEWEST, sorted(seen)
    context = browser.new_context(reduced_motion="reduce", base_url=BASE)
    context.set_default_timeout(HANG)
    context.route("**/*", lambda route: serve(world, route))
    page = context.new_page()
    languages = itertools.cycle(LANGUAGES)
    for name, address in seen.items():
        for theme, (width, height) in LOOKS.items():
            page.emulate_media(color_scheme=theme)
            page.set_viewport_size({"width": width, "height": height})
            lang = next(languages)
            page.goto(f"{address}{'&' if '?' in address else '?'}lang={lang}")
            found += check_axe(page, axe, f"{name}, {theme}, {lang}")
            told, wide = page.evaluate(SEEN)
            if told != lang or wide > width:
                found.append((name, theme, lang, f"in '{told}', {wide} px wide"))
    context.close()
    assert not found, "\n".join(map(str, found))
