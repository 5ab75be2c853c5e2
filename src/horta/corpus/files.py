"""Files of a corpus: every decision as Parquet, or the counts alone as a digest.

A corpus (`.parquet`, needs `horta[data]`) has one row a decision; see `docs/explorer.md`. Its
digest (`.json.gz`) holds the counts of each set-up and who played: it is small, is read without
PyArrow, and is what the package ships and a server reads quickly.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from horta.core.errors import BadFile
from horta.core.game import Json
from horta.corpus.counts import Counts, SetUp, Source
from horta.corpus.situations import LEVELS

FORMAT = 1
DIGEST = ".json.gz"
LARGEST = 1 << 28
"""Bytes of a digest, unpacked, at most."""
ROWS = "decisions"
BATCH = 1 << 16
GAME = ("game", "rules_version", "players", "options", "bot", "deal")
FROM_ROW = ("game", "players", "options", "bot", "rules_version", "made_by")


def layout() -> Any:
    """Return the Arrow schema of a corpus."""
    from horta.envs.parts import arrow

    pa = arrow()
    text = pa.string()
    return pa.schema(
        [
            *(("game", text), ("rules_version", pa.int32()), ("made_by", text)),
            *(("players", pa.int8()), ("options", text), ("bot", text), ("deal", pa.int64())),
            *(("step", pa.int32()), ("seat", pa.int8()), ("choice", pa.int16()), ("board", text)),
            *((level, text) for level in LEVELS),
            *(("action", text), ("sort", text), ("offered", pa.list_(text))),
            *(("share", pa.float32()), ("score", pa.int32())),
        ]
    )


def read(path: Path) -> dict[SetUp, Counts]:
    """Read the counts of a corpus or of a digest; `BadFile` says what is wrong with it."""
    return _read_digest(path) if path.name.endswith(DIGEST) else _count(path)


def write_digest(path: Path, found: dict[SetUp, Counts]) -> None:
    """Write counts; the same counts give the same bytes, and a reader never sees half of them."""
    from horta.files import write_bytes

    if not path.name.endswith(DIGEST):
        raise BadFile(f"{path}: the name of a digest ends in {DIGEST}")
    content = {
        "horta": FORMAT,
        "kind": "openings",
        "set_ups": [
            {"game": each.game, "players": each.players, "options": each.chosen}
            | found[each].to_json()
            for each in sorted(found, key=str)
        ],
    }
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    write_bytes(path, gzip.compress(text.encode(), 9, mtime=0))


def _read_digest(path: Path) -> dict[SetUp, Counts]:
    try:
        with gzip.open(path) as file:
            raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise BadFile(f"{path}: unpacked it has more than {LARGEST} bytes")
        content = json.loads(raw)
    except (OSError, EOFError, ValueError, zlib.error) as problem:
        if isinstance(problem, BadFile):
            raise
        raise BadFile(f"{path} cannot be read: {problem}") from None
    if not isinstance(content, dict) or content.get("kind") != "openings":
        raise BadFile(f"{path} is not the digest of a corpus")
    if content.get("horta") != FORMAT:
        raise BadFile(f"{path} has the format {content.get('horta')!r}, not {FORMAT}")
    found: dict[SetUp, Counts] = {}
    try:
        for each in content["set_ups"]:
            options = json.dumps(each["options"], sort_keys=True)
            set_up = SetUp(str(each["game"]), int(each["players"]), options)
            found.setdefault(set_up, Counts()).merge(Counts.from_json(each))
    except (KeyError, TypeError, ValueError) as problem:
        raise BadFile(f"{path}: {problem}") from None
    return found


def _count(path: Path) -> dict[SetUp, Counts]:
    """Count the decisions of a corpus."""
    found: dict[SetUp, Counts] = {}
    deals: dict[tuple[Any, ...], set[int]] = {}
    for row in rows(path):
        set_up = SetUp(row["game"], row["players"], row["options"])
        counts = found.setdefault(set_up, Counts())
        counts.add(
            *({level: row[level] for level in LEVELS}, row["board"], row["offered"], row["sort"]),
            share=row["share"],
            score=row["score"],
        )
        deals.setdefault(tuple(row[name] for name in FROM_ROW), set()).add(row["deal"])
    for (game, players, options, bot, version, made_by), some in sorted(deals.items()):
        source = Source(bot, len(some), (min(some), max(some)), version, made_by)
        found[SetUp(game, players, options)].sources.append(source)
    return found


def rows(path: Path) -> Iterator[Json]:
    """Read the rows of a corpus, one decision each."""
    from horta.envs.data import card
    from horta.envs.parts import arrow

    if card(path).get("rows") != ROWS:
        raise BadFile(f"{path} is no corpus of decisions; `horta corpus build` makes one")
    for batch in arrow().parquet.ParquetFile(path).iter_batches():
        yield from batch.to_pylist()


def merge(paths: Sequence[Path], out: Path) -> int:
    """Write several corpora as one; return its rows. A game that several hold is there once."""
    from horta.envs.data import card
    from horta.envs.parts import CARD, arrow

    pa, cards = arrow(), [card(path) for path in paths]
    made = {"rows": ROWS, "merged": [each for one in cards for each in one.get("merged", [one])]}
    schema = layout().with_metadata({CARD: json.dumps(made, ensure_ascii=False)})
    temporary = out.with_name(f".{out.name}.writing")
    taken: set[tuple[Any, ...]] = set()
    written = 0
    try:
        with pa.parquet.ParquetWriter(temporary, schema, compression="zstd") as file:
            for path in paths:
                here: set[tuple[Any, ...]] = set()
                for some in _batches(rows(path)):
                    kept = [row for row in some if _game_of(row) not in taken]
                    here |= {_game_of(row) for row in kept}
                    file.write_table(pa.Table.from_pylist(kept, schema=schema))
                    written += len(kept)
                taken |= here
        temporary.replace(out)
    except OSError as problem:
        raise BadFile(f"{out}: cannot be written ({problem.strerror})") from None
    finally:
        temporary.unlink(missing_ok=True)
    return written


def _batches(given: Iterator[Json]) -> Iterator[list[Json]]:
    while some := list(islice(given, BATCH)):
        yield some


def _game_of(row: Json) -> tuple[Any, ...]:
    """Return what tells one game of a corpus from another."""
    return tuple(row[name] for name in GAME)
