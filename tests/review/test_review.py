"""A review judges every decision by what its seat knew, and claims nothing within its error."""

from __future__ import annotations

import copy
import dataclasses
import json
import random
from xml.etree import ElementTree

import pytest

import horta
from horta.bots.bot import info_state
from horta.bots.hints import points_said
from horta.core import registry
from horta.core.errors import BadFile, HortaError
from horta.core.i18n import catalogue
from horta.core.match import Match
from horta.review import Depth, Review, Verdict, reviewing, weighing
from horta.review.graph import draw
from horta.review.reasons import reason
from horta.review.reviewing import judged, review, review_step, weigh_at
from horta.review.telling import tell, tell_all
from horta.review.verdicts import judge
from horta.review.weighing import Estimate, Weighed, estimate, searcher, weigh
from horta.review.written import Decision, draws, read_decision, write_decision

TINY = {"usual": Depth(first=6, trees=2, iterations=4, glance=3)}


@pytest.fixture
def tiny(monkeypatch):
    monkeypatch.setattr(reviewing, "DEPTHS", TINY)


def played(game, seed, steps, left=None, **options):
    """Return a match after some random choices, or so many before its end."""
    match, choice = horta.start(game, seed=seed, **options), random.Random(seed)
    while not match.over and (left is not None or len(match.actions) < steps):
        match.play(choice.choice(match.legal))
    return match if left is None else match.back_to(len(match.actions) - left)


@pytest.mark.compiled
@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("game", horta.games())
def test_every_decision_is_judged_and_told(game):
    match = played(game, 3, 0, left=8)
    last = match.copy()
    while not last.over:
        last.play(last.legal[-1])
    found = review(last.back_to(len(last.actions)), seed=1)
    asked = [k for k in range(len(last.actions)) if len(last.back_to(k).legal) > 1]
    assert [one.step for one in found.decisions] == asked
    some = Review(found.game, found.players, "usual", 1, found.result, found.decisions[-4:])
    for lang in ("en", "fr", "de"):
        for told, one in zip(tell_all(last, some, lang), some.decisions, strict=True):
            assert told.sentence
            assert told.played == last.back_to(one.step).label(last.actions[one.step], lang)
            assert len(told.ways) == len(one.ways) >= 2
    svg = ElementTree.fromstring(draw(found, last.names(), "de"))
    lines = [one for one in svg.iter() if one.get("class", "").startswith("course")]
    assert len(lines) == last.players
    for step, shares in found.chances():
        assert step <= len(last.actions) + 1
        assert sum(shares) == pytest.approx(1)


@pytest.mark.parametrize("game", horta.games())
def test_what_was_drawn_is_read_from_the_events(game):
    match = played(game, 4, 60)
    found = draws(match)
    for step in range(len(match.actions)):
        told = match.back_to(step + 1).events(step)
        kinds = {one.kind for number, one in told if number == step + 1}
        assert (step in found) is bool(kinds & match.game.reveals)
    assert 0 < len(found) < len(match.actions)


@pytest.mark.parametrize("game", horta.games())
def test_the_strongest_search_of_a_game_judges_to_the_end(game):
    bot = searcher(info_state(played(game, 4, 2)))
    assert bot.guides is not None
    assert bot.tuning.depth == 0, "reasons are lines of final sheets"


def test_a_game_without_a_network_is_judged_too(monkeypatch):
    monkeypatch.setattr(weighing, "network_file", lambda game: None)
    info = info_state(played("paris", 3, 8))
    assert searcher(info).guides is None
    assert weigh(info, info.legal[0], 2, 4).lines


class TestReasonsCompareWithWhatWasPlayed:
    game = registry.game("paris")
    names = tuple(line.name for line in game.lines[:2])
    first, second = map(game.presentation.words("en").line, names)

    def way(self, action, points, *lines, value=None, error=0.1):
        """An action that ends so many points ahead, with something on the first lines."""
        count = len(self.game.lines)
        shares = (Estimate(0.5, 0.1), Estimate(0.5, 0.1))
        return Weighed(
            *(action, Estimate(points / 100 if value is None else value, 0.001)),
            *(Estimate(points, error), shares),
            (*lines, *(0.0,) * (count - len(lines))),
            (action,),
            (error,) * count,
        )

    def why(self, played, *others):
        ways = tuple(sorted((played, *others), key=lambda one: -one.value.mean))
        decision = Decision(0, 0, 5, ways, ways.index(played))
        say = catalogue("horta.review", "en")
        return [reason(self.game, decision, way, say) for way in ways]

    def test_the_best_is_compared_with_what_was_played_and_that_with_the_best(self):
        """What a third action brings changes nothing."""
        best, played, third = self.way(1, 3.0, 3.0), self.way(2, 0.0), self.way(3, -2.0, 0.0, -2.0)
        assert self.why(played, best, third) == [
            f"It brings about 3 points more in “{self.first}” than what was played.",
            f"It brings about 3 points less in “{self.first}” than the best.",
            f"It brings about 2 points less in “{self.second}” than what was played.",
        ]
        assert self.why(best, played)[0] == (
            f"It brings about 3 points more in “{self.first}” than the next best."
        )

    def test_a_loss_is_no_reason_why_something_is_the_best(self):
        best = self.way(1, 3.0, -1.0)
        assert self.why(self.way(2, 0.0), best) == [
            "It costs the opponents about 4 points more than what was played. "
            f"But it brings about 1 point less in “{self.first}”.",
            "It leaves the opponents about 4 points more than the best. "
            f"But it brings about 1 point more in “{self.first}”.",
        ]

    def test_many_small_lines_are_told_together(self):
        small = (0.35,) * 6
        best = self.way(1, 2.1, *small)
        why = self.why(self.way(2, 0.0), best)
        assert why[0].endswith("in all it ends about 2.1 points better than what was played.")
        assert why[1].endswith("in all it ends about 2.1 points worse than the best.")
        unsure = self.way(1, 2.1, *small, error=0.9)
        assert self.why(self.way(2, 0.0), unsure)[0].startswith("No single line")

    def test_a_line_is_named_only_if_it_differs_by_more_than_chance(self):
        even = self.way(1, 2.0, 2.0, value=0.0, error=0.9)
        assert self.why(self.way(2, 0.0, value=0.0, error=0.9), even) == [
            "As far as can be told, the next best leads to the same score sheet.",
            "As far as can be told, what was played leads to the same score sheet.",
        ]
        alone = Decision(0, 0, 1, (even,), 0)
        assert not reason(self.game, alone, even, catalogue("horta.review", "en"))


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (1.0, ("1 point", "1 point", "1 Punkt")),
        (0.96, ("1 point", "1 point", "1 Punkt")),
        (0.4, ("0.4 points", "0,4 point", "0,4 Punkte")),
        (1.5, ("1.5 points", "1,5 point", "1,5 Punkte")),
        (2.0, ("2 points", "2 points", "2 Punkte")),
        (10.0, ("10 points", "10 points", "10 Punkte")),
    ],
)
def test_one_point_is_one_point_in_every_language(value, told):
    assert tuple(points_said(value, lang) for lang in ("en", "fr", "de")) == told


@pytest.mark.compiled
@pytest.mark.usefixtures("tiny")
def test_one_more_action_is_weighed_as_closely_as_what_would_be_blamed():
    match = played("paris", 3, 0, left=6)
    step = 0
    action, how = match.legal[-1], TINY["usual"].times(match.game.scrutiny)
    found = weigh_at(match, step, action, seed=4)
    assert found == weigh_at(match, step, action, seed=4)
    assert found == weigh(info_state(match, seed=4, number=step), action, how.fresh, how.deeper)


@pytest.mark.compiled
@pytest.mark.usefixtures("tiny")
def test_the_same_seed_gives_the_same_review_whatever_the_jobs():
    match = played("bruxelles1897", 5, 0, left=10)
    one, two = review(match, seed=4), review(match, seed=4, jobs=3)
    assert one == two
    assert one != review(match, seed=5)
    assert Review.from_json(json.loads(json.dumps(one.to_json()))) == one
    step = one.decisions[-1].step
    assert review_step(match, step, seed=4) == one.decisions[-1]


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("game", ["bruxelles1893", "bruxelles1897"])
def test_a_decision_is_judged_by_what_its_seat_knew(game):
    """What the seat could not know is dealt anew, and nothing of the judgement changes."""
    match = played(game, 8, 30)
    while len(match.legal) < 2:
        match.play(match.legal[0])
    info = info_state(match)
    judgements, tables = [], set()
    for seed in range(3):
        other = Match(
            *(match.game, match.players, match.options, match.components),
            seed=None,
            table=info.deal(seed).tobytes(),
        )
        tables.add(other.table)
        other.play(match.legal[0])
        judgements.append(review_step(other, 0, seed=2))
    assert len(tables) == 3, "the deals differ"
    assert judgements[0] == judgements[1] == judgements[2]


def test_a_game_with_fewer_decisions_is_looked_at_more_closely(monkeypatch):
    """The scrutiny of a game multiplies the iterations, for one decision as for a whole game."""
    asked = []

    def decide(step, info, action, depth):
        asked.append(depth)
        return judged(step, info, [weighed(action, 0.5, 0.01)])

    monkeypatch.setattr(reviewing, "_decide", decide)
    for game in horta.games():
        match = played(game, 3, 6)
        asked.clear()
        review(match)
        review_step(match, next(k for k in range(6) if len(match.back_to(k).legal) > 1))
        times = match.game.scrutiny
        assert set(asked) == {Depth(200 * times, 6, 60 * times, glance=16, deeper=150 * times)}
        assert len(asked) > 1


def test_a_thrown_away_game_is_found(monkeypatch):
    """A planted blunder near the end, where a few playouts are sure."""
    monkeypatch.setattr(reviewing, "DEPTHS", {"usual": Depth(60, 4, 30)})
    match = horta.start("paris", seed=11)
    choice = random.Random(11)
    while not match.over:
        match.play(choice.choice(match.legal))
    found = 0
    for step in range(len(match.actions) - 6, len(match.actions)):
        before = match.back_to(step)
        if len(before.legal) < 3:
            continue
        info = info_state(before)
        worth = {action: weigh(info, action, 2, 20).value.mean for action in before.legal[:12]}
        best, worst = max(worth, key=worth.get), min(worth, key=worth.get)
        if worth[best] - worth[worst] < 0.3:
            continue
        before.play(worst)
        decision = review_step(before, step)
        assert decision.verdict in {Verdict.MISTAKE, Verdict.BLUNDER}
        assert decision.apart
        assert decision.ways[0].action != worst
        found += 1
    assert found


def weighed(action, value, error, points=0.0):
    sure = Estimate(value, error)
    lines = (0.0,) * len(registry.game("paris").lines)
    return Weighed(action, sure, Estimate(points, 0.1), (sure, sure), lines, (action,))


class TestNothingIsClaimedWithinTheError:
    def decide(self, *options):
        match = horta.start("paris", seed=1)
        return judged(0, info_state(match, match.to_play), list(options))

    @pytest.mark.parametrize(
        ("better", "error", "verdict", "apart"),
        [
            (0.50, 0.01, Verdict.BEST, False),
            (0.53, 0.02, Verdict.GOOD, False),  # one and a half errors away
            (0.60, 0.03, Verdict.GOOD, False),
            (0.51, 0.001, Verdict.GOOD, True),  # certain, and hardly worth a word
            (0.53, 0.005, Verdict.INACCURACY, True),
            (0.60, 0.01, Verdict.MISTAKE, True),
            (0.70, 0.01, Verdict.BLUNDER, True),
        ],
    )
    def test_a_verdict_needs_a_difference_that_is_larger(self, better, error, verdict, apart):
        one = self.decide(weighed(1, 0.5, error), weighed(2, better, error), weighed(0, 0.2, error))
        assert (one.verdict, one.apart) == (verdict, apart)
        assert one.ways[0].action == (1 if better == 0.5 else 2)
        assert one.cost == (pytest.approx(better - 0.5) if apart else 0.0)

    def test_points_count_where_the_winner_is_known(self):
        none = Estimate(0.0, 0.0)
        assert judge(none, Estimate(6.0, 0.5), apart=True) is Verdict.INACCURACY
        assert judge(none, Estimate(1.0, 0.5), apart=True) is Verdict.GOOD

    @pytest.mark.parametrize(
        ("chance", "points", "verdict"),
        [
            (Estimate(0.2, 0.1), Estimate(1.0, 0.1), Verdict.GOOD),
            (Estimate(0.2, 0.1), Estimate(5.0, 0.5), Verdict.INACCURACY),
            (Estimate(0.03, 0.005), Estimate(5.0, 4.0), Verdict.INACCURACY),
            (Estimate(0.01, 0.001), Estimate(5.0, 4.0), Verdict.GOOD),
        ],
    )
    def test_a_verdict_is_by_what_can_be_told_itself(self, chance, points, verdict):
        """That something is lost does not tell how much of the victory it is."""
        assert judge(chance, points, apart=True) is verdict

    def test_a_cost_is_named_only_in_what_can_be_told(self):
        played = Weighed(
            *(1, Estimate(0.5, 0.001), Estimate(0.0, 0.1)),
            *((Estimate(0.5, 0.05), Estimate(0.5, 0.05)), (), (1,)),
        )
        better = dataclasses.replace(
            played, action=2, value=Estimate(0.55, 0.001), points=Estimate(5.0, 0.1)
        )
        one = Decision(0, 0, 2, (better, played), 1)
        assert one.apart
        assert (one.cost, one.points_cost) == (0.0, 5.0)
        review = Review("paris", 2, "usual", 0, (), [one])
        assert review.expensive(0) == [one]
        assert review.accuracy(0)["all"] == 1.0
        unsure = dataclasses.replace(better, points=Estimate(5.0, 2.0))
        assert not Review(
            "paris", 2, "usual", 0, (), [Decision(0, 0, 2, (unsure, played), 1)]
        ).expensive(0)

    def test_what_cannot_be_told_apart_is_said_so(self):
        match = horta.start("paris", seed=1)
        first, second = match.legal[:2]
        one = self.decide(weighed(first, 0.5, 0.02), weighed(second, 0.52, 0.02))
        assert tell(match, one).sentence.endswith("as far as can be told.")
        assert all(one.even(way) for way in one.ways)
        best = self.decide(weighed(first, 0.52, 0.02), weighed(second, 0.5, 0.02))
        assert match.label(second) in tell(match, best).sentence, "nor is the best claimed alone"
        alone = self.decide(weighed(first, 0.9, 0.02), weighed(second, 0.5, 0.02))
        assert tell(match, alone).sentence == "The best that was found."

    @pytest.mark.parametrize(
        ("points", "error", "chance", "told"),
        [
            (6.0, 0.01, 0.2, "worth 6 points and 20% of the victory more (± 1%)."),
            (1.0, 0.01, 0.2, "worth 1 point and 20% of the victory more (± 1%)."),
            (0.1, 0.01, 0.2, "worth 20% of the victory more (± 1%)."),
            (-3.0, 0.01, 0.2, "worth 20% of the victory more (± 1%)."),
            (6.0, 0.05, 0.0, "worth 6 points more (± 0.3)."),
        ],
    )
    def test_only_what_can_be_told_apart_is_said_to_be_the_cost(self, points, error, chance, told):
        """A lead that is no larger than its error, or smaller, is not named."""
        match = horta.start("paris", seed=1)
        played, better = match.legal[:2]
        lines = (0.0,) * len(match.game.lines)

        def way(action, share, lead):
            both = (Estimate(share, error / 10), Estimate(1 - share, error / 10))
            shares = both if match.to_play == 0 else both[::-1]
            value = Estimate(share + lead / 100, 0.001)
            return Weighed(action, value, Estimate(lead, 0.1), shares, lines, (action,))

        one = self.decide(way(played, 0.5, 0.0), way(better, 0.5 + chance, points))
        assert tell(match, one).sentence.endswith(f"would have been {told}")

    def test_an_error_is_that_of_a_mean(self):
        found = estimate([1.0, 2.0, 3.0])
        assert (found.mean, found.error) == (2.0, pytest.approx(3**-0.5))
        apart = found.less(Estimate(1.0, 1.0))
        assert (apart.mean, apart.error) == (1.0, pytest.approx((1 + 1 / 3) ** 0.5))


def decision(step, seat, chances, best=None, *, apart=True):
    """A decision that left every seat with some chances, where others were to be had."""
    error = 0.01 if apart else 0.9
    none = Estimate(0.0, 0.0)
    ways = [
        Weighed(
            action,
            Estimate(shares[seat], error),
            none,
            tuple(Estimate(one, 0.01) for one in shares),
            (),
            (),
        )
        for action, shares in ((1, best or chances), (0, chances))
    ]
    return Decision(step, seat, 5, tuple(ways), 1)


class TestWhatIsReadFromAReview:
    review = Review(
        "paris",
        2,
        "usual",
        0,
        (1.0, 0.0),
        [
            decision(0, 0, (0.5, 0.5), best=(0.6, 0.4)),
            decision(1, 1, (0.8, 0.2), best=(0.5, 0.5)),
            decision(5, 0, (0.7, 0.3), best=(0.9, 0.1)),
            decision(8, 0, (0.5, 0.5), best=(0.9, 0.1), apart=False),
        ],
        drawn=(1, 3, 6, 8),
    )

    def test_the_most_expensive_decisions_are_such_as_certainly_cost_something(self):
        assert [one.step for one in self.review.expensive(0)] == [5, 0]
        assert [one.step for one in self.review.expensive(0, 1)] == [5]

    def test_accuracy_is_told_by_phase(self):
        exact = self.review.accuracy(1)
        assert exact["opening"] == exact["all"] < 0.1
        assert exact["middle"] is exact["end"] is None
        assert self.review.accuracy(0)["end"] == 1.0

    def test_luck_is_what_was_drawn_and_not_what_the_searches_think_otherwise(self):
        """Nothing was drawn after the first decision: the searches differ, and that is no luck."""
        second, third, last = self.review.luck()
        assert [one.step for one in (second, third, last)] == [1, 5, 8]
        assert [one.mean for one in second.chances] == pytest.approx([0.1, -0.1])
        assert second.told
        # What follows cannot be told apart from its best: all of it is what was to be expected.
        assert [one.mean for one in third.chances] == pytest.approx([0.0, 0.0])
        assert not third.told
        assert [one.mean for one in last.chances] == pytest.approx([0.5, -0.5])  # to the result
        found = self.review.fortune(0)
        assert found.mean == pytest.approx(0.6)
        errors = (0.01**2 + 0.01**2) + (0.01**2 + 0.01**2 / 2) + 0.01**2
        assert found.error == pytest.approx(errors**0.5)

    def test_no_luck_is_told_where_nothing_is_known_to_be_drawn(self):
        assert dataclasses.replace(self.review, drawn=()).luck() == []

    def test_the_course_ends_with_the_result(self):
        assert self.review.chances()[0] == (1, (0.5, 0.5))
        assert self.review.chances()[-1] == (10, (1.0, 0.0))

    def test_it_can_be_had_as_a_table(self):
        pytest.importorskip("pandas")
        frame = self.review.frame()
        assert list(frame["verdict"]) == ["mistake", "blunder", "blunder", "good"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda made: made.update(form="horta.review/9"),
        lambda made: made.pop("decisions"),
        lambda made: made.update(decisions=[{"step": "soon"}]),
        lambda made: made.update(decisions=7),
        lambda made: made.update(game="chess"),
        lambda made: made.update(players=9),
        lambda made: made["decisions"][0].update(rank=2),
        lambda made: made["decisions"][0].update(seat=-1),
        lambda made: made["decisions"][0]["ways"][0].update(chances=[]),
        lambda made: made["decisions"][0]["ways"][0].update(action="castle"),
    ],
)
def test_a_damaged_review_is_refused_with_words(spoil):
    made = copy.deepcopy(TestWhatIsReadFromAReview.review.to_json())
    assert Review.from_json(made).players == 2
    spoil(made)
    with pytest.raises(HortaError):
        Review.from_json(made)
    with pytest.raises(BadFile):
        Review.from_json([])


def test_a_decision_whose_chances_were_not_calibrated_is_no_longer_read():
    """A store that keeps such has the review made anew."""
    game, one = registry.game("paris"), TestWhatIsReadFromAReview.review.decisions[0]
    made = write_decision(game, one)
    assert read_decision(game, 2, made) == one
    for old in ({**made, "form": "horta.review/1"}, {k: made[k] for k in made if k != "form"}, []):
        with pytest.raises(BadFile, match="no review of the form"):
            read_decision(game, 2, old)


def test_what_cannot_be_reviewed_is_refused_with_words():
    match = played("paris", 1, 3)
    with pytest.raises(
        HortaError, match="there is no depth 'abyss'; there are glance, quick, usual, deep"
    ):
        match.review("abyss")
    with pytest.raises(HortaError, match="nothing was decided after 3 actions"):
        review_step(match, 3)
    with pytest.raises(HortaError, match="there is no moment 9"):
        review_step(match, 9)


@pytest.mark.usefixtures("tiny")
def test_the_command_reviews_a_file(tmp_path):
    from typer.testing import CliRunner

    from horta.cli import app

    file = tmp_path / "game.json"
    file.write_text(json.dumps(played("paris", 2, 4).transcript()))
    out, plot = tmp_path / "review.json", tmp_path / "review.svg"
    run = ["review", str(file), "--all", "--lang", "fr", "--out", str(out), "--plot", str(plot)]
    done = CliRunner().invoke(app, run)
    assert done.exit_code == 0, done.output
    assert "toute la partie" in done.output
    assert done.output.count("(joué)") == 4
    assert done.output.count("finale") >= 2 * 4, "the alternatives, too"
    assert len(Review.from_json(json.loads(out.read_text())).decisions) == 4
    assert plot.read_text().startswith("<svg")
    assert CliRunner().invoke(app, ["review", str(file), "--seat", "7"]).exit_code != 0
    nowhere = ["--out", str(tmp_path / "nowhere" / "review.json")]
    refused = CliRunner().invoke(app, ["review", str(file), *nowhere])
    assert isinstance(refused.exception, BadFile)


class Fresh:
    """Scales of an action whose fresh trees find a worth of their own."""

    def __init__(self, action, seemed, worth):
        self.action, self.found, self.worth, self.asked = action, seemed, worth, 0

    def read(self):
        one = Estimate(self.found, 0.01)
        return Weighed(self.action, one, one, (one, one), (0.0,), (self.action,))

    def anew(self, trees, iterations):
        self.found = self.worth
        self.add(trees, iterations)

    def add(self, trees, iterations):
        self.asked += trees


@pytest.mark.parametrize(
    ("real", "cost", "asked"),
    [
        ((0.4, 0.3, 0.6), 0.2, [6, 0, 6]),  # the best is better indeed: the third way is not needed
        ((0.4, 0.4, 0.4), 0.0, [2, 2, 2]),  # both were only lucky, and few trees tell it
        ((0.7, 0.3, 0.6), 0.0, [2, 0, 2]),  # what was played was unlucky
    ],
)
def test_what_would_be_blamed_is_weighed_anew_by_trees_that_did_not_find_it(real, cost, asked):
    seemed = zip(range(3), (0.4, 0.55, 0.8), real, strict=True)
    scales = [Fresh(*one) for one in seemed]
    weighed = [one.read() for one in scales]
    reviewing._look_again(scales, weighed, Depth(6, 2, 4, fresh=6))
    assert [one.asked for one in scales] == asked
    found = judged(0, info_state(played("paris", 3, 0)), weighed)
    assert found.cost == pytest.approx(cost)
    assert found.apart is bool(cost)


def test_fresh_trees_are_none_of_those_before():
    info = info_state(played("paris", 3, 8))
    scales = reviewing.Scales(info, info.legal[0])
    scales.add(2, 4)
    before = list(scales.found)
    scales.anew(2, 4)
    assert scales.grown == 4
    assert not any(one in before for one in scales.found)
    assert scales.read().value == estimate([one.value for one in scales.found])
