"""A real browser: the house as an app, a message that comes by push, and what a person chooses."""

from __future__ import annotations

import json

import pytest
from tests.server.browsing import needs_chromium

from .authenticator import Letters
from .conftest import Server, free_port
from .receiving import NEAR, VAPID, Keys, Service
from .test_browser_people import Device
from .test_messages import wait_for

pytestmark = needs_chromium

SUBSCRIBED = """
// No test reaches the push service of a browser's maker: this browser has one of the test's.
const given = %s;
const made = { ...given, toJSON: () => given, options: {}, unsubscribe: async () => true };
PushManager.prototype.subscribe = async () => { window.asked = true; return made; };
PushManager.prototype.getSubscription = async () => window.asked ? made : null;
"""


@pytest.fixture(scope="module")
def letters():
    with Letters() as made:
        yield made


@pytest.fixture(scope="module")
def service():
    with Service() as made:
        yield made


@pytest.fixture(scope="module")
def club(tmp_path_factory, letters):
    folder, port = tmp_path_factory.mktemp("club"), free_port()
    made = Server(
        f"sqlite:///{folder}/tables.sqlite",
        port,
        HORTA_PERSONS=1,
        HORTA_MESSAGES=1,
        HORTA_MESSAGES_SECONDS=0,
        HORTA_MESSAGES_NETWORKS=",".join(NEAR),
        HORTA_VAPID_KEY=VAPID,
        HORTA_SMTP_URL=letters.url,
        HORTA_ADDRESS=f"http://localhost:{port}",
    ).start()
    made.link = f"http://localhost:{port}"
    yield made
    made.stop()


class Listener(Device):
    """A device that takes messages, by keys that the test has."""

    def __init__(self, browser, house, endpoint, **how):
        super().__init__(browser, house, **how)
        self.keys = Keys()
        self.context.grant_permissions(["notifications"], origin=house.link)
        self.context.add_init_script(SUBSCRIBED % self.keys.subscription(endpoint))
        self.line.send("ServiceWorker.enable")
        self.registrations = {}
        self.line.on("ServiceWorker.workerRegistrationUpdated", self._registered)

    def _registered(self, event):
        for one in event["registrations"]:
            self.registrations[one["scopeURL"]] = one["registrationId"]

    def push(self, house, said):
        """Let the service of the browser's maker deliver a message."""
        self.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
        scope = house.link + "/"
        for _ in range(100):
            if scope in self.registrations:
                break
            self.page.wait_for_timeout(50)
        self.line.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": scope,
                "registrationId": self.registrations[scope],
                "data": json.dumps(said),
            },
        )

    def shown(self):
        """Return the notifications that stand."""
        return self.page.evaluate(
            """async () => (await (await navigator.serviceWorker.ready).getNotifications())
                .map(({ title, body, tag, data }) => ({ title, body, tag, data }))"""
        )


def test_a_turn_comes_to_a_closed_table_and_a_person_chooses(
    browser, club, letters, service, artefacts, axe
):
    with Listener(browser, club, f"{service.url}/ada") as ada:
        page, found = ada.page, []
        page.goto("/you")
        # the house can be installed
        about = ada.line.send("Page.getAppManifest")
        assert about["errors"] == []
        assert json.loads(about["data"])["display"] == "standalone"
        problems = ada.line.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [one["errorId"] for one in problems if one["errorId"] != "in-incognito"] == []
        page.get_by_label("Your name").fill("Ada")
        page.get_by_role("button", name="Make a passkey").press("Enter")
        ada.on_you()
        page.get_by_label("Mail address").fill("ada@example.org")
        page.get_by_role("button", name="Send a link to prove it").press("Enter")
        page.goto(letters.letter()[2])
        page.locator("main form button").click()
        ada.on_you()
        # what a person chooses
        zone = page.evaluate("() => Intl.DateTimeFormat().resolvedOptions().timeZone")
        assert page.get_by_label("Time zone").input_value() == zone
        page.get_by_role("button", name="Tell me on this device").click()
        page.locator("form[action*='/browsers/']").wait_for()
        page.get_by_role("radio", name="once a day").check()
        page.get_by_label("from").fill("23:00")
        page.get_by_label("until").fill("23:00")
        page.locator("form.you-turns button").click()
        ada.on_you()
        assert page.get_by_role("radio", name="once a day").is_checked()
        page.get_by_label("Address of the webhook").fill(f"{service.url}/room")
        page.get_by_role("button", name="Add").press("Enter")
        page.locator("form[action*='/hooks/']").wait_for()
        assert wait_for(lambda: [path for path, _, _ in service.came] == ["/room"])
        found += ada.looks(axe, "turns", artefacts)
        # their turn at a table that is not open any more
        ada.start("bruxelles1897")
        table = page.url.rpartition("/")[2]
        page.goto("/you")
        ada.on_you()
        took = {}

        def ours():
            took.update({path: body for path, _, body in service.came})
            return "/ada" in took

        assert wait_for(ours)
        said = ada.keys.read(took["/ada"])
        assert said["to"] == f"/t/{table}"
        ada.push(club, said)
        assert wait_for(ada.shown)
        [shown] = ada.shown()
        assert shown["title"] == "It is your turn"
        assert shown["body"] == said["body"]
        assert shown["data"] == {"to": said["to"], "stop": said["stop"]}
        ada.push(club, said)  # a second one takes the place of the first
        page.wait_for_timeout(300)
        assert len(ada.shown()) == 1
        # one click on the link of a message
        page.goto(said["stop"])
        found += ada.looks(axe, "stop", artefacts)
        page.get_by_role("button", name="Stop").click()
        page.get_by_role("status").wait_for()
        page.goto("/you?lang=fr")
        assert page.locator("form[action*='/browsers/']").count() == 0
        found += ada.looks(axe, "turns-fr", artefacts)
        assert found == [], found


def test_the_bell_of_a_guest(browser, club, service, artefacts):
    with Listener(browser, club, f"{service.url}/guest") as guest:
        page = guest.page
        guest.start("bruxelles1897")
        with page.expect_response("**/bell") as rung:
            page.locator("#bell").click()
        assert rung.value.status == 204
        assert page.locator("#bell").get_attribute("aria-pressed") == "true"
        page.reload()  # the browser remembers, and the house hears of it again
        guest.ready()
        page.evaluate("() => { window.asked = true; }")
        with page.expect_response("**/bell/off") as off:
            page.locator("#bell").click()
        assert off.value.status == 204
        assert page.locator("#bell").get_attribute("aria-pressed") == "false"
