"""A small client of the open API: it sets a table, plays one seat, and lets a bot play the other.

    horta play --no-browser            # in one terminal
    python examples/client.py          # in another; or with the address of another server

It uses nothing but the standard library, to show that nothing else is needed: JSON over HTTP, an
invitation that is exchanged for the token of the seat, and a stream of events that tells when to
look again.
"""

from __future__ import annotations

import json
import random
import secrets
import sys
import urllib.error
import urllib.request
from http import HTTPStatus
from typing import Any


def call(url: str, token: str = "", form: Any = None) -> Any:
    """Send a request, with a form as JSON if there is one, and return the JSON of the answer."""
    request = urllib.request.Request(url)
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    if form is not None:
        request.data = json.dumps(form).encode()
        request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def wait_for_event(table: str, token: str, since: int) -> None:
    """Listen until something has happened after a step; nothing is missed in between."""
    request = urllib.request.Request(f"{table}/events?since={since}")
    request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request) as stream:
        for line in stream:
            if line.startswith(b"data:"):
                return


def main(server: str = "http://localhost:1893", game: str = "paris") -> None:
    """Play one game at random and tell how it went."""
    made = call(f"{server}/api/tables", form={"game": game, "seats": [{}, {"bot": "random"}]})
    table, invitation = f"{server}/api/tables/{made['id']}", made["seats"][0]["token"]
    # Sit down: the invitation, which may have passed through other hands, is void from now on.
    # The key lets the request be repeated if its answer is lost.
    form = {"name": "Client", "key": secrets.token_urlsafe()}
    token = call(f"{table}/join", invitation, form)["token"]
    print(f"Watch it at {made['link']}")
    while not (now := call(table, token))["over"]:
        if now["to_act"] != now["seat"]:
            wait_for_event(table, token, now["step"])
            continue
        listed = call(f"{table}/actions", token)
        choice = random.choice(listed["actions"])
        print(f"{now['question']}: {choice['label']}")
        form = {"step": listed["step"], "action": choice["action"]}
        try:
            call(f"{table}/actions", token, form)
        except urllib.error.HTTPError as refused:
            if refused.code != HTTPStatus.CONFLICT:  # the table has moved on; look again
                raise
    sheet = call(f"{table}/sheet")
    names = [seat["name"] for seat in now["seats"]]
    print(" : ".join(f"{name} {total}" for name, total in zip(names, sheet["totals"], strict=True)))


if __name__ == "__main__":
    main(*sys.argv[1:])
