// A finished game again: slider, keys, autoplay, from any seat's sight.
import { arrange } from "./arrange.js";
import { remember, travel } from "./motion.js";
import { Tags } from "./tags.js";
import { Targets } from "./targets.js";

const main = document.querySelector("main.replay");
const board = document.querySelector("#board");
const slider = document.querySelector("#number");
const from = document.querySelector("#from");
const auto = document.querySelector("#auto");
const last = Number(slider.max);
const frames = new Map();
const notice = document.querySelector("#notice");
const start = JSON.parse(document.querySelector("#data").textContent);
const { words } = start;
// Nothing can be chosen here, but things can be walked to, and the last move is marked.
const targets = new Targets(board, { words, choose() {}, preview() {}, onHold() {}, refuse() {} });
const tags = new Tags(board, document.querySelector("#tag"), { words, rules: `/rules/${main.dataset.game}` });
let timer = null;

function frame(number) {
  const key = `${number} ${from.value}`;
  if (!frames.has(key)) {
    const query = new URLSearchParams({ from: from.value, lang: main.dataset.lang });
    frames.set(key, fetch(`/t/${main.dataset.table}/api/replay/${number}?${query}`)
      .then((answer) => { if (!answer.ok) throw new Error(answer.statusText); return answer.json(); })
      .catch((problem) => { frames.delete(key); throw problem; }));
  }
  return frames.get(key);
}

async function go(number) {
  number = Math.max(0, Math.min(last, number));
  slider.value = number;
  document.querySelector("#count").textContent = `${number} / ${last}`;
  point(number);
  const shown = await frame(number).catch(() => null);
  notice.hidden = Boolean(shown);
  if (!shown) { notice.textContent = words.offline; play(false); return; }
  if (Number(slider.value) !== number) return;
  const before = remember(board);
  board.innerHTML = shown.svg;
  board.querySelector("svg").setAttribute("role", "group");
  lay(shown);
  travel(board, before);
  document.querySelector("#told").textContent = shown.log.join(" ");
  shown.scores.forEach((score, seat) => {
    document.querySelector(`[data-score="${seat}"]`).textContent = score;
  });
  const here = new URL(location.href);
  here.searchParams.set("number", number);
  here.searchParams.set("from", from.value);
  history.replaceState(null, "", here);
  // Another language or light is chosen for this step, not for the one that was loaded first.
  for (const link of document.querySelectorAll(".menu-sheet a")) {
    const to = new URL(link.href);
    for (const name of ["number", "from"]) to.searchParams.set(name, here.searchParams.get(name));
    link.href = to;
  }
  if (number < last) frame(number + 1).catch(() => {});
}

// The chart shows where the replay is, and a click on it goes there.
const chart = document.querySelector(".chart");
const now = document.createElementNS("http://www.w3.org/2000/svg", "path");
now.setAttribute("class", "now");
chart.append(now);
chart.classList.add("leads");
const { left, right, steps } = Object.fromEntries(
  Object.entries(chart.dataset).map(([name, value]) => [name, Number(value)]));
function point(number) {
  const x = left + (right - left) * number / steps;
  now.setAttribute("d", `M${x} 0V${chart.viewBox.baseVal.height - 24}`);
}
chart.addEventListener("click", (event) => {
  const { x } = new DOMPoint(event.clientX, event.clientY).matrixTransform(chart.getScreenCTM().inverse());
  play(false);
  go(Math.round(steps * (x - left) / (right - left)));
});

let laid = null; // the frame on the board
function lay(shown) {
  laid = shown;
  arrange(board);
  tags.adopt(shown);
  targets.show([], shown.last);
}

function play(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => {
    if (Number(slider.value) >= last) play(false);
    else go(Number(slider.value) + 1);
  }, 1100) : null;
  auto.setAttribute("aria-pressed", String(Boolean(on)));
  auto.textContent = on ? "❚❚" : "▶";
}

slider.addEventListener("input", () => { play(false); go(Number(slider.value)); });
from.addEventListener("change", () => go(Number(slider.value)));
auto.addEventListener("click", () => {
  if (!timer && Number(slider.value) >= last) go(0);
  play(!timer);
});
document.addEventListener("click", (event) => {
  const by = event.target.closest("[data-go]")?.dataset.go;
  if (by) { play(false); go(Number(slider.value) + Number(by)); }
});
document.addEventListener("keydown", (event) => {
  if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, select, button") && event.key !== "Home" && event.key !== "End") return;
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last };
  if (event.key in steps) { event.preventDefault(); play(false); go(Number(slider.value) + steps[event.key]); }
  if (event.key === " ") { event.preventDefault(); auto.click(); }
});

lay(start);
point(Number(slider.value));
tags.watch();
let width = board.clientWidth;
new ResizeObserver(() => {
  if (board.clientWidth === width) return;
  width = board.clientWidth;
  arrange(board);
  targets.show([], laid.last);
}).observe(board);
