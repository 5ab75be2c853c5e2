// A study beside the table: chapters, variations and puzzles; arrows and marks are drawn over it.
import { Lesson } from "./lesson.js";
import { rememberStudy, solve, solvedIn } from "./study-memory.js";

const NS = "http://www.w3.org/2000/svg";
const STAR = "M0-17L4.5-5.5 17-5 7.5 3 10.5 15 0 8-10.5 15-7.5 3-17-5-4.5-5.5Z";

export class Study extends Lesson {
  constructor(main, tools) {
    super(main, tools);
    this.id = main.dataset.study;
    this.base = `/studies/${this.id}`;
    this.inner = main.querySelector("#study-panel");
    this.edit = main.querySelector("#study-edit");
    rememberStudy(this.id, main.dataset.studyTitle, main.dataset.keeps === "yes");
    this.edit?.addEventListener("submit", (event) => this.onEdit(event));
    this.edit?.querySelector("[data-point]").addEventListener("click", () => this.pointAt());
    this.edit?.querySelector("select[name=kind]").addEventListener("change", () => this.dress());
    for (const form of main.querySelectorAll("[data-where]")) {
      form.addEventListener("submit", () => { form.elements.where.value = JSON.stringify(this.at); });
    }
    main.querySelector("[data-drop]")?.addEventListener("submit", (event) => {
      const form = event.target;
      form.action = `${form.dataset.drop}${this.guide.chapter}/remove`;
      if (!confirm(this.words.sure)) event.preventDefault();
    });
  }

  follow() { this.adopt(this.guide, { quiet: true }); }

  get at() {
    const { chapter, node, played, solved } = this.guide;
    return { chapter, node, played, solved };
  }

  adopt(guide, { quiet }) {
    this.guide = guide;
    this.shown = false;
    this.inner.innerHTML = guide.html;
    this.panel.dataset.at = `${guide.chapter}.${guide.node}.${guide.played.length}`;
    this.panel.dataset.kind = this.main.dataset.kind = guide.kind;
    if (guide.solved && guide.node + guide.played.length) solve(this.id, guide.chapter);
    for (const button of this.inner.querySelectorAll(".lesson-chapters [data-chapter]")) {
      button.classList.toggle("done", solvedIn(this.id).includes(Number(button.dataset.chapter)));
    }
    this.share();
    const query = new URLSearchParams(location.search);
    query.set("chapter", guide.chapter + 1);
    if (guide.node) query.set("node", guide.node); else query.delete("node");
    history.replaceState(null, "", `${this.base}?${query}`);
    this.dress();
    this.glow();
    if (quiet) return;
    const now = this.panel.querySelector(".lesson-now");
    this.said.textContent = now.innerText.replace(/\s+/g, " ");
    (this.inner.querySelector(".study-follows button") ?? now).focus({ preventScroll: true });
    this.panel.scrollTop = 0;
  }

  // The picture of where the reader stands, as it is put into another page: it leads here.
  share() {
    const { chapter, node } = this.guide, { link } = this.panel.dataset;
    const picture = `${link}/${chapter + 1}.svg${node ? `?node=${node}` : ""}`;
    const here = `${link}?chapter=${chapter + 1}${node ? `&node=${node}` : ""}`;
    const title = this.inner.querySelector(".lesson-title").textContent.trim();
    const html = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
    const put = (name, value) => { this.main.querySelector(`[data-shared=${name}]`).value = value; };
    put("picture", picture);
    put("html", `<a href="${html(here)}"><img src="${html(picture)}" alt="${html(title)}"></a>`);
    put("markdown", `[![${title.replace(/[\\[\]<`*_]/g, "\\$&")}](${picture})](${here})`);
  }

  onClick(event) {
    const node = event.target.closest("[data-node]");
    const chapter = event.target.closest("[data-chapter]");
    const what = event.target.closest("[data-lesson]")?.dataset.lesson;
    if (node) this.go({ ...this.at, node: Number(node.dataset.node), played: [] });
    else if (chapter) this.go({ chapter: Number(chapter.dataset.chapter), node: 0, played: [], solved: false });
    else if (what === "back") this.go(this.guide.back);
    else if (what === "start") this.go({ ...this.at, node: 0, played: [] });
    else if (what === "hint") this.help();
    else if (what === "show") this.hint();
    else if (what === "do") this.play(this.guide.wanted.action);
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea")) return;
    if (event.target.closest?.("#board")) return; // there the arrows go from target to target
    if (event.key === "ArrowLeft" && this.guide.back) { event.preventDefault(); this.go(this.guide.back); }
    const first = this.inner.querySelector("[data-node]");
    if (event.key === "ArrowRight" && first) { event.preventDefault(); first.click(); }
  }

  // First a hint in words; then the way to the answer.
  help() {
    const place = this.panel.querySelector(".lesson-answer");
    place.textContent = this.guide.hint;
    place.hidden = !this.guide.hint;
    const show = this.panel.querySelector("[data-lesson=show]");
    show.hidden = !this.guide.wanted;
    this.panel.querySelector("[data-lesson=hint]").hidden = true;
    show.focus();
  }

  glow() {
    super.glow();
    const svg = this.board.querySelector("svg");
    svg?.querySelector(".study-layer")?.remove();
    if (!svg) return;
    const layer = shape("g", { class: "study-layer", "aria-hidden": "true" });
    for (const { from, to, kind } of this.guide.drawn.arrows) {
      const ends = [this.box(svg, from), this.box(svg, to)];
      if (ends.every(Boolean) && from !== to) layer.append(arrow(...ends, kind));
    }
    for (const { at, kind } of this.guide.drawn.marks) {
      const box = this.box(svg, at);
      if (box) layer.append(mark(box, kind));
    }
    svg.append(layer);
  }

  // What the author changes

  dress() {
    if (!this.edit) return;
    const { guide, edit } = this;
    const arrows = ["plan", "threat", "other"].includes(edit.querySelector("select[name=kind]").value);
    edit.querySelector(".to").hidden = !arrows;
    edit.querySelector("[data-do=branch]").hidden = guide.played.length === 0;
    for (const name of ["promote", "remove"]) edit.querySelector(`[data-do=${name}]`).hidden = guide.node === 0 || guide.played.length > 0;
    for (const name of ["note", "sign"]) edit.querySelector(`[data-do=${name}]`).hidden = guide.played.length > 0;
    const places = this.places();
    for (const list of edit.querySelectorAll("[data-places]")) {
      const before = list.value;
      list.replaceChildren(...places.map(([name, title]) => new Option(title, name, false, name === before)));
    }
    const said = JSON.stringify([guide.chapter, guide.node, guide.version]);
    if (edit.dataset.of === said) return;
    edit.dataset.of = said;
    for (const [form, values] of Object.entries(guide.edit ?? {})) {
      for (const [name, value] of Object.entries(values)) edit.querySelector(`[data-do=${form}] [name=${name}]`).value = value;
    }
  }

  places() {
    const found = new Map();
    for (const node of this.board.querySelectorAll("[data-target], [data-thing], [data-mark]")) {
      const name = node.dataset.target ?? node.dataset.thing ?? node.dataset.mark;
      const title = node.querySelector("title")?.textContent.split(" · ")[0];
      if (!found.has(name)) found.set(name, title ? `${title} (${name})` : name);
    }
    return [...found].sort((a, b) => a[1].localeCompare(b[1], this.lang));
  }

  pointAt() {
    this.main.classList.add("pointing");
    this.said.textContent = this.words.point;
    const choose = (event) => {
      const node = event.target.closest?.("[data-target], [data-thing], [data-mark]");
      event.preventDefault();
      event.stopPropagation();
      this.main.classList.remove("pointing");
      if (!node) return;
      const name = node.dataset.target ?? node.dataset.thing ?? node.dataset.mark;
      const [from, to] = this.edit.querySelectorAll("[data-places]");
      const second = !to.closest(".to").hidden && from.dataset.chosen === "yes";
      (second ? to : from).value = name;
      from.dataset.chosen = second ? "" : "yes";
      (second ? to : from).focus();
    };
    this.board.addEventListener("click", choose, { capture: true, once: true });
  }

  async onEdit(event) {
    const form = event.target;
    const what = form.dataset.do;
    if (!what) return;
    event.preventDefault();
    if (what === "remove" && !confirm(this.words.sure)) return;
    const change = { do: what, ...Object.fromEntries(new FormData(form)) };
    if (what === "sign" && form.querySelector(".to").hidden) delete change.to;
    if (this.busy) return;
    this.busy = true;
    try {
      const { ok, told } = await this.post("edit", { ...this.at, version: this.guide.version, change });
      if (!ok) { this.fail(told.error); return; }
      this.step += 1;
      this.show({ ...told.state, step: this.step });
      this.adopt(told.guide, { quiet: true });
      this.said.textContent = this.words.kept;
    } catch {
      this.fail(this.words.lost);
    } finally {
      this.busy = false;
    }
  }
}

function shape(name, attributes) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function mark({ x, y, width, height }, kind) {
  if (kind === "ring") return shape("rect", { class: "ring", x: x - 5, y: y - 5, width: width + 10, height: height + 10, rx: 12 });
  const d = kind === "star" ? STAR : "M-13-13L13 13M13-13L-13 13";
  return shape("path", { class: kind, d, transform: `translate(${x + width / 2} ${y + height / 2})` });
}

function arrow(a, b, kind) {
  const from = { x: a.x + a.width / 2, y: a.y + a.height / 2 }, to = { x: b.x + b.width / 2, y: b.y + b.height / 2 };
  const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy) || 1, bend = Math.min(120, length / 4) / length;
  const middle = { x: (from.x + to.x) / 2 - dy * bend, y: (from.y + to.y) / 2 + dx * bend };
  const far = Math.hypot(to.x - middle.x, to.y - middle.y) || 1;
  const ux = (to.x - middle.x) / far, uy = (to.y - middle.y) / far;
  const at = (back, aside) => `${to.x - ux * back - uy * aside} ${to.y - uy * back + ux * aside}`;
  const d = `M${from.x} ${from.y}Q${middle.x} ${middle.y} ${at(18, 0)}`;
  const made = shape("g", { class: kind });
  made.append(shape("path", { class: "halo", d }), shape("path", { class: "line", d }),
    shape("path", { class: "head", d: `M${at(0, 0)}L${at(32, 14)}L${at(23, 0)}L${at(32, -14)}Z` }));
  return made;
}
