// Drawn over a table: a ring around a thing, and an arrow from one to another.
const NS = "http://www.w3.org/2000/svg";

export function ring({ x, y, width, height }) {
  const made = document.createElementNS(NS, "rect");
  const by = 5;
  for (const [name, value] of Object.entries({ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by, rx: 12 })) {
    made.setAttribute(name, value);
  }
  made.setAttribute("class", "lesson-ring");
  return made;
}

// A curve like a whiplash, from edge to edge, with a head.
export function arrow(a, b) {
  const from = { x: a.x + a.width / 2, y: a.y + a.height / 2 }, to = { x: b.x + b.width / 2, y: b.y + b.height / 2 };
  const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(120, length / 4);
  const middle = { x: (from.x + to.x) / 2 - (dy / length) * bend, y: (from.y + to.y) / 2 + (dx / length) * bend };
  const way = { x: to.x - middle.x, y: to.y - middle.y }, far = Math.hypot(way.x, way.y) || 1;
  const [ux, uy] = [way.x / far, way.y / far];
  const line = document.createElementNS(NS, "path");
  line.setAttribute("d", `M${from.x} ${from.y}Q${middle.x} ${middle.y} ${to.x - ux * 14} ${to.y - uy * 14}`);
  line.setAttribute("class", "lesson-arrow");
  const head = document.createElementNS(NS, "path");
  const [px, py] = [-uy, ux];
  head.setAttribute("d", `M${to.x} ${to.y}L${to.x - ux * 30 + px * 13} ${to.y - uy * 30 + py * 13}L${to.x - ux * 22} ${to.y - uy * 22}L${to.x - ux * 30 - px * 13} ${to.y - uy * 30 - py * 13}Z`);
  head.setAttribute("class", "lesson-head-of-arrow");
  return [line, head];
}
