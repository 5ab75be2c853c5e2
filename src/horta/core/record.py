"""Records: the table as one flat block of memory, declared as annotated classes.

    @record
    class Seat:
        francs: i16
        works: Array[i8] = of(5)         # by colour

    @record
    class Table:
        seats: Array[Seat] = of(4)
        to_play: i8

One declaration gives three things that share their layout byte for byte:

- the class itself, which editors and mypy read: `table.seats[2].francs` is an `int`;
- a NumPy dtype (`dtype_of(Table)`), which Numba compiles the rules for;
- a ctypes structure, which the same rules use uncompiled (`at(Table, games, i)`). An attribute
  read costs 0.05 µs there against 3 µs on `np.record`, and gives a plain Python `int`, so that
  small integers do not overflow in the middle of an expression as NumPy's scalars do.

Fields wrap around at their width, compiled or not, as a C struct does; with `HORTA_CHECK=1` they
refuse a number that does not fit when rules run as written (`horta.core.widths`). What a field
means to people, to files and to a new deal is declared in its place too: see `horta.core.fields`.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from typing import Annotated, Any, Generic, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from horta.core.rule import checked
from horta.core.widths import checked_array, checked_struct

i8 = Annotated[int, "i1"]
i16 = Annotated[int, "i2"]
i32 = Annotated[int, "i4"]
i64 = Annotated[int, "i8"]
u8 = Annotated[int, "u1"]
u16 = Annotated[int, "u2"]
u32 = Annotated[int, "u4"]

Games = NDArray[np.void]
"""A batch of tables: a one-dimensional array of records."""

T = TypeVar("T")

_CTYPES: dict[str, Any] = {
    "i1": ctypes.c_int8,
    "i2": ctypes.c_int16,
    "i4": ctypes.c_int32,
    "i8": ctypes.c_int64,
    "u1": ctypes.c_uint8,
    "u2": ctypes.c_uint16,
    "u4": ctypes.c_uint32,
}


class Array(Generic[T]):
    """The type of a field that holds several values; `of` gives its length."""

    def __getitem__(self, index: int) -> T:
        raise NotImplementedError

    def __setitem__(self, index: int, value: T) -> None:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def __iter__(self) -> Iterator[T]:
        raise NotImplementedError


class Shape:
    """What may stand behind the `=` of a field: the lengths of its array, outermost first."""

    def __init__(self, lengths: tuple[int, ...] = ()) -> None:
        self.lengths = lengths


class Meaning(Shape):
    """A shape that also says what the field means; `horta.core.fields` has all kinds of them."""

    def check(self, where: str, element: np.dtype[Any], cls: type | None) -> None:
        """Refuse a meaning that does not go with the numbers, or the record, of the field."""


def of(*lengths: int) -> Any:
    """Give the lengths of an `Array` field, outermost first."""
    if not lengths or any(length < 1 for length in lengths):
        raise TypeError(f"of{lengths}: an array needs lengths of at least 1")
    return Shape(lengths)


def record(cls: type[T]) -> type[T]:
    """Turn an annotated class into a record; see the module's docstring."""
    fields: list[Any] = []
    members: list[tuple[str, Any]] = []
    meanings: dict[str, Meaning] = {}
    silent: list[str] = []
    plain: dict[str, np.dtype[Any]] = {}
    offset = widest = 0

    def pad(alignment: int) -> None:
        # NumPy leaves the gaps of a C struct out when it copies, and then two equal tables
        # would not have equal bytes: every gap is a field of its own.
        nonlocal offset
        gap = -offset % alignment
        if gap:
            name = f"_gap{len(fields)}"
            fields.append((name, np.dtype("u1"), (gap,)))
            members.append((name, ctypes.c_uint8 * gap))
            offset += gap

    for name, hint in get_type_hints(cls, include_extras=True).items():
        if name.startswith("_"):
            raise TypeError(f"{cls.__name__}.{name}: a field does not begin with an underscore")
        default = cls.__dict__.get(name, Shape())
        element = _inside(f"{cls.__name__}.{name}", hint, default)
        numpy_type, c_type = _element(cls, name, element)
        shape = default.lengths
        if isinstance(default, Meaning):
            of_record = element if isinstance(element, type) else None
            default.check(f"{cls.__name__}.{name}", numpy_type, of_record)
            meanings[name] = default
        else:
            silent.append(name)
        pad(numpy_type.alignment)
        widest = max(widest, numpy_type.alignment)
        offset += numpy_type.itemsize * math.prod(shape)
        if not shape:
            plain[name] = numpy_type
        c_type = _array(c_type, shape, numpy_type, f"{cls.__name__}.{name}")
        fields.append((name, numpy_type, shape) if shape else (name, numpy_type))
        members.append((name, c_type))
        if name in cls.__dict__:
            delattr(cls, name)
    pad(widest)
    if meanings and silent:
        raise TypeError(
            f"{cls.__name__}.{silent[0]}: it has no meaning; declare one as for the other fields, "
            "or say told_in(...), hidden() or fixed()"
        )
    dtype = np.dtype(fields, align=True)
    space = {"_fields_": members, "__doc__": cls.__doc__}
    space |= checked_struct(plain) if checked() else {}
    struct = type(cls.__name__, (ctypes.Structure,), space)
    _check_layout(cls, dtype, struct)
    cls.__dtype__ = dtype  # type: ignore[attr-defined]
    cls.__struct__ = struct  # type: ignore[attr-defined]
    cls.__meanings__ = meanings  # type: ignore[attr-defined]
    return cls


def _inside(where: str, hint: Any, default: Any) -> Any:
    """Return what an array of a field holds, or the field itself."""
    if not isinstance(default, Shape):
        raise TypeError(f"{where}: a field has no default but of(...) or its meaning")
    for _ in default.lengths:
        if get_origin(hint) is not Array:
            raise TypeError(f"{where}: of{default.lengths} needs Array[...]")
        (hint,) = get_args(hint)
    return hint


def _element(cls: type, name: str, element: Any) -> tuple[Any, Any]:
    if get_origin(element) is Annotated:
        code = get_args(element)[1]
        return np.dtype(code), _CTYPES[code]
    if isinstance(element, type) and "__dtype__" in element.__dict__:
        return element.__dtype__, element.__struct__  # type: ignore[attr-defined]
    raise TypeError(f"{cls.__name__}.{name}: {element!r} is neither a number type nor a record")


def _array(c_type: Any, shape: tuple[int, ...], element: np.dtype[Any], where: str) -> Any:
    """Return the type of a ctypes array of that shape, or of its one element."""
    for length in reversed(shape):
        inner, c_type = c_type, c_type * length
        if checked() and inner in _CTYPES.values():
            c_type = checked_array(c_type, element, where)
    return c_type


def _check_layout(cls: type, dtype: np.dtype[Any], struct: Any) -> None:
    assert dtype.fields is not None
    offsets = {name: field[1] for name, field in dtype.fields.items()}
    if ctypes.sizeof(struct) != dtype.itemsize or any(
        getattr(struct, name).offset != offset for name, offset in offsets.items()
    ):
        raise TypeError(f"{cls.__name__}: NumPy and C lay this record out differently")


def dtype_of(cls: type) -> np.dtype[Any]:
    """Return the NumPy dtype of a record class."""
    return cast("np.dtype[Any]", cls.__dtype__)  # type: ignore[attr-defined]


def meanings_of(cls: type) -> dict[str, Any]:
    """Return what the fields of a record class mean, by name; empty if it does not say."""
    return cast("dict[str, Any]", cls.__meanings__)  # type: ignore[attr-defined]


def blank(cls: type, n: int = 1) -> Games:
    """Return `n` records with every byte zero."""
    return np.zeros(n, dtype_of(cls))


def rows(cls: type[T], records: Games, *, compiled: bool) -> Any:
    """Return a batch as a loop takes it: compiled the array, otherwise objects with plain fields.

    They share the memory.
    """
    return records if compiled else [at(cls, records, i) for i in range(len(records))]


def from_bytes(cls: type, data: bytes) -> Games:
    """Return the records whose bytes these are, in memory of their own."""
    return np.frombuffer(bytearray(data), dtype_of(cls))


def copy_table(games: Games) -> Games:
    """Return an independent copy of a table, or of a batch of them.

    NumPy's own `copy` goes through records field by field, which takes fifty times as long.
    """
    return np.frombuffer(bytearray(games.tobytes()), games.dtype)


def at(cls: type[T], games: Games, i: int = 0) -> T:
    """Return record `i` of a batch as an object with plain Python fields. It shares the memory."""
    struct: Any = cls.__struct__  # type: ignore[attr-defined]
    # As bytes: NumPy would describe all fields of the record first, which takes far longer.
    return cast(T, struct.from_buffer(games.view(np.uint8), i * games.dtype.itemsize))
