"""The errors of Horta: each names the case and says what the user can do.

All of them are `ValueError`s, so that a caller who knows nothing of Horta can still catch them,
and all of them promise that nothing was changed.

An error speaks English by itself. It also keeps its message as it stands in the catalogues and what
fills the message's holes, so that a page can say the same in the language of who reads it:

    raise BadOption(mark("there is no language '{lang}'"), lang=lang)
"""

from __future__ import annotations

from typing import Any, Protocol, Self, runtime_checkable


@runtime_checkable
class Told(Protocol):
    """A value of an error that reads differently in each language; `str` is the English."""

    def told(self, lang: str) -> str:
        """Say it in a language."""


class Called(str):
    """A name in an error, as programs write it; people read the title instead.

    It is the name of an option, or the number of a seat. The title is a message of the catalogues.
    """

    label: str

    def __new__(cls, name: str, title: str = "") -> Self:
        """Pair a name with its title; what has none is called by its name."""
        made = super().__new__(cls, name)
        made.label = title or name
        return made


class HortaError(ValueError):
    """Whatever Horta refuses. The match, file or table is as it was before.

    A message with values is a template with {placeholders}; without values it is said as it is.
    A value may be an error itself, or anything else that is `Told`.
    """

    def __init__(self, message: str = "", /, **values: object) -> None:
        self.message = message
        self.values = values
        super().__init__(message.format(**values) if values else message)

    def __reduce__(self) -> tuple[Any, ...]:
        # By its parts: how a kind of error is made is its own affair.
        return _remade, (type(self), self.args, dict(self.__dict__))


def _remade(kind: type[HortaError], args: tuple[Any, ...], parts: dict[str, Any]) -> HortaError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(parts)
    return error


class UnknownGame(HortaError):
    """No game of that name is installed."""


class UnknownBot(HortaError):
    """No bot of that name is installed, or it does not understand what it was told."""


class BadLesson(HortaError):
    """A lesson that cannot be read, or that the rules do not carry."""


class NoLesson(BadLesson):
    """There is no lesson, chapter or moment of this name."""


class IllegalAction(HortaError):
    """The rules do not allow this action now."""


class BadOption(HortaError):
    """An option is unknown, or its value is out of range."""


class BadComponents(HortaError):
    """A component file does not fit its schema or does not add up."""


class BadPosition(HortaError):
    """A position is not well formed, or no game can reach it."""


class BadTranscript(HortaError):
    """A transcript is truncated, foreign, or does not replay to the result that it claims."""


class BadStudy(HortaError):
    """A study, a tree or a puzzle does not fit its schema, or the rules do not carry it."""


class BadText(HortaError):
    """A text names no action of the game."""


class BadName(HortaError):
    """A name is too long, or holds signs that cannot be seen."""


class BadJson(HortaError):
    """JSON from outside is broken, or larger or deeper than anything needs."""


class BadFile(HortaError):
    """A file cannot be read, or does not hold what was expected of it."""


class NoObservation(HortaError):
    """The game does not say what a seat sees as numbers, so agents cannot learn it yet."""
