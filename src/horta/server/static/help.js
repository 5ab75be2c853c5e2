// Help where it is needed: "what can I do here?" beside the table, and one sentence about something
// new the first time that it comes up on this device.
const KEY = "horta-explained";
const OFF = "*"; // kept among the names: nothing is explained by itself
const small = matchMedia("(max-width: 62rem), (max-height: 30rem)");
const across = matchMedia("(max-height: 30rem)"); // a phone on its side: no room for a sentence
const CORNERS = ["right-low", "left-low", "right-high", "left-high"];

export class Help {
  constructor({ main, ask, board, book, words, firsts = [], address, at, say }) {
    Object.assign(this, { main, ask, board, book, words, firsts, address, at, say });
    this.said = null; // what is being explained, and at which step
    this.note = document.querySelector("#first-time");
  }

  watch() {
    document.addEventListener("click", (event) => {
      if (event.target.closest?.("[data-help]")) this.open();
      if (event.target.closest?.("[data-again]")) this.again();
      if (event.target.closest?.("#first-time [data-enough]")) this.hush();
    });
    document.addEventListener("change", (event) => {
      if (!event.target.matches?.("[data-new]")) return;
      this.keep(event.target.checked ? this.known().filter((name) => name !== OFF) : [...this.known(), OFF]);
      if (!event.target.checked) this.hush();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
      // At an item, the key asks for the rule of the item.
      if (event.target.matches?.("input, select, textarea") || event.target.closest?.("[data-tip]") || this.at()) return;
      if (this.ask.querySelector(".help-link")) this.open();
    });
    for (const turned of [small, across]) turned.addEventListener("change", () => this.settle());
  }

  // The button stands at the end of the band, whoever is to play.
  offer({ over, curtain }) {
    const old = this.ask.querySelector(".help-link"), row = this.ask.querySelector(".buttons") ?? this.ask.querySelector(".asked");
    // A lesson explains its steps itself.
    if (over || curtain !== null || !row || this.main.dataset.lesson) { old?.remove(); return; }
    if (old) return; // it may have the focus
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "sign help-link", textContent: "?", title: this.words.help });
    button.setAttribute("aria-label", this.words.help);
    button.setAttribute("aria-controls", "book");
    button.dataset.help = "";
    row.append(button);
  }

  async open() {
    let html = "";
    try {
      const answer = await fetch(this.address("help"));
      if (answer.ok) html = await answer.text();
    } catch { /* told below */ }
    this.book.show(html, this.words.help);
    const fresh = document.querySelector("#book [data-new]");
    if (fresh) fresh.checked = !this.known().includes(OFF);
  }

  // Everything is explained once more, from the next thing on.
  again() {
    this.keep([]);
    document.querySelector("#book [data-new]").checked = true;
    this.say(this.words.again);
  }

  // What has come up for the first time, if anything; one thing at a time, and never again.
  tell({ step, mine, over, actions }) {
    if (this.said && this.said.step !== step) this.hush();
    if (this.said || !mine || over || across.matches) { this.settle(); return; }
    const known = this.known();
    if (known.includes(OFF)) return;
    const spans = new Set(actions.map(({ text }) => text.split(" ", 1)[0]));
    const first = this.firsts.find((one) => !known.includes(one.name)
      && (one.spans.some((span) => spans.has(span)) || one.shows.some((name) => this.lies(name))));
    if (!first) return;
    this.said = { step, name: first.name };
    this.keep([...known, first.name]);
    this.note.querySelector(".first-text").textContent = first.text;
    const link = this.note.querySelector("a");
    link.href = `${this.book.rules}#${first.rule}`;
    this.note.hidden = false;
    this.settle();
  }

  lies(beginning) {
    return [...this.board.querySelectorAll("[data-target], [data-thing]")].some((node) =>
      (node.dataset.target ?? node.dataset.thing).replace(/-[0-9]+(?=-|$)/g, "").startsWith(beginning));
  }

  // On a laptop the sentence heads the column, or stands in a corner where nothing can be chosen;
  // on a phone it is the last line of the band, for the options come first.
  settle() {
    const { note } = this, side = document.querySelector("#side");
    note.hidden = !this.said || across.matches;
    if (note.hidden) return;
    const folded = this.main.classList.contains("folded");
    const place = small.matches ? this.ask : folded ? this.main : side;
    if (place === this.ask) { if (place.lastElementChild !== note) place.append(note); }
    else if (note.parentNode !== place || place.firstElementChild !== note) place.prepend(note);
    note.classList.toggle("afloat", place === this.main);
    if (place === this.main) this.float();
  }

  // In the corner where it hides least of the table; nothing that can be chosen is covered, or else the
  // sentence waits for another time.
  float() {
    const boxes = (what) => [...this.board.querySelectorAll(what)].map((node) => (node.querySelector(":scope > .hit") ?? node).getBoundingClientRect());
    const lit = boxes(".lit"), drawn = boxes(".region:not([display=none])"), told = boxes(".region:not([display=none]) text:not(.far)");
    const hidden = CORNERS.map((corner) => {
      this.note.dataset.corner = corner;
      const own = this.note.getBoundingClientRect(), sum = (all) => all.reduce((area, box) => area + shared(box, own), 0);
      return sum(lit) ? Infinity : sum(drawn) + 20 * sum(told); // letters before empty paper
    });
    const least = Math.min(...hidden);
    this.note.dataset.corner = CORNERS[hidden.indexOf(least)];
    if (least < Infinity) return;
    this.note.hidden = true;
    this.keep(this.known().filter((name) => name !== this.said.name));
    this.said = null;
  }

  hush() {
    this.said = null;
    this.note.hidden = true;
  }

  known() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
      return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
    } catch {
      return this.unkept ?? [];
    }
  }

  keep(names) {
    this.unkept = names; // a private window remembers for as long as it is open
    try { localStorage.setItem(KEY, JSON.stringify(names)); } catch { /* it keeps nothing */ }
  }
}

// How much of two boxes lies over each other.
function shared(a, b) {
  return Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
}
