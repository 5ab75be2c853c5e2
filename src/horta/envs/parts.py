"""Files that grow in parts: a run that is broken off goes on where it was.

While games are being played, their parts lie in a folder beside the file that they will become
(`games.parquet.parts`), each written in one go. When the last one is there, they become the file,
and the folder goes. Games that take long are kept one by one until those of their part are all
there.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horta.core.errors import BadFile, BadOption
from horta.core.game import Json

CARD = b"horta"
RESULTS = b"horta-results"


@dataclass
class Written:
    """The results of the games that were just written, in the order of their seeds."""

    sheets: NDArray[np.int32]
    lengths: NDArray[np.int64]
    faults: tuple[str, ...] = ()
    """What bots did wrong in these games, a sentence for each."""
    lost: int = 0
    """Games that a bot took down: they are in no file."""


def arrow() -> Any:
    """Return PyArrow, or say how to install it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadOption("Parquet files need pyarrow: pip install horta[data]") from None
    return pyarrow


class Parts:
    """The parts of a file that is being made."""

    def __init__(self, path: Path, layout: Any, card: Json) -> None:
        """Take up the parts that are there; those of other games are refused."""
        self.path, self.card = path, card
        self.folder = path.with_name(f"{path.name}.parts")
        self.layout = layout.with_metadata({CARD: json.dumps(card, ensure_ascii=False)})
        about = self.folder / "card.json"
        try:
            self.folder.mkdir(exist_ok=True)
            if about.exists():
                self._check(json.loads(about.read_text(encoding="utf-8")))
            else:
                about.write_text(json.dumps(card, ensure_ascii=False), encoding="utf-8")
        except OSError as problem:
            raise self._unwritable(problem) from None
        except ValueError as problem:
            if isinstance(problem, BadFile):
                raise
            raise BadFile(f"{about} cannot be read: {problem}") from None

    def _check(self, found: Json) -> None:
        for name, wanted in self.card.items():
            if found.get(name) != wanted:
                raise BadFile(
                    f"{self.folder} holds parts of other games: {name} is {found.get(name)!r} "
                    f"there, not {wanted!r}; remove the folder, or name another file"
                )

    def _unwritable(self, problem: OSError) -> BadFile:
        return BadFile(f"{self.path}: cannot be written ({problem.strerror})")

    def _part(self, number: int) -> Path:
        return self.folder / f"{number:06d}.parquet"

    def _game(self, number: int) -> Path:
        return self.folder / f"game-{number:06d}.parquet"

    def read(self, number: int) -> Written | None:
        """Return the results of a part that is there."""
        return _results(self._part(number))

    def read_game(self, number: int) -> Written | None:
        """Return the result of a game that is kept on its own."""
        return _results(self._game(number))

    def write(self, number: int, columns: Json, written: Written) -> None:
        """Write a part in one go."""
        self._write(self._part(number), arrow().table(columns, schema=self.layout), written)

    def write_game(self, number: int, columns: Json, written: Written) -> None:
        """Keep a game on its own."""
        self._write(self._game(number), arrow().table(columns, schema=self.layout), written)

    def gather(self, number: int, games: Iterable[int]) -> None:
        """Make a part of games that were kept on their own."""
        kept = [self._game(game) for game in games]
        each = [result for game in kept if (result := _results(game))]
        pa = arrow()
        written = Written(
            np.concatenate([result.sheets for result in each]),
            np.concatenate([result.lengths for result in each]),
            lost=sum(result.lost for result in each),
        )
        rows = pa.concat_tables(
            pa.parquet.read_table(game).replace_schema_metadata(self.layout.metadata)
            for game in kept
        )
        self._write(self._part(number), rows, written)
        for game in kept:
            game.unlink()

    def _write(self, part: Path, rows: Any, written: Written) -> None:
        results = {
            "sheets": written.sheets.ravel().tolist(),
            "shape": list(written.sheets.shape),
            "lengths": written.lengths.tolist(),
            "lost": written.lost,
        }
        metadata = {**rows.schema.metadata, RESULTS: json.dumps(results).encode()}
        temporary = part.with_suffix(".writing")
        try:
            arrow().parquet.write_table(
                rows.replace_schema_metadata(metadata), temporary, compression="zstd"
            )
            os.replace(temporary, part)
        except OSError as problem:
            raise self._unwritable(problem) from None

    def join(self, count: int) -> None:
        """Make the file of all its parts, and remove them."""
        pa = arrow()
        temporary = ""
        try:
            handle, temporary = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")
            os.close(handle)
            with pa.parquet.ParquetWriter(temporary, self.layout, compression="zstd") as file:
                for number in range(count):
                    file.write_table(
                        pa.parquet.read_table(self._part(number)).replace_schema_metadata(
                            self.layout.metadata
                        )
                    )
            os.replace(temporary, self.path)
        except OSError as problem:
            raise self._unwritable(problem) from None
        finally:
            with contextlib.suppress(OSError):
                if temporary:
                    os.unlink(temporary)
        shutil.rmtree(self.folder)


def _results(part: Path) -> Written | None:
    """Return the results that a part holds, or None if it is not there."""
    if not part.exists():
        return None
    told = json.loads((arrow().parquet.read_schema(part).metadata or {})[RESULTS])
    return Written(
        np.array(told["sheets"], np.int32).reshape(told["shape"]),
        np.array(told["lengths"], np.int64),
        lost=told["lost"],
    )
