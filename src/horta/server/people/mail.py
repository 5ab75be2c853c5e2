"""Mail: short letters with a link, sent in the background by the operator's mail server."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import default
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from horta.core.errors import BadOption
from horta.core.i18n import mark
from horta.server.invitations import is_own
from horta.server.people.errors import BadMail, MailBusy
from horta.server.quiet import Quiet
from horta.server.settings import Settings

PORTS = {"smtp": 587, "smtps": 465}
SECONDS = 20.0
"""Seconds that the mail server may take for one step."""
MOST_WAITING = 100
LONGEST_ADDRESS = 254
LONG_LINES = default.clone(max_line_length=998)
"""A link is not broken in two, whatever stands around it."""
ADDRESS = re.compile(r"[^@\s<>\"(),:;\\\x00-\x1f\x7f]{1,64}@[^@\s<>\"(),:;\\\x00-\x1f\x7f]{1,190}")


@dataclass(frozen=True, repr=False)
class Server:
    """A mail server: where it is, and who may send by it."""

    host: str
    port: int
    encrypted: bool
    """From the first byte; otherwise from STARTTLS on."""
    user: str
    password: str

    @classmethod
    def read(cls, url: str) -> Server:
        """Read `smtps://user:password@host:465`; `BadOption` does not repeat what was given."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port or PORTS[parts.scheme]
        except (ValueError, KeyError):
            host = None
        if not host:
            raise BadOption(
                mark(
                    "HORTA_SMTP_URL: an address like smtps://user:password@host:465 or smtp://host "
                    "is needed"
                )
            )
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(host, port, parts.scheme == "smtps", user, password)


class Mailer:
    """Sends letters."""

    def __init__(self, server: Server, sender: str) -> None:
        self._server, self._sender = server, sender
        self._tasks: set[asyncio.Task[None]] = set()
        self._quiet = Quiet()

    @classmethod
    def read(cls, settings: Settings) -> Mailer | None:
        """Return the mailer of the settings; None where no mail server is named."""
        if not settings.smtp_url:
            return None
        server = Server.read(settings.smtp_url)
        host = urlsplit(settings.address).hostname
        if not host:
            # A link by the address of a request would lead wherever its sender likes.
            raise BadOption(
                mark("HORTA_SMTP_URL needs HORTA_ADDRESS, which links in mails lead to")
            )
        return cls(server, read_address(settings.mail_from or f"horta@{host}"))

    def send(self, to: str, subject: str, text: str) -> None:
        """Send a letter in the background; what goes wrong is told in the log, without whose."""
        if len(self._tasks) >= MOST_WAITING:
            raise MailBusy
        task = asyncio.create_task(self._send(letter(self._sender, to, subject, text)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def post(
        self, to: str, subject: str, text: str, headers: Mapping[str, str], name: str
    ) -> None:
        """Send a letter and wait until the mail server has it; what goes wrong is raised."""
        message = letter(self._sender, to, subject, text)
        for header, value in headers.items():
            message[header] = value
        message.replace_header("Message-ID", f"<{name}@{self._sender.split('@')[1]}>")
        await asyncio.to_thread(deliver, self._server, message)

    async def close(self) -> None:
        """Wait for what is under way, for a while."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)

    async def _send(self, message: EmailMessage) -> None:
        try:
            await asyncio.to_thread(deliver, self._server, message)
        except (OSError, smtplib.SMTPException) as problem:
            kind = type(problem).__name__
            self._quiet.error(("mail", kind), "a mail could not be sent (%s)", kind)


def letter(sender: str, to: str, subject: str, text: str) -> EmailMessage:
    """Return a plain letter."""
    message = EmailMessage(LONG_LINES)
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=sender.split("@")[1])
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def deliver(server: Server, message: EmailMessage) -> None:
    """Hand a letter to the mail server; in clear only where that is this machine itself."""
    context = ssl.create_default_context()
    if server.encrypted:
        line: smtplib.SMTP = smtplib.SMTP_SSL(
            server.host, server.port, timeout=SECONDS, context=context
        )
    else:
        line = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
    with line:
        if not server.encrypted and not is_own(server.host):
            line.starttls(context=context)
        if server.user:
            line.login(server.user, server.password)
        line.send_message(message)


def read_address(given: str) -> str:
    """Return a mail address in the form in which it is compared; `BadMail` if it is none."""
    address = given.strip()
    if len(address) > LONGEST_ADDRESS or not ADDRESS.fullmatch(address):
        raise BadMail(mark("this is no mail address"))
    return address.lower()
