"""Bodies: the JSON that a request carries, read within the limits of the house.

FastAPI would read a body as Python reads any JSON: nested without end, with NaN and half
characters in it. A route of this kind reads it by `horta.core.limits` before anything else looks.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

from horta.core.limits import read_json


class CheckedRequest(Request):
    """A request whose JSON fits the limits."""

    async def json(self) -> Any:
        """Read the body; `BadJson` says what does not fit."""
        if not hasattr(self, "_checked"):
            self._checked = read_json(await self.body())
        return self._checked


class CheckedRoute(APIRoute):
    """A route that reads bodies within the limits."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        answer = super().get_route_handler()

        async def checked(request: Request) -> Response:
            request = CheckedRequest(request.scope, request.receive)
            if self.body_field is not None and await request.body():
                await request.json()  # FastAPI would answer our refusal with words of its own
            return await answer(request)

        return checked
