"""Hints: ranked, with a reason, from what the seat may know."""

from __future__ import annotations

import re

import pytest
from tests.bots.tables import GAMES, after, retold

import horta

BOT = "mcts:200it,depth=0"


@pytest.mark.compiled
class TestHints:
    def test_hints_rank_legal_actions_with_margin_chance_and_reason(self):
        match = after("paris", 4, 30)
        hints = match.hint(bot=BOT)
        assert 1 <= len(hints) <= 5
        for hint in hints:
            assert hint.action in match.legal
            assert 0 <= hint.win <= 1
            assert hint.why.endswith(".")

    @pytest.mark.parametrize("game", GAMES)
    def test_reasons_name_lines_of_the_score_sheet_of_every_game(self, game):
        match = after(game, 4, 30)
        while len(match.legal) < 4:
            match.play(match.legal[0])
        lines = {match.game.presentation.words("en").line(line.name) for line in match.game.lines}
        hints = match.hint(bot=BOT)
        named = [re.findall("“(.+?)”", hint.why) for hint in hints]
        assert any(named)
        assert {line for some in named for line in some} <= lines

    def test_the_reason_names_the_line_that_the_action_feeds(self):
        from tests.bots.test_puzzles import PUZZLES

        puzzle = next(p.values[0] for p in PUZZLES if p.values[0]["answer"] == "activate CHA")
        match = horta.resume("paris", puzzle["position"])
        best = match.hint(bot="mcts:1600it")[0]
        assert match.text(best.action) == "activate CHA"
        assert "“Lit buildings”" in best.why or "“Largest group”" in best.why

    @pytest.mark.parametrize(("lang", "word"), [("fr", "Elle"), ("de", "Sie")])
    def test_hints_in_other_languages(self, lang, word):
        hints = after("paris", 4, 30).hint(lang=lang, bot=BOT)
        assert all(word in hint.why for hint in hints)

    def test_hints_do_not_depend_on_secrets(self):
        match = after("paris", 23, 6)
        told = [retold(match, deal).hint(bot=BOT) for deal in range(4)]
        assert all(each == told[0] for each in told)

    def test_a_hint_leaves_the_match_alone(self):
        match = after("paris", 4, 10)
        before = match.transcript()
        match.hint(bot=BOT)
        assert match.transcript() == before


def test_a_single_action_needs_no_thought():
    match = horta.start("paris", seed=2)
    while len(match.legal) > 1:
        match.play(match.legal[-1])
    (hint,) = match.hint()
    assert hint.action == match.legal[0]
    assert hint.why == "It is the only action."


def test_a_bot_without_a_search_gives_hints_without_chances():
    match = after("paris", 4, 33)
    hints = match.hint(bot="greedy:deals=1,answered=0")
    assert hints
    assert all(hint.win is None for hint in hints)


def test_wrong_questions_are_refused():
    match = horta.start("paris", seed=2)
    with pytest.raises(horta.HortaError, match="not the turn of seat"):
        match.hint(seat=1 - match.to_play)
    while not match.over:
        match.play(match.legal[-1])
    with pytest.raises(horta.HortaError, match="over"):
        match.hint()
