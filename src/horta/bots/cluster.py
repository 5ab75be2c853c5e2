"""The arena on many machines: the same games, spread over a Ray cluster (`horta[cluster]`)."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from horta.bots.play import Result
from horta.core.errors import HortaError

if TYPE_CHECKING:
    from horta.bots.arena import Order, Plan, Task

WAITING = 4
"""Games handed out for each processor at a time: enough to keep it busy, few enough to stop."""


def join() -> Any:
    """Join the cluster that `RAY_ADDRESS` names, or start one on this machine; return Ray."""
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise HortaError("a cluster needs Ray: pip install 'horta[cluster]'") from None
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False)
    return ray


def play_on_ray(orders: Sequence[Order]) -> Iterator[tuple[int, Result]]:
    """Yield the numbers and results of games as the cluster finishes them.

    A game whose worker dies is played once more inside a process of its own, which tells whose
    turn it is: so a bot that takes its process down is named and costs its own game only, while a
    game that was lost with a machine is simply played again.
    """
    ray = join()
    play: Any = ray.remote(max_retries=0)(_play)
    contain: Any = ray.remote(max_retries=2)(_play_contained)
    most = WAITING * max(1, int(ray.cluster_resources().get("CPU", 1)))
    left = list(range(len(orders)))[::-1]
    running: dict[Any, int] = {}
    while left or running:
        while left and len(running) < most:
            number = left.pop()
            running[play.remote(*orders[number])] = number
        done, _ = ray.wait(list(running))
        for finished in done:
            number = running.pop(finished)
            try:
                result = ray.get(finished)
            except ray.exceptions.WorkerCrashedError:
                running[contain.remote(*orders[number])] = number
            else:
                yield number, result


def _play(plan: Plan, task: Task) -> Result:
    import os

    from horta.bots.arena import play_task

    os.environ.setdefault("HORTA_JIT", "1")
    return play_task(plan, task)


def _play_contained(plan: Plan, task: Task) -> Result:
    from horta.bots.arena import play_apart

    return play_apart(plan, task)
