"""What all tests share.

The suite runs in two forms. With HORTA_JIT=0 (`make quick`) rules run as they are written, and
tests marked `compiled` are skipped; otherwise the compiled rules are loaded before the first test.
"""

from __future__ import annotations

import contextlib
import os
import random

import pytest

from horta.core import registry
from horta.core.engine import plain_engine

os.environ.setdefault("HORTA_JIT", "1")

# A busy machine is slow, and that is no defect of what is tested.
with contextlib.suppress(ImportError):  # `make rules` needs pytest alone
    from hypothesis import HealthCheck, settings

    settings.register_profile("horta", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("horta")

LONG_FILES = ("test_browser", "test_proof", "test_belle_games")


def pytest_collection_modifyitems(items):
    # Long files begin first, so that nobody waits for one of them at the end.
    items.sort(key=lambda item: not item.path.name.startswith(LONG_FILES))
    if os.environ["HORTA_JIT"] != "0":
        return
    skip = pytest.mark.skip(reason="needs the compiled rules; HORTA_JIT=0 is set")
    for item in items:
        if "compiled" in item.keywords:
            item.add_marker(skip)


@pytest.fixture
def deals_alike():
    """Tell whether `setup` gives the same table, byte for byte, on one that was played before."""

    def check(game_id, players, stop, **options):
        game = registry.game(game_id)
        rules, given = plain_engine(game), game.read_options(options)
        fresh, used = (game.new_table(players, given, game.read_components(None)) for _ in "ab")
        rules.setup(fresh, 0, 77)
        rules.setup(used, 0, stop)
        out, choice = game.new_list(), random.Random(stop)
        for _ in range(stop):
            if rules.to_play(used, 0) < 0:
                break
            count = rules.legal(used, 0, out)
            rules.step(used, 0, int(out[choice.randrange(count)]))
        assert used.tobytes() != fresh.tobytes()
        rules.setup(used, 0, 77)
        return used.tobytes() == fresh.tobytes()

    return check
