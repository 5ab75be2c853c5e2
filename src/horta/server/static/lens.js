// Leaning in: the table grows under the wheel, two fingers, a double tap or a button, and is moved
// by scrolling, by the finger or by dragging. With `follow` the part that the question is about
// comes into view by itself, as large as it must be to be read and hit.
import { POINTER, REACH } from "./reach.js";

const MOST = 4;
const KEY = "horta-follow";
const touch = matchMedia("(pointer: coarse)");

export class Lens {
  constructor(board, { layout, changed, busy, words }) {
    Object.assign(this, { board, layout, changed, busy, words });
    this.zoom = 1;
    this.roamed = false; // whether a person has moved the table since the last question
    this.follow = stored() !== "no";
    this.listen();
  }

  get svg() { return this.board.querySelector("svg"); }

  // A new drawing or a new size of the room.
  fit(own) {
    this.own = own ?? this.own;
    this.room = this.layout(this.board, this.own);
    this.size();
  }

  size() {
    if (!this.room || !this.svg) return;
    this.svg.style.width = `${this.room.width * this.zoom}px`;
    this.svg.style.height = `${this.room.height * this.zoom}px`;
    this.board.classList.toggle("leaning", this.zoom > 1.01);
    this.changed();
  }

  // Zoom, with what lies at a point of the screen kept there.
  set(zoom, point) {
    const next = Math.min(MOST, Math.max(1, zoom));
    if (!this.svg || Math.abs(next - this.zoom) < 0.005) return;
    const view = this.board.getBoundingClientRect();
    const at = point ?? { clientX: view.left + view.width / 2, clientY: view.top + view.height / 2 };
    const old = this.svg.getBoundingClientRect();
    const fx = (at.clientX - old.left) / old.width, fy = (at.clientY - old.top) / old.height;
    this.zoom = next;
    this.size();
    const now = this.svg.getBoundingClientRect();
    this.board.scrollLeft += now.left + fx * now.width - at.clientX;
    this.board.scrollTop += now.top + fy * now.height - at.clientY;
  }

  // Bring what can be chosen into view; grow it until it can be hit, unless it lies on cards above.
  seek(nodes, grow = true) {
    const boxes = nodes.map((node) => (node.querySelector(":scope > .hit") ?? node).getBoundingClientRect())
      .filter((box) => box.width > 0);
    if (!boxes.length) { if (this.follow) this.set(1); return; }
    if (this.follow && !grow) this.set(1);
    if (this.follow && grow) {
      const need = Math.max(...boxes.map((box) => lacking(box, boxes)));
      const all = union(boxes), view = this.board;
      const room = Math.min((view.clientWidth - 24) / all.width, (view.clientHeight - 24) / all.height);
      // A narrow screen is scrolled anyway; elsewhere everything that can be chosen stays in view.
      const zoom = this.zoom * (this.room?.narrow ? need : Math.min(need, room));
      this.set(zoom > 1.02 ? zoom : 1);
    }
    this.reveal(nodes);
  }

  // Scroll as little as it takes: to all of them, or at least to the first; what has grown is shown with
  // the parts of the table around it. Each way for itself, for a part may be too high and not too wide.
  reveal(nodes) {
    const view = this.board.getBoundingClientRect();
    const boxes = nodes.map((node) => (node.querySelector(":scope > .hit") ?? node).getBoundingClientRect())
      .filter((box) => box.width > 0);
    if (!boxes.length) return;
    const all = union(boxes), shown = boxes.some((box) => inside(box, view));
    const parts = [...new Set(nodes.map((node) => node.closest(".region") ?? node))];
    const around = this.zoom > 1.01 ? union(parts.map((node) => node.getBoundingClientRect())) : all;
    for (const [start, end, size, scroll] of [["left", "right", "width", "scrollLeft"], ["top", "bottom", "height", "scrollTop"]]) {
      const goal = [around, all].find((box) => box[size] <= view[size]) ?? (shown ? null : boxes[0]);
      if (!goal || (goal[start] >= view[start] - 1 && goal[end] <= view[end] + 1)) continue;
      this.board[scroll] += goal[start] + goal[size] / 2 - view[start] - view[size] / 2;
    }
  }

  toggle(point) { this.set(this.zoom > 1.01 ? 1 : 2, point); }

  switchFollow() {
    this.follow = !this.follow;
    try { localStorage.setItem(KEY, this.follow ? "yes" : "no"); } catch { /* a private window */ }
    if (!this.follow) this.set(1);
    return this.follow;
  }

  listen() {
    const { board } = this;
    for (const kind of ["wheel", "touchmove"]) board.addEventListener(kind, () => { this.roamed = true; }, { passive: true });
    board.addEventListener("wheel", (event) => {
      if (event.defaultPrevented || this.busy()) return;
      if (!event.ctrlKey && (this.room?.narrow || event.shiftKey)) return; // scrolls
      event.preventDefault();
      this.set(this.zoom * Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), event);
    }, { passive: false });
    // Two clicks, or two taps of a finger, at what cannot be chosen.
    let last = { time: -1e4, clientX: 0, clientY: 0 };
    board.addEventListener("click", (event) => {
      const now = { time: event.timeStamp, clientX: event.clientX, clientY: event.clientY };
      const near = Math.hypot(now.clientX - last.clientX, now.clientY - last.clientY) < 30;
      const twice = now.time - last.time < 350 && near && !event.target.closest(".lit");
      last = twice ? { ...now, time: -1e4 } : now;
      if (twice) this.toggle(event);
    });
    this.pinch();
    this.drag();
  }

  pinch() {
    let start = null;
    const spread = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const middle = ([a, b]) => ({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
    this.board.addEventListener("touchstart", (event) => {
      if (event.touches.length === 2) start = { spread: spread(event.touches), zoom: this.zoom };
    }, { passive: true });
    this.board.addEventListener("touchmove", (event) => {
      if (!start || event.touches.length !== 2) return;
      event.preventDefault();
      this.set(start.zoom * spread(event.touches) / start.spread, middle(event.touches));
    }, { passive: false });
    this.board.addEventListener("touchend", (event) => { if (event.touches.length < 2) start = null; });
  }

  // The mouse moves the table by what cannot be chosen.
  drag() {
    let from = null, moved = false;
    this.board.addEventListener("pointerdown", (event) => {
      moved = false;
      if (event.pointerType !== "mouse" || event.target.closest(".lit") || this.busy()) return;
      if (this.board.matches(".leaning")) from = { x: event.clientX, y: event.clientY };
    });
    this.board.addEventListener("pointermove", (event) => {
      if (!from || !event.buttons) { from = null; return; }
      if (!moved && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 5) return;
      moved = true;
      this.board.scrollLeft -= event.clientX - from.x;
      this.board.scrollTop -= event.clientY - from.y;
      from = { x: event.clientX, y: event.clientY };
    });
    this.board.addEventListener("click", (event) => {
      if (moved) event.stopImmediatePropagation();
      from = null;
      moved = false;
    }, { capture: true });
  }
}

// How much larger a thing must be to be hit; what comes near enough hits it, too: see `reach`.
function lacking(box, all) {
  const least = 2 * (touch.matches ? REACH : POINTER);
  const side = Math.min(box.width, box.height);
  if (side >= least - 0.5) return 1;
  const far = Math.min(...all.filter((other) => other !== box)
    .map((other) => Math.hypot(middle(other).x - middle(box).x, middle(other).y - middle(box).y)).filter((d) => d > 1));
  return far >= least ? 1 : Math.min(least / side, 1.02 * least / far);
}
function middle(box) { return { x: box.left + box.width / 2, y: box.top + box.height / 2 }; }
function stored() { try { return localStorage.getItem(KEY); } catch { return null; } }
function inside(box, view) {
  return box.left >= view.left - 1 && box.right <= view.right + 1 && box.top >= view.top - 1 && box.bottom <= view.bottom + 1;
}
function union(boxes) {
  const left = Math.min(...boxes.map((box) => box.left)), top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right)), bottom = Math.max(...boxes.map((box) => box.bottom));
  return { left, top, right, bottom, width: right - left, height: bottom - top };
}
