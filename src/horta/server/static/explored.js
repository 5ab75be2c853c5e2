// Actions in the explorer's list: each gets its picture from the drawing, and lights up what it is about.
import { picture } from "./picture.js";
import { sign } from "./signs.js";

const NS = "http://www.w3.org/2000/svg";

export function furnish(list, board) {
  const svg = board?.querySelector("svg");
  if (!svg) return;
  const seat = list.dataset.seat || null;
  for (const one of list.querySelectorAll(".explored")) {
    if (one.querySelector(".icon")) continue;
    const icon = pictured(svg, one.dataset, seat);
    if (icon) one.prepend(icon);
    const names = one.dataset.shows.split(" ").filter(Boolean);
    for (const on of ["pointerenter", "focus"]) one.addEventListener(on, () => show(svg, names));
    for (const off of ["pointerleave", "blur"]) one.addEventListener(off, () => show(svg, []));
  }
}

function pictured(svg, { icon, element, crossed }, seat) {
  if (icon) return sign(svg, icon, { crossed: crossed !== undefined, seat });
  const node = element ? find(svg, element) : null;
  return node && picture(svg, node);
}

function find(svg, name) { return svg.querySelector(`[data-target="${CSS.escape(name)}"]`); }

function show(svg, names) {
  svg.querySelectorAll(".shown-box").forEach((one) => one.remove());
  for (const node of names.map((name) => find(svg, name)).filter(Boolean)) {
    const { x, y, width, height } = node.getBBox();
    const box = document.createElementNS(NS, "rect");
    for (const [name, value] of Object.entries({ class: "shown-box", x: x - 2, y: y - 2, width: width + 4, height: height + 4, rx: 6 })) box.setAttribute(name, value);
    const matrix = node.getAttribute("transform");
    if (matrix) box.setAttribute("transform", matrix);
    node.after(box);
  }
}
