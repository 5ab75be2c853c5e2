// Targets: every legal action names what it is on the drawing. This module lights them up, lets a
// piece follow the pointer and turn, and reports the action that a click, a tap or a key chose.
// It knows nothing of any game.
import { lettering, spaced } from "./lettering.js";
import { within } from "./reach.js";

const NS = "http://www.w3.org/2000/svg";

export class Targets {
  constructor(board, { choose, preview, onHold, refuse, words }) {
    Object.assign(this, { board, choose, preview, onHold, refuse, words });
    this.actions = [];
    this.reset();
    board.addEventListener("pointermove", (event) => this.onMove(event));
    board.addEventListener("pointerleave", () => this.onLeave());
    board.addEventListener("click", (event) => this.onClick(event));
    board.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    board.addEventListener("focusin", (event) => this.onFocus(event));
    board.addEventListener("focusout", () => this.mark("focus-box", []));
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  reset() {
    this.held = null; // the name of the piece in hand
    this.turn = 0; // how it lies
    this.at = null; // the element under the pointer or the focus
    this.rank = 0; // which of the placements there is shown
    this.spot = null; // the placement that is shown
    this.touched = false;
  }

  get svg() { return this.board.querySelector("svg"); }

  // A new drawing with new actions.
  show(actions, last) {
    this.actions = actions;
    this.reset();
    this.actionsAt = new Map(); // element -> its actions that need no piece
    this.pieces = new Map(); // piece -> its placements
    for (const one of actions) {
      const { element, piece, turn = 0, cells = [] } = one.target;
      if (!element) continue;
      if (!piece) {
        this.actionsAt.set(element, [...(this.actionsAt.get(element) ?? []), one]);
      } else {
        const covers = cells.length ? cells : [element];
        const placement = { action: one, element, turn, covers, piece };
        this.pieces.set(piece, [...(this.pieces.get(piece) ?? []), placement]);
      }
    }
    for (const piece of this.pieces.keys()) this.locate(piece);
    this.overlay();
    this.light();
    this.mark("last-box", last ?? []);
    // The next question may read like the last one; what was in hand is laid all the same.
    this.onHold(this);
  }

  find(name) { return [...(this.svg?.querySelectorAll(`[data-target="${CSS.escape(name)}"]`) ?? [])]; }

  // The middle of each placement, for the one nearest to the pointer.
  locate(piece) {
    for (const placement of this.pieces.get(piece)) {
      const box = this.boxOf(placement.covers);
      placement.box = box;
      placement.middle = box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }
  }

  // Boxes in the coordinates of the whole drawing.
  boxOf(names) {
    let all = null;
    for (const name of names) {
      for (const node of this.find(name)) {
        const box = this.rootBox(node);
        if (!box) continue;
        all = all ? union(all, box) : box;
      }
    }
    return all;
  }

  rootBox(node, byHit = true) {
    const svg = this.svg;
    const hit = (byHit && node.querySelector(":scope > .hit")) || node;
    const root = svg.getScreenCTM()?.inverse();
    const own = hit.getScreenCTM?.();
    if (!root || !own) return null;
    const box = hit.getBBox();
    const matrix = root.multiply(own);
    const corners = [[box.x, box.y], [box.x + box.width, box.y], [box.x, box.y + box.height],
      [box.x + box.width, box.y + box.height]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
    const xs = corners.map((p) => p.x), ys = corners.map((p) => p.y);
    const x = Math.min(...xs), y = Math.min(...ys);
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  }

  overlay() {
    const svg = this.svg;
    if (!svg) return;
    this.layer?.remove();
    this.layer = document.createElementNS(NS, "g");
    this.layer.setAttribute("aria-hidden", "true");
    this.layer.setAttribute("class", "overlay");
    svg.append(this.layer);
  }

  mark(kind, names) {
    this.layer?.querySelectorAll(`.${kind}`).forEach((node) => node.remove());
    for (const name of names) {
      // Drawings light their own `.hit` shapes; others get a box.
      if (kind === "lit-box" && this.find(name).some((node) => node.matches(".hit, :has(> .hit)"))) continue;
      const box = this.boxOf([name]);
      if (!box) continue;
      const rect = document.createElementNS(NS, "rect");
      rect.setAttribute("class", kind);
      for (const side of ["x", "y", "width", "height"]) rect.setAttribute(side, box[side]);
      rect.setAttribute("rx", Math.min(10, box.width / 6));
      this.layer.append(rect);
    }
  }

  // What can be chosen now: names -> the words for a screen reader.
  open() {
    const open = new Map();
    if (this.held) {
      for (const placement of this.pieces.get(this.held)) {
        for (const name of placement.covers) if (!open.has(name)) open.set(name, "");
      }
      open.set(this.held, this.words.back);
      return open;
    }
    for (const [name, actions] of this.actionsAt) open.set(name, actions[0].label);
    for (const piece of this.pieces.keys()) {
      const node = this.find(piece)[0];
      const named = node?.getAttribute("aria-label") ?? node?.querySelector("title")?.textContent ?? piece;
      if (!open.has(piece)) open.set(piece, spaced(`${this.words.pick}: ${named}`));
    }
    const only = this.onlyPiece();
    if (only) {
      for (const placement of this.pieces.get(only)) {
        for (const name of placement.covers) if (!open.has(name)) open.set(name, "");
      }
    }
    return open;
  }

  // When one piece alone can be placed, it need not be picked up first.
  onlyPiece() { return this.pieces.size === 1 ? [...this.pieces.keys()][0] : null; }

  light() {
    const svg = this.svg;
    if (!svg) return;
    for (const node of svg.querySelectorAll(".lit")) {
      node.classList.remove("lit");
      node.removeAttribute("tabindex");
      if (node.dataset.wasRole !== undefined) {
        if (node.dataset.wasRole) node.setAttribute("role", node.dataset.wasRole);
        else node.removeAttribute("role");
        if (node.dataset.wasLabel) node.setAttribute("aria-label", node.dataset.wasLabel);
        else node.removeAttribute("aria-label");
      }
    }
    for (const node of svg.querySelectorAll(".held")) node.classList.remove("held");
    if (this.held) this.find(this.held).forEach((node) => node.classList.add("held"));
    this.board.classList.toggle("holding", Boolean(this.held));
    const open = this.open();
    for (const [name, words] of open) {
      for (const node of this.find(name)) {
        node.dataset.wasRole ??= node.getAttribute("role") ?? "";
        node.dataset.wasLabel ??= node.getAttribute("aria-label") ?? "";
        node.classList.add("lit");
        node.setAttribute("tabindex", "0");
        node.setAttribute("role", "button");
        const said = words || this.candidates(name)[0]?.action.label;
        node.setAttribute("aria-label", named(node, said || name));
      }
    }
    this.mark("lit-box", [...open.keys()].filter((name) => name !== this.held));
  }

  // The placements that cover an element: first the best one for each turn, beginning with the
  // present turn, then the second best ones, and so on: R goes through all of them.
  candidates(name, point) {
    const piece = this.held ?? this.onlyPiece();
    if (!piece || (this.actionsAt.has(name) && !this.held)) return [];
    const here = this.pieces.get(piece).filter((one) => one.covers.includes(name) && one.middle);
    const at = point ?? middle(this.boxOf([name]));
    if (!here.length || !at) return here;
    const turns = 1 + Math.max(...this.pieces.get(piece).map((one) => one.turn));
    const groups = new Map();
    for (const one of here) groups.set(one.turn, [...(groups.get(one.turn) ?? []), one]);
    const ranked = [];
    for (const [turn, group] of groups) {
      group.sort((a, b) => far(a.middle, at) - far(b.middle, at));
      group.forEach((one, rank) => ranked.push({ one, rank, order: (turn - this.turn + turns) % turns }));
    }
    ranked.sort((a, b) => a.rank - b.rank || a.order - b.order);
    return ranked.map(({ one }) => one);
  }

  point(name, spot) {
    this.at = name;
    const list = name ? this.candidates(name, spot) : [];
    this.rank = list.length ? this.rank % list.length : 0;
    this.setSpot(list[this.rank] ?? null);
  }

  setSpot(placement) {
    if (placement === this.spot) return;
    this.spot = placement;
    this.mark("cover-box", placement?.covers ?? []);
    this.drawGhost();
    if (placement) this.relabel(placement);
    this.onHold(this);
    if (placement) this.preview(placement.action);
  }

  // How many ways there are to lay the piece here.
  get ways() { return this.spot?.piece ? this.candidates(this.at, this.lastPoint).length : this.held ? 2 : 0; }

  relabel(placement) {
    const node = this.at && this.find(this.at)[0];
    if (node?.classList.contains("lit")) node.setAttribute("aria-label", named(node, placement.action.label));
  }

  // A copy of the piece, laid over what it would cover, turned as it would lie.
  drawGhost(pointer, spot = this.spot) {
    this.layer?.querySelector(".ghost")?.remove();
    const piece = spot?.piece ?? this.held;
    const named = piece && this.find(piece)[0];
    if (!named) return;
    // A drawing marks the piece itself, without its name and its place, by the class `piece`.
    const source = named.querySelector(".piece") ?? named;
    const sample = spot ?? this.pieces.get(piece)?.find((one) => one.turn === this.turn && one.box);
    if (!sample?.box || (!spot && !pointer)) return;
    const box = this.rootBox(source, false);
    const turn = spot?.turn ?? this.turn;
    const quarter = turn % 2 === 1;
    const to = spot
      ? sample.box
      : { ...sample.box, x: pointer.x - sample.box.width / 2, y: pointer.y - sample.box.height / 2 };
    const [w, h] = quarter ? [to.height, to.width] : [to.width, to.height];
    const scale = Math.min(w / box.width, h / box.height);
    const centre = middle(box), goal = middle(to);
    const ghost = document.createElementNS(NS, "g");
    ghost.setAttribute("class", spot ? "ghost" : "ghost floating");
    ghost.setAttribute("transform",
      `translate(${goal.x} ${goal.y}) rotate(${90 * (turn % 4)}) scale(${turn >= 4 ? -scale : scale} ${scale}) translate(${-centre.x} ${-centre.y})`);
    const copy = source.cloneNode(true);
    for (const node of [copy, ...copy.querySelectorAll("*")]) {
      node.removeAttribute("id");
      node.removeAttribute("data-target");
      node.removeAttribute("tabindex");
      node.removeAttribute("role");
      node.classList?.remove("lit", "held");
    }
    copy.querySelectorAll(".hit, title").forEach((node) => node.remove());
    // The copy keeps the place of its source: the matrix from there to the whole drawing.
    const matrix = this.svg.getScreenCTM().inverse().multiply(source.parentNode.getScreenCTM());
    const frame = document.createElementNS(NS, "g");
    frame.setAttribute("transform",
      `matrix(${matrix.a} ${matrix.b} ${matrix.c} ${matrix.d} ${matrix.e} ${matrix.f})`);
    frame.append(copy);
    ghost.append(frame);
    this.layer.append(ghost);
  }

  pick(piece) {
    this.held = piece;
    this.turn = this.pieces.get(piece)[0].turn;
    this.rank = 0;
    this.spot = null;
    this.at = null;
    this.light();
    this.mark("cover-box", []);
    this.onHold(this);
  }

  drop() {
    const piece = this.held;
    this.held = null;
    this.spot = null;
    this.at = null;
    this.rank = 0;
    this.mark("cover-box", []);
    this.layer?.querySelector(".ghost")?.remove();
    this.light();
    this.onHold(this);
    if (piece) this.find(piece)[0]?.focus({ preventScroll: true });
  }

  rotate(by) {
    const list = this.at ? this.candidates(this.at, this.lastPoint) : [];
    if (list.length > 1) {
      const next = (this.rank + by + list.length) % list.length;
      this.rank = next;
      this.setSpot(list[next]);
    } else if (this.held) {
      const turns = [...new Set(this.pieces.get(this.held).map((one) => one.turn))].sort((a, b) => a - b);
      this.turn = turns[(turns.indexOf(this.turn) + by + turns.length) % turns.length];
      this.drawGhost(this.lastPoint);
    }
  }

  // A turn that was chosen by hand stays when the pointer moves on.
  settle() {
    if (this.spot && this.rank) { this.turn = this.spot.turn; this.rank = 0; }
  }

  take(placement) { this.choose(placement.action); }

  // pointer

  nameAt(event) {
    const open = this.open();
    return this.namesAt(event).find((name) => open.has(name))
      ?? within(this.board, event);
  }

  // Everything with a name under the pointer, the uppermost first.
  namesAt(event) {
    return document.elementsFromPoint(event.clientX, event.clientY)
      .map((node) => node.closest?.("[data-target]"))
      .filter((node) => node && this.board.contains(node))
      .map((node) => node.dataset.target);
  }

  toRoot(event) {
    const matrix = this.svg?.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
  }

  onMove(event) {
    if (event.pointerType === "touch" || !this.pieces?.size) return;
    const name = this.nameAt(event);
    const point = this.toRoot(event);
    this.lastPoint = point;
    if (name !== this.at) this.settle();
    const placed = name && name !== this.held && this.candidates(name, point).length;
    if (placed) this.point(name, point);
    else {
      this.at = null;
      this.setSpot(null);
      if (this.held) this.drawGhost(point);
    }
  }

  onLeave() {
    if (this.touched) return;
    this.lastPoint = null;
    this.at = null;
    if (this.pieces) this.setSpot(null);
    this.layer?.querySelector(".ghost")?.remove();
  }

  onWheel(event) {
    if (!this.spot && !this.held) return;
    event.preventDefault();
    const now = performance.now();
    if (now - (this.wheeled ?? 0) < 90) return;
    this.wheeled = now;
    this.rotate(event.deltaY > 0 ? 1 : -1);
  }

  onClick(event) {
    const name = this.nameAt(event);
    if (!name) { this.refuse(this.namesAt(event)); return; }
    this.lastPoint = this.toRoot(event);
    this.activate(name, event.pointerType === "touch");
  }

  activate(name, byTouch) {
    if (name === this.held) { this.drop(); return; }
    if (!this.held && this.actionsAt.has(name)) {
      const [action] = this.actionsAt.get(name);
      const shown = action.light || this.spot?.action === action; // what is light can be taken back
      // A finger hides what it touches: the first tap shows, the second one does it.
      if (!byTouch || shown) { this.choose(action); return; }
      this.touched = true;
      this.at = name;
      this.setSpot({ action, element: name, turn: 0, covers: [name], piece: "" });
      return;
    }
    if (this.candidates(name, this.lastPoint).length) {
      const shown = this.spot && this.at === name;
      if (!shown) { this.rank = 0; this.point(name, byTouch ? undefined : this.lastPoint); }
      if (byTouch && !shown) { this.touched = true; return; }
      if (this.spot) this.take(this.spot);
      return;
    }
    if (!this.pieces.has(name)) return;
    this.pick(name);
    // On a small screen the board may lie above what was picked up.
    const goal = this.pieces.get(name)[0].covers[0];
    if (byTouch) this.find(goal)[0]?.scrollIntoView({ block: "nearest" });
  }

  // keyboard

  onFocus(event) {
    const node = event.target.closest("[data-target].lit");
    if (!node) return;
    const name = node.dataset.target;
    this.mark("focus-box", [name]);
    if (!node.matches(":focus-visible")) return;
    this.lastPoint = null;
    if (name === this.held || this.actionsAt.has(name) || !this.candidates(name).length) {
      this.at = null;
      this.setSpot(null);
      return;
    }
    this.settle();
    this.point(name);
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches?.("input, select, textarea, [contenteditable]")) return;
    const node = event.target.closest?.("[data-target].lit");
    const key = event.key;
    if (key === "Escape" && (this.held || this.spot)) { this.drop(); event.preventDefault(); return; }
    if (key.toLowerCase() === "r") { this.rotate(event.shiftKey ? -1 : 1); return; }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const thing = event.target.closest?.("[data-tip]");
    if (way && (event.shiftKey || !node)) {
      // With Shift from thing to thing, also to what cannot be chosen.
      const what = event.shiftKey ? "[data-tip]" : ".lit";
      if (thing && this.board.contains(thing)) this.walk(thing, way, what);
      else if (event.target === document.body || node) this.focus(this.svg?.querySelector(what));
      else return;
      event.preventDefault();
      return;
    }
    if (!node) {
      if (thing && (key === "Enter" || key === " ")) {
        event.preventDefault();
        this.refuse([thing.dataset.target]);
      }
      return;
    }
    if (key === "Enter" || key === " ") {
      event.preventDefault();
      this.lastPoint = null;
      const name = node.dataset.target;
      const wasHeld = this.held;
      this.activate(name, false);
      if (this.held && this.held !== wasHeld) this.focusFirst();
      return;
    }
    if (way) { event.preventDefault(); this.walk(node, way); }
  }

  focusFirst() {
    const first = this.pieces.get(this.held)?.find((one) => one.turn === this.turn);
    if (first) this.find(first.covers[0])[0]?.focus();
  }

  // The nearest target in a direction; what lies straight ahead is nearer than what lies aside.
  walk(node, [dx, dy], what = ".lit") {
    const from = middle(node.getBoundingClientRect());
    let best = null, least = Infinity;
    for (const other of this.svg.querySelectorAll(what)) {
      if (other === node) continue;
      const to = middle(other.getBoundingClientRect());
      const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (ahead < 2 || aside > 2.5 * ahead) continue;
      const cost = ahead + 2 * aside;
      if (cost < least) { least = cost; best = other; }
    }
    this.focus(best);
  }

  // After everything was lit anew, what had the focus has it still, and its mark.
  again(node) {
    node.focus({ preventScroll: true });
    if (node.dataset.target) this.mark("focus-box", [node.dataset.target]);
  }

  focus(node) {
    // What cannot be chosen is no stop of Tab, but it can be reached.
    if (node && !node.hasAttribute("tabindex")) node.setAttribute("tabindex", "-1");
    node?.focus();
  }
}

// Whoever speaks to the computer says what they read: the label holds the drawing's own lettering too.
function named(node, said) {
  const read = lettering(node), plain = (text) => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
  return !read || plain(said).includes(plain(read)) ? said : `${said} · ${read}`;
}
function middle(box) { return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 }; }
function far(a, b) { return (a.x - b.x) ** 2 + (a.y - b.y) ** 2; }
function union(a, b) {
  const x = Math.min(a.x, b.x), y = Math.min(a.y, b.y);
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}
