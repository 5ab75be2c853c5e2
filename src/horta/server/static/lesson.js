// A lesson beside the table: says what to do, answers what was done, and lets things glow.
// It stands in for the stream of a table: nobody else plays here.
import { arrow, ring } from "./arrows.js";
import { finished, keep, keyOf, standing } from "./progress.js";

const NS = "http://www.w3.org/2000/svg";

export class Lesson {
  // `show(state)` draws a table, `say` tells something quietly, `targets` knows what can be chosen.
  constructor(main, { board, lang, words, show, fail, targets }) {
    Object.assign(this, { main, board, lang, words, show, fail, targets });
    this.panel = main.querySelector("#lesson");
    this.said = main.querySelector("#lesson-said");
    this.base = main.dataset.base ?? `/learn/${main.dataset.lesson}`; // an exercise is a lesson, too
    this.tables = main.dataset.tables;
    this.key = keyOf(main.dataset.lesson, this.tables);
    this.guide = JSON.parse(main.querySelector("#guide").textContent);
    this.step = 0;
    this.busy = false;
    this.panel.addEventListener("click", (event) => this.onClick(event));
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  // What a stream does for a table.
  reach() { return Promise.resolve(true); }
  follow() {
    const kept = standing(this.key);
    const first = this.guide.chapter === 0 && this.guide.moment === 0;
    if (!this.guide.chosen && kept && first && (kept.chapter || kept.moment)) this.go(kept, { quiet: true });
    else { this.adopt(this.guide, { quiet: true }); }
  }

  get at() {
    const { chapter, moment, played } = this.guide;
    return { chapter, moment, played };
  }

  async post(path, body) {
    const answer = await fetch(`${this.base}/${path}?lang=${this.lang}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...body, tables: this.tables }),
    });
    return { ok: answer.ok, told: await answer.json() };
  }

  async go(place, { quiet = false } = {}) {
    if (this.busy) return;
    this.busy = true;
    this.main.setAttribute("aria-busy", "true");
    if (place.action !== undefined && this.words.looks) this.answer(this.words.looks); // it may take a second
    try {
      const { ok, told } = await this.post("at", place);
      // A lesson may have changed since: whoever stood where nothing leads begins the chapter anew.
      if (!ok && place.moment) { this.busy = false; await this.go({ chapter: place.chapter, moment: 0, played: [] }, { quiet }); return; }
      if (!ok) { this.fail(told.error); return; }
      if ("answer" in told) { this.reply(told.answer); return; }
      this.step += 1;
      this.show({ ...told.state, step: this.step });
      this.adopt(told.guide, { quiet });
    } catch {
      this.fail(this.words.lost);
    } finally {
      this.busy = false;
      this.main.removeAttribute("aria-busy");
      const place = this.panel.querySelector(".lesson-answer");
      if (place && place.textContent === this.words.looks) place.hidden = true; // there was no answer
    }
  }

  play(action) { return this.go({ ...this.at, action }); }

  // What an action would bring: the tags and the bar in hand ask for it.
  async worth(path) {
    const action = new URLSearchParams(path.slice(path.indexOf("?") + 1)).get("action");
    if (action === null) return null;
    const { ok, told } = await this.post("preview", { ...this.at, action: Number(action) });
    return ok ? told : null;
  }

  adopt(guide, { quiet }) {
    this.guide = guide;
    this.shown = false;
    if (this.panel.dataset.at !== undefined || guide.html !== undefined) this.panel.innerHTML = guide.html;
    this.panel.dataset.at = `${guide.chapter}.${guide.moment}`;
    this.panel.dataset.kind = guide.kind;
    this.main.dataset.kind = guide.kind;
    const { kind, wanted, next } = guide;
    this.panel.dataset.wants = JSON.stringify({ kind, wanted, last: !next });
    const done = guide.next === null || guide.next.chapter !== guide.chapter ? [guide.chapter] : [];
    keep(this.key, { ...this.at, done });
    for (const button of this.panel.querySelectorAll("[data-chapter]")) {
      button.classList.toggle("done", finished(this.key).includes(Number(button.dataset.chapter)));
    }
    this.glow();
    if (quiet) return;
    const now = this.panel.querySelector(".lesson-now");
    this.said.textContent = now.innerText.replace(/\s+/g, " ");
    const onward = this.panel.querySelector("[data-lesson=go], [data-lesson=on]");
    (onward ?? now).focus({ preventScroll: true });
    this.panel.scrollTop = 0;
  }

  answer(text) {
    const place = this.panel.querySelector(".lesson-answer");
    place.textContent = text;
    place.hidden = false;
    place.scrollIntoView({ block: "nearest" });
  }

  reply(text) {
    this.answer(text);
    this.panel.dataset.answers = `${1 + Number(this.panel.dataset.answers ?? 0)}`;
    if (this.targets.held || this.targets.spot) this.targets.drop();
  }

  onClick(event) {
    const chapter = event.target.closest("[data-chapter]");
    if (chapter) { this.go({ chapter: Number(chapter.dataset.chapter), moment: 0, played: [] }); return; }
    const what = event.target.closest("[data-lesson]")?.dataset.lesson;
    if (what === "go" && this.guide.next) this.go(this.guide.next);
    else if (what === "back" && this.guide.back) this.go(this.guide.back);
    else if (what === "show") this.hint();
    else if (what === "do") this.play(this.guide.wanted.action);
    else if (what === "on") this.playOn();
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea")) return;
    if (event.key === "s" && this.guide.wanted) { event.preventDefault(); this.hint(); }
    if (event.key === "g") this.panel.querySelector("[data-lesson=go]")?.click();
  }

  // Show me: what it is in words, an arrow to it, and the focus on what has to be chosen next.
  hint() {
    const { wanted, clues } = this.guide;
    if (clues?.length) { this.reply(clues.shift()); return; } // what it is about, before what it is
    const place = this.panel.querySelector(".lesson-answer");
    place.textContent = this.words.shown.replace("{choice}", wanted.label);
    place.hidden = false;
    this.panel.querySelector("[data-lesson=do]").hidden = false;
    this.shown = true;
    this.glow();
    this.handle(wanted)?.focus();
  }

  // What has to be chosen next for an action: a button, a piece, or its place.
  handle({ action, target }) {
    const large = this.main.matches(".choosing") && this.main.querySelector(`#choice [data-action="${action}"]`);
    if (large) return large;
    if (!target.element) return this.main.querySelector(`#part-question [data-action="${action}"]`);
    const pieces = new Set([...this.board.querySelectorAll("[data-target].lit")].map((node) => node.dataset.target));
    const { held } = this.targets;
    // A piece that is a choice of its own cannot be picked up; its place is chosen at once.
    const first = target.piece && held !== target.piece && pieces.has(target.piece)
      && !this.targets.actionsAt?.has(target.piece) && this.many();
    const names = first ? [target.piece] : [target.element, ...(target.cells ?? [])];
    for (const name of names) {
      const node = this.board.querySelector(`[data-target="${CSS.escape(name)}"].lit`);
      if (node) return node;
    }
    return null;
  }

  // Whether there are several pieces to choose from: then one is picked up first.
  many() { return (this.targets.pieces?.size ?? 0) > 1 || (this.targets.actionsAt?.size ?? 0) > 0; }

  // Drawn over the table: a ring around what the text is about, and arrows.
  glow() {
    const svg = this.board.querySelector("svg");
    svg?.querySelector(".lesson-layer")?.remove();
    if (!svg) return;
    const layer = document.createElementNS(NS, "g");
    layer.setAttribute("class", "lesson-layer");
    layer.setAttribute("aria-hidden", "true");
    const { wanted } = this.guide;
    const target = this.shown && wanted ? wanted.target : null;
    const names = [...this.guide.show, ...(target ? [target.element, ...(target.cells ?? [])] : [])];
    for (const name of new Set(names.filter(Boolean))) {
      const box = this.box(svg, name);
      if (box) layer.append(ring(box));
    }
    const arrows = target?.piece && target.element ? [[target.piece, target.element]] : this.guide.arrows;
    for (const [from, to] of arrows) {
      const ends = [this.box(svg, from), this.box(svg, to)];
      if (ends.every(Boolean)) layer.append(...arrow(...ends));
    }
    svg.append(layer);
  }

  // The place of a thing on the whole drawing.
  box(svg, name) {
    const which = `[data-target="${CSS.escape(name)}"], [data-thing="${CSS.escape(name)}"], [data-mark="${CSS.escape(name)}"]`;
    const matrix = svg.getScreenCTM()?.inverse();
    let found = null;
    for (const node of svg.querySelectorAll(which)) {
      if (node.closest(".lesson-layer, .ghost")) continue;
      const seen = node.getBoundingClientRect();
      if (!matrix || !seen.width) continue;
      const [a, b] = [new DOMPoint(seen.left, seen.top), new DOMPoint(seen.right, seen.bottom)].map((point) => point.matrixTransform(matrix));
      const thing = !node.matches("[data-target]");
      // Every seat has a thing of that name: the first is the learner's own.
      if (found && (found.thing || !thing)) continue;
      found = { x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y, thing };
    }
    return found;
  }

  playOn() {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: `${this.base}/on` });
    const field = Object.assign(document.createElement("input"), { type: "hidden", name: "tables", value: this.tables });
    form.append(field);
    document.body.append(form);
    form.submit();
  }
}
