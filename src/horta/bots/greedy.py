"""The bot that looks one to two plies ahead: its own turn, then the best answer to it.

Every action is tried on a few deals of what the seat cannot know, the seat's turn is finished as
the estimates advise, and the game's evaluation tells the margin. The best few actions are then
looked at again with the answer of the next seat.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from horta.bots.bot import Bot, Budget, InfoState, Thought
from horta.bots.estimates import new_scratch
from horta.bots.lookahead import TABLES, Terms, look_ahead
from horta.core.binding import bind
from horta.core.contract import Doubles
from horta.core.game import Game
from horta.core.outcome import tie_breaks

DEALS = 4
ANSWERED = 6


@dataclass(frozen=True)
class GreedyBot:
    """Plays what its evaluation likes best."""

    deals: int = DEALS
    answered: int = ANSWERED
    """How many actions are looked at together with the answer to them."""

    def choose(self, info: InfoState, budget: Budget) -> int:
        """Return the action with the best expected margin."""
        return self.think(info, budget)[0].action

    def think(self, info: InfoState, budget: Budget) -> list[Thought]:
        """Return all actions with their expected margins, the best first."""
        del budget
        if len(info.legal) == 1:
            return [Thought(info.legal[0], 0.0)]
        leads = look(info, info.legal, self.deals, reply=False)
        order = np.argsort(-leads, kind="stable")
        ranked = [Thought(info.legal[k], float(leads[k])) for k in order]
        if self.answered > 1:
            few = [thought.action for thought in ranked[: self.answered]]
            again = look(info, tuple(few), max(1, self.deals // 2), reply=True)
            best = [few[k] for k in np.argsort(-again, kind="stable")]
            margin = {thought.action: thought.margin for thought in ranked}
            ranked[: self.answered] = [Thought(action, margin[action]) for action in best]
        return ranked


def look(info: InfoState, actions: tuple[int, ...], deals: int, *, reply: bool) -> Doubles:
    """Return the mean margin of the seat after each action."""
    game, engine = info.game, info.engine
    leads = np.zeros(len(actions))
    scratch = new_scratch(game, TABLES, info.seed, compiled=engine.compiled)
    terms = Terms(
        root=info.table,
        actions=np.array(actions, np.int32),
        breaks=tie_breaks(game),
        seat=info.seat,
        players=info.players,
        deals=deals,
        reply=reply,
        has_prior=game.rules.prior is not None,
        revealed=info.revealed,
    )
    bind(look_ahead, engine)(scratch, terms, leads)
    return leads


def make(game: Game, players: int, *, deals: int = DEALS, answered: int = ANSWERED) -> Bot:
    """Make a greedy bot."""
    del game, players
    return GreedyBot(deals, answered)
