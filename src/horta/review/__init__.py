"""Review: understand a game after it was played.

    review = horta.replay(transcript).review()
    review.expensive(seat=0)           # the decisions that cost most
    review.accuracy(seat=0)            # by phase of the game
    review.frame()                     # everything, as a table

Every decision is judged by searches that know what its seat knew. Nothing is claimed that they
cannot tell apart: what lies within their error counts as equally good.
"""

from horta.review.reviewing import DEPTHS, Depth, judge_at, review, review_step
from horta.review.verdicts import Verdict
from horta.review.weighing import Estimate, Weighed
from horta.review.written import Decision, Review

__all__ = [
    "DEPTHS",
    "Decision",
    "Depth",
    "Estimate",
    "Review",
    "Verdict",
    "Weighed",
    "judge_at",
    "review",
    "review_step",
]
