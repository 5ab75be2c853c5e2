// Picks: a question for a set ("two materials of your choice", a payment). The things are chosen in
// any order, on the table or in the band, and taken back until the set is confirmed; then the whole
// set is sent at once. What may still be added is what lies in some set with all that is chosen.
import { common } from "./options.js";
import { picture } from "./picture.js";

export class Picks {
  constructor({ board, ask, targets, words, changed, confirm, worth }) {
    Object.assign(this, { board, ask, targets, words, changed, confirm, worth });
    this.things = [];
  }

  get on() { return this.things.length > 0; }

  // A new state; what was chosen stays while the question is the same.
  adopt({ step, seat, actions, picks }) {
    const key = JSON.stringify([step, seat, picks?.sets]);
    if (key === this.key) return;
    this.key = key;
    this.things = picks?.things ?? [];
    this.others = actions.filter((one) => !this.on || picks.others.includes(one.action));
    this.sets = (picks?.sets ?? []).map(counted);
    this.chosen = new Map(); // action -> how often
    this.worths = new Map(); // a set -> what it brings
    const sizes = picks?.sets.map((one) => one.length) ?? [];
    this.size = sizes.length && Math.min(...sizes) === Math.max(...sizes) ? sizes[0] : 0;
    this.most = new Map(this.things.map(({ action }) => [action, Math.max(...this.sets.map((one) => one.get(action) ?? 0))]));
  }

  count(action) { return this.chosen.get(action) ?? 0; }
  get total() { return [...this.chosen.values()].reduce((sum, one) => sum + one, 0); }

  fits(set, chosen) { return [...chosen].every(([action, count]) => (set.get(action) ?? 0) >= count); }
  mayAdd(action) {
    const more = new Map(this.chosen).set(action, this.count(action) + 1);
    return this.sets.some((set) => this.fits(set, more));
  }
  get complete() { return this.makesSet(this.chosen); }
  makesSet(some) { return this.sets.some((set) => this.fits(set, some) && this.fits(some, set)); }
  has(action) { return this.things.some((one) => one.action === action); }

  // What lights up on the table: what can be added, or else taken back, and what can be done instead.
  actions() {
    if (!this.on) return this.others ?? [];
    const open = this.things.filter(({ action }) => this.mayAdd(action) || this.count(action));
    const told = open.map((one) => ({ ...one, light: true, label: this.mayAdd(one.action) ? one.label : this.back(one) }));
    return [...told, ...this.others];
  }

  back(one) { return this.words.unpick.replace("{choice}", one.label); }

  // An action that was chosen somewhere; false if it is none of the things.
  take(action) {
    if (!this.has(action)) return false;
    if (this.mayAdd(action)) this.change(action, 1);
    else if (this.count(action)) this.change(action, -1);
    return true;
  }

  change(action, by) {
    const count = this.count(action) + by;
    if (count > 0) this.chosen.set(action, count);
    else this.chosen.delete(action);
    this.refresh();
    this.changed();
  }

  // Why a thing of some set cannot be added now.
  refusal(name) {
    const one = this.things.find(({ target }) => target.element === name);
    return one && !this.mayAdd(one.action) ? this.words.apart : "";
  }

  // The tray in the band, in the place of the buttons for single steps.
  draw() {
    const buttons = this.ask.querySelector(".buttons");
    if (!this.on || !buttons || buttons.querySelector(".tray")) return;
    const others = new Set(this.others.map((one) => String(one.action)));
    for (const one of buttons.querySelectorAll("[data-action]")) if (!others.has(one.dataset.action)) one.remove();
    if (this.drawn !== this.key) this.make();
    buttons.prepend(this.tray, this.done);
    this.refresh();
    if (document.activeElement === document.body) this.focused?.focus({ preventScroll: true });
  }

  // Made once for a question: when the band is written anew, whoever stands here stays here.
  make() {
    this.drawn = this.key;
    this.tray = made("div", "tray");
    this.tray.setAttribute("role", "group");
    this.tray.setAttribute("aria-label", this.ask.querySelector(".asked strong")?.textContent ?? "");
    const names = short(this.things.map((one) => one.label));
    this.things.forEach((one, k) => this.tray.append(this.row(one, names[k])));
    this.done = button("primary confirm", this.words.confirm, () => this.confirm(this.list()));
    this.done.append(made("span", "sum"), made("span", "gain"));
    this.focused = null;
    for (const part of [this.tray, this.done]) {
      part.addEventListener("focusin", (event) => { this.focused = event.target; });
      // What is taken out of the page loses the focus too; that is no reason to forget it.
      part.addEventListener("focusout", ({ target }) => queueMicrotask(() => {
        if (target.isConnected && document.activeElement !== target) this.focused = null;
      }));
    }
  }

  // A thing that a set can hold once is pressed or not; others are counted.
  row(one, name) {
    const { action } = one, once = this.most.get(action) === 1;
    const row = made("span", once ? "thing once" : "thing");
    row.dataset.thing = action;
    const more = button("pick more", "", () => this.take(action));
    more.append(made("span", "label", name[0].toUpperCase() + name.slice(1)));
    const node = one.target.element ? this.targets.find(one.target.element)[0] : null;
    const icon = node && picture(this.board.querySelector("svg"), node);
    if (icon) more.prepend(icon);
    more.setAttribute("aria-label", one.label);
    const shown = [one.target.element].filter(Boolean);
    for (const on of ["pointerenter", "focus"]) more.addEventListener(on, () => this.targets.mark("cover-box", shown));
    for (const off of ["pointerleave", "blur"]) more.addEventListener(off, () => this.targets.mark("cover-box", []));
    if (once) { row.append(more); return row; }
    const less = button("less", "−", () => this.change(action, -1));
    less.setAttribute("aria-label", this.back(one));
    more.append(made("span", "plus", "+"));
    row.append(less, made("span", "count", "0"), more);
    return row;
  }

  // A set in words, and where its things lie.
  said(things) {
    const names = short(this.things.map((one) => one.label));
    const told = this.things.map((one, k) => ({ ...one, name: names[k], count: things.filter((each) => each === one.action).length }))
      .filter((one) => one.count);
    const label = told.map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name)).join(", ");
    return { label: label[0].toUpperCase() + label.slice(1), names: told.map((one) => one.target.element).filter(Boolean) };
  }

  list() { return [...this.chosen].flatMap(([action, count]) => Array(count).fill(action)); }

  // Counts, what is possible, and what the set brings; the focus stays on something that can be pressed.
  refresh() {
    this.mark();
    if (!this.tray?.isConnected) return;
    const focused = document.activeElement;
    for (const row of this.tray.children) {
      const action = Number(row.dataset.thing), count = this.count(action), once = row.matches(".once");
      const more = row.querySelector(".more");
      more.disabled = !this.mayAdd(action) && !(once && count);
      row.classList.toggle("chosen", count > 0);
      if (once) { more.setAttribute("aria-pressed", String(count > 0)); continue; }
      row.querySelector(".less").disabled = !count;
      row.querySelector(".count").textContent = count;
    }
    this.done.disabled = !this.complete;
    this.done.querySelector(".sum").textContent = this.size ? `${this.total}/${this.size}` : `${this.total}`;
    if (focused?.disabled) (this.done.disabled ? this.tray.querySelector("button:not([disabled])") : this.done)?.focus();
    this.gain();
  }

  mark() {
    const names = this.things.filter((one) => this.count(one.action)).map((one) => one.target.element).filter(Boolean);
    this.targets.mark("pick-box", names);
  }

  // What the set brings that a click on a thing would complete; null while it completes none.
  async worthWith(action) {
    const things = [...this.list(), action];
    return this.mayAdd(action) && this.makesSet(counted(things)) ? this.bring(things) : null;
  }

  bring(things) {
    const key = String([...things].sort((a, b) => a - b));
    if (!this.worths.has(key)) this.worths.set(key, this.worth(things));
    return this.worths.get(key);
  }

  async gain() {
    const place = this.done.querySelector(".gain"), chosen = this.list();
    place.textContent = "";
    if (!this.complete) return;
    const found = await this.bring(chosen);
    if (!found?.points || String(chosen) !== String(this.list())) return;
    place.classList.toggle("minus", found.points < 0);
    place.textContent = found.points > 0 ? `+${found.points}` : `−${-found.points}`;
  }
}

function counted(things) {
  const counts = new Map();
  for (const one of things) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

// What tells the labels apart: "Pay: wood" and "Pay: iron" are wood and iron under one question.
function short(labels) {
  if (labels.length < 2) return labels;
  const words = labels.map((one) => one.split(" "));
  const [head, tail] = common(words);
  return words.map((one) => one.slice(head, one.length - tail).join(" "));
}

function made(kind, name, text = "") {
  const node = document.createElement(kind);
  node.className = name;
  node.textContent = text;
  return node;
}

function button(name, text, act) {
  const node = made("button", name, text);
  node.type = "button";
  node.addEventListener("click", act);
  return node;
}
