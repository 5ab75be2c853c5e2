"""A real browser keeps a person on several devices: passkeys, links, codes, and the way out."""

from __future__ import annotations

import json

import pytest
from tests.server.browsing import Visit, check_axe, needs_chromium

from .authenticator import Letters
from .conftest import Server, free_port

pytestmark = needs_chromium
SIZES = ((1440, 900), (820, 1180), (360, 740))


@pytest.fixture(scope="module")
def letters():
    with Letters() as made:
        yield made


@pytest.fixture(scope="module")
def club(tmp_path_factory, letters):
    folder, port = tmp_path_factory.mktemp("club"), free_port()
    made = Server(
        f"sqlite:///{folder}/tables.sqlite",
        port,
        HORTA_PERSONS=1,
        HORTA_SMTP_URL=letters.url,
        HORTA_ADDRESS=f"http://localhost:{port}",
    ).start()
    made.link = f"http://localhost:{port}"  # passkeys need a name
    yield made
    made.stop()


class Device(Visit):
    """A device with an authenticator of its own, which one touch opens."""

    def __init__(self, browser, house, **how):
        super().__init__(browser, house, **how)
        self.line = self.context.new_cdp_session(self.page)
        self.line.send("WebAuthn.enable")
        about = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        added = self.line.send("WebAuthn.addVirtualAuthenticator", {"options": about})
        self.authenticator = added["authenticatorId"]

    def is_opened(self, by_its_owner):
        """Let the owner's finger be recognised, or not."""
        given = {"authenticatorId": self.authenticator, "isUserVerified": by_its_owner}
        self.line.send("WebAuthn.setUserVerified", given)

    def on_you(self):
        self.page.wait_for_selector("#devices")

    def looks(self, axe, name, folder):
        """Look at a page at three sizes and in both themes; return what axe-core finds."""
        found = []
        for theme in ("light", "dark"):
            self.page.emulate_media(color_scheme=theme)
            found += check_axe(self.page, axe, f"{name} {theme}")
            for width, height in SIZES:
                self.page.set_viewport_size({"width": width, "height": height})
                shot = folder / f"people-{name}-{theme}-{width}.png"
                self.page.screenshot(path=shot, full_page=True)
                wide = self.page.evaluate("() => document.documentElement.scrollWidth")
                assert wide <= width, f"{name} is wider than a screen of {width}"
        self.page.set_viewport_size({"width": 1440, "height": 900})
        return found


def test_a_person_on_three_devices(browser, club, artefacts, axe):
    with Device(browser, club) as laptop, Device(browser, club) as phone:
        page, found = laptop.page, []
        laptop.start("paris")  # as a guest
        guest_table = page.url.rpartition("/")[2]
        page.goto("/")
        page.locator(".to-you a").click()
        found += laptop.looks(axe, "guest", artefacts)
        # a finger that is not known opens nothing, and the page says so
        laptop.is_opened(False)
        page.get_by_label("Your name").fill("Ada Lovelace")
        page.get_by_role("button", name="Make a passkey").press("Enter")
        page.wait_for_function("() => !document.querySelector('#notice').hidden")
        laptop.is_opened(True)
        page.get_by_role("button", name="Make a passkey").press("Enter")
        laptop.on_you()
        assert page.get_by_role("heading", name="Ada Lovelace").is_visible()
        # what this browser held comes along; a new table is the person's from the beginning
        page.locator("#bring").click()
        page.wait_for_url("**/")
        page.locator(f'.yours-list a[href="/t/{guest_table}"]').wait_for()
        laptop.start("bruxelles1897")
        table = page.url.rpartition("/")[2]
        assert not [one for one in laptop.context.cookies() if one["name"] == f"horta-{table}"]
        page.goto("/you?lang=fr&theme=dark")
        assert page.locator("#bring").is_hidden()  # all of it is the person's already
        page.locator("form[action='/you/code#add'] button").click()
        code = page.locator(".you-code strong").inner_text()
        found += laptop.looks(axe, "you", artefacts)
        # the phone scans the code
        other = phone.page
        other.goto(f"/you#code={code}")
        assert other.input_value("input[name=code]") == code
        assert "#" not in other.url
        other.keyboard.press("Enter")
        phone.on_you()
        assert other.get_by_role("heading", name="Ada Lovelace").is_visible()
        assert other.get_attribute("html", "lang") == "fr"
        assert "dark" in other.get_attribute("html", "class")
        other.goto("/")
        assert other.locator(f'.yours-list a[href="/t/{guest_table}"]').count() == 1
        other.locator(f'.yours-list a[href="/t/{table}"]').click()
        phone.ready()
        assert json.loads(other.locator("#data, #state").first.inner_text())["home"] is not None
        # a passkey on the phone; signed out and in again by it
        other.goto("/you?lang=en")
        other.get_by_role("button", name="Make a passkey").click()
        other.wait_for_function(
            "() => document.querySelectorAll('[action$=\"/remove\"]').length === 2"
        )
        other.locator("li:has(strong) form[action$='/end'] button").click()
        other.wait_for_url("**/")
        other.goto("/you")
        other.get_by_role("button", name="Sign in").first.click()
        phone.on_you()
        assert other.locator("#devices li").count() == 2
        # the phone is lost: the laptop ends it, and its open table falls silent
        other.goto(f"/t/{table}")
        phone.ready()
        page.goto("/you?lang=en")
        page.get_by_role("button", name="Sign out everywhere else").click()
        laptop.on_you()
        other.wait_for_function("() => !document.querySelector('#notice').hidden")
        other.goto("/you")
        assert other.locator("#devices").count() == 0
        other.goto(f"/t/{table}")
        phone.ready()
        assert other.locator(".asked.mine").count() == 0
        assert found == [], found


def test_a_link_by_mail_and_the_way_out(browser, club, letters, artefacts, axe):
    with Device(browser, club) as visit:
        page, found = visit.page, []
        page.goto("/you")
        page.get_by_label("Mail address").fill("grace@example.org")
        page.get_by_role("button", name="Send the link").press("Enter")
        page.wait_for_selector(".label-form")
        found += visit.looks(axe, "sent", artefacts)
        page.goto(letters.letter()[2])
        found += visit.looks(axe, "link", artefacts)
        page.get_by_label("Your name").fill("Grace")
        page.keyboard.press("Enter")
        visit.on_you()
        with page.expect_download() as taken:
            page.get_by_role("link", name="Everything as one file").click()
        told = json.loads(taken.value.path().read_text())
        assert told["person"]["mail"] == "grace@example.org"
        page.get_by_role("link", name="Delete me").click()
        found += visit.looks(axe, "delete", artefacts)
        page.get_by_role("button", name="Delete Grace").click()
        page.wait_for_url("**/")
        assert page.locator(".to-you a").inner_text() == "Sign in"
        assert found == [], found
