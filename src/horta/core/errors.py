"""The errors of Horta: each names the case and says what the user can do.

All of them are `ValueError`s, so that a caller who knows nothing of Horta can still catch them,
and all of them promise that nothing was changed.
"""


class HortaError(ValueError):
    """Whatever Horta refuses. The match, file or table is as it was before."""


class UnknownGame(HortaError):
    """No game of that name is installed."""


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


class BadText(HortaError):
    """A text names no action of the game."""


class BadFile(HortaError):
    """A file cannot be read, or does not hold what was expected of it."""


class NoObservation(HortaError):
    """The game does not say what a seat sees as numbers, so agents cannot learn it yet."""
