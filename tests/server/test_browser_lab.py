"""The lab in a browser: an experiment by mouse, touch and keyboard, followed to what it shows."""

from __future__ import annotations

import json

import pytest

from horta.server.desk import wrapped

from .browsing import Visit, check_axe, needs_chromium

pytestmark = needs_chromium

CROWN = {"boards": {"gauchie_palace": [2, 3, 4, 5, 6, 7]}}


def fill(page, deals):
    """Fill in the form: random bots, boards in both variants, the tables that the device keeps."""
    page.locator("[name=bot]").select_option("random")
    page.locator("[name=deals]").fill(str(deals))
    for side in "ab":
        if not page.locator(f"[name={side}-option-asymmetric]").is_visible():
            page.locator(".lab-options summary").nth("ab".index(side)).click()
        page.locator(f"[name={side}-option-asymmetric]").select_option("true")
    page.locator("[name=b-tables]").select_option(label="my crown")


@pytest.mark.parametrize(
    ("scheme", "width", "height", "touch"),
    [("light", 1440, 900, False), ("dark", 390, 844, True)],
)
def test_an_experiment_from_the_form_to_the_figures(
    *, browser, house, artefacts, axe, scheme, width, height, touch
):
    size = {"width": width, "height": height, "touch": touch}
    with Visit(browser, house, color_scheme=scheme, **size) as visit:
        page = visit.page
        page.goto("/study?lang=de")
        page.locator("a[href='/lab']").click()
        page.locator("a[href='/lab/bruxelles1893']").click()
        kept = json.dumps({"my crown": wrapped(CROWN)})
        page.evaluate("kept => localStorage.setItem('horta-tables-bruxelles1893', kept)", kept)
        page.reload()
        page.wait_for_function("() => document.querySelector('[name=b-tables]').options.length > 1")
        fill(page, 3)
        found = check_axe(page, axe, f"lab-form-{scheme}")
        page.screenshot(path=artefacts / f"lab-form-{scheme}-{width}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        button = page.locator(".lab-form button.primary")
        if touch:
            button.tap()
        else:
            button.focus()
            page.keyboard.press("Enter")
        page.wait_for_url("**/lab/runs/**")
        page.wait_for_selector(".lab-plots figure")
        assert page.locator("progress").evaluate("one => one.value === one.max")
        assert "6 von 6 Partien" in page.content()
        assert page.locator(".lab-found li").count() >= 1
        found += check_axe(page, axe, f"lab-run-{scheme}")
        page.screenshot(path=artefacts / f"lab-run-{scheme}-{width}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert found == []


def test_a_run_is_followed_and_stopped(browser, house, artefacts):
    with Visit(browser, house) as visit:
        page = visit.page
        page.goto("/lab/bruxelles1893?lang=fr")
        kept = json.dumps({"my crown": wrapped(CROWN)})
        page.evaluate("kept => localStorage.setItem('horta-tables-bruxelles1893', kept)", kept)
        page.reload()
        fill(page, 200)
        page.locator(".lab-form button.primary").click()
        page.wait_for_function(
            "() => document.querySelector('progress')?.value > 0", timeout=120_000
        )
        assert page.locator("[data-left]").text_content().startswith("encore")
        page.screenshot(path=artefacts / "lab-playing.png")
        page.locator(".lab-progress button").click()
        page.wait_for_selector(".lab-found")
        assert "Elle a été arrêtée" in page.content()
        assert page.locator(".lab-found li").count() >= 1
