"""Notes: what an author writes and draws at a place of a study.

Arrows and marks name places of the drawing, as its targets do: `space-c4`, `money-0`. Kinds differ
by their shape, and not by their colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal, TypeVar

import pydantic

from horta.core.errors import BadStudy, HortaError
from horta.core.i18n import mark
from horta.core.limits import LONGEST_TEXT
from horta.core.validation import first_problem

T = TypeVar("T", bound=pydantic.BaseModel)

LONGEST_NAME = 80
"""Characters of the name of a variation, a chapter or a study."""
MOST_SIGNS = 24
"""Arrows at one place, and as many marks."""

Name = Annotated[str, pydantic.Field(max_length=LONGEST_NAME)]
Text = Annotated[str, pydantic.Field(max_length=LONGEST_TEXT)]
Place = Annotated[str, pydantic.Field(pattern=r"^[A-Za-z0-9_.:-]{1,60}$")]
"""The name of something on the drawing."""


class Written(pydantic.BaseModel):
    """A part of a study file: no names but its own, and not changed where it lies."""

    model_config = pydantic.ConfigDict(
        extra="forbid", frozen=True, populate_by_name=True, use_attribute_docstrings=True
    )


class Arrow(Written):
    """An arrow between two places of the drawing."""

    start: Place = pydantic.Field(alias="from")
    end: Place = pydantic.Field(alias="to")
    kind: Literal["plan", "threat", "other"] = "plan"
    """Drawn whole, dashed or dotted."""


class Mark(Written):
    """A sign on a place of the drawing."""

    at: Place
    kind: Literal["ring", "cross", "star"] = "ring"


class Notes(Written):
    """What stands at one place: a name, a comment, arrows and marks; each may be empty."""

    name: Name = ""
    comment: Text = ""
    arrows: tuple[Arrow, ...] = pydantic.Field(default=(), max_length=MOST_SIGNS)
    marks: tuple[Mark, ...] = pydantic.Field(default=(), max_length=MOST_SIGNS)

    def to_json(self) -> dict[str, Any]:
        """Return what is not empty, as JSON."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)


def read_as(kind: type[T], given: Any) -> T:
    """Read a part of a study file; `BadStudy` names the place that does not fit, and says why."""
    try:
        return kind.model_validate(given)
    except pydantic.ValidationError as problem:
        found = first_problem(problem)
        raise BadStudy(found.message, **found.values) from None


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Name the place of a file in whatever is refused there."""
    try:
        yield
    except HortaError as problem:
        raise BadStudy(mark("'{place}': {problem}"), place=place, problem=problem) from None
