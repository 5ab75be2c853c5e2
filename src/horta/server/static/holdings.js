// What the drawing shows, in words: what a player has, and what the cards and places of the table do.
// The drawing names its things; here their names and effects stand as text, which wraps and which can
// be selected and read aloud. A click on a player's medallion shows what that player has.
import { lettering } from "./lettering.js";
import { measure, picture } from "./picture.js";
import { spoken } from "./spoken.js";

export class Holdings {
  constructor({ board, seats, place, cards }) {
    Object.assign(this, { board, seats, place, cards });
    this.chosen = null; // the player whose things are shown; by default one's own
    cards.addEventListener("toggle", () => this.fill());
  }

  get svg() { return this.board.querySelector("svg"); }

  // A new drawing. `own` is the seat that this screen belongs to.
  show(own) {
    this.own = own;
    this.fill();
  }

  // The same player again: no words; unless they were not in sight.
  choose(seat, unseen = false) {
    this.chosen = seat === this.seat && !unseen ? -1 : seat;
    this.fill();
  }

  get seat() { return this.chosen ?? this.own ?? -1; }

  fill() {
    const region = this.svg?.querySelector(`.region.seat-${this.seat}`);
    for (const button of this.seats.querySelectorAll("[data-words]")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.words) === this.seat));
    }
    this.place.hidden = !region;
    if (region && this.place.getClientRects().length) {
      const name = this.seats.querySelector(`[data-words="${this.seat}"] .name`)?.textContent ?? "";
      this.place.querySelector("h2").textContent = name;
      this.list(this.place.querySelector("ul"), held(region));
    }
    const table = [...(this.svg?.querySelectorAll(":scope > .region") ?? [])]
      .filter((one) => !one.matches(".headline, .sheet") && !/\bseat-\d/.test(one.getAttribute("class")));
    const things = table.flatMap(lettered);
    this.cards.hidden = !things.length;
    if (this.cards.open && this.cards.getClientRects().length) this.list(this.cards.querySelector("ul"), things);
  }

  list(place, nodes) {
    const said = new Map(); // what is there twice is said once
    for (const node of nodes) {
      const { facts, effect } = spoken(node.dataset.tip);
      const key = facts.join(" · ") + effect;
      if (!said.has(key)) said.set(key, { node, facts, effect });
    }
    const boxes = measure([...said.values()].map(({ node }) => node));
    place.replaceChildren();
    for (const { node, facts, effect } of said.values()) {
      const item = document.createElement("li");
      const icon = picture(this.svg, node, { box: boxes.shift() });
      if (icon) item.append(icon);
      const words = document.createElement("span");
      const card = node.matches("[data-card]");
      words.append(made(card ? "strong" : "span", facts.join(" · ")));
      if (card && effect) words.append(" ", made("span", effect, "effect"));
      item.classList.toggle("card", card);
      item.append(words);
      place.append(item);
    }
  }
}

// The things on a player's mat, the outer ones only; an empty place is no thing.
function held(region) {
  return [...region.querySelectorAll("[data-tip]")]
    .filter((node) => !node.closest("[data-absent]") && !node.parentElement.closest("[data-tip]"));
}

// The cards of the table, and whatever is lettered with words.
function lettered(region) {
  return [...region.querySelectorAll("[data-tip]")]
    .filter((node) => !node.closest("[data-absent]"))
    .filter((node) => node.matches("[data-card]") || (/\p{L}{3,}/u.test(lettering(node)) && !node.querySelector("[data-tip]")));
}

function made(kind, text, name = "") {
  const node = document.createElement(kind);
  node.textContent = text;
  if (name) node.className = name;
  return node;
}
