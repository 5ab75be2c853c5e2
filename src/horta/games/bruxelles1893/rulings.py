"""Rulings that the books leave to the table, as data: each is an option with two sound readings.

The chapters ask the table, never the option's name: `if table.rulings.ties_last`. With every field
0 a table plays by the readings that we chose.
"""

from __future__ import annotations

from horta.core.record import i8, record
from horta.games.bruxelles1893.options import Bruxelles1893Options


@record
class Rulings:
    """What the options decide where a book can be read in two ways; 1 is the other reading."""

    ties_last: i8  # powers of tied columns after the cards won: rulings R37 and R-29
    limit_rises: i8  # Prince Albert raises the limit at once: rulings R36 and R-75
    francs_spoil: i8  # units of 3 FB cost the 5 VP of a building without jokers: ruling R-15
    tiles_count: i8  # assistants on tiles count in their line: ruling R-63


def write_rulings(rulings: Rulings, options: Bruxelles1893Options) -> None:
    """Write the readings that were chosen into a table."""
    rulings.ties_last = options.tied_columns == "after"
    rulings.limit_rises = options.grand_place_limit == "rising"
    rulings.francs_spoil = options.building_bonus == "cubes_only"
    rulings.tiles_count = options.assistants_on_tiles == "counted"
