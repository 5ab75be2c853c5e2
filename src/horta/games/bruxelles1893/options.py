"""The options of Bruxelles 1893."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import model_validator

from horta.core.errors import BadOption, Called
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
            follows=True,
            ruling="R07",
            rules=("B93-SET-01", "B93E2-SET-01"),
        ),
    ] = "plain"
    strip_order: Annotated[
        Literal["random", "printed"],
        option(
            mark("Order of the strips"),
            mark("the order of the action strips from the top"),
            {"random": mark("at random"), "printed": mark("as printed")},
            ruling="R-02",
            rules=("B93-SET-01", "B93E2-SET-01"),
        ),
    ] = "random"
    starting_player: Annotated[
        Literal["random", 0, 1, 2, 3, 4],
        option(
            mark("First player"),
            mark("who begins the first round"),
            {"random": mark("at random")},
            ruling="R10",
            rules=("B93-SET-13", "B93E2-SET-10"),
            of_seats=True,
        ),
    ] = "random"
    belle_epoque: Annotated[
        bool,
        option(
            mark("Belle Époque"),
            mark("play with the Belle Époque expansion; second edition only"),
            rules=("BE-SET-01",),
        ),
    ] = False
    asymmetric: Annotated[
        bool,
        option(
            mark("Asymmetric boards"),
            mark("play with different architects' boards and mixed strips; second edition only"),
            rules=("AS-01", "AS-02", "AS-03"),
        ),
    ] = False
    tied_columns: Annotated[
        Literal["before", "after"],
        option(
            mark("Tied columns"),
            mark("when those tied in a column use its card's power: before or after the cards won"),
            {"before": mark("before the cards won"), "after": mark("after the cards won")},
            ruling="R-29",
            rules=("B93-AUC-02", "B93E2-CLO-36"),
        ),
    ] = "before"
    grand_place_limit: Annotated[
        Literal["fixed", "rising"],
        option(
            mark("Grand-Place"),
            mark("whether Prince Albert, used there, allows one more notable at once"),
            {
                "fixed": mark("the Palace level on arrival counts"),
                "rising": mark("the Palace level of the moment counts"),
            },
            ruling="R-75",
            rules=("B93-BRU-09", "B93E2-BRU-07"),
        ),
    ] = "fixed"
    building_bonus: Annotated[
        Literal["no_joker", "cubes_only"],
        option(
            mark("5 VP for a building"),
            mark("whether units paid with 3 FB cost you the 5 VP, as jokers do"),
            {
                "no_joker": mark("only jokers cost them"),
                "cubes_only": mark("jokers and francs cost them"),
            },
            ruling="R-15",
            rules=("B93E2-BLD-03",),
        ),
    ] = "no_joker"
    assistants_on_tiles: Annotated[
        Literal["left_out", "counted"],
        option(
            mark("Assistants on tiles"),
            mark("whether assistants on end-game tiles count in the line for assistants"),
            {"left_out": mark("they do not count"), "counted": mark("they count")},
            ruling="R-63",
            rules=("BE-END-03",),
        ),
    ] = "left_out"

    @model_validator(mode="before")
    @classmethod
    def _mixed_strips(cls, given: Any) -> Any:
        """The variant mixes the sides unless others are asked for (AS-02)."""
        if isinstance(given, dict) and given.get("asymmetric") and "strips" not in given:
            return {**given, "strips": "alternate"}
        return given

    @model_validator(mode="after")
    def _second_edition(self) -> Bruxelles1893Options:
        titles = {"belle_epoque": mark("Belle Époque"), "asymmetric": mark("Asymmetric boards")}
        for name, title in titles.items():
            if getattr(self, name) and self.edition != "2023":
                raise BadOption(
                    mark("{name} needs edition 2023: the first edition has no such pieces"),
                    name=Called(name, title),
                )
        if self.building_bonus != "no_joker" and self.edition != "2023":
            raise BadOption(
                mark("{name} needs edition 2023: in the first, only jokers cost the 5 VP"),
                name=Called("building_bonus", mark("5 VP for a building")),
            )
        return self
