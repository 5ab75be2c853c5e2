"""The lab: change a game, let bots play it over the same deals, and see what differs.

    from horta.lab import Experiment

    results = Experiment(
        "bruxelles1893",
        {"today": {}, "crown from 2": {"components": {"boards": {"gauchie_palace": [2, …, 7]}}}},
        players=5, bots="mcts:50it", games=1000, options={"asymmetric": True},
    ).run("crown")
    results.tell()             # a sentence for each finding
    results.compare()          # the findings, with intervals, corrected for their number
    results.frame()            # every seat of every game, as a table

Nothing is claimed that the games cannot tell from chance.
"""

from horta.lab.comparing import Finding, Level, Measure
from horta.lab.experiment import BadExperiment, Experiment, Sweep, read_experiment
from horta.lab.results import Results, run

__all__ = [
    "BadExperiment",
    "Experiment",
    "Finding",
    "Level",
    "Measure",
    "Results",
    "Sweep",
    "read_experiment",
    "run",
]
