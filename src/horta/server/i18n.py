"""I18n: the words of the house, and any problem in the language of who meets it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from horta.core import registry
from horta.core.errors import HortaError, Told, UnknownGame
from horta.core.i18n import Catalogue, catalogue

PACKAGE = "horta.server"


def words(lang: str) -> Catalogue:
    """Return the words of the pages."""
    return catalogue(PACKAGE, lang)


def told(problem: HortaError, lang: str) -> str:
    """Say a problem in a language.

    Its message is looked up with us, then in the core, then with bots, lab, studies and games; one
    that nobody has translated is said in English. Problems inside a problem are told in their turn.
    """
    if lang == "en":
        return str(problem)
    values = {name: _value(value, lang) for name, value in problem.values.items()}
    message = problem.message
    for package in _packages():
        known = catalogue(package, lang).messages
        if message in known:
            message = known[message]
            break
    return message.format(**values) if values else message


def _value(value: object, lang: str) -> object:
    if isinstance(value, HortaError):
        return told(value, lang)
    return value.told(lang) if isinstance(value, Told) else value


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
