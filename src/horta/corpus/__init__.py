"""The corpus: many bots' games, and the explorer of their first decisions.

    corpus = horta.corpus.open()                   # what comes with the package
    corpus = horta.corpus.open("mine.parquet")     # what `horta corpus build` made
    found = corpus.moves(horta.start("paris", seed=7))
    for move in found.moves:
        print(move.sort, move.played, move.offered, move.share, move.score)
    found.frame()                                  # as a table

What counts as the same decision is told in `horta.corpus.situations`.
"""

from horta.corpus.counts import FEW, Count, Counts, SetUp, Source
from horta.corpus.explorer import Corpus, Move, Moves, Told, outdated, shipped, tell
from horta.corpus.explorer import open_corpus as open  # noqa: A004 - as in `gzip.open`
from horta.corpus.files import merge, write_digest
from horta.corpus.situations import LEVELS, Situation, choices, situation_of

__all__ = [
    "FEW",
    "LEVELS",
    "Corpus",
    "Count",
    "Counts",
    "Move",
    "Moves",
    "SetUp",
    "Situation",
    "Source",
    "Told",
    "choices",
    "merge",
    "open",
    "outdated",
    "shipped",
    "situation_of",
    "tell",
    "write_digest",
]
