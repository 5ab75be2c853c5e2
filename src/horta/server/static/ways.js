// The ways that a decision had, on the board: each is outlined and carries its number in the list;
// what was played has an edge of its own. A piece that moves has an arrow to where it goes.
import { arrow } from "./arrows.js";
import { boxOfMark } from "./marks.js";

const NS = "http://www.w3.org/2000/svg";
const COIN = 10;

export function markWays(targets, judged, only) {
  targets.layer?.querySelectorAll(".way-mark").forEach((node) => node.remove());
  const all = (judged?.marks ?? []).map((one, number) => ({ ...one, number }));
  const shown = only === null ? all : all.filter((one) => one.number === only);
  const found = shown.map((one) => ({ ...one, boxes: one.names.map((name) => targets.boxOf([name]) ?? boxOfMark(targets, name)).filter(Boolean) }))
    .filter((one) => one.boxes.length);
  // One alone is laid as it would lie: two ways may differ by nothing but the turn.
  const [alone] = only === null ? [] : found;
  targets.drawGhost(null, alone?.piece ? { piece: alone.piece, turn: alone.turn, box: targets.boxOf(alone.names) } : null);
  const coins = []; // none lies on another, and the best has its corner
  for (const one of found) coins.push(one.coin = freeCorner(one.boxes[0], coins));
  for (const one of [...found].reverse()) {
    const { boxes } = one;
    const group = made("g", { class: `way-mark${one.played ? " played" : ""}${one.number ? "" : " best"}` });
    for (const box of boxes) group.append(made("rect", { class: "under", ...edge(box) }), made("rect", edge(box)));
    const from = only !== null && one.piece && (targets.boxOf([one.piece]) ?? boxOfMark(targets, one.piece));
    if (from) group.append(...arrow(from, boxes[0]));
    group.append(coin(one.coin, one.number + 1));
    targets.layer.append(group);
  }
}

function edge({ x, y, width, height }) { return { x, y, width, height, rx: Math.min(10, width / 6) }; }

// From the corner of a place to the left, until there is room for a number.
export function freeCorner(box, taken) {
  const at = { x: box.x + box.width - 2, y: box.y + 2 };
  for (let k = 0; k < 2 * taken.length && taken.some((one) => Math.hypot(one.x - at.x, one.y - at.y) < 2 * COIN); k += 1) at.x -= 2 * COIN;
  return at;
}

function coin({ x, y }, number) {
  const group = made("g", { transform: `translate(${x} ${y})` });
  const text = made("text", { y: 4.4 });
  text.textContent = number;
  group.append(made("circle", { r: COIN }), text);
  return group;
}

function made(kind, attributes) {
  const node = document.createElementNS(NS, kind);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
