"""Whether the settings of a house let messages go out."""

from __future__ import annotations

from importlib.util import find_spec
from urllib.parse import urlsplit

from horta.core.errors import BadOption
from horta.core.i18n import mark
from horta.server.addresses import read_networks
from horta.server.settings import Settings

LIBRARIES = ("py_vapid", "http_ece", "tzdata")


def check_messages(settings: Settings) -> None:
    """Refuse settings by which no message could go out, before anything starts."""
    if not settings.messages:
        return
    missing = [one for one in LIBRARIES if find_spec(one) is None]
    if missing:
        raise BadOption(
            mark("HORTA_MESSAGES needs the library {name}: pip install horta[people]"),
            name=missing[0],
        )
    if not urlsplit(settings.address).hostname:
        # A link by the address of a request would lead wherever its sender likes.
        raise BadOption(mark("HORTA_MESSAGES needs HORTA_ADDRESS, which links in messages lead to"))
    if not settings.persons and not settings.vapid_key:
        raise BadOption(mark("HORTA_MESSAGES needs HORTA_PERSONS=1, or HORTA_VAPID_KEY for guests"))
    read_networks(settings.messages_networks, "HORTA_MESSAGES_NETWORKS")
    from horta.server.messages.push import Signer

    Signer.read(settings)
