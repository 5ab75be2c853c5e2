"""I18n: the words of the house, and any problem in the language of who meets it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from horta.core import registry
from horta.core.errors import Called, HortaError, Told, UnknownGame
from horta.core.i18n import Catalogue, catalogue

PACKAGE = "horta.server"
RULE_ID = re.compile(r" \((?:[A-Z][A-Z0-9]*-)+\d+\)")
"""As an error cites a rule, for those who write files: `(PA-SET-01)`."""


def words(lang: str) -> Catalogue:
    """Return the words of the pages."""
    return catalogue(PACKAGE, lang)


def told(problem: HortaError, lang: str) -> str:
    """Say a problem to a program, or to whoever writes one, in a language.

    Its message is looked up with us, then in the core, then with bots, lab, studies and games; one
    that nobody has translated is said in English. Problems inside a problem are told in their turn.
    """
    return _told(problem, lang, _value)


def for_people(problem: HortaError, lang: str) -> str:
    """Say a problem on a page: options by their titles, and no ids of rules."""
    return RULE_ID.sub("", _told(problem, lang, _plain_value))


def _told(problem: HortaError, lang: str, value: Callable[[object, str], object]) -> str:
    values = {name: value(each, lang) for name, each in problem.values.items()}
    message = _translated(problem.message, lang)
    return message.format(**values) if values else message


def _translated(message: str, lang: str) -> str:
    if lang != "en":
        for package in _packages():
            known = catalogue(package, lang).messages
            if message in known:
                return known[message]
    return message


def _value(value: object, lang: str) -> object:
    if isinstance(value, HortaError):
        return told(value, lang)
    return value.told(lang) if isinstance(value, Told) else value


def _plain_value(value: object, lang: str) -> object:
    if isinstance(value, HortaError):
        return for_people(value, lang)
    return _translated(value.label, lang) if isinstance(value, Called) else _value(value, lang)


@cache
def _packages() -> tuple[str, ...]:
    """Return the packages with catalogues whose errors may come up to us."""
    found = [PACKAGE, "horta.core", "horta.bots", "horta.lab", "horta.review", "horta.study"]
    for name in registry.games():
        try:
            package = getattr(registry.game(name).presentation, "package", None)
        except UnknownGame:
            continue
        if package is not None:
            found.append(package)
    return tuple(one for one in found if (files(one) / "locale").is_dir())
