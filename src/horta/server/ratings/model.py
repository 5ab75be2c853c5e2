"""The model behind ratings: OpenSkill's Plackett-Luce, as in the arena, and how it is shown.

Everybody begins with the same mean and a wide deviation. After a game the means move towards what
was seen, and the deviations shrink. What people read is a number around 1000 and how far the truth
may be from it, 95 times of 100.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from horta.statistics import Z

MEAN, DEVIATION = 25.0, 25.0 / 3
"""Of somebody who has not played yet."""
MIDDLE, STEP = 1000, 40.0
"""What people read: the middle, and what one step of the mean makes there."""
SURE = 6.5
"""A deviation above this is provisional: about ten games for two players bring it down."""
BY_SCORE = 1e-6
"""What a point of the score weighs beside the victory: it parts those who did not win."""


@dataclass(frozen=True)
class Rating:
    """How good somebody is taken to be: a mean and its deviation."""

    mu: float = MEAN
    sigma: float = DEVIATION

    @property
    def shown(self) -> int:
        """The number that people read."""
        return round(MIDDLE + STEP * (self.mu - MEAN))

    @property
    def margin(self) -> int:
        """How far the truth may be from it, 95 times of 100."""
        return round(Z * STEP * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether too few games are known yet."""
        return self.sigma > SURE


def after_game(
    ratings: Sequence[Rating], shares: Sequence[float], scores: Sequence[int]
) -> list[Rating]:
    """Return the ratings after a game, by shares of the victory; scores part the others."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MEAN, sigma=DEVIATION)
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in ratings]
    worth = [share + BY_SCORE * score for share, score in zip(shares, scores, strict=True)]
    return [Rating(float(one.mu), float(one.sigma)) for (one,) in model.rate(teams, scores=worth)]
