// Motion that explains: a piece travels from where it was to where it is, a player's coin goes from
// the board to what was chosen, and the points that it brought rise from the total.
const NS = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function boxes(svg) {
  const found = new Map();
  for (const node of svg.querySelectorAll("[data-piece], [data-target]")) {
    const name = node.dataset.piece ?? node.dataset.target;
    if (!found.has(name)) found.set(name, { node, box: node.getBoundingClientRect() });
  }
  return found;
}

export function remember(board) {
  const svg = board.querySelector("svg");
  return svg && !calm.matches ? boxes(svg) : null;
}

// With who acted, the way of what moved is drawn in their colour, and fades.
export function travel(board, before, seat = null) {
  const svg = board.querySelector("svg");
  let moved = 0;
  if (!before || !svg || calm.matches) return moved;
  for (const [name, { node, box }] of boxes(svg)) {
    const old = before.get(name)?.box;
    if (!old || !old.width || !box.width) continue;
    const dx = old.x + old.width / 2 - box.x - box.width / 2;
    const dy = old.y + old.height / 2 - box.y - box.height / 2;
    if (Math.hypot(dx, dy) < 6) continue;
    const matrix = node.getScreenCTM?.();
    if (!matrix) continue;
    // The way back to the old place, in the piece's own coordinates.
    const det = matrix.a * matrix.d - matrix.b * matrix.c;
    const x = (matrix.d * dx - matrix.c * dy) / det;
    const y = (matrix.a * dy - matrix.b * dx) / det;
    node.animate(
      [{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0px, 0px)" }],
      { duration: 320, easing: "cubic-bezier(.3,.1,.2,1)", composite: "add" },
    );
    if (seat !== null && Math.hypot(dx, dy) > 40) trace(svg, seat, middle(old), middle(box));
    moved += 1;
  }
  return moved;
}

function middle(box) { return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; }

// The way from one point of the screen to another.
function trace(svg, seat, from, to) {
  const root = svg.getScreenCTM()?.inverse();
  if (!root) return;
  const [a, b] = [from, to].map(({ x, y }) => new DOMPoint(x, y).matrixTransform(root));
  const bend = bent(a, b);
  const way = document.createElementNS(NS, "path");
  way.setAttribute("class", `way seat-${seat}`);
  way.setAttribute("aria-hidden", "true");
  way.setAttribute("pathLength", "1");
  way.setAttribute("d", `M${a.x} ${a.y}Q${bend.x} ${bend.y} ${b.x} ${b.y}`);
  svg.append(way);
  way.animate(
    [{ strokeDasharray: "0 1", opacity: .9 }, { strokeDasharray: "1 0", opacity: .9, offset: .2 }, { strokeDasharray: "1 0", opacity: .8, offset: .75 }, { strokeDasharray: "1 0", opacity: 0 }],
    { duration: 2600, easing: "ease-out" },
  ).finished.catch(() => {}).finally(() => way.remove());
}

function bent(from, to) {
  return { x: (from.x + to.x) / 2 + (from.y - to.y) / 6, y: (from.y + to.y) / 2 - Math.abs(from.x - to.x) / 6 };
}

// The coin of who acted goes to what was chosen, for things that do not travel themselves.
export function send(board, seat, box) {
  const svg = board.querySelector("svg");
  const home = svg?.querySelector(`:scope > .region.seat-${seat}`);
  if (calm.matches || !home || !box) return;
  const root = svg.getScreenCTM()?.inverse();
  if (!root) return;
  const rect = home.getBoundingClientRect();
  const from = new DOMPoint(rect.x + Math.min(40, rect.width / 2), rect.y + Math.min(30, rect.height / 2)).matrixTransform(root);
  const to = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  if (Math.hypot(to.x - from.x, to.y - from.y) < 40) return;
  const coin = document.createElementNS(NS, "g");
  coin.setAttribute("class", `flying seat-${seat}`);
  coin.setAttribute("aria-hidden", "true");
  const disc = document.createElementNS(NS, "circle");
  disc.setAttribute("r", "15");
  const number = document.createElementNS(NS, "text");
  number.setAttribute("y", "6");
  number.textContent = seat + 1;
  coin.append(disc, number);
  svg.append(coin);
  const bend = bent(from, to);
  const screen = svg.getScreenCTM();
  const seen = (p) => new DOMPoint(p.x, p.y).matrixTransform(screen);
  trace(svg, seat, seen(from), seen(to));
  const at = (p) => `translate(${p.x}px, ${p.y}px)`;
  coin.animate(
    [{ transform: at(from), opacity: 0 }, { transform: at(bend), opacity: 1 }, { transform: at(to), opacity: 1, offset: .8 }, { transform: at(to), opacity: 0 }],
    { duration: 760, easing: "cubic-bezier(.3,.1,.2,1)" },
  ).finished.catch(() => {}).finally(() => coin.remove());
}

// What an action brought, beside the total of each player.
export function rise(before, after) {
  if (calm.matches) return;
  document.querySelectorAll("#part-seats .points").forEach((place, seat) => {
    const change = (after[seat] ?? 0) - (before[seat] ?? 0);
    if (!change) return;
    const told = document.createElement("span");
    told.className = change > 0 ? "risen" : "risen minus";
    told.setAttribute("aria-hidden", "true");
    told.textContent = change > 0 ? `+${change}` : `−${-change}`;
    place.append(told);
    told.animate(
      [{ transform: "translateY(.4rem)", opacity: 0 }, { transform: "none", opacity: 1, offset: .2 }, { transform: "translateY(-.3rem)", opacity: 1, offset: .8 }, { transform: "translateY(-.9rem)", opacity: 0 }],
      { duration: 1600, easing: "ease-out" },
    ).finished.catch(() => {}).finally(() => told.remove());
  });
}
