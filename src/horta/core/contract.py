"""What compiled code takes and gives, as data: kinds of arguments, and the rules of the contract.

A kind is a plain annotation, so that mypy and a reader see what the binder (`core/binding.py`)
compiles for:

| annotation | compiled |
|---|---|
| `int`, `float`, `bool` | 64 bits, 64 bits, a truth value |
| `Ints`, `Doubles`, `DoubleRows`, … | an array of one, two or three axes, without gaps |
| `Tables` | a batch of the tables of the game |
| `Annotated[Games, Dice]` | a batch of records of that class |
| a `NamedTuple` of kinds | the same, field by field |
| `Entry`, as a field of a tuple | the rule of the game that the field is named after |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from horta.core.record import Games


class GameTable:
    """Stands for the table record of the game that something is bound to."""


class BoundRule:
    """Stands for a rule of the game that something is bound to."""


class OtherTable:
    """Stands for the number of a second table of the same batch."""


Tables = Annotated[Games, GameTable]
Entry = Annotated[Callable[..., Any], BoundRule]

Bools = NDArray[np.bool_]
ByteRows = Annotated[NDArray[np.int8], 2]
RawRows = Annotated[NDArray[np.uint8], 2]
Ints = NDArray[np.int32]
IntRows = Annotated[NDArray[np.int32], 2]
IntPages = Annotated[NDArray[np.int32], 3]
Longs = NDArray[np.int64]
Floats = NDArray[np.float32]
FloatRows = Annotated[NDArray[np.float32], 2]
FloatPages = Annotated[NDArray[np.float32], 3]
Doubles = NDArray[np.float64]
DoubleRows = Annotated[NDArray[np.float64], 2]


class Entries:
    """The rules of a game as functions of a batch, the number of a table in it, and arguments.

    `horta.core.game.Rules` says what each of them does.
    """

    setup: Callable[[Tables, int, int], None]
    legal: Callable[[Tables, int, Ints], int]
    step: Callable[[Tables, int, int], None]
    to_play: Callable[[Tables, int], int]
    score: Callable[[Tables, int, IntRows], None]
    redeal: Callable[[Tables, int, int, int], None]
    redact: Callable[[Tables, int, int], None]
    check: Callable[[Tables, int], int]
    follows: Callable[[Tables, int, Annotated[int, OtherTable]], int]
    evaluate: Callable[[Tables, int, Doubles], None]
    prior: Callable[[Tables, int, Ints, int, Doubles], None]
    observe: Callable[[Tables, int, int, Floats], None]
    clear: Callable[[Tables, int, Floats], None]
