"""Quick phrases: everybody reads them in their own language."""

from __future__ import annotations

from horta.core.i18n import mark

PHRASES = {
    "hello": mark("Hello!"),
    "luck": mark("Good luck!"),
    "nice": mark("Nice move!"),
    "thanks": mark("Thank you!"),
    "sorry": mark("Sorry!"),
    "moment": mark("One moment, please."),
    "back": mark("I am back."),
    "turn": mark("It is your turn."),
    "later": mark("I have to go; I will play on later."),
    "played": mark("Well played!"),
    "again": mark("Another game?"),
}
"""By its key, which is what the store holds: a phrase in English."""
