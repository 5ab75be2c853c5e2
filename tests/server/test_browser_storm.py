"""A house of five processes in a storm: nothing is lost, nothing doubled, everybody sees it all.

`python -m tests.server.storm --seconds 600` is the long form.
"""

from __future__ import annotations

import random

from . import browsing
from .conftest import Postgres, postgres_folder
from .storm import Storm

SECONDS = 20


@browsing.needs_chromium
def test_a_storm_loses_and_doubles_nothing(browser, tmp_path):
    with postgres_folder() as folder:
        postgres = Postgres(folder).start()
        storm = Storm(postgres, tmp_path, tables=6)
        try:
            storm.start()
            pages = [Page(browser, storm, table) for table in storm.tables[:3]]
            storm.blow(SECONDS, lambda: [page.hop() for page in pages])
            storm.settle()
            for page in pages:
                page.catches_up()
            found = storm.check()
        finally:
            storm.stop()
            postgres.stop()
    assert found["killed"]["postgres"] == 1
    assert found["killed"].get("web", 0) + found["killed"].get("worker", 0) >= 3
    print(found)


class Page:
    """A page of a real browser that looks on, now at this process and now at that."""

    def __init__(self, browser, storm, table):
        self.storm, self.table = storm, table
        self.choice, self.page = random.Random(f"page {table.id}"), browser.new_page()
        self.page.set_default_timeout(browsing.HANG)
        self._open()

    def _open(self):
        try:
            self.page.goto(f"{self.choice.choice(self.storm.links)}/t/{self.table.id}")
        except browsing.sync_api.Error:  # that process has just been killed
            return

    def hop(self):
        """Go to another process now and then; else the page finds its way back by itself."""
        if self.choice.random() < 0.1:
            self._open()

    def catches_up(self):
        if not self.page.url.startswith("http"):
            self._open()
        steps = self.table.steps
        self.page.wait_for_function(
            f"() => document.querySelector('#board')?.dataset.shown === '{steps}'"
        )
        self.page.close()
