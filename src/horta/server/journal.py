"""The journal: what the server writes down, as lines for people or as JSON for machines.

Every line that is written while a request is answered carries the request's id, which the answer
carries too (`X-Request-ID`). A proxy may give the id. No line holds an address with a token, and
lines about single requests are written only if `HORTA_LOG_REQUESTS=1` asks for them.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
from contextvars import ContextVar, Token
from datetime import UTC, datetime
from typing import Any

from horta.core.errors import BadOption
from horta.core.i18n import mark

journal = logging.getLogger("horta.requests")

_id: ContextVar[str] = ContextVar("horta_request", default="")
GIVEN = re.compile(rb"[A-Za-z0-9._-]{1,64}\Z")
FORMS = ("text", "json")


class Request:
    """The request that is being answered: `with Request(given) as request`."""

    def __init__(self, given: bytes = b"") -> None:
        self.id = given.decode() if GIVEN.match(given) else secrets.token_hex(8)
        self._token: Token[str] | None = None

    def __enter__(self) -> Request:
        self._token = _id.set(self.id)
        return self

    def __exit__(self, *_: object) -> None:
        if self._token is not None:
            _id.reset(self._token)


class Text(logging.Formatter):
    """A line for people: when, how grave, which request, what."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, with the exception below it."""
        about = f" [{_id.get()}]" if _id.get() else ""
        at = datetime.fromtimestamp(record.created, UTC)
        line = f"{at:%Y-%m-%dT%H:%M:%SZ} {record.levelname.lower()}{about} {record.getMessage()}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class AsJson(logging.Formatter):
    """The same as one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object."""
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if _id.get():
            told["request"] = _id.get()
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def set_up(form: str) -> None:
    """Write what the house and the web server tell to the standard error, in one form."""
    if form not in FORMS:
        raise BadOption(
            mark("{name}: '{value}' is not one of {forms}"),
            name="HORTA_LOG",
            value=form,
            forms=", ".join(FORMS),
        )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if form == "json" else Text())
    for name in ("horta", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
    journal.setLevel(logging.INFO)
