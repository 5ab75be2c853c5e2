"""The options of Bruxelles 1893."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import model_validator

from horta.core.errors import BadOption
from horta.core.game import Options, option
from horta.core.i18n import mark


class Bruxelles1893Options(Options):
    """The options of Bruxelles 1893."""

    edition: Annotated[
        Literal["2013", "2023"],
        option(mark("Edition"), mark("the rules of the first or the second edition")),
    ] = "2023"
    strips: Annotated[
        Literal["plain", "marked", "random", "alternate"],
        option(
            mark("Action strips"),
            mark("which sides of the action strips face up"),
            {
                "plain": mark("all regular"),
                "marked": mark("all for experienced players"),
                "random": mark("each at random"),
                "alternate": mark("regular and other in turn"),
            },
            ruling="R07",
        ),
    ] = "plain"
    strip_order: Annotated[
        Literal["random", "printed"],
        option(
            mark("Order of the strips"),
            mark("the order of the action strips from the top"),
            {"random": mark("at random"), "printed": mark("as printed")},
            ruling="R-02",
        ),
    ] = "random"
    starting_player: Annotated[
        Literal["random", 0, 1, 2, 3, 4],
        option(
            mark("First player"),
            mark("who begins the first round"),
            {"random": mark("at random")},
            ruling="R10",
            of_seats=True,
        ),
    ] = "random"
    belle_epoque: Annotated[
        bool,
        option(
            mark("Belle Époque"),
            mark("play with the Belle Époque expansion; second edition only"),
        ),
    ] = False
    asymmetric: Annotated[
        bool,
        option(
            mark("Asymmetric boards"),
            mark("play with different architects' boards and mixed strips; second edition only"),
        ),
    ] = False

    @model_validator(mode="before")
    @classmethod
    def _mixed_strips(cls, given: Any) -> Any:
        """The variant mixes the sides unless others are asked for (AS-02)."""
        if isinstance(given, dict) and given.get("asymmetric") and "strips" not in given:
            return {**given, "strips": "alternate"}
        return given

    @model_validator(mode="after")
    def _second_edition(self) -> Bruxelles1893Options:
        for name in ("belle_epoque", "asymmetric"):
            if getattr(self, name) and self.edition != "2023":
                raise BadOption(
                    mark("{name} needs edition 2023: the first edition has no such pieces"),
                    name=name,
                )
        return self
