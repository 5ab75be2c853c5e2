"""Networks without a library: the forward pass as rules over arrays of weights.

A network looks at an observation and tells three things: how much it likes each legal action
(logits), each seat's share of the victory, and each seat's final total. The trainer
(`horta.training`) writes the weights with PyTorch; playing needs NumPy and Numba alone.

    observation ──► width ──► blocks: h + outer(relu(inner(norm(h)))) ──► norm ──► heads

What is zero costs nothing: a matrix has a row for each of its inputs, and the rows of inputs that
are zero (seven of eight numbers of an observation, half of what a block computes) are left out.
The policy is only computed for what is legal. All sums have a fixed order in single precision,
so both forms of the rules give the same numbers. Weights are arguments of the compiled search,
never its constants: Numba cannot keep code that holds megabytes.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from horta.core.contract import FloatPages, FloatRows, Floats, IntRows, Ints, Longs
from horta.core.errors import HortaError
from horta.core.game import Game
from horta.core.rule import rule

LANES = 16
"""A sum of products is kept in so many parts; the width is a multiple of it."""
TOGETHER = 4
"""Rows of a matrix that are added at a time."""
PIECES = 3
"""An action is made of so many pieces at the most."""
POINTS = 100.0
"""Totals are told in parts of so many points."""
SMALL = 1e-6
"""Keeps a norm from dividing by zero."""
FORMAT = 1
"""Of the file; it counts up when older files cannot be read any more."""


class Network(NamedTuple):
    """The weights."""

    enter: FloatRows
    """A row for each number of the observation."""
    enter_bias: Floats
    gains: FloatRows
    """Of the norm before each block, then of the last."""
    inner: FloatPages
    """A page for each block, a row for each input."""
    inner_bias: FloatRows
    outer: FloatPages
    outer_bias: FloatRows
    policy: FloatRows
    """A row for each piece of an action."""
    policy_bias: Floats
    values: FloatRows
    """A row for each seat's share of the victory, the own first, then for each seat's total."""
    values_bias: Floats
    pieces: IntRows
    """By action: the rows of the policy that make it, -1 for none."""


class Paper(NamedTuple):
    """What a forward pass writes on."""

    seen: Floats
    """The observation."""
    trunk: Floats
    normed: Floats
    hidden: Floats
    liked: Floats
    """By piece of an action."""
    marks: Longs
    """By piece: the pass that wrote it last."""
    passes: Longs
    """How many there were, in one place."""
    lit: Ints
    """The inputs of a matrix that are not zero."""
    lanes: Floats
    """The parts of a sum."""


def new_paper(network: Network) -> Paper:
    """Return paper for the passes of one thread."""
    size, width = network.enter.shape
    pieces = len(network.policy)
    return Paper(
        seen=np.zeros(size, np.float32),
        trunk=np.zeros(width, np.float32),
        normed=np.zeros(width, np.float32),
        hidden=np.zeros(width, np.float32),
        liked=np.zeros(pieces, np.float32),
        marks=np.zeros(pieces, np.int64),
        passes=np.zeros(1, np.int64),
        lit=np.zeros(max(size, width), np.int32),
        lanes=np.zeros(LANES, np.float32),
    )


@rule
def multiply(rows: Any, inputs: Any, bias: Any, lit: Any, out: Any) -> None:
    """Write the bias and, for each input that is not zero, its row times the input.

    Four rows at a time: what is written is then read and stored a quarter as often.
    """
    width = len(out)
    n = 0
    for i in range(len(inputs)):
        lit[n] = i
        n += int(inputs[i] != 0.0)
    for k in range(width):
        out[k] = bias[k]
    whole = n - n % TOGETHER
    for i in range(0, whole, TOGETHER):
        x0, x1 = inputs[lit[i]], inputs[lit[i + 1]]
        x2, x3 = inputs[lit[i + 2]], inputs[lit[i + 3]]
        r0, r1, r2, r3 = rows[lit[i]], rows[lit[i + 1]], rows[lit[i + 2]], rows[lit[i + 3]]
        for k in range(width):
            out[k] = out[k] + x0 * r0[k] + x1 * r1[k] + x2 * r2[k] + x3 * r3[k]
    for i in range(whole, n):
        x, row = inputs[lit[i]], rows[lit[i]]
        for k in range(width):
            out[k] += x * row[k]


@rule
def rectify(values: Any) -> None:
    """Set what is negative to zero."""
    for k in range(len(values)):
        values[k] = max(values[k], np.float32(0.0))


@rule
def norm(values: Any, gains: Any, lanes: Any, out: Any) -> None:
    """Divide by the root of the mean square, and multiply by the gains."""
    width = len(values)
    square = math.sqrt(float(dot(values, values, lanes)) / width + SMALL)
    share = np.float32(1.0 / square)
    for k in range(width):
        out[k] = values[k] * share * gains[k]


@rule
def dot(a: Any, b: Any, lanes: Any) -> Any:
    """Return the sum of the products, added up in lanes, then the lanes by halves."""
    for j in range(LANES):
        lanes[j] = np.float32(0.0)
    for k in range(0, len(a), LANES):
        for j in range(LANES):
            lanes[j] += a[k + j] * b[k + j]
    half = LANES // 2
    for j in range(half):
        lanes[j] += lanes[j + half]
    total = np.float32(0.0)
    for j in range(half):
        total += lanes[j]
    return total


@rule
def run_trunk(network: Any, paper: Any) -> None:
    """Go from the observation on the paper to what the heads read."""
    trunk, normed, hidden = paper.trunk, paper.normed, paper.hidden
    lit, lanes = paper.lit, paper.lanes
    multiply(network.enter, paper.seen, network.enter_bias, lit, trunk)
    rectify(trunk)
    blocks = len(network.inner)
    for block in range(blocks):
        norm(trunk, network.gains[block], lanes, normed)
        multiply(network.inner[block], normed, network.inner_bias[block], lit, hidden)
        rectify(hidden)
        multiply(network.outer[block], hidden, network.outer_bias[block], lit, normed)
        for k in range(len(trunk)):
            trunk[k] += normed[k]
    norm(trunk, network.gains[blocks], lanes, normed)
    paper.passes[0] += 1


@rule
def read_policy(network: Any, paper: Any, actions: Any, n: int, worth: Any) -> None:
    """Write how much the network likes each of n actions: logits."""
    stamp = paper.passes[0]
    for k in range(n):
        total = 0.0
        for part in range(PIECES):
            piece = network.pieces[actions[k], part]
            if piece >= 0:
                if paper.marks[piece] != stamp:
                    paper.marks[piece] = stamp
                    found = dot(paper.normed, network.policy[piece], paper.lanes)
                    paper.liked[piece] = found + network.policy_bias[piece]
                total += float(paper.liked[piece])
        worth[k] = total


@rule
def read_values(  # noqa: PLR0917 - rules call rules by place alone
    network: Any, paper: Any, seat: int, players: int, shares: Any, totals: Any
) -> None:
    """Write each seat's share of the victory and its final total; `seat` is who looked."""
    seats = len(network.values) // 2
    top = -1e30
    for k in range(players):
        found = float(dot(paper.normed, network.values[k], paper.lanes) + network.values_bias[k])
        shares[(seat + k) % players] = found
        top = max(top, found)
        row = seats + k
        points = float(
            dot(paper.normed, network.values[row], paper.lanes) + network.values_bias[row]
        )
        totals[(seat + k) % players] = points * POINTS
    whole = 0.0
    for k in range(players):
        shares[k] = math.exp(shares[k] - top)
        whole += shares[k]
    for k in range(players):
        shares[k] /= whole


@rule
def softmax(worth: Any, n: int) -> None:
    """Turn logits into chances."""
    top = worth[0]
    for k in range(1, n):
        top = max(top, worth[k])
    whole = 0.0
    for k in range(n):
        worth[k] = math.exp(worth[k] - top)
        whole += worth[k]
    for k in range(n):
        worth[k] /= whole


def pieces_of(game: Game) -> NDArray[np.int32]:
    """Return the pieces of each action: a piece of its own, or one for each pair of its axes.

    A kind of action with three axes has more actions than anybody could learn one by one (the
    6,144 builds of Paris); by pairs of axes they are 1,376 pieces.
    """
    pieces = np.full((len(game.actions), PIECES), -1, np.int32)
    used = 0
    for span in game.actions:
        if len(span.axes) < PIECES:
            pieces[span.start : span.stop, 0] = np.arange(used, used + span.size)
            used += span.size
            continue
        if len(span.axes) > PIECES:
            raise HortaError(f"{game.id}: '{span.name}' has more than {PIECES} axes")
        a, b, c = (len(axis) for axis in span.axes)
        first, second, third = np.unravel_index(np.arange(span.size), (a, b, c))
        for part, (left, right, n) in enumerate(
            ((first, second, b), (second, third, c), (first, third, c))
        ):
            pieces[span.start : span.stop, part] = used + left * n + right
            used += (a * b, b * c, a * c)[part]
    return pieces


@dataclass(frozen=True)
class Origin:
    """What a file of weights was made for, and how."""

    game: str
    observation: int
    """The version of the observation."""
    actions: int
    rules: int
    """The rules_version that it learnt."""
    note: str = ""
    """How it was trained."""
    format: int = FORMAT


def origin_of(game: Game, note: str = "") -> Origin:
    """Return the origin of a network that is trained now."""
    version = game.observation_spec.version
    return Origin(game.id, version, len(game.actions), game.rules_version, note)


def save(path: Path, network: Network, origin: Origin) -> None:
    """Write the weights in half precision; the file appears whole or not at all."""
    arrays: dict[str, Any] = {
        name: array if array.dtype == np.int32 else array.astype(np.float16)
        for name, array in network._asdict().items()
    }
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("wb") as file:
        np.savez_compressed(file, origin=np.array(json.dumps(asdict(origin))), **arrays)
    fresh.replace(path)


def load(path: Path, game: Game) -> Network:
    """Read the weights for a game; `HortaError` says why a file does not fit."""
    try:
        with np.load(path, allow_pickle=False) as file:
            origin = Origin(**json.loads(str(file["origin"])))
            arrays: dict[str, Any] = {
                name: np.ascontiguousarray(file[name], _kind(name)) for name in Network._fields
            }
            network = Network(**arrays)
    except (OSError, ValueError, KeyError, TypeError, EOFError) as problem:
        raise HortaError(f"{path}: this is no network of Horta's ({problem})") from None
    if origin.format != FORMAT or origin.game != game.id:
        raise HortaError(f"{path}: a network for {origin.game}, not for {game.id}")
    version = game.observation_spec.version
    if (origin.observation, origin.actions) != (version, len(game.actions)):
        raise HortaError(
            f"{path}: trained on observation v{origin.observation} with {origin.actions} actions; "
            f"{game.title} has v{version} with {len(game.actions)}"
        )
    _check(path, game, network)
    return network


def _kind(name: str) -> type[Any]:
    """Return what an array of the weights holds."""
    return np.int32 if name == "pieces" else np.float32


def _check(path: Path, game: Game, network: Network) -> None:
    """Refuse arrays that compiled code would read past their ends."""
    size, width = game.observation_spec.size, network.enter.shape[-1]
    blocks, pieces = len(network.inner), len(network.policy)
    heads = 2 * game.max_players
    wanted: dict[str, tuple[int, ...]] = {
        "enter": (size, width),
        "enter_bias": (width,),
        "gains": (blocks + 1, width),
        "inner": (blocks, width, width),
        "inner_bias": (blocks, width),
        "outer": (blocks, width, width),
        "outer_bias": (blocks, width),
        "policy": (pieces, width),
        "policy_bias": (pieces,),
        "values": (heads, width),
        "values_bias": (heads,),
        "pieces": (len(game.actions), PIECES),
    }
    for name, array in network._asdict().items():
        if array.shape != wanted[name]:
            raise HortaError(f"{path}: '{name}' is {array.shape}, not {wanted[name]}")
    if width == 0 or width % LANES:
        raise HortaError(f"{path}: the width is a multiple of {LANES}, not {width}")
    if network.pieces.max() >= pieces or network.pieces.min() < -1:
        raise HortaError(f"{path}: an action is made of pieces that are not there")
    if not all(np.isfinite(array).all() for array in network):
        raise HortaError(f"{path}: a weight is no number")
