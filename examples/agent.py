"""An agent that is a program of its own: it speaks Horta's line protocol (docs/protocol.md).

It needs nothing but Python, and Horta need not be installed where it runs:

    horta arena paris "exec:python3 examples/agent.py" greedy -n 20
    horta arena paris "exec:python3 examples/agent.py --url http://localhost:8000/v1" random -n 4

Without a model it plays at random. With one, it asks a server that speaks the chat API which most
language models have, and falls back to a random action when the answer names none.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import urllib.request
from typing import Any

Json = dict[str, Any]
PROTOCOL = 1


def prompt(hello: Json, question: Json) -> str:
    """Put a decision into words; the numbers are those of the list, not of the action space."""
    options = "\n".join(f"{k}. {each['label']}" for k, each in enumerate(question["legal"], 1))
    return "\n\n".join(
        (
            f"You play {hello['title']} in seat {hello['seat']} of {hello['players']}.",
            "Since your last decision: " + (" ".join(question["log"]) or "nothing."),
            f"What you can see, as JSON:\n{json.dumps(question['view']['table'])}",
            f"{question['question']}\n{options}",
            "Answer with the number of one option and nothing else.",
        )
    )


def ask_model(url: str, model: str, text: str, seconds: float) -> str:
    """Return what a language model answers."""
    body = {"model": model, "messages": [{"role": "user", "content": text}]}
    request = urllib.request.Request(
        f"{url.rstrip('/')}/chat/completions",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=seconds) as answer:
        return str(json.load(answer)["choices"][0]["message"]["content"])


def choose(hello: Json, question: Json, url: str, model: str) -> int:
    """Return the number of a legal action."""
    legal = question["legal"]
    if url and len(legal) > 1:
        try:
            said = ask_model(url, model, prompt(hello, question), 0.9 * question["seconds"])
        except (OSError, ValueError, LookupError) as problem:
            print(f"the model does not answer: {problem}", file=sys.stderr, flush=True)
        else:
            number = re.search(r"\d+", said)
            if number and 1 <= int(number[0]) <= len(legal):
                return int(legal[int(number[0]) - 1]["action"])
            print(f"the model names no option: {said!r}", file=sys.stderr, flush=True)
    return int(random.choice(legal)["action"])


def send(message: Json) -> None:
    """Write a line; it must not wait in a buffer."""
    print(json.dumps(message), flush=True)


def main() -> None:
    """Answer until the game is over or the input ends."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--url", default="")
    parser.add_argument("--model", default="default")
    given = parser.parse_args()
    hello: Json = {}
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                hello = message
                send({"type": "ready", "protocol": PROTOCOL, "name": "example"})
            case "choose":
                action = choose(hello, message, given.url, given.model)
                send({"id": message["id"], "action": action})
            case "refused":
                print(message["problem"], file=sys.stderr, flush=True)
            case "quit":
                return


if __name__ == "__main__":
    main()
