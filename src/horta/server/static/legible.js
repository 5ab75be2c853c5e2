// What is lettered on a drawing can be read. Small numbers and words grow; a word that is then too
// long for its label is set narrower. What still has no room is not shown from across the table: the
// tag of the thing says it, the words beside the table do, and so does the drawing when it is enlarged.
export const WORD = 12;
export const NUMBER = 11;
const SLACK = 1.5;
const NARROWEST = 0.7; // of the width that letters have by nature
export const NARROWEST_NAME = 0.6; // a name that is known is read narrower still
const pen = document.createElement("canvas").getContext("2d");

export function legible(board) {
  const svg = board.querySelector("svg");
  if (!svg) return;
  const texts = [...svg.querySelectorAll("text")].filter((node) => !node.closest("defs, [display=none], .overlay, .flying"));
  for (const node of texts) restore(node);
  const read = texts.map(measured);
  for (const one of read) if (one.grown) grow(one);
  for (const one of read) if (one.word && (one.grown || one.node.dataset.room)) narrow(one);
  const placed = read.filter((one) => one.size).map((one) => ({ ...one, box: one.node.getBoundingClientRect() }));
  const numbers = placed.filter((one) => !one.word || !one.grown);
  const kept = [...numbers];
  // A forename stands above its name, and gives way to it.
  const words = placed.filter((each) => each.word && each.grown).sort((a, b) => a.node.matches(".fore") - b.node.matches(".fore"));
  for (const one of words) {
    const free = !one.node.matches(".code") && fits(one) && kept.every((other) => other.node === one.node || !overlap(one.box, other.box));
    if (free) kept.push(one);
    else one.node.classList.add("far");
  }
  for (const card of svg.querySelectorAll("[data-card]")) tidy(card, placed);
}

// Nothing grown, narrowed or left out.
export function asDrawn(board) {
  for (const node of board.querySelectorAll("svg text")) restore(node);
}

// On a card, half a name is none, though it may do without the forename; and numbers that do not fit, or that would lie over each other, go:
// what the card does is said in words.
function tidy(card, placed) {
  const here = placed.filter((one) => card.contains(one.node));
  const names = here.filter((one) => one.word && !one.node.querySelector("tspan") && !/^\d/.test(one.node.textContent.trim())); // "3 VP" is none
  if (names.some((one) => one.node.matches(".far:not(.fore)"))) for (const one of names) one.node.classList.add("far");
  const numbers = here.filter((one) => !one.word);
  for (const one of numbers) {
    const crowded = numbers.some((other) => other !== one && overlap(one.box, other.box));
    if (one.grown && (crowded || !fits(one))) one.node.classList.add("far");
  }
}

function restore(node) {
  node.classList.remove("far");
  for (const one of [node, ...node.querySelectorAll("tspan")]) one.removeAttribute("textLength");
  if (node.dataset.whole !== undefined) { node.lastChild.data = node.dataset.whole; delete node.dataset.whole; }
  if (node.dataset.size !== undefined) node.style.fontSize = node.dataset.size;
  if (node.dataset.lines !== undefined) {
    const lines = JSON.parse(node.dataset.lines);
    node.querySelectorAll("tspan").forEach((line, k) => {
      line.textContent = lines[k].text;
      if (lines[k].dy) line.setAttribute("dy", lines[k].dy);
    });
  }
}

function measured(node) {
  const matrix = node.getScreenCTM();
  const style = getComputedStyle(node);
  const text = node.textContent.trim();
  if (!matrix || !text) return { node, size: 0 };
  const scale = Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
  const size = parseFloat(style.fontSize) * scale;
  const lettered = [...node.childNodes].map((one) => (one.nodeName === "title" ? "" : one.textContent)).join(" ");
  const word = /\p{L}{2,}/u.test(lettered) || node.matches(".code"); // the code of a place is its name
  const least = word ? WORD : NUMBER;
  return { node, scale, size, word, style, grown: size < least - 0.05 ? least / scale : 0 };
}

function grow({ node, grown, style }) {
  node.dataset.size ??= node.style.fontSize;
  node.style.fontSize = `${grown}px`;
  const lines = [...node.querySelectorAll("tspan")];
  if (lines.length > 1 && style.textAnchor === "start") flow(node, lines, grown, style);
}

// The lines of a paragraph are broken anew; what has no room ends in an ellipsis.
function flow(node, lines, size, style) {
  const frame = frameOf(node);
  if (!frame) return;
  node.dataset.lines ??= JSON.stringify(lines.map((line) => ({ text: line.textContent, dy: line.getAttribute("dy") })));
  const matrix = node.getScreenCTM(), scale = Math.hypot(matrix.a, matrix.b);
  const start = new DOMPoint(Number(lines[0].getAttribute("x") ?? 0), Number(node.getAttribute("y") ?? 0)).matrixTransform(matrix);
  const width = (frame.right - start.x) / scale - 0.4 * size;
  const most = Math.max(1, Math.min(lines.length, Math.floor(((frame.bottom - start.y) / scale - 0.2 * size) / (1.16 * size) + 1)));
  pen.font = `${style.fontStyle} ${style.fontWeight} ${size}px ${style.fontFamily}`;
  const words = lines.map((line) => line.textContent).join(" ").split(/[ \n]+/); // a no-break space stays
  const broken = [];
  let row = "";
  for (const word of words) {
    const longer = row ? `${row} ${word}` : word;
    if (row && pen.measureText(longer).width > width) { broken.push(row); row = word; } else row = longer;
  }
  broken.push(row);
  if (broken.length > most) {
    let last = broken[most - 1];
    while (last && pen.measureText(`${last}…`).width > width) last = last.replace(/ *[^ ]+$/, "");
    broken.length = most;
    broken[most - 1] = `${last}…`;
    const told = broken.join(" ").split(" ").length;
    if (told < 6 || told < 0.6 * words.length) { node.classList.add("far"); return; } // of no use
  }
  lines.forEach((line, k) => {
    line.textContent = k < broken.length - 1 ? `${broken[k]} ` : broken[k] ?? ""; // a space between words, for who reads aloud
    if (k) line.setAttribute("dy", 1.16 * size);
  });
}

// A line that is longer than its label is set narrower, as far as it can be read so; a name that is still
// too long gives way to its short form (`data-short`), where it has one, and the name of a player is
// cut (`data-cut`), for its beginning tells who it is.
function narrow({ node, style, scale }) {
  const frame = frameOf(node);
  if (!frame || node.querySelector("tspan")) return;
  const box = node.getBoundingClientRect(), middle = style.textAnchor === "middle";
  const from = middle ? (box.left + box.right) / 2 : box.left;
  const room = middle ? 2 * Math.min(from - frame.left, frame.right - from) - 4 : frame.right - from - 3;
  const least = node.matches("[data-room], .name") ? NARROWEST_NAME : NARROWEST;
  if (style.textAnchor === "end" || box.width <= room) return;
  if (box.width * least > room) {
    if (node.dataset.short && node.dataset.whole === undefined) {
      node.dataset.whole = node.lastChild.data;
      node.lastChild.data = node.dataset.short;
      narrow({ node, style, scale });
      return;
    }
    if (node.dataset.cut === undefined) return;
    cut(node, room / NARROWEST);
    if (node.getBoundingClientRect().width <= room) return;
  }
  node.setAttribute("textLength", room / scale);
  node.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

function cut(node, room) {
  const letters = node.lastChild; // a title may stand before them
  node.dataset.whole ??= letters.data;
  for (let end = node.dataset.whole.length - 1; end > 0 && node.getBoundingClientRect().width > room; end -= 1) {
    letters.data = `${node.dataset.whole.slice(0, end).trimEnd()}…`;
  }
}

// The card or label that lies behind a text; what shares a line with a sign says how much is its own.
function frameOf(node) {
  const frame = sheetOf(node);
  if (!frame || !node.dataset.room) return frame;
  const { left, top, bottom } = frame, matrix = node.getScreenCTM();
  const from = new DOMPoint(Number(node.getAttribute("x") ?? 0), 0).matrixTransform(matrix).x;
  return { left, top, bottom, right: from + node.dataset.room * Math.hypot(matrix.a, matrix.b) };
}

function sheetOf(node) {
  for (let up = node.parentElement; up && up.nodeName !== "svg"; up = up.parentElement) {
    const sheets = [...up.querySelectorAll(":scope > rect, :scope > .card, :scope > .label-paper")];
    const boxes = sheets.map((one) => one.getBoundingClientRect()).filter((box) => box.width > 20 && box.height > 12);
    if (boxes.length) return boxes.reduce((a, b) => (a.width * a.height > b.width * b.height ? a : b));
  }
  return null;
}

function fits({ node, box }) {
  const frame = frameOf(node);
  if (!frame) return true;
  return box.left >= frame.left - SLACK && box.right <= frame.right + SLACK && box.bottom <= frame.bottom + 2 * SLACK;
}

export function overlap(a, b) {
  return a.left < b.right - SLACK && b.left < a.right - SLACK && a.top < b.bottom - SLACK - 2 && b.top < a.bottom - SLACK - 2;
}
