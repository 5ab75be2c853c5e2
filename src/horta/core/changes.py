"""Changes of the rules: which rule is another one since a transcript was written.

A game says with each `rules_version` what changed (`Game.changes`). A transcript or a position of
an older version is taken under the rules of now; when it does not hold any more, the refusal names
the rules that changed. Where only a table of components that we had reconstructed is another one
now, it keeps the one that it was played with (`Change.before`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from horta.core.errors import BadPosition, BadTranscript, HortaError, UnknownGame
from horta.core.i18n import mark

if TYPE_CHECKING:
    from horta.core.game import Game


@dataclass(frozen=True)
class Change:
    """What a new version of the rules changed."""

    rules: tuple[str, ...]
    """The ids of the rules, as in `docs/rules`."""
    sentence: str
    """What is different, marked for the game's catalogue."""
    before: Mapping[str, Any] = field(default_factory=dict)
    """For a change of our own tables alone: what they said before; older games keep that."""
    option: str = ""
    """The option without which those tables are not used; empty if they always are."""


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

    @property
    def matter(self) -> bool:
        """Whether a game of that version goes on in another way than it began."""
        versions = range(self.since + 1, self.game.rules_version + 1)
        return any(not self.game.changes[version].before for version in versions)

    def __str__(self) -> str:
        return self.told("en")


def is_older(game: Game, version: Any) -> bool:
    """Tell whether a version of the rules came before those of now."""
    return (
        isinstance(version, int)
        and not isinstance(version, bool)
        and 1 <= version < game.rules_version
    )


def tables_of_then(
    game: Game, version: Any, options: Mapping[str, Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the components of a header; where ours were others at its version, those of then."""
    tables = dict(given)
    if not is_older(game, version):
        return tables
    for later in range(version + 1, game.rules_version + 1):
        change = game.changes[later]
        if not change.option or options.get(change.option):
            tables = _filled(change.before, tables)
    return tables


def _filled(ours: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was given, with ours where it says nothing, table in table."""
    filled = {**ours, **given}
    for name in ours.keys() & given.keys():
        if isinstance(ours[name], Mapping) and isinstance(given[name], Mapping):
            filled[name] = _filled(ours[name], given[name])
    return filled


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
