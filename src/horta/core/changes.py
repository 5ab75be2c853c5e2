"""Changes of the rules: which rule is another one since a transcript was written.

A game says with each `rules_version` what changed (`Game.changes`). A transcript or a position of
an older version is taken under the rules of now; when it does not hold any more, the refusal names
the rules that changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from horta.core.errors import BadPosition, BadTranscript, HortaError, UnknownGame
from horta.core.i18n import mark

if TYPE_CHECKING:
    from horta.core.game import Game


@dataclass(frozen=True)
class Changes:
    """What changed in the rules of a game after a version, to be told in any language."""

    game: Game
    since: int

    def told(self, lang: str) -> str:
        """Say which rules changed, and how."""
        words = self.game.presentation.words(lang)
        said = []
        for version in range(self.since + 1, self.game.rules_version + 1):
            change = self.game.changes[version]
            rules = ", ".join(change.rules)
            sentence = words.option(change.sentence)
            said.append(f"{rules}: {sentence}" if rules else sentence)
        return "; ".join(said)

    def __str__(self) -> str:
        return self.told("en")


def is_older(game: Game, version: Any) -> bool:
    """Tell whether a version of the rules came before those of now."""
    return (
        isinstance(version, int)
        and not isinstance(version, bool)
        and 1 <= version < game.rules_version
    )


@contextmanager
def under_rules_of_now(game: Game, version: Any) -> Iterator[None]:
    """Name the rules that changed, when something of an older version does not hold any more."""
    try:
        yield
    except UnknownGame:
        raise
    except HortaError as problem:
        if not is_older(game, version):
            raise
        kind = BadPosition if isinstance(problem, BadPosition) else BadTranscript
        raise kind(
            mark(
                "this follows version {given} of the rules of {game}, and under those of now it "
                "does not hold: {problem}. What changed: {changes}"
            ),
            given=version,
            game=game.title,
            problem=problem,
            changes=Changes(game, version),
        ) from problem
