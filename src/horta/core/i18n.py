"""I18n: gettext catalogues, read straight from the .po files beside a game's code.

English is the language of the message ids; `locale/fr.po` and `locale/de.po` hold the others. A
package without a catalogue speaks English.
"""

from __future__ import annotations

import functools
from importlib.resources import files

from horta.core.errors import BadOption

LANGUAGES = ("en", "fr", "de")


def check_language(lang: str) -> str:
    """Return a language that Horta speaks, or say which ones there are."""
    if lang not in LANGUAGES:
        raise BadOption(
            mark("there is no language '{lang}'; Horta speaks {known}"),
            lang=lang,
            known=", ".join(LANGUAGES),
        )
    return lang


class Catalogue:
    """The words of one package in one language."""

    def __init__(self, package: str, lang: str) -> None:
        self.lang = check_language(lang)
        self.messages: dict[str, str] = {}
        if lang == "en":
            return
        from babel.messages.pofile import read_po

        place = files(package) / "locale" / f"{lang}.po"
        if not place.is_file():  # a game may speak English alone
            return
        with place.open("rb") as file:
            for message in read_po(file, locale=lang):
                if message.id and message.string and not message.fuzzy:
                    self.messages[str(message.id)] = str(message.string)

    def __call__(self, message: str, **values: object) -> str:
        """Translate a message and fill in its {placeholders}."""
        found = self.messages.get(message, message)
        return found.format(**values) if values or "{" in found else found


@functools.cache
def catalogue(package: str, lang: str) -> Catalogue:
    """Return the catalogue of a package."""
    return Catalogue(package, lang)


def mark(message: str) -> str:
    """Mark a message for the catalogues where it stands in a table; translate it later."""
    return message
