// What the others did since your last turn, on the board: every thing that they touched is outlined
// in the colour and the dashes of who did it, and carries their coin. The newest stands out.
const NS = "http://www.w3.org/2000/svg";
const DASHES = ["none", "9 5", "2 5", "12 4 2 4", "5 3"]; // as the lines of the chart
const COIN = 9;

export function markMoves(targets, marks) {
  targets.layer?.querySelectorAll(".moved").forEach((node) => node.remove());
  const taken = new Set(); // what two have touched belongs to the later one
  [...marks].reverse().forEach(({ seat, names }, age) => {
    for (const name of names) {
      if (taken.has(name)) continue;
      taken.add(name);
      const box = targets.boxOf([name]) ?? boxOfMark(targets, name);
      if (box) targets.layer.prepend(outline(box, seat, age));
    }
  });
}

// What can be chosen no more may still be there to be marked.
export function boxOfMark(targets, name) {
  const node = name && targets.svg.querySelector(`[data-mark="${CSS.escape(name)}"]`);
  return node ? targets.rootBox(node) : null;
}

function outline(box, seat, age) {
  const group = made("g", { class: `moved seat-${seat}${age ? " earlier" : ""}` });
  const shape = { x: box.x, y: box.y, width: box.width, height: box.height, rx: Math.min(10, box.width / 6) };
  group.append(
    made("rect", { ...shape, class: "under" }),
    made("rect", { ...shape, "stroke-dasharray": DASHES[seat % DASHES.length] }),
  );
  const coin = made("g", { transform: `translate(${box.x + box.width - 2} ${box.y + 2})` });
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
