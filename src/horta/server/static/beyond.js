// What can be chosen and lies beyond the edge of the screen: a sign at the edge counts it, and a click brings
// it into view. Keys need no sign: the focus scrolls by itself.
const SIDES = { top: "↑", bottom: "↓", left: "←", right: "→" };
const PLACES = ["center", "end", "start"];

export class Beyond {
  constructor(board, reveal) {
    Object.assign(this, { board, reveal, signs: {} });
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
