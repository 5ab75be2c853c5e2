"""Validation: what does not fit in options, component tables and forms, in one sentence.

Pydantic finds them and says them in English; the usual ones have words of our own here, so that
they can be said in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from horta.core.errors import Called, HortaError
from horta.core.i18n import mark
from horta.core.limits import shown

WHOLE = mark("a whole number is needed")
YES_OR_NO = mark("true or false is needed")
LIST = mark("a list is needed")
OBJECT = mark("a JSON object is needed")
TOO_MANY = mark("there are too many entries: at most {max_length}")
STRANGER = "extra_forbidden"

SENTENCES = {
    "missing": mark("this is missing"),
    STRANGER: mark("this name is unknown"),
    "json_invalid": mark("this is not valid JSON"),
    "int_type": WHOLE,
    "int_parsing": WHOLE,
    "int_from_float": WHOLE,
    "bool_type": YES_OR_NO,
    "bool_parsing": YES_OR_NO,
    "string_type": mark("a text is needed"),
    "list_type": LIST,
    "tuple_type": LIST,
    "dict_type": OBJECT,
    "model_type": OBJECT,
    "model_attributes_type": OBJECT,
    "greater_than_equal": mark("at least {ge} is needed"),
    "less_than": mark("it must be less than {lt}"),
    "less_than_equal": mark("at most {le} is possible"),
    "string_too_long": mark("at most {max_length} characters are possible"),
    "too_short": mark("there are too few entries: at least {min_length}"),
    "too_long": TOO_MANY,
    "string_pattern_mismatch": mark("the text does not fit the pattern {pattern}"),
    "literal_error": mark("it must be one of {expected}"),
}
"""By pydantic's kinds of errors; their placeholders are pydantic's too."""

TABLE = mark("{game}: table {problem}")
"""For what is wrong with the table of a position."""


def first_problem(problem: ValidationError, model: type[BaseModel] | None = None) -> HortaError:
    """Say where the first problem of a validation lies and what it is.

    Where the model is given, its fields have titles, by which people call them.
    """
    found = problem.errors(include_url=False)[0]
    field = None if model is None else model.model_fields.get(str((*found["loc"], "")[0]))
    return explain(found, "" if field is None else field.title or "")


def explain(found: Mapping[str, Any], title: str = "") -> HortaError:
    """Say what one entry of pydantic's list of errors means; people call its place otherwise."""
    place = Called(".".join(str(part) for part in found["loc"]), title)
    what = sentence(found)
    given = found.get("input")
    if not isinstance(given, str | int | float | bool) or found["type"] == STRANGER:
        return (
            HortaError(mark("'{place}': {problem}"), place=place, problem=what) if place else what
        )
    told = shown(given)
    if not place:
        return HortaError(mark("{problem} (given: {given})"), problem=what, given=told)
    return HortaError(
        mark("'{place}': {problem} (given: {given})"), place=place, problem=what, given=told
    )


def sentence(found: Mapping[str, Any]) -> HortaError:
    """Say what is wrong by one entry of pydantic's list of errors, without where."""
    known = dict(found.get("ctx", {}))
    own = known.get("error")
    if isinstance(own, HortaError):
        return own
    if found["type"] in SENTENCES:
        if "expected" in known:
            known["expected"] = str(known["expected"]).replace(" or ", ", ")
        return HortaError(SENTENCES[found["type"]], **known)
    said = str(found["msg"]).removeprefix("Value error, ")
    return HortaError(said[:1].lower() + said[1:])
