"""A real browser walks every lesson in every language, by mouse and by keyboard."""

from __future__ import annotations

import json

import pytest
from tests.server.browsing import Visit, needs_chromium

import horta
from horta.core import registry
from horta.core.i18n import LANGUAGES
from horta.core.lesson_course import moments
from horta.core.lessons import lessons_of

pytestmark = needs_chromium

LESSONS = [(game, one) for game in horta.games() for one in lessons_of(registry.game(game))]
KEY = "horta-lessons"
TURNS = 12
"""So many ways a piece can lie on a place, and some more."""


CENTRE = """name => {
  const open = (at) => document.elementsFromPoint(at.x, at.y)
    .map(one => one.closest?.("[data-target].lit")).find(Boolean)?.dataset.target;
  for (const node of document.querySelectorAll(`#board [data-target="${name}"]`)) {
    node.scrollIntoView({ block: "nearest", inline: "nearest" });
    const box = node.getBoundingClientRect();
    for (const y of [.5, .3, .7, .15, .85]) for (const x of [.5, .3, .7, .15, .85]) {
      const at = { x: box.x + box.width * x, y: box.y + box.height * y };
      if (open(at) === name) return at;
    }
  }
  return null;
}"""


def name_of(value):
    return value if isinstance(value, str) else value.name


class Learner(Visit):
    """Somebody who follows a lesson."""

    def begin(self, game, lesson, lang="en", **query):
        more = "".join(f"&{name}={value}" for name, value in query.items())
        self.page.goto(f"/learn/{game}/{lesson}?lang={lang}{more}")
        self.page.wait_for_selector("#lesson[data-at]")

    @property
    def at(self):
        return self.page.get_attribute("#lesson", "data-at")

    def guide(self):
        """Return what the page wants: the kind of the moment, and the action with its target."""
        return json.loads(self.page.get_attribute("#lesson", "data-wants"))

    def moved_from(self, at):
        self.page.wait_for_function(
            "at => document.querySelector('#lesson').dataset.at !== at"
            " && !document.querySelector('main').hasAttribute('aria-busy')",
            arg=at,
        )

    def tells(self):
        """Return the action that would be played by placing what is in hand."""
        told = self.page.evaluate("document.querySelector('#hold')?.dataset.tells ?? ''")
        return int(told) if told else None

    # by mouse

    def centre(self, name):
        """Return a point of a thing that is uppermost there."""
        return self.page.evaluate(CENTRE, name)

    def click(self, name):
        point = self.centre(name)
        assert point is not None, f"{name} cannot be clicked"
        self.page.mouse.move(point["x"], point["y"])
        return point

    def do_by_mouse(self, wanted):
        target, action = wanted["target"], wanted["action"]
        if self.page.locator(f'.choosing #choice [data-action="{action}"]').count():
            self.page.locator(f'#choice [data-action="{action}"]').click()
        elif not target["element"]:
            self.page.locator(f'#part-question [data-action="{action}"]').first.click()
        elif not target.get("piece"):
            point = self.click(target["element"])
            self.page.mouse.click(point["x"], point["y"])
        else:
            self.place_by_mouse(target, action)

    def place_by_mouse(self, target, action):
        if self.page.locator(f'#board [data-target="{target["piece"]}"].lit').count():
            point = self.click(target["piece"])
            self.page.mouse.click(point["x"], point["y"])
        for name in dict.fromkeys([target["element"], *target.get("cells", [])]):
            if self.centre(name) is None:
                continue
            point = self.click(name)
            for _ in range(TURNS):
                if self.tells() == action:
                    self.page.mouse.click(point["x"], point["y"])
                    return
                self.page.keyboard.press("r")
        pytest.fail(f"nothing places {action} on {target}")

    # by keyboard

    def do_by_keyboard(self, wanted):
        """Press S until the focus is on what has to be chosen, R until it lies right, Enter."""
        at = self.at
        self.page.keyboard.press("s")
        if self.page.evaluate("document.activeElement.dataset.target ?? ''") == wanted[
            "target"
        ].get("piece"):
            self.page.keyboard.press("Enter")  # the piece is in hand now
            self.page.keyboard.press("s")
        for _ in range(TURNS):
            if self.tells() in (None, wanted["action"]):
                break
            self.page.keyboard.press("r")
        self.page.keyboard.press("Enter")
        self.moved_from(at)

    def walk(self, lesson, *, by):
        """Walk a whole lesson; return how many moments were seen."""
        seen = 0
        whole = sum(len(moments(chapter)) for chapter in lesson.chapter)
        while True:
            seen += 1
            assert seen <= whole, "the lesson goes in a circle"
            now, guide = self.at, self.guide()
            assert self.page.inner_text(".lesson-now").strip()
            if guide["kind"] == "do":
                if by == "mouse":
                    self.do_by_mouse(guide["wanted"])
                    self.moved_from(now)
                else:
                    self.do_by_keyboard(guide["wanted"])
            elif guide["last"]:
                return seen, whole
            elif by == "mouse":
                self.page.click("[data-lesson=go]")
                self.moved_from(now)
            else:
                if seen == 1:
                    self.page.keyboard.press("g")
                else:  # the focus is on the button already
                    assert self.page.evaluate("document.activeElement.dataset.lesson") == "go"
                    self.page.keyboard.press("Enter")
                self.moved_from(now)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("by", ["mouse", "keyboard"])
@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=name_of)
def test_every_lesson_can_be_walked(browser, house, artefacts, game, lesson, by, lang):
    with Learner(browser, house) as visit:
        visit.begin(game, lesson.name, lang)
        seen, whole = visit.walk(lesson, by=by)
        assert seen == whole
        assert lesson.end.said(lang).split()[0] in visit.page.inner_text(".lesson-end")
        visit.page.screenshot(path=artefacts / f"lesson-{game}-{lesson.name}-{lang}-{by}-end.png")
