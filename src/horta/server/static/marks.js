// What the others did since your last turn, on the board: every thing that they touched is outlined
// in the colour and the dashes of who did it, and carries their coin. The newest stands out. A coin
// lies where it hides no number and no word, for what has just changed is what one wants to read.
const NS = "http://www.w3.org/2000/svg";
const DASHES = ["none", "9 5", "2 5", "12 4 2 4", "5 3"]; // as the lines of the chart
const COIN = 9;
const SMALL = 44; // a thing of this height has a thin outline
const LETTERS = [0.18, 0.78]; // of a line's height, where the letters are

export function markMoves(targets, marks) {
  targets.layer?.querySelectorAll(".moved").forEach((node) => node.remove());
  if (!marks.length || !targets.layer) return;
  const taken = new Set(); // what two have touched belongs to the later one
  const found = [];
  [...marks].reverse().forEach(({ seat, names }, age) => {
    for (const name of names) {
      if (taken.has(name)) continue;
      taken.add(name);
      const box = targets.boxOf([name]) ?? boxOfMark(targets, name);
      if (box) found.push({ box, seat, age });
    }
  });
  const full = lettered(targets.svg); // before anything is added: the page is laid out once
  const view = targets.svg.viewBox.baseVal;
  for (const { box, seat, age } of found) {
    const at = freePlace(box, full, view);
    full.push(around(at, 1)); // no coin on another
    targets.layer.prepend(outline(box, at, seat, age));
  }
}

// What can be chosen no more may still be there to be marked.
export function boxOfMark(targets, name) {
  const node = name && targets.svg.querySelector(`[data-mark="${CSS.escape(name)}"]`);
  return node ? targets.rootBox(node) : null;
}

// Where letters and figures stand on the drawing.
function lettered(svg) {
  const root = svg.getScreenCTM();
  const texts = [...svg.querySelectorAll("text:not(.far)")].filter((node) => !node.closest(".overlay, defs, [display=none]"));
  return texts.map((node) => node.getBoundingClientRect()).filter((box) => box.width).map((box) => ({
    left: (box.left - root.e) / root.a,
    right: (box.right - root.e) / root.a,
    top: (box.top + LETTERS[0] * box.height - root.f) / root.d,
    bottom: (box.top + LETTERS[1] * box.height - root.f) / root.d,
  }));
}

// The first of the places at a thing's edge where a coin covers nothing, else where it covers least.
export function freePlace(box, full, view) {
  const right = box.x + box.width, foot = box.y + box.height;
  const middle = box.x + box.width / 2, waist = box.y + box.height / 2;
  const out = 0.7 * COIN;
  const places = [
    [right - 2, box.y + 2], [box.x + 2, box.y + 2], [right - 2, foot - 2], [box.x + 2, foot - 2],
    [right + out, box.y - out], [box.x - out, box.y - out], [right + out, foot + out], [box.x - out, foot + out],
    [middle, box.y - out], [right + out, waist], [middle, foot + out], [box.x - out, waist],
    ...[0.25, 0.75].flatMap((part) => [
      [box.x + part * box.width, box.y - out], [box.x + part * box.width, foot + out],
      [right + out, box.y + part * box.height], [box.x - out, box.y + part * box.height],
    ]),
  ].map(([x, y]) => ({ x, y }));
  const inView = places.filter(({ x, y }) => x - COIN >= view.x && y - COIN >= view.y
    && x + COIN <= view.x + view.width && y + COIN <= view.y + view.height);
  let best = inView[0] ?? places[0], least = Infinity;
  for (const place of inView) {
    const hidden = full.reduce((sum, one) => sum + shared(around(place), one), 0);
    if (hidden < least) { best = place; least = hidden; }
    if (!least) break;
  }
  return best;
}

function around({ x, y }, more = 0) {
  const reach = COIN + more;
  return { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
}

function shared(a, b) {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

function outline(box, at, seat, age) {
  const small = Math.min(box.width, box.height) < SMALL;
  const group = made("g", { class: `moved seat-${seat}${age ? " earlier" : ""}${small ? " small" : ""}` });
  const shape = { x: box.x, y: box.y, width: box.width, height: box.height, rx: Math.min(10, box.width / 6) };
  group.append(
    made("rect", { ...shape, class: "under" }),
    made("rect", { ...shape, "stroke-dasharray": DASHES[seat % DASHES.length] }),
  );
  const coin = made("g", { transform: `translate(${at.x} ${at.y})` });
  const number = made("text", { y: 4.2 });
  number.textContent = seat + 1;
  coin.append(made("circle", { r: COIN }), number);
  group.append(coin);
  return group;
}

function made(kind, attributes) {
  const node = document.createElementNS(NS, kind);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
