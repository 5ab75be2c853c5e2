// A finished game again: slider, rounds, seats, log, keys, autoplay, from any seat's sight.
import { Book } from "./book.js";
import { column } from "./column.js";
import { Course } from "./course.js";
import { Frames } from "./frames.js";
import { lay } from "./layout.js";
import { legible } from "./legible.js";
import { Lens } from "./lens.js";
import { markMoves } from "./marks.js";
import { remember, travel } from "./motion.js";
import { Tags } from "./tags.js";
import { Targets } from "./targets.js";

const PAUSE = 1100; // between two steps that play themselves
const main = document.querySelector("main.replay");
const board = document.querySelector("#board");
const slider = document.querySelector("#number");
const from = document.querySelector("#from");
const auto = document.querySelector("#auto");
const notice = document.querySelector("#notice");
const last = Number(slider.max);
const start = JSON.parse(document.querySelector("#data").textContent);
const { words, acted, scores } = start;
let timer = null;
let laid = start; // the table that is shown
let at = Number(slider.value);

// Nothing can be chosen here, but things can be walked to, and the last move is marked.
const targets = new Targets(board, { words, choose() {}, preview() {}, onHold() {}, refuse() {} });
const rules = `/rules/${main.dataset.game}`;
const book = new Book(document.querySelector("#book"), { rules, lang: main.dataset.lang, words });
const tags = new Tags(board, document.querySelector("#tag"), { words, rules, targets, read: (rule) => book.read(rule) });
const lens = new Lens(board, { layout: lay, changed: () => legible(board), busy: () => false });
const course = new Course({
  list: document.querySelector("#course"), chapters: start.chapters, words, go: (number) => { play(false); go(number); },
});
const frames = new Frames((key) => ask(`replay/${key.split(" ")[0]}`, key.split(" ")[1]), put, offline);

async function ask(path, viewer) {
  const query = new URLSearchParams({ from: viewer, lang: main.dataset.lang });
  const answer = await fetch(`/t/${main.dataset.table}/api/${path}?${query}`);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

function offline() {
  notice.hidden = false;
  notice.textContent = words.offline;
  play(false);
}

// Everything that is known at once is shown at once; the table follows as soon as it is here.
function go(number) {
  at = Math.max(0, Math.min(last, number));
  slider.value = at;
  document.querySelector("#count").textContent = `${at} / ${last}`;
  scores[at]?.forEach(write);
  course.show(at);
  slider.setAttribute("aria-valuetext", course.said(at));
  const actor = at ? acted[at - 1] : null;
  for (const row of document.querySelectorAll(".by-seat .seat-next")) {
    if (Number(row.dataset.by) === actor) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
  const key = (other) => `${other} ${from.value}`;
  const near = [at + 1, at - 1, at + 2].filter((other) => other >= 0 && other <= last);
  return frames.want(key(at), near.map(key));
}

function write(score, seat) { document.querySelector(`[data-score="${seat}"]`).textContent = `${score}`.replace("-", "−"); }

function put(shown) {
  notice.hidden = true;
  const before = remember(board);
  board.innerHTML = shown.svg;
  board.querySelector("svg").setAttribute("role", "group");
  spread(shown);
  travel(board, before);
  document.querySelector("#told").textContent = shown.log.join(" ");
  const coin = document.querySelector("#actor");
  coin.className = `coin ${shown.actor === null ? "none" : `seat-${shown.actor}`}`;
  coin.textContent = shown.actor === null ? "·" : shown.actor + 1;
  if (!scores.length) shown.scores.forEach(write);
  point(shown.number);
}

// The address names the step and the viewer; another language or theme is chosen for this step.
function point(number) {
  const here = new URL(location.href);
  here.searchParams.set("number", number);
  here.searchParams.set("from", from.value);
  history.replaceState(null, "", here);
  const on = document.querySelector("#play-on");
  if (on) on.href = `/t/${main.dataset.table}/explore?step=${number}`;
  for (const link of document.querySelectorAll(".menu-sheet a")) {
    const to = new URL(link.href);
    if (to.pathname !== here.pathname) continue; // the language and the theme of this page alone
    for (const name of ["number", "from"]) to.searchParams.set(name, here.searchParams.get(name));
    link.href = to;
  }
}

function spread(shown) {
  laid = shown;
  lens.fit();
  tags.adopt(shown);
  mark();
}

function mark() {
  targets.show([], []);
  markMoves(targets, laid.actor === null ? [] : [{ seat: laid.actor, names: laid.last }]);
}

// The log as the chosen viewer saw it.
async function tell() {
  const viewer = from.value;
  const found = await ask("replay", viewer).catch(() => null);
  if (!found) { offline(); return; }
  if (from.value !== viewer) return;
  course.tell(found.steps);
  course.show(at);
  slider.setAttribute("aria-valuetext", course.said(at));
}

function play(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => { if (at >= last) play(false); else go(at + 1); }, PAUSE) : null;
  auto.setAttribute("aria-pressed", String(Boolean(on)));
  auto.querySelector("path").setAttribute("d", on ? "M6 4h4v16H6zM14 4h4v16h-4z" : "M7 4l13 8-13 8z");
}

// The next or the previous step of a seat; step n shows the table after action n.
function bySeat(seat, way) {
  for (let number = at + way; number > 0 && number <= last; number += way) {
    if (acted[number - 1] === seat) return number;
  }
  return at;
}

const WAYS = {
  first: () => 0, last: () => last, back: () => at - 1, forward: () => at + 1,
  "round-back": () => course.round(at, -1), "round-forward": () => course.round(at, 1) ?? last,
};
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", PageUp: "round-back", PageDown: "round-forward" };

function leap(number) { play(false); go(number); }
slider.addEventListener("input", () => leap(Number(slider.value)));
from.addEventListener("change", () => { go(at); tell(); });
auto.addEventListener("click", () => {
  if (!timer && at >= last) go(0);
  play(!timer);
});
main.addEventListener("click", (event) => {
  const button = event.target.closest("[data-go], [data-by]");
  if (button?.dataset.go) leap(WAYS[button.dataset.go]());
  else if (button) leap(bySeat(Number(button.dataset.by), Number(button.dataset.way)));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, textarea")) return;
  const seat = /^Digit([1-9])$/.exec(event.code)?.[1];
  if (seat && Number(seat) <= scoresShown()) { leap(bySeat(Number(seat) - 1, event.shiftKey ? -1 : 1)); return; }
  if (event.shiftKey) return;
  if (event.key in KEYS) { event.preventDefault(); leap(WAYS[KEYS[event.key]]()); }
  if (event.key === " " && !event.target.matches("button, a, summary")) { event.preventDefault(); auto.click(); }
  if (event.key === "z") lens.toggle();
});
function scoresShown() { return document.querySelectorAll("[data-score]").length; }

document.querySelector("#lens").addEventListener("click", () => lens.toggle());
column(main, document.querySelector("#fold"), () => course.show(at), { open: true }); // the log is beside
const menu = document.querySelector(".top-menu");
new ResizeObserver(() => main.style.setProperty("--menu", `${menu.offsetWidth + 16}px`)).observe(menu);
spread(start);
go(at);
tell();
tags.watch();
book.watch();
let size = "";
new ResizeObserver(() => {
  const now = `${board.clientWidth} ${board.clientHeight}`;
  if (now === size) return;
  size = now;
  lens.fit();
  mark();
}).observe(board);
