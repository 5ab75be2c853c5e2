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
  const coins = new Map(); // several ways may lead to one place
  for (const one of [...shown].reverse()) {
    const boxes = one.names.map((name) => targets.boxOf([name]) ?? boxOfMark(targets, name)).filter(Boolean);
    if (!boxes.length) continue;
    const group = made("g", { class: `way-mark${one.played ? " played" : ""}${one.number ? "" : " best"}` });
    for (const box of boxes) group.append(made("rect", { class: "under", ...edge(box) }), made("rect", edge(box)));
    const from = only !== null && one.piece && (targets.boxOf([one.piece]) ?? boxOfMark(targets, one.piece));
    if (from) group.append(...arrow(from, boxes[0]));
    const [box] = boxes, key = `${Math.round(box.x)} ${Math.round(box.y)}`;
    const beside = coins.get(key) ?? 0;
    coins.set(key, beside + 1);
    group.append(coin(box, beside, one.number + 1));
    targets.layer.append(group);
  }
}

function edge({ x, y, width, height }) { return { x, y, width, height, rx: Math.min(10, width / 6) }; }

function coin(box, beside, number) {
  const group = made("g", { transform: `translate(${box.x + box.width - 2 - beside * 2 * COIN} ${box.y + 2})` });
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
