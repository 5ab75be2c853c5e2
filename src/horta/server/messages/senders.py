"""Senders: one for each way that a message goes, and how it went."""

from __future__ import annotations

import asyncio
import hashlib
import json
import smtplib
from collections.abc import Sequence
from dataclasses import dataclass

from horta.core.i18n import LANGUAGES
from horta.server.addresses import Networks
from horta.server.messages.outbox import Waiting
from horta.server.messages.outside import BadAddress, NoAnswer, Outside
from horta.server.messages.push import Signer
from horta.server.messages.rows import BrowserRow, HookRow
from horta.server.messages.told import (
    Stops,
    Turn,
    for_room,
    hello,
    letter_about,
    payload,
    push_message,
    push_said,
)
from horta.server.messages.ways import HOOK, MAIL, PUSH, Browser, Hook, Ways
from horta.server.people.mail import Mailer
from horta.server.people.store import Clock, Person
from horta.server.settings import Settings

GOOD = range(200, 300)
GONE = (404, 410)
LATER = (408, 425, 429)
OUR_FAULT = 500
"""From here on an answer tells of trouble over there, which may pass."""
KEPT_SECONDS = 24 * 3600
"""For how long a push service keeps a message for a browser that is off."""
JSON = {"Content-Type": "application/json"}


@dataclass(frozen=True)
class Given:
    """How sending went: done, to be tried again, or why not."""

    why: str = ""
    again: bool = False
    wait: float = 0.0


class Senders:
    """Everything that messages leave the house by."""

    def __init__(
        self,
        settings: Settings,
        keys: tuple[str, ...],
        ways: Ways,
        mailer: Mailer | None,
        now: Clock,
    ) -> None:
        self._ways, self._mailer, self._now = ways, mailer, now
        self.signer = Signer.read(settings)
        networks = Networks(settings.messages_networks, "HORTA_MESSAGES_NETWORKS")
        self.outside = Outside(networks)
        self.stops = Stops(settings.address.rstrip("/"), *keys)
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Wait for what is under way, for a while."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)

    async def language(self, row: Waiting, person: Person | None) -> str:
        """Return the language of whoever gets a message."""
        if person is not None:
            return person.lang
        browser = await self._ways.browser(row.target)
        return browser.lang if browser is not None and browser.lang in LANGUAGES else "en"

    async def send(
        self, row: Waiting, person: Person | None, lang: str, turns: Sequence[Turn]
    ) -> Given:
        """Send a message to the target of a row."""
        if row.way == PUSH:
            return await self._push(row, lang, turns[0])
        if person is None:
            return Given("nobody")
        if row.way == HOOK:
            return await self._hook(row, person, lang, turns[0])
        return await self._mail(row, person, lang, turns)

    async def _push(self, row: Waiting, lang: str, turn: Turn) -> Given:
        browser = await self._ways.browser(row.target)
        if browser is None or self.signer is None:
            return Given()
        said = push_message(turn, lang, self.stops.link(PUSH, browser.id))
        headers, body = self.signer.packed(
            browser.place, said, now=self._now(), seconds=KEPT_SECONDS, topic=turn.link
        )
        sent = await self._post(browser.endpoint, headers, body)
        if sent.why in ("gone", "forbidden"):
            await self._ways.unsubscribe(BrowserRow.id == browser.id)
            return Given()
        return sent

    def tell(self, browsers: Sequence[Browser], said: tuple[str, str, str], lang: str) -> None:
        """Tell browsers something that is no turn, in the background: title, words, and a path."""
        if self.signer is None:
            return
        for one in browsers:
            task = asyncio.create_task(self._tell(self.signer, one, said, lang))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _tell(
        self, signer: Signer, browser: Browser, said: tuple[str, str, str], lang: str
    ) -> None:
        message = push_said(*said, lang, stop=self.stops.link(PUSH, browser.id))
        headers, body = signer.packed(
            browser.place, message, now=self._now(), seconds=KEPT_SECONDS, topic=said[2]
        )
        await self._post(browser.endpoint, headers, body)

    async def _hook(self, row: Waiting, person: Person, lang: str, turn: Turn) -> Given:
        hook = await self._ways.hook(row.target)
        if hook is None:
            return Given()
        text = for_room(turn, person.name, lang, self.stops.link(HOOK, hook.id))
        sent = await self._post(hook.url, JSON, _written(hook.url, text))
        if sent.why == "gone":
            await self._ways.remove_hook(HookRow.id == hook.id)
            return Given()
        return sent

    async def greet(self, hook: Hook, person: Person, lang: str) -> bool:
        """Tell a chat room that it will hear of somebody; return whether it took that.

        `BadAddress` where nothing may go.
        """
        text = hello(person.name, lang, self.stops.link(HOOK, hook.id))
        try:
            answer = await self.outside.post(hook.url, JSON, _written(hook.url, text))
        except NoAnswer:
            return False
        return answer.status in GOOD

    async def _post(self, url: str, headers: dict[str, str], body: bytes) -> Given:
        try:
            answer = await self.outside.post(url, headers, body)
        except BadAddress:
            return Given("forbidden")
        except NoAnswer as problem:
            return Given(str(problem), again=True)
        if answer.status in GOOD:
            return Given()
        if answer.status in GONE:
            return Given("gone")
        again = answer.status in LATER or answer.status >= OUR_FAULT
        return Given(str(answer.status), again, answer.wait)

    async def _mail(self, row: Waiting, person: Person, lang: str, turns: Sequence[Turn]) -> Given:
        if self._mailer is None or person.mail is None:
            return Given()
        stop = self.stops.link(MAIL, person.id)
        subject, text = letter_about(turns, lang, stop)
        about = f"{row.target} {row.match_id} {row.seat} {row.turn} {len(turns)}"
        headers = {
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        # The same letter again, after a crash in between, has the same name: most boxes show one.
        name = hashlib.sha256(about.encode()).hexdigest()[:32]
        try:
            await self._mailer.post(person.mail, subject, text, headers, name)
        except smtplib.SMTPRecipientsRefused:
            return Given("refused")
        except smtplib.SMTPResponseException as problem:
            return Given(str(problem.smtp_code), again=problem.smtp_code < OUR_FAULT)
        except (OSError, smtplib.SMTPException) as problem:
            return Given(type(problem).__name__, again=True)
        return Given()


def _written(url: str, text: str) -> bytes:
    return json.dumps(payload(url, text), ensure_ascii=False).encode()
