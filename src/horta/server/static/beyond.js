// What can be chosen and lies beyond the edge of the screen: a sign at the edge counts it, and a click brings
// it into view. Keys need no sign: the focus scrolls by itself. On a phone a few such things lie under the
// thumb, too, so that nothing has to be looked for.
import { picture } from "./picture.js";

const MOST = 12;
const finger = matchMedia("(pointer: coarse)"), narrow = matchMedia("(max-width: 62rem), (max-height: 30rem)");
const SIDES = { top: "↑", bottom: "↓", left: "←", right: "→" };
const PLACES = ["center", "end", "start"];

export class Beyond {
  constructor(board, ask, { reveal, choose }) {
    Object.assign(this, { board, ask, reveal, choose, signs: {} });
    for (const side of Object.keys(SIDES)) {
      const sign = document.createElement("button");
      Object.assign(sign, { type: "button", className: "beyond", hidden: true, tabIndex: -1 });
      sign.dataset.side = side;
      sign.setAttribute("aria-hidden", "true");
      sign.addEventListener("click", () => { this.reveal(this.lying()[side]); this.show(); });
      this.signs[side] = sign;
    }
    board.after(...Object.values(this.signs));
    board.addEventListener("scroll", () => this.soon(), { passive: true });
  }

  soon() {
    cancelAnimationFrame(this.waiting);
    this.waiting = requestAnimationFrame(() => this.show());
  }

  // The targets by the side on which they are out of sight: what is half in sight can be chosen.
  lying() {
    const found = { top: [], bottom: [], left: [], right: [] }, view = this.board.getBoundingClientRect();
    for (const node of this.board.querySelectorAll(".lit")) {
      const box = boxOf(node);
      if (!box.width) continue;
      const x = box.left + box.width / 2, y = box.top + box.height / 2;
      if (y < view.top) found.top.push(node);
      else if (y > view.bottom) found.bottom.push(node);
      else if (x < view.left) found.left.push(node);
      else if (x > view.right) found.right.push(node);
    }
    return found;
  }

  // A new question: what is out of sight now lies under the thumb, and so does what the buttons push out.
  offer() {
    this.ask.querySelector(".out-of-sight")?.remove();
    const row = this.ask.querySelector(".asked.mine ~ .ask-row .buttons");
    if (!row || !finger.matches || !narrow.matches || this.board.inert) return;
    if (row.querySelector(".pick.on-table")) return; // so few that each has a button already
    for (let known = -1; ;) {
      const away = new Map(Object.values(this.lying()).flat().map((node) => [node.dataset.target, node]));
      for (const { dataset } of row.querySelectorAll(".out-of-sight > *")) away.set(dataset.thing, null);
      if (!away.size || away.size > MOST || away.size === known) return;
      known = away.size;
      let place = row.querySelector(".out-of-sight");
      if (!place) { place = document.createElement("span"); place.className = "picks short out-of-sight"; row.prepend(place); }
      for (const [name, node] of away) if (node) place.append(this.button(name, node));
    }
  }

  button(name, node) {
    const made = document.createElement("button"), said = document.createElement("span");
    Object.assign(made, { type: "button", className: "pick" });
    Object.assign(said, { className: "label", textContent: (node.getAttribute("aria-label") ?? name).split(" · ")[0] });
    made.dataset.thing = name;
    made.append(...[picture(this.board.querySelector("svg"), node)].filter(Boolean), said);
    made.addEventListener("click", () => this.choose(name));
    return made;
  }

  show() {
    const lying = this.lying();
    const lit = [...this.board.querySelectorAll(".lit")].map(boxOf).filter((box) => box.width);
    for (const [side, sign] of Object.entries(this.signs)) {
      const count = new Set(lying[side].map((node) => node.dataset.target)).size;
      sign.hidden = !count;
      if (!count) continue;
      const text = `${SIDES[side]} ${count}`;
      if (sign.textContent !== text) sign.textContent = text;
      // Where it covers nothing that can be chosen; if there is no such place at this edge, a tap goes through it.
      let free = false;
      for (const place of [...PLACES, PLACES[0]]) {
        sign.style.setProperty("--along", place);
        const own = sign.getBoundingClientRect();
        free = lit.every((box) => box.right < own.left || box.left > own.right || box.bottom < own.top || box.top > own.bottom);
        if (free) break;
      }
      sign.style.pointerEvents = free ? "" : "none";
    }
  }
}

function boxOf(node) { return (node.querySelector(":scope > .hit") ?? node).getBoundingClientRect(); }
