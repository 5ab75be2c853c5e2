// The band is one line high: what has no room on it waits behind a button that counts it. A question
// that would break in two does without the name before it, which stands among the seats, and is then
// set smaller.
const WAYS = ["", "brief", "brief tight"];

export class Band {
  constructor(ask, words) {
    Object.assign(this, { ask, words });
    new ResizeObserver(() => this.fit()).observe(ask);
    ask.addEventListener("click", (event) => {
      if (event.target.closest("[data-more]")) this.open(!ask.classList.contains("open"));
    });
  }

  // A new question begins with one line.
  show(step) {
    if (step !== this.step) this.ask.classList.remove("open");
    this.step = step;
    this.fit();
  }

  open(open) {
    this.ask.classList.toggle("open", open);
    this.fit();
  }

  fit() {
    this.settle();
    const picks = this.ask.querySelector(".picks"), more = this.ask.querySelector("[data-more]");
    if (!picks || !more) return;
    const open = this.ask.classList.contains("open");
    const end = picks.getBoundingClientRect().right + 1;
    const left = [...picks.children].filter((one) => one.getBoundingClientRect().right > end);
    const cut = getComputedStyle(picks).overflowX === "hidden" && left.length > 0;
    more.hidden = !open && !cut;
    more.setAttribute("aria-expanded", String(open));
    more.textContent = open ? "▴" : `+${left.length}`;
    more.setAttribute("aria-label", open ? this.words.fewer : this.words.more.replace("{n}", left.length));
  }

  settle() {
    const asked = this.ask.querySelector(".asked.mine");
    for (const way of asked ? WAYS : []) {
      asked.classList.remove("brief", "tight");
      if (way) asked.classList.add(...way.split(" "));
      const words = document.createRange();
      words.selectNodeContents(asked.querySelector("strong"));
      if (new Set([...words.getClientRects()].map((box) => Math.round(box.top))).size < 2) return;
    }
  }
}
