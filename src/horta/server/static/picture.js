// A copy of a thing of the drawing, to be shown elsewhere on the page: as the icon of a button or of
// a line, without its lettering, which the page says itself; or large, with as much as can be read.
import { NARROWEST_NAME, NUMBER, WORD, overlap } from "./legible.js";

const NS = "http://www.w3.org/2000/svg";
const NAMES = ["id", "data-target", "data-thing", "data-tip", "data-piece", "data-card", "tabindex", "role", "aria-label", "data-was-role", "data-was-label"];
const PLATES = "circle:has(+ text:is(.count, .badge-text))"; // what a count stands on: nothing without it

// How large the pictures of some things are. All are measured at once: the page is laid out anew
// whenever it is asked for a size after a change.
export function measure(nodes, { lettered = false } = {}) {
  const sources = nodes.map((node) => sourceOf(node, lettered));
  const left = sources.flatMap((source) => [...source.querySelectorAll(lettered ? "text, .hit" : `text, .hit, ${PLATES}`)]);
  for (const one of left) one.style.display = "none"; // no part of a picture, nor of its size
  const boxes = sources.map((source) => source.getBBox());
  for (const one of left) one.style.display = "";
  return boxes;
}

function sourceOf(node, lettered) { return node.querySelector(lettered ? ".picture" : ".piece, .picture") ?? node; }

export function picture(svg, node, { lettered = false, box = null } = {}) {
  if (!svg || node.matches(".hit")) return null; // bare cells of a board have no picture
  const source = sourceOf(node, lettered);
  box ??= measure([node], { lettered })[0];
  if (box.width < 4 || box.height < 4) return null;
  const copy = source.cloneNode(true);
  copy.querySelectorAll(".hit, title").forEach((one) => one.remove());
  if (!lettered) copy.querySelectorAll(PLATES).forEach((one) => one.remove());
  for (const one of copy.querySelectorAll("text")) {
    if (!lettered) one.remove();
    else if (one.dataset.size !== undefined) one.style.fontSize = one.dataset.size; // as it was drawn
    if (lettered && one.dataset.whole !== undefined) one.lastChild.data = one.dataset.whole;
    one.removeAttribute("textLength");
  }
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of NAMES) one.removeAttribute(name);
    one.classList?.remove("lit", "held", "far");
  }
  copy.removeAttribute("transform");
  if (!copy.childElementCount && !copy.matches("use, path, rect, circle, image")) return null;
  const icon = document.createElementNS(NS, "svg");
  icon.setAttribute("class", `icon ${svg.getAttribute("class").replace(/\bnarrow\b/, "")}`);
  icon.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  icon.setAttribute("aria-hidden", "true");
  icon.append(copy);
  return icon;
}

// Once a copy is on the page: numbers grow, and so does a name, in narrower letters; a forename gives way
// to it. If a word came out too small all the same, all go, for half a name is none; the text beside says it.
export function readable(icon) {
  const texts = [...icon.querySelectorAll("text")].map((node) => {
    const matrix = node.getScreenCTM();
    const scale = matrix ? Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c)) : 0;
    return { node, scale, size: parseFloat(getComputedStyle(node).fontSize) * scale, word: /\p{L}{2,}/u.test(node.textContent) };
  });
  const small = texts.filter(({ word, size }) => word && size < WORD), left = small.filter(({ node }) => !node.matches(".fore"));
  const lost = left.filter((one) => !(one.scale && grown(one, icon)));
  for (const { node } of lost.length ? texts.filter(({ word }) => word) : small.filter(({ node }) => node.matches(".fore"))) node.remove();
  for (const { node, scale, size, word } of texts) {
    if (!word && scale && size < NUMBER) node.style.fontSize = `${NUMBER / scale}px`;
  }
  const numbers = texts.filter(({ node, word }) => !word && node.isConnected);
  const boxes = numbers.map(({ node }) => node.getBoundingClientRect());
  numbers.forEach(({ node }, k) => { if (boxes.some((one, other) => other !== k && overlap(one, boxes[k]))) node.remove(); });
}

// A name as large as it must be, within its card.
function grown({ node, scale }, icon) {
  if (!node.matches(".name") || getComputedStyle(node).textAnchor !== "middle") return false;
  node.style.fontSize = `${WORD / scale}px`;
  const wide = () => node.getBoundingClientRect().width, room = icon.getBoundingClientRect().width;
  const drawn = Math.min(room, icon.viewBox.baseVal.width * scale) - 8; // the picture lies in the middle of its room
  if (wide() * NARROWEST_NAME > drawn && node.dataset.short) node.lastChild.data = node.dataset.short;
  if (wide() <= drawn) return true;
  if (wide() * NARROWEST_NAME > drawn) return false;
  node.setAttribute("textLength", drawn / scale);
  node.setAttribute("lengthAdjust", "spacingAndGlyphs");
  return true;
}
