"""How large everything on a screen is: measured in the browser, in pixels as a person sees them."""

from __future__ import annotations

import random

import horta

SIZES = {
    "1440x757": (1440, 757, False),
    "1280x720": (1280, 720, False),
    "1024x768": (1024, 768, False),
    "390x844": (390, 844, True),
    "844x390": (844, 390, True),
}
LARGEST = {
    "paris": {"postcards": "random"},
    "bruxelles1897": {"players": 4},
    "bruxelles1893": {"players": 5, "belle_epoque": True, "asymmetric": True},
}
"""Every game at its largest number of players with everything on."""

MEASURE = r"""() => {
  const unseen = (at) => {
    if (at.checkVisibility && !at.checkVisibility()) return true; // in a panel that is closed, say
    for (let one = at; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.display === "none" || style.visibility === "hidden") return true;
      if (style.opacity === "0") return true;
      if (one.matches("title, style, script, defs, .sr")) return true;
    }
    return false;
  };
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, at = node.parentElement;
    const text = node.textContent.replace(/\s+/g, " ").trim();
    if (!text || unseen(at)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    let size = parseFloat(getComputedStyle(at).fontSize);
    if (at.ownerSVGElement) {
      const m = at.getScreenCTM();
      size *= Math.sqrt(Math.abs(m.a * m.d - m.b * m.c));
    }
    texts.push({ text, size, word: /\p{L}{2,}/u.test(text) });
  }
  const view = (document.querySelector("#board") ?? document.body).getBoundingClientRect();
  const all = (what) => [...document.querySelectorAll(what)];
  const lit = all("#board:not([inert]) .lit").filter((one) => !unseen(one)).map((one) => {
    const box = (one.querySelector(":scope > .hit") ?? one).getBoundingClientRect();
    return {
      name: one.dataset.target, width: box.width, height: box.height,
      x: box.x + box.width / 2, y: box.y + box.height / 2,
      shown: box.left > view.left - 2 && box.right < view.right + 2
        && box.top > view.top - 2 && box.bottom < view.bottom + 2,
    };
  }).filter((one) => one.width > 0);
  const named = (one) => one.getAttribute("aria-label") ?? one.textContent.trim();
  // Everything that can be hit, except for links within a sentence.
  const inline = (one) => one.matches("a") && getComputedStyle(one).display === "inline"
    && one.closest("p, li, td, dd, figcaption")?.textContent.trim() !== one.textContent.trim();
  const buttons = all("button, summary, a[href], input, select, textarea")
    .filter((one) => !unseen(one) && !inline(one) && !one.matches(".skip"))
    .map((one) => ({ name: named(one), ...one.getBoundingClientRect().toJSON() }))
    .filter((one) => one.width > 0);
  return { texts, lit, buttons };
}"""


def large_table(game, steps, seed=21):
    """Return a match at its largest, after some random choices, where there is something to ask."""
    match = horta.start(game, seed=seed, **LARGEST[game])
    choice = random.Random(8)
    while len(match.actions) < steps or len(match.legal) < 2:
        match.play(choice.choice(match.legal))
    return match


LETTERED = r"""(place) => {
  // The smallest words of a drawing that are shown, in pixels.
  const seen = (one, { visibility, opacity }) => one.getClientRects().length
    && visibility !== "hidden" && opacity !== "0" && !one.closest("defs");
  const texts = [...document.querySelectorAll(`${place} svg text`)]
    .filter((one) => seen(one, getComputedStyle(one)) && /\p{L}{2,}/u.test(one.textContent));
  const sizes = texts.map((one) => {
    const m = one.getScreenCTM();
    return parseFloat(getComputedStyle(one).fontSize) * Math.sqrt(Math.abs(m.a * m.d - m.b * m.c));
  });
  return Math.min(...sizes);
}"""

UNSAID = r"""() => {
  // What is lettered on the drawing and not shown, and stands neither on the page nor in the tag of
  // the thing, which a pointer, the focus or a tap brings.
  const page = [...document.querySelectorAll("#part-question, #part-seats, #side, .choice")]
    .map((one) => one.innerText).join(" ").toLowerCase();
  const hidden = [...document.querySelectorAll("#board .far")]
    .filter((one) => one.getClientRects().length && one.textContent.trim());
  const unsaid = hidden.filter((one) => {
    const tip = one.closest("[data-tip]")?.dataset.tip.toLowerCase() ?? "";
    const lines = [...one.childNodes].map((line) => line.textContent).join(" ");
    const words = lines.toLowerCase().match(/\p{L}{2,}|\d+/gu) ?? [];
    return !words.every((word) => tip.includes(word) || page.includes(word));
  });
  return { unsaid: unsaid.map((one) => one.textContent), hidden: hidden.length };
}"""

HIDDEN = r"""() => {
  // The words that are lettered on a region of the drawing, seen or not, that no text beside says.
  const said = [...document.querySelectorAll("#part-question, #part-seats, #side")]
    .map((one) => one.innerText).join(" ").toLowerCase();
  const words = (region) => [...region.querySelectorAll("text")]
    .filter((one) => !one.closest(".overlay, defs, [data-absent]"))
    .flatMap((one) => [...one.childNodes].filter((child) => child.nodeName !== "title"))
    .flatMap((one) => one.textContent.toLowerCase().match(/\p{L}{3,}(?!\p{L}*…)/gu) ?? []);
  const regions = document.querySelectorAll("#board > svg > .region:not(.headline)");
  return [...regions].map((region) => ({
    region: region.getAttribute("class").replace("region", "").trim(),
    words: [...new Set(words(region))].filter((word) => !said.includes(word)),
  }));
}"""


CROWDED = r"""() => {
  // What cannot be told apart on the drawing: what a coin of the last moves covers, a text over
  // another, rows of a track that touch, and a number of the seats, tiles and stores that has grown
  // over a picture beside it, or hides the picture that it stands on.
  const rect = (node) => node.getBoundingClientRect();
  const ink = (node) => { // where the letters of a line are
    const { left, right, top, width, height } = rect(node);
    const at = { top: top + 0.2 * height, bottom: top + 0.75 * height, height: 0.55 * height };
    return { left, right, width, ...at };
  };
  const shared = (a, b) => {
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return width > 0 && height > 0 ? width * height : 0;
  };
  const middle = (box) => (box.left + box.right) / 2;
  const area = ({ box }) => box.width * box.height;
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const texts = all("#board svg text:not(.far)")
    .filter((node) => node.checkVisibility() && node.textContent.trim())
    .filter((node) => !node.closest(".overlay, defs, .none, [data-absent]"))
    .map((node) => ({ node, text: node.textContent.trim(), box: ink(node) }))
    .filter(({ box }) => box.width > 1);
  const found = [], coins = all("#board .moved circle").map(rect);
  texts.forEach((one, k) => {
    const hidden = coins.some((coin) => shared(coin, one.box) > 0.1 * area(one));
    if (hidden) found.push(`${one.text} under a coin`);
    for (const other of texts.slice(k + 1)) {
      const least = 0.1 * Math.min(area(one), area(other));
      if (shared(one.box, other.box) > least) found.push(`${one.text} over ${other.text}`);
    }
  });
  const steps = texts.filter(({ node }) => node.closest("[data-thing^=track-]"));
  for (const { node, text, box } of steps) {
    const apart = { ...box, bottom: box.bottom + 0.5 * box.height };
    const below = steps.filter((one) => one.node.parentNode !== node.parentNode)
      .filter((one) => one.box.top > box.top && shared(apart, one.box));
    found.push(...below.map((one) => `${text} close above ${one.text}`));
  }
  const parts = ["line", "tile", "supply", "cube"].map((name) => `[data-target^=${name}-]`);
  for (const one of texts) {
    const group = one.node.closest(parts.join(","));
    for (const box of group ? all("use", group).map(rect) : []) {
      const on = Math.abs(middle(box) - middle(one.box)) < 0.2 * box.width;
      const large = one.box.width > box.width || one.box.height > 0.66 * box.height;
      if (on ? large : shared(box, one.box) > 0.25 * area(one)) {
        found.push(`${one.text} over a picture of ${group.dataset.target}`);
      }
    }
  }
  return found;
}"""


NAMELESS = r"""() => [...document.querySelectorAll(
  `#board :is([data-target^=place-], [data-target^=postcard-], [data-target^=theatre-])
    :is(.name, .serif, .card-title).far`
)].map((one) => one.textContent)"""
"""The places, postcards and notables whose label is blank."""


TORN = r"""() => {
  // What is badly set in the band: a word that is broken in two, a mark that begins a line, and a
  // sign that is as high as the option beside it.
  const found = [], ask = document.querySelector("#part-question");
  const aside = (at) => getComputedStyle(at).position === "absolute"; // only read aloud
  for (const label of ask.querySelectorAll(".pick .label, .asked strong")) {
    const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    let low = 0; // where the line of the last letter ends
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!label.checkVisibility() || aside(node.parentElement)) continue;
      for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}]+|[:;!?]/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
        if (!boxes.length) continue;
        const begins = low && boxes[0].top > low - 4;
        if (boxes.at(-1).top > boxes[0].bottom - 4) found.push(`${word} is broken`);
        if (begins && /[:;!?]/.test(word)) found.push(`${word} begins a line: ${node.data}`);
        low = boxes.at(-1).bottom;
      }
    }
  }
  const signs = [...ask.querySelectorAll(".buttons > .sign")];
  const high = signs.filter((one) => one.getBoundingClientRect().height > 48);
  return [...found, ...high.map((one) => `${one.ariaLabel} is stretched`)];
}"""


def position(game, seed, steps):
    """Return a match at its largest, after so many random choices."""
    match = horta.start(game, seed=seed, **LARGEST[game])
    choice = random.Random(seed)
    while len(match.actions) < steps:
        match.play(choice.choice(match.legal))
    return match


def too_small(found, touch):
    """Name what is too small to read or to hit."""
    least = 44 if touch else 24
    small = [
        f"{one['size']:.1f} px: {one['text'][:40]}"
        for one in found["texts"]
        if one["size"] < (11.95 if one["word"] else 10.95)
    ]
    for one in found["lit"]:
        # A thing that is smaller has room around it: what is chosen is what lies nearest, within
        # 22 px of a finger and 12 px of a pointer.
        apart = all(
            ((one["x"] - other["x"]) ** 2 + (one["y"] - other["y"]) ** 2) ** 0.5 >= least
            for other in found["lit"]
            if other["name"] != one["name"]
        )
        if min(one["width"], one["height"]) < least - 0.5 and not apart:
            small.append(f"{one['width']:.0f} × {one['height']:.0f}: target {one['name']}")
    for one in found["buttons"]:
        if min(one["width"], one["height"]) < least - 0.5:
            small.append(f"{one['width']:.0f} × {one['height']:.0f}: button {one['name'][:40]}")
    return small
