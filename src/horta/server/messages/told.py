"""What messages say: that it is somebody's turn, at which game and with whom. Nothing of the table.

Names and the game are what every spectator sees; nothing else of a room is read here, so that
no message can hold what a seat must not know, or what a whole chat room must not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from itsdangerous import BadData

from horta.core.game import Json
from horta.server.i18n import words
from horta.server.room import Room
from horta.server.tokens import signer

DISCORD = ("discord.com", "discordapp.com")
CALLS = str.maketrans("", "", "<>@&*_`~|[]()#!")
"""Signs by which a name could call a whole chat room, or dress itself up there."""
LONGEST_TOKEN = 200


@dataclass(frozen=True)
class Turn:
    """A turn as messages tell of it."""

    game: str
    others: tuple[str, ...]
    link: str

    def line(self, lang: str) -> str:
        """Say which table it is at."""
        if not self.others:
            return self.game
        return words(lang)("{game}, with {names}", game=self.game, names=", ".join(self.others))


def turn_at(room: Room, seat: int, lang: str, base: str) -> Turn:
    """Return what a message tells of the turn of a seat."""
    others = tuple(name for number, name in enumerate(room.names(lang)) if number != seat)
    return Turn(room.game.title, others, f"{base}/t/{room.id}")


class Stops:
    """Signs the links by which messages are stopped, and reads them."""

    def __init__(self, base: str, secret: str, *accepted: str) -> None:
        """Sign by a secret, and read what is signed by it or by others that are accepted."""
        self._base, self._signer = base, signer("horta stop", secret, *accepted)

    def link(self, way: str, target: str) -> str:
        """Return the link that stops what goes to a target by a way."""
        return f"{self._base}/stop/{self._signer.dumps([way, target])}"

    def read(self, token: str) -> tuple[str, str] | None:
        """Return what a link stops; None if this house did not sign it."""
        if len(token) > LONGEST_TOKEN:
            return None
        try:
            way, target = self._signer.loads(token)
        except (BadData, ValueError, TypeError):
            return None
        return (way, target) if isinstance(way, str) and isinstance(target, str) else None


def push_message(turn: Turn, lang: str, stop: str) -> Json:
    """Return what a browser is told; its service worker shows it."""
    say, to = words(lang), urlsplit(turn.link).path
    return push_said(say("It is your turn"), turn.line(lang), to, lang, stop=stop)


def push_said(title: str, body: str, to: str, lang: str, *, stop: str) -> Json:
    """Return what a browser is told, in its form; its service worker shows it."""
    say = words(lang)
    return {
        "title": title,
        "body": body,
        "to": to,
        "stop": urlsplit(stop).path,
        "stop_title": say("Stop these messages"),
        "lang": lang,
    }


def letter_about(turns: Sequence[Turn], lang: str, stop: str) -> tuple[str, str]:
    """Return the subject and the text of a letter about one turn or several."""
    say = words(lang)
    subject = (
        say("It is your turn: {game}", game=turns[0].game)
        if len(turns) == 1
        else say("It is your turn at {n} tables", n=len(turns))
    )
    tables = "\n\n".join(f"{one.line(lang)}\n{one.link}" for one in turns)
    end = say("No more mails about turns: {link}", link=stop)
    return subject, f"{say('It is your turn.')}\n\n{tables}\n\n{end}\n"


def for_room(turn: Turn, name: str, lang: str, stop: str) -> str:
    """Return what a chat room is told; who else plays is none of its business."""
    say, who = words(lang), plain(name)
    told = say("{name}, it is your turn: {game}", name=who, game=turn.game)
    return f"{told}\n{turn.link}\n{say('Stop this: {link}', link=stop)}"


def hello(name: str, lang: str, stop: str) -> str:
    """Return what a chat room is told first."""
    say = words(lang)
    told = say("From now on this room hears when it is {name}'s turn at Horta.", name=plain(name))
    return f"{told}\n{say('Stop this: {link}', link=stop)}"


def plain(name: str) -> str:
    """Return a name without what a chat room would take for an order."""
    return " ".join(name.translate(CALLS).split()) or "?"


def payload(url: str, text: str) -> Json:
    """Return a text as the webhook of a chat room takes it."""
    if (urlsplit(url).hostname or "") in DISCORD:
        return {"content": text, "allowed_mentions": {"parse": []}}
    return {"text": text}
