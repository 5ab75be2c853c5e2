// A choice among cards or boards: they are laid out large over the table, each with its effect in
// words, what it costs and what it brings. The layout folds away, so that the table can be looked at.
import { gain, point } from "./options.js";
import { picture, readable } from "./picture.js";
import { spoken } from "./spoken.js";

const MOST = 16;
const ACROSS = 5; // so many side by side, where there is room
const OTHERS = 1; // among the cards, one other thing may be offered: the pile that takes a card, say

export class Choices {
  constructor(panel, { board, room, targets, worth, words, folded }) {
    Object.assign(this, { panel, board, room, targets, worth, words, folded });
    this.fold = panel.querySelector("[data-fold]");
    this.cards = panel.querySelector(".choice-cards");
    this.more = panel.querySelector("[data-below]");
    this.more.addEventListener("click", () => this.below()[0]?.scrollIntoView({ block: "nearest" }));
    this.cards.addEventListener("scroll", () => this.count(), { passive: true });
    this.fold.addEventListener("click", () => this.turn(this.fold.getAttribute("aria-expanded") !== "true"));
    new ResizeObserver(() => { this.cards.querySelectorAll(".icon").forEach(readable); this.count(); }).observe(this.cards);
    panel.addEventListener("keydown", (event) => this.onKey(event));
  }

  get open() { return !this.panel.hidden && this.fold.getAttribute("aria-expanded") === "true"; }

  // A new question: whether it is one among cards, and then which.
  show(actions) {
    const offered = actions.filter((one) => one.target.element);
    const nodes = new Map(offered.map((one) => [one, this.targets.find(one.target.element)[0]]));
    const cards = offered.filter((one) => nodes.get(one)?.matches('[data-card="pick"]'));
    const fits = cards.length && actions.length > 1 && offered.length <= MOST
      && offered.length - cards.length <= OTHERS && !offered.some((one) => one.target.piece);
    this.panel.hidden = !fits;
    this.cards.replaceChildren(...(fits ? offered.map((one) => this.card(one, nodes.get(one))) : []));
    const rows = Math.ceil(offered.length / ACROSS);
    this.cards.style.setProperty("--columns", Math.ceil(offered.length / rows) || 1);
    this.cards.classList.toggle("large", rows === 1);
    this.cards.scrollTop = 0;
    this.set(Boolean(fits));
  }

  // The cards that lie lower than the screen shows, by half or more.
  below() {
    const { bottom } = this.cards.getBoundingClientRect();
    return [...this.cards.children].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.height && box.top + box.height / 2 > bottom;
    });
  }

  // They are counted, as what can be chosen beyond an edge of the board is.
  count() {
    const { length } = this.below(), text = length ? `↓ ${length}` : "";
    this.more.hidden = !length;
    if (this.more.textContent !== text) this.more.textContent = text;
  }

  card(action, node) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "choice-card";
    button.dataset.action = action.action;
    const drawn = node && picture(this.board.querySelector("svg"), node, { lettered: true });
    if (drawn) button.append(drawn);
    const { facts, effect } = spoken(node?.dataset.tip ?? "");
    // Some labels say the effect as well: once is enough.
    const title = (effect ? action.label.replace(effect, "") : action.label).replace(/[\s:·]+$/, "");
    const more = facts.filter((fact) => !title.toLowerCase().includes(fact.toLowerCase()));
    const words = document.createElement("span");
    words.className = "words";
    words.append(line("strong", title));
    if (more.length) words.append(line("span", more.join(" · "), "facts"));
    if (effect) words.append(line("span", effect, "effect"));
    button.append(words);
    point(button, [action.target.element], this.targets);
    gain(words, action, { worth: this.worth, words: this.words });
    words.addEventListener("told", () => this.count()); // it made the card longer
    return button;
  }

  set(open) {
    this.fold.setAttribute("aria-expanded", String(open));
    this.room.classList.toggle("choosing", open && !this.panel.hidden);
    this.board.inert = this.open; // what is covered is not reached
    this.count();
  }

  turn(open) {
    this.set(open);
    this.folded();
  }

  onKey(event) {
    const cards = [...this.cards.children];
    const at = cards.indexOf(event.target.closest(".choice-card"));
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (event.key === "Escape" && this.open) { this.turn(false); this.fold.focus(); }
    else if (step && at >= 0) { event.preventDefault(); cards[(at + step + cards.length) % cards.length].focus(); }
  }
}

function line(kind, text, name = "") {
  const node = document.createElement(kind);
  node.textContent = text;
  if (name) node.className = name;
  return node;
}
