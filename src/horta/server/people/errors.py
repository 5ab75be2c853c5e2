"""What the rooms of persons refuse."""

from __future__ import annotations

from horta.core.errors import HortaError
from horta.core.i18n import mark


class MailTaken(HortaError):
    """Somebody else has this mail address."""

    def __init__(self) -> None:
        super().__init__(mark("another person here has this mail address"))


class BadMail(HortaError):
    """What was given is no mail address, or no mail can be sent."""


class MailBusy(HortaError):
    """More letters wait than the mail server takes."""

    def __init__(self) -> None:
        super().__init__(mark("too many mails are waiting; try again soon"))


class BadPasskey(HortaError):
    """What a device has answered does not open anything."""

    def __init__(self) -> None:
        super().__init__(mark("this passkey was not accepted; try again"))


class TooManyPasskeys(HortaError):
    """A person has more passkeys than anybody needs."""


class TooManyTries(HortaError):
    """Somebody has tried something too often."""

    def __init__(self) -> None:
        super().__init__(mark("too many tries; wait a quarter of an hour"))
