"""Guards at the door: security headers, size and rate limits, and no orders from other sites."""

from __future__ import annotations

from collections.abc import Hashable

from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from horta.core.errors import HortaError
from horta.core.i18n import mark
from horta.server import problems
from horta.server.addresses import counted_as, is_foreign
from horta.server.buckets import Buckets
from horta.server.quiet import Quiet, without_tokens
from horta.server.settings import Settings

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        # Drawings carry their own style, since they also stand alone in notebooks and files.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    # A seat's link must not travel on to other sites.
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
)

SAFE = ("GET", "HEAD", "OPTIONS")
FILES = ("/static/", "/pieces/")


class Headers:
    """Adds the security headers to every answer, also to that of a failure."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._quiet = Quiet()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        started = False

        async def with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                sent = {name.lower() for name, _ in message["headers"]}
                extra = [pair for pair in HEADERS if pair[0] not in sent]
                if b"cache-control" not in sent:
                    extra.append((b"cache-control", b"no-store"))
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        try:
            await self.app(scope, receive, with_headers)
        except ClientDisconnect:
            return  # the visitor hung up before we had read everything
        except Exception as problem:
            where = without_tokens(scope["path"])
            self._quiet.error(place_of(problem), "%s %s failed", scope["method"], where, trace=True)
            if not started:
                said = mark("something went wrong on our side; it has been logged")
                await refuse(scope, receive, with_headers, 500, HortaError(said))


def place_of(problem: BaseException) -> Hashable:
    """Return what tells one failure from another: its kind, and the line where it came up."""
    trace = problem.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    line = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace is not None else None
    return (type(problem), line)


class Limits:
    """Refuses bodies that are too large, visitors that are too fast, and foreign orders."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._buckets = Buckets(settings.rate, settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the request and pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        head = len(scope.get("raw_path") or b"") + len(scope["query_string"])
        head += sum(len(name) + len(value) + 4 for name, value in scope["headers"])
        if head > self.settings.largest_head:
            most = self.settings.largest_head
            said = HortaError(mark("the headers are larger than {most} bytes"), most=most)
            await refuse(scope, receive, send, 431, said)
            return
        wait = self._wait(scope)
        if wait > 0:
            said = HortaError(mark("too many requests; wait a moment"))
            await refuse(scope, receive, send, 429, said, retry_after=wait)
            return
        if scope["method"] not in SAFE and is_foreign(headers):
            said = HortaError(mark("this request came from another site and was not carried out"))
            await refuse(scope, receive, send, 403, said)
            return
        most = self.settings.largest_body
        length = headers.get(b"content-length", b"0")
        if not length.isdigit():
            said = HortaError(mark("the content length is not a number"))
            await refuse(scope, receive, send, 400, said)
            return
        if int(length) > most:
            await refuse(scope, receive, send, 413, _too_much(most))
            return
        read = 0
        too_large = refused = False

        async def counted() -> Message:
            nonlocal read, too_large
            message = await receive()
            if message["type"] == "http.request":
                read += len(message.get("body", b""))
                if read > most:
                    too_large = True
                    # End the body here: what is read so far will not parse, and is refused.
                    return {"type": "http.request", "body": b"", "more_body": False}
            return message

        async def answer(message: Message) -> None:
            nonlocal refused
            if too_large:
                if not refused:
                    refused = True
                    await refuse(scope, receive, send, 413, _too_much(most))
                return
            await send(message)

        await self.app(scope, counted, answer)

    def _wait(self, scope: Scope) -> float:
        """Take one request from the address's bucket; return the seconds to wait if it is empty.

        Files have a bucket of their own, so that the page that asks to wait is not bare.
        """
        house = getattr(scope["app"].state, "house", None) if "app" in scope else None
        if house is not None:
            self._buckets.join(house.events)
        client = scope.get("client")
        kind = "files" if scope["path"].startswith(FILES) else "pages"
        return self._buckets.take(f"{kind} {counted_as(client[0]) if client else ''}")


def _too_much(most: int) -> HortaError:
    return HortaError(mark("the request is larger than {most} bytes"), most=most)


async def refuse(
    scope: Scope,
    receive: Receive,
    send: Send,
    status: int,
    problem: HortaError,
    *,
    retry_after: float = 0,
) -> None:
    """Answer with an error in words."""
    answer = problems.answer(Request(scope), status, problem)
    if retry_after:
        answer.headers["retry-after"] = str(int(retry_after) + 1)
    await answer(scope, receive, send)
