"""Whether a chance to win is one: what hints say of actions that were played, and what happened.

    python -m tools.calibration paris --games 200 --first 20000 --out fit.jsonl --fit
    python -m tools.calibration paris --games 200 --first 40000 --out fresh.jsonl --plot paris.svg
    python -m tools.calibration paris --games 200 --first 80000 --out its.jsonl --fit --ask review

Every seat of a game is played by the same strong bot. At some decisions of it, drawn at random, the
bot of the hints is asked for its chance to win with the action that was played; the end of the
game says what came of it. With `--ask review` it is the judge of reviews: the trees that a review
at the usual depth gives to each of the best ways. Decisions are put together by their chance, in
tenths: where it is a probability, the share of victories in each tenth is its mean chance. The
expected calibration error is the mean distance of the two. Results are added to the file as games
end, so that a run that is stopped goes on.

With `--fit` the slope of the game's calibration (`horta.bots.calibration`) is fitted to all deals
of the files and kept with the game, and all is told twice: of what the search counts, and of what
slopes make of it that were fitted to other deals, fifth by fifth. Without, the second is what
hints tell today: of use on deals that the slope was not fitted to.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from horta.bots import InfoState, info_state, player
from horta.bots.calibration import FILE, Judge, sharpened, slope_of
from horta.bots.hints import MOST, SENSIBLE
from horta.core import registry
from horta.core.game import Game
from horta.core.match import Match
from horta.review.reviewing import DEPTHS
from horta.review.weighing import Scales, settled
from tools.scores import play

TENTHS = 10
ASKED = "net:1000it,depth=0"
"""The bot of the hints, with iterations instead of a time."""
REVIEW = "review"
"""Asks the judge of reviews instead of a bot."""
SURE = 0.001
"""Nearer to 0 or 1 a share says no more of the slope: the search has only counted so far."""
LEAST, MOST_SLOPE, TINY = 0.1, 10.0, 1e-9
"""Few decisions that all went as they should would have no end of a slope."""
FOLDS = 5
"""Parts of the deals, each judged by a slope that was fitted to the others."""
SIDE, EDGE = 300, 36
"""Of the diagram, in pixels."""


class Said(NamedTuple):
    """A chance that was told, and what happened."""

    seed: int
    step: int
    chance: float
    share: float
    """Of the victory that the seat got in the end."""
    players: int = 2


class Tenth(NamedTuple):
    """The decisions whose chances lie in one tenth."""

    number: int
    chance: float
    share: float


def ask(match: Match, seed: int, each: int, hinting: str) -> list[Said]:
    """Return what a bot says of some decisions of a finished game."""
    assert match.outcome is not None
    steps = list(range(len(match.actions)))
    random.Random(seed).shuffle(steps)
    found: list[Said] = []
    for step in steps:
        if len(found) == each:
            break
        then = match.back_to(step)
        if then.to_play is None or len(then.legal) == 1:
            continue
        info = info_state(then, seed=seed)
        judge = weighed if hinting == REVIEW else hinted_at
        chance = judge(info, match.actions[step], hinting)
        if chance is not None:
            share = float(match.outcome.shares[info.seat])
            found.append(Said(seed, step, round(chance, 4), share, match.players))
    return found


def hinted_at(info: InfoState, action: int, hinting: str) -> float | None:
    """Return what the bot of the hints counts of an action, if a hint would tell it."""
    thoughts = player(hinting, info.game, info.players).think(info)
    # Of an action that it hardly looked at, a hint tells nothing.
    told = [one for one in thoughts[:MOST] if one.visits >= SENSIBLE * thoughts[0].visits]
    return next((one.win for one in told if one.action == action), None)


def weighed(info: InfoState, action: int, _hinting: str) -> float:
    """Return what the trees of a review count of an action."""
    how = DEPTHS["usual"].times(info.game.scrutiny)
    scales = Scales(settled(info), action)
    scales.add(how.trees, how.iterations)
    return scales.counted()[info.seat].mean


def tenths(said: Sequence[Said]) -> list[Tenth]:
    """Put decisions together by their chance; a tenth without any is left out."""
    found: list[list[Said]] = [[] for _ in range(TENTHS)]
    for one in said:
        found[min(int(TENTHS * one.chance), TENTHS - 1)].append(one)
    return [
        Tenth(len(some), fmean(one.chance for one in some), fmean(one.share for one in some))
        for some in found
        if some
    ]


def error(said: Sequence[Said]) -> float:
    """Return the expected calibration error."""
    return sum(t.number * abs(t.chance - t.share) for t in tenths(said)) / len(said)


def drawn_again(said: Sequence[Said], times: int) -> Iterator[list[Said]]:
    """Draw as many games from the same games, again and again: all decisions of a game together."""
    games: dict[tuple[int, int], list[Said]] = {}
    for one in said:
        games.setdefault((one.players, one.seed), []).append(one)
    luck, seeds = random.Random(1), list(games)
    for _ in range(times):
        yield [one for seed in luck.choices(seeds, k=len(seeds)) for one in games[seed]]


def spread(said: Sequence[Said], times: int = 400) -> tuple[float, float]:
    """Return between which errors 95 % lie when games are drawn again and again."""
    found = sorted(error(some) for some in drawn_again(said, times))
    return found[int(0.025 * times)], found[int(0.975 * times)]


def luck_alone(said: Sequence[Said], times: int = 400) -> float:
    """Return the error that as many decisions would show if every chance were exactly right.

    Decisions of one game have one end, so the truth is a little more than this.
    """
    luck = random.Random(2)
    return fmean(
        error([one._replace(share=float(luck.random() < one.chance)) for one in said])
        for _ in range(times)
    )


def slope(said: Sequence[Said]) -> float:
    """Return the slope under which what happened was likeliest: Newton's method, convex."""
    found = 1.0
    for _ in range(12):
        first = second = 0.0
        for one in said:
            fair = -math.log(one.players - 1)
            share = min(max(one.chance, SURE), 1.0 - SURE)
            x = math.log(share / (1.0 - share)) - fair
            chance = 1.0 / (1.0 + math.exp(-(found * x + fair)))
            first += x * (one.share - chance)
            second += x * x * chance * (1.0 - chance)
        found = min(max(found + first / max(second, TINY), LEAST), MOST_SLOPE)
    return found


def slopes(said: Sequence[Said], times: int = 200) -> tuple[float, float]:
    """Return between which slopes 95 % lie when games are drawn again and again."""
    found = sorted(slope(some) for some in drawn_again(said, times))
    return found[int(0.025 * times)], found[int(0.975 * times)]


def trusted(said: Sequence[Said]) -> float:
    """Return the slope that games speak for: 1, as it is counted, where they cannot tell it."""
    low, high = slopes(said)
    return 1.0 if low <= 1.0 <= high else round(slope(said), 3)


def crossed(said: Sequence[Said]) -> list[Said]:
    """Return chances by slopes that never saw their deal: each fifth of the deals by the others."""
    found: list[Said] = []
    for players in sorted({one.players for one in said}):
        some = [one for one in said if one.players == players]
        for fold in range(FOLDS):
            others = [one for one in some if one.seed % FOLDS != fold]
            by = trusted(others) if others else 1.0
            found += [
                one._replace(chance=sharpened(one.chance, players, by))
                for one in some
                if one.seed % FOLDS == fold
            ]
    return found


def shipped(game: Game, said: Sequence[Said], judge: Judge = Judge.HINTS) -> list[Said]:
    """Return what hints, or reviews, make of what a search has counted."""
    return [
        one._replace(chance=sharpened(one.chance, one.players, slope_of(game, one.players, judge)))
        for one in said
    ]


def judge_of(asked: str) -> Judge:
    """Return whose chances are calibrated when that one is asked."""
    return Judge.REVIEWS if asked == REVIEW else Judge.HINTS


def keep(game: Game, said: Sequence[Said], given: argparse.Namespace) -> None:
    """Fit the slope for each number of players; keep it with the game, with what it is from."""
    assert game.network is not None
    file = game.network.with_name(FILE)
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    network = hashlib.sha256(game.network.read_bytes()).hexdigest()
    if known.get("network") != network:
        known = {"network": network}
    fits = known.get(judge_of(given.ask), {})
    for players in sorted({one.players for one in said}):
        own = [one for one in said if one.players == players]
        seeds = sorted({one.seed for one in own})
        first = [seed for seed in seeds if seed - 1 not in seeds]
        fits[str(players)] = {
            "slope": trusted(own),
            "fitted": [round(each, 3) for each in (slope(own), *slopes(own))],
            "asked": given.ask,
            "played_by": given.bot,
            "first_deals": first,
            "games": len(seeds),
            "decisions": len(own),
        }
    known[judge_of(given.ask)] = dict(sorted(fits.items()))
    file.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


def plot(said: Sequence[Said], after: Sequence[Said]) -> str:
    """Draw both diagrams in one: told across, won upwards, the area by the decisions."""

    def place(tenth: Tenth) -> str:
        x, y = EDGE + SIDE * tenth.chance, EDGE / 2 + SIDE * (1 - tenth.share)
        return f'cx="{x:.1f}" cy="{y:.1f}" r="{40 * math.sqrt(tenth.number / len(said)):.1f}"'

    top, right = EDGE / 2, EDGE + SIDE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right + top:g} {SIDE + 2 * EDGE}" '
        'font-family="sans-serif" font-size="11" fill="#666">',
        f'<path d="M{EDGE} {top + SIDE:g}V{top:g}M{EDGE} {top + SIDE:g}H{right}'
        f'M{EDGE} {top + SIDE:g}L{right} {top:g}" fill="none" stroke="#999"/>',
        *(
            f'<text x="{EDGE - 4}" y="{top + SIDE * (1 - k / 4) + 4:g}" text-anchor="end">'
            f'{25 * k}</text><text x="{EDGE + SIDE * k / 4:g}" y="{top + SIDE + 14:g}" '
            f'text-anchor="middle">{25 * k}</text>'
            for k in range(5)
        ),
        f'<text x="{EDGE + SIDE / 2:g}" y="{SIDE + EDGE + 14}" text-anchor="middle">told, % '
        "(hollow: counted by the search; full: calibrated); upwards: won, %</text>",
        *(f'<circle {place(each)} fill="none" stroke="#b4532a"/>' for each in tenths(said)),
        *(f'<circle {place(each)} fill="#2a6f6f" opacity=".75"/>' for each in tenths(after)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def tell(said: Sequence[Said]) -> Iterator[str]:
    """Tell the diagram as a table, and the error."""
    games = len({(one.players, one.seed) for one in said})
    low, high = spread(said)
    yield f"{len(said)} decisions of {games} games"
    yield f"expected calibration error: {error(said):.3f} ({low:.3f} to {high:.3f})"
    yield f"right chances would show by luck alone: {luck_alone(said):.3f}"
    yield ""
    yield "| decisions | mean chance | share of victories |"
    yield "|---|---|---|"
    for tenth in tenths(said):
        yield f"| {tenth.number} | {100 * tenth.chance:.1f} % | {100 * tenth.share:.1f} % |"


def read(path: Path) -> list[Said]:
    """Return what a file holds."""
    if not path.exists():
        return []
    return [Said(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    """Play and ask what is missing, and tell."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=registry.games())
    parser.add_argument("--players", type=int)
    parser.add_argument("--bot", default="net:100it", help="who plays")
    parser.add_argument("--ask", default=ASKED, help="a bot, or 'review': the judge of reviews")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--each", type=int, default=5, help="decisions of a game")
    parser.add_argument("--first", type=int, default=8000, help="the seed of the first deal")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        *("--with", "-w"), dest="others", type=Path, action="append", default=[], help="tell it too"
    )
    parser.add_argument("--fit", action="store_true", help="keep the slope with the game")
    parser.add_argument("--plot", type=Path, help="draw the diagram (.svg)")
    given = parser.parse_args()
    found = registry.game(given.game)
    options = found.parse_options(given.option)
    players = given.players or found.min_players
    said = read(given.out)
    known = {one.seed for one in said}
    with given.out.open("a", encoding="utf-8") as file:
        for seed in range(given.first, given.first + given.games):
            if seed not in known:
                match = play(given.game, players, given.bot, seed, options)
                for one in ask(match, seed, given.each, given.ask):
                    said.append(one)
                    print(json.dumps(one._asdict()), file=file, flush=True)
    said += [one for other in given.others for one in read(other)]
    after = crossed(said) if given.fit else shipped(found, said, judge_of(given.ask))
    by = "By slopes of other deals" if given.fit else "As it is told today"
    print("As the search counts:", *tell(said), f"\n{by}:", *tell(after), sep="\n")
    if given.fit:
        keep(found, said, given)
    if given.plot is not None:
        given.plot.write_text(plot(said, after), encoding="utf-8")


if __name__ == "__main__":
    main()
