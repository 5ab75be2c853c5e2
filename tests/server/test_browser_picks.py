"""Sets that people pick: in any order, on the table and in the band, until they confirm."""

from __future__ import annotations

import random
from collections import Counter

import httpx

import horta
from horta.core.picking import picking

from .browsing import Visit, needs_chromium, put_up

pytestmark = needs_chromium


def asked_for(span, **options):
    """A match in which somebody is asked for a set of such things."""
    for seed in range(1, 400):
        choice = random.Random(seed)
        match = horta.start("bruxelles1893", seed=seed, **{"players": 3, **options})
        while not match.over:
            found = picking(match)
            if found and match.text(found.items[0]).startswith(span) and len(found.sets) > 2:
                return match
            match.play(choice.choice(match.legal))
    raise AssertionError(f"nobody is asked for {span}")


def sit_down(visit, join, lang="en"):
    visit.page.goto(join)
    visit.page.locator("form .primary").click()
    visit.ready()
    if lang != "en":
        visit.page.goto(f"{visit.page.url}?lang={lang}")
        visit.ready()


def own_seat(visit, seat):
    """Return what lies at a seat, as its player may know it."""
    table = visit.page.evaluate(
        "async () => (await fetch(location.pathname + '/api')).json()",
    )
    return table["view"]["table"]["seats"][seat]


def thing(visit, text, match):
    return visit.page.locator(f'.tray [data-thing="{match.parse(text)}"]')


def counts(visit):
    return [int(one) for one in visit.page.locator(".tray .count").all_inner_texts()]


def test_stone_before_wood_and_back_again(browser, house, artefacts):
    match = asked_for("cube")
    seat = match.to_play
    with Visit(browser, house, height=757) as visit:
        sit_down(visit, put_up(house, match))
        page = visit.page
        before, step = Counter(own_seat(visit, seat)["cubes"]), visit.step
        confirm = page.locator(".confirm")
        assert confirm.is_disabled()
        assert page.locator("#part-question [data-action]").count() == 0, "no single steps"
        tag = page.locator("#tag")
        visit.target("supply-stone").hover()
        tag.get_by_text("Take: stone").wait_for()
        page.wait_for_function("!document.querySelector('#tag .worth')")  # one thing is no set yet
        visit._click("supply-stone")
        visit.target("supply-wood").hover()
        tag.get_by_text("+2 points now").wait_for()  # a click would complete a set
        visit._click("supply-wood")
        assert counts(visit) == [1, 0, 1]
        assert confirm.is_enabled()
        assert confirm.inner_text().split()[:2] == ["Confirm", "2/2"]
        assert thing(visit, "cube iron", match).locator(".more").is_disabled()
        page.screenshot(path=artefacts / "picks-cubes.png")
        visit.page.locator('[data-target="supply-iron"]').first.click()
        assert "does not go with what you have chosen" in page.locator("#notice").inner_text()
        thing(visit, "cube stone", match).locator(".less").click()
        assert counts(visit) == [1, 0, 0]
        assert confirm.is_disabled()
        thing(visit, "cube iron", match).locator(".more").click()
        assert counts(visit) == [1, 1, 0]
        assert visit.step == step, "nothing was sent yet"
        confirm.click()
        visit.wait_for_step(step)
        assert Counter(own_seat(visit, seat)["cubes"]) - before == Counter(wood=1, iron=1)


def test_by_keys_alone_and_the_focus_stays(browser, house):
    match = asked_for("cube")
    seat = match.to_play
    with Visit(browser, house) as visit:
        sit_down(visit, put_up(house, match), "de")
        page, step = visit.page, visit.step
        before = Counter(own_seat(visit, seat)["cubes"])
        thing(visit, "cube stone", match).locator(".more").focus()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.matches('.more')")
        page.keyboard.press("Enter")
        assert counts(visit) == [0, 0, 2]
        # Nothing more can be added: the focus goes on to what ends the set.
        assert page.evaluate("document.activeElement.matches('.confirm')")
        assert page.locator(".confirm").inner_text().split()[0] == "Bestätigen"
        page.keyboard.press("Enter")
        visit.wait_for_step(step)
        assert Counter(own_seat(visit, seat)["cubes"]) - before == Counter(stone=2)


def test_by_touch_the_first_tap_picks(browser, house, artefacts):
    match = asked_for("cube")
    seat = match.to_play
    with Visit(browser, house, width=390, height=844, touch=True) as visit:
        sit_down(visit, put_up(house, match))
        page, step = visit.page, visit.step
        before = Counter(own_seat(visit, seat)["cubes"])
        small = page.locator(".tray button, .confirm").evaluate_all(
            """all => all.filter(one => {
              const { width, height } = one.getBoundingClientRect();
              return Math.min(width, height) < 44;
            }).map(one => one.getAttribute('aria-label') ?? one.textContent)"""
        )
        assert small == []
        visit._tap("supply-stone")
        assert counts(visit) == [0, 0, 1]
        thing(visit, "cube iron", match).locator(".more").tap()
        page.screenshot(path=artefacts / "picks-phone.png")
        page.locator(".confirm").tap()
        visit.wait_for_step(step)
        assert Counter(own_seat(visit, seat)["cubes"]) - before == Counter(stone=1, iron=1)


def test_notables_that_stay_unpaid_are_pressed_in_any_order(browser, house, artefacts):
    match = asked_for("unpaid", players=3, edition="2023", belle_epoque=True)
    found = picking(match)
    with Visit(browser, house) as visit:
        sit_down(visit, put_up(house, match))
        page, step = visit.page, visit.step
        shown = page.locator(".tray .thing").evaluate_all(
            "all => all.map(one => Number(one.dataset.thing))"
        )
        assert shown == list(found.items), "whatever lies in some set is offered"
        wanted = max(found.sets, key=len)[::-1]
        for action in wanted:
            page.locator(f'.tray [data-thing="{action}"] .more').click()
            page.wait_for_selector(f'.tray [data-thing="{action}"] .more[aria-pressed="true"]')
        page.screenshot(path=artefacts / "picks-unpaid.png")
        pressed = page.locator('.tray [aria-pressed="true"]')
        assert pressed.count() == len(wanted)
        pressed.first.click()
        assert page.locator(".confirm").is_disabled()
        page.locator(f'.tray [data-thing="{min(wanted)}"] .more').click()
        page.locator(".confirm").click()
        visit.wait_for_step(step)


def test_what_was_picked_at_once_is_taken_back_at_once(browser, house):
    match = asked_for("cube")
    with httpx.Client(base_url=house.link, timeout=120) as client:
        form = {"game": "bruxelles1893", "players": 3, "seed": match.seed, "confirm": True}
        made = client.post("/api/tables", json=form).json()
        base = f"/api/tables/{made['id']}"
        keys = [{"authorization": f"Bearer {one['token']}"} for one in made["seats"]]
        for action in match.actions:
            now = client.get(base).json()
            if now["ends_turn"]:
                form = {"step": now["step"]}
                client.post(f"{base}/end", headers=keys[now["to_act"]], json=form)
                now = client.get(base).json()
            form = {"step": now["step"], "action": action}
            answer = client.post(f"{base}/actions", headers=keys[now["to_act"]], json=form)
            assert answer.status_code == 200, answer.text
    join = made["seats"][match.to_play]["link"].replace("localhost", "127.0.0.1")
    with Visit(browser, house) as visit:
        sit_down(visit, join)
        page, step, seat = visit.page, visit.step, match.to_play
        before = own_seat(visit, seat)
        visit._click("supply-wood")
        visit._click("supply-iron")
        page.locator(".confirm").click()
        visit.wait_for_step(step)
        assert own_seat(visit, seat)["cubes"] != before["cubes"]
        step = visit.step
        page.locator("#part-question [data-undo]").first.click()
        visit.wait_for_step(step)
        page.locator(".tray").wait_for()
        assert own_seat(visit, seat) == before
        assert counts(visit) == [0, 0, 0]


def test_the_focus_and_the_things_stay_when_the_band_is_written_anew(browser, house):
    """The last of the others allows hints: the band gets a button more in the middle of a set."""
    match = asked_for("cube")
    with httpx.Client(base_url=house.link, timeout=120) as client:
        made = client.post("/api/transcripts", json={"transcript": match.transcript()}).json()
        join = made["seats"][match.to_play]["link"].replace("localhost", "127.0.0.1")
        others = [one for seat, one in enumerate(made["seats"]) if seat != match.to_play]

        def allow(one):
            keys = {"authorization": f"Bearer {one['token']}"}
            path = f"/api/tables/{made['id']}/hints"
            assert client.post(path, headers=keys, json={"allow": True}).status_code == 200

        with Visit(browser, house) as visit:
            sit_down(visit, join)
            page = visit.page
            page.locator('[data-allow="true"]').click()
            allow(others[0])
            page.locator('[data-allow="false"]').wait_for()
            thing(visit, "cube stone", match).locator(".more").focus()
            page.keyboard.press("Enter")
            assert page.locator("[data-hint]").count() == 0
            allow(others[1])
            page.locator("[data-hint]").wait_for()
            assert counts(visit) == [0, 0, 1]
            page.keyboard.press("Enter")
            assert counts(visit) == [0, 0, 2]
