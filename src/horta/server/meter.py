"""The meter: what the house counts and times for whoever runs it; `operators` tells it."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram

ANSWERS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
THOUGHTS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60)


class Meter:
    """Counts and times; each house has one."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Histogram(
            "horta_request_seconds",
            "Seconds until an answer began, by route as declared",
            ("method", "route", "status"),
            buckets=ANSWERS,
            registry=self.registry,
        )
        self.actions = Counter(
            "horta_actions",
            "Entries that were accepted into a transcript, by who made them",
            ("game", "by"),
            registry=self.registry,
        )
        self.thinking = Histogram(
            "horta_thinking_seconds",
            "Seconds that a bot thought about a step",
            ("game", "bot"),
            buckets=THOUGHTS,
            registry=self.registry,
        )
