// A judged game: the graph, the decisions one by one, and what would have been better.
// While the review is made, a stream brings what was found; as long as somebody listens, it goes on.
import { Book } from "./book.js";
import { column } from "./column.js";
import { Frames } from "./frames.js";
import { lay } from "./layout.js";
import { Left } from "./left.js";
import { legible } from "./legible.js";
import { Lens } from "./lens.js";
import { finished, keyOf } from "./progress.js";
import { Tags } from "./tags.js";
import { Targets } from "./targets.js";
import { markWays } from "./ways.js";

const main = document.querySelector("main.review");
const board = document.querySelector("#board");
const notice = document.querySelector("#notice");
const list = document.querySelector("#course");
const start = JSON.parse(document.querySelector("#data").textContent);
const { words } = start;
const base = `/t/${main.dataset.table}`;
const lang = main.dataset.lang;
let laid = start; // the table that is shown
let judged = null; // the decision that is shown, with its ways
let pointed = null; // the way that is looked at
let at = start.step;
let known = start.done;
const over = matchMedia("(max-width: 62rem) and (min-height: 30.01rem)"); // the column lies over the table
let led = null; // the step of what might follow that is shown, as "way number"

const left = new Left();
const targets = new Targets(board, { words, choose() {}, preview() {}, onHold() {}, refuse() {} });
const rules = `/rules/${main.dataset.game}`;
const book = new Book(document.querySelector("#book"), { rules, lang, words });
const tags = new Tags(board, document.querySelector("#tag"), { words, rules, targets, read: (rule) => book.read(rule) });
const lens = new Lens(board, { layout: lay, changed: () => legible(board), busy: () => false });
const frames = new Frames((key) => (key.includes(" ") ? fetchLine(key) : fetchStep(key)), put, () => fail(words.offline));

function fail(text) {
  notice.hidden = !text;
  notice.textContent = text;
}

async function ask(path, query = {}) {
  const answer = await fetch(`${base}/${path}?${new URLSearchParams({ lang, ...query })}`);
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error ?? answer.statusText);
  return told;
}

// A step: the table as the seat saw it before it decided, and what is said of the decision.
async function fetchStep(key) {
  const { to, seat } = place(Number(key));
  const [frame, said] = await Promise.all([
    ask(`api/replay/${to}`, { from: seat }), ask(`review/at/${to}`),
  ]);
  return { ...frame, judged: said };
}

// A step of what might follow: the key is the decision, the way and how many actions were played.
function fetchLine(key) {
  const [step, way, number] = key.split(" ");
  return ask(`review/at/${step}/line`, { way, number });
}

function buttons() { return [...list.querySelectorAll("button[data-to]")]; }
function place(step) {
  const one = list.querySelector(`button[data-to="${step}"]`);
  return { to: step, seat: one?.dataset.seat ?? "all" };
}

function go(step, { focus = false } = {}) {
  const all = buttons();
  const here = all.find((one) => Number(one.dataset.to) === step);
  if (!here) { if (all.length) fail(words.wait); return; }
  fail("");
  at = step;
  led = null;
  for (const one of document.querySelectorAll("#side [data-to]")) {
    if (Number(one.dataset.to) === step) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  }
  for (const row of document.querySelectorAll(".by-seat .seat-next")) {
    if (row.dataset.by === here.dataset.seat) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
  document.querySelector("#count").textContent = `${all.indexOf(here) + 1} / ${start.total ?? "…"}`;
  cursor();
  if (focus) document.querySelector("#judged").scrollIntoView({ block: "nearest" });
  const near = [all[all.indexOf(here) + 1]].filter(Boolean);
  return frames.want(`${step}`, near.map((one) => one.dataset.to));
}

function put(shown) {
  board.innerHTML = shown.svg;
  board.querySelector("svg").setAttribute("role", "group");
  laid = shown;
  board.dataset.line = led ?? "";
  for (const one of document.querySelectorAll(".ways [data-line]")) {
    one.setAttribute("aria-pressed", String(led === `${one.dataset.line} ${one.dataset.number}`));
  }
  if (shown.judged) judge(shown); else follow(shown);
}

// What might follow is no part of the game: the decision stays where it is, and nothing else is marked.
function follow(shown) {
  document.querySelector("#told").textContent = words.might.replace("{step}", shown.said);
  whose(shown.actor);
  spread();
}

function whose(seat) {
  const coin = document.querySelector("#actor");
  coin.className = `coin seat-${seat}`;
  coin.textContent = seat + 1;
}

function judge(shown) {
  if (judged !== shown.judged) { // back from what might follow, what was open stays open
    judged = shown.judged;
    pointed = null;
    document.querySelector("#judged").innerHTML = judged.html;
  }
  document.querySelector("#told").textContent = `${judged.told.label} (${judged.told.name}). ${judged.told.sentence}`;
  whose(judged.seat);
  board.dataset.step = judged.step;
  spread();
  const here = new URL(location.href);
  here.searchParams.set("step", judged.step);
  history.replaceState(null, "", here);
  for (const link of document.querySelectorAll(".menu-sheet a")) {
    const to = new URL(link.href);
    if (to.pathname !== here.pathname) continue; // the language and the theme of this page alone
    to.searchParams.set("step", judged.step);
    link.href = to;
  }
}

function spread() {
  lens.fit();
  tags.adopt(laid);
  mark();
}

function mark() {
  targets.show([], led === null ? [] : laid.last);
  if (led === null) markWays(targets, judged, pointed);
}

// To a step of what might follow; the same step again leads back to the decision.
function lead(button) {
  const { line, number } = button.dataset, next = `${line} ${number}`;
  if (led === next) { leave(); return; }
  led = next;
  if (over.matches && !main.classList.contains("folded")) document.querySelector("#fold").click();
  frames.want(`${at} ${led}`, stepsOf(line).slice(Number(number), Number(number) + 1).map((one) => `${at} ${line} ${one.dataset.number}`));
}

function stepsOf(way) { return [...document.querySelectorAll(`.ways [data-line="${way}"]`)]; }

function leave() {
  led = null;
  frames.want(`${at}`, []);
}

// On and back along what might follow; before its first step stands the decision.
function along(by) {
  const [way, number] = led.split(" ");
  const steps = stepsOf(way), next = steps[steps.findIndex((one) => one.dataset.number === number) + by];
  if (next) { if (document.activeElement?.matches(".ways [data-line]")) next.focus(); lead(next); } else if (by < 0) leave();
}

function cursor() {
  for (const svg of document.querySelectorAll(".review-graph")) {
    svg.querySelector(".now")?.remove();
    const { left, right, steps } = svg.dataset;
    const x = Number(left) + ((right - left) * Math.min(at + 1, steps)) / steps;
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    line.setAttribute("class", "now");
    line.setAttribute("d", `M${x} 6V${svg.viewBox.baseVal.height - 6}`);
    svg.append(line);
  }
}

// What the stream brings: the graph and the sums anew, the rows that were not there yet.
function adopt(news) {
  start.total = news.total;
  [".graph.wide", ".graph.narrow"].forEach((which, k) => { document.querySelector(which).innerHTML = news.graphs[k]; });
  document.querySelector("#phases").innerHTML = news.phases;
  document.querySelector("#expensive").innerHTML = news.expensive;
  news.exact.forEach((value, seat) => { document.querySelector(`[data-exact="${seat}"]`).textContent = value; });
  if (news.done > known) list.insertAdjacentHTML("beforeend", news.rows);
  const first = known === 0 && news.done > 0;
  known = news.done;
  tell(news);
  remember();
  cursor();
  if (first) go(Number((list.querySelector(`[data-to="${start.step}"]`) ?? buttons()[0]).dataset.to));
  else if (judged) document.querySelector("#count").textContent = `${buttons().findIndex((one) => Number(one.dataset.to) === at) + 1} / ${news.total ?? "…"}`;
}

function tell(news) {
  const { done, total, whole, working, said } = news;
  const filled = (text) => text.replace("{done}", done).replace("{total}", total);
  if (!working) left.reset();
  const seconds = working && !whole ? left.seconds(done, total, performance.now()) : null;
  const soon = seconds === null ? "" : seconds < 60 ? words.soon : words.left.replace("{n}", Math.ceil(seconds / 60));
  const counted = total === null ? words.begins : [filled(words.progress), soon].filter(Boolean).join(", ");
  const text = whole ? filled(words.whole) : said || (working ? counted : `${words.paused} ${counted}`);
  const place = document.querySelector("#progress-said");
  if (place.textContent !== text) place.textContent = text;
  const bar = document.querySelector("#progress-bar");
  bar.max = Math.max(1, total ?? 1);
  bar.value = done;
  bar.hidden = whole;
  main.dataset.done = done;
  main.dataset.whole = whole;
}

// The exercises that were found on this device are ticked.
function remember() {
  for (const link of document.querySelectorAll("[data-found]")) {
    link.querySelector(".found").hidden = !finished(keyOf(`find/${link.dataset.found}`, "")).includes(0);
  }
}

let stream = null;
function listen() {
  if (stream || main.dataset.whole === "true" || document.hidden) return;
  stream = new EventSource(`${base}/review/news?${new URLSearchParams({ lang, seen: known })}`);
  stream.onmessage = (event) => {
    const news = JSON.parse(event.data);
    adopt(news);
    if (news.whole || !news.working) hush();
  };
  // The address names what was seen: after a lost connection another one is asked for.
  stream.onerror = () => { hush(); setTimeout(listen, 3000); };
}
function hush() { stream?.close(); stream = null; left.reset(); }
document.addEventListener("visibilitychange", () => (document.hidden ? hush() : listen()));

// ways to go

function index() { return buttons().findIndex((one) => Number(one.dataset.to) === at); }
function nearest(way, fits) {
  const all = buttons();
  for (let k = index() + way; k >= 0 && k < all.length; k += way) if (fits(all[k])) return Number(all[k].dataset.to);
  return at;
}
const FAULTS = ["inaccuracy", "mistake", "blunder"];
const fault = (one) => FAULTS.includes(one.dataset.verdict);
const WAYS = {
  back: () => nearest(-1, () => true), forward: () => nearest(1, () => true),
  "fault-back": () => nearest(-1, fault), "fault-forward": () => nearest(1, fault),
};
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", PageUp: "fault-back", PageDown: "fault-forward" };

function walk(way) {
  if (led !== null && ["back", "forward"].includes(way)) along(way === "back" ? -1 : 1);
  else go(WAYS[way]());
}

main.addEventListener("click", (event) => {
  const button = event.target.closest("[data-go], [data-by], [data-to], .ways [data-way], .ways [data-line]");
  if (button?.dataset.go) walk(button.dataset.go);
  else if (button?.dataset.by) go(nearest(Number(button.dataset.way), (one) => one.dataset.seat === button.dataset.by));
  else if (button?.dataset.to) go(Number(button.dataset.to), { focus: true });
  else if (button?.dataset.line) lead(button);
  else if (button) point(Number(button.dataset.way));
  const graph = event.target.closest(".review-graph");
  if (graph) go(stepAt(graph, event.clientX));
});

// The decision whose step lies nearest to a point of the graph.
function stepAt(svg, x) {
  const box = svg.getBoundingClientRect();
  const { left, right, steps, width } = svg.dataset;
  const step = ((((x - box.left) / box.width) * width - left) / (right - left)) * steps - 1;
  const far = (one) => Math.abs(Number(one.dataset.to) - step);
  const found = buttons().reduce((best, one) => (!best || far(one) < far(best) ? one : best), null);
  return found ? Number(found.dataset.to) : at;
}

// One way alone is marked on the table, or all of them.
function point(way) {
  pointed = pointed === way ? null : way;
  if (led !== null) leave();
  for (const one of document.querySelectorAll(".ways [data-way]")) {
    one.setAttribute("aria-pressed", String(Number(one.dataset.way) === pointed));
  }
  mark();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select, textarea, input")) return;
  const seat = /^Digit([1-9])$/.exec(event.code)?.[1];
  if (seat) { go(nearest(event.shiftKey ? -1 : 1, (one) => one.dataset.seat === `${seat - 1}`)); return; }
  if (event.shiftKey) return;
  if (event.key === "Escape" && led !== null) leave();
  if (event.key in KEYS) { event.preventDefault(); walk(KEYS[event.key]); }
  if (event.key === "z") lens.toggle();
  if (event.key === "c") document.querySelector("#fold").click();
});

document.querySelector("#lens").addEventListener("click", () => lens.toggle());
column(main, document.querySelector("#fold"), () => {}, { open: true });
const menu = document.querySelector(".top-menu");
new ResizeObserver(() => main.style.setProperty("--menu", `${menu.offsetWidth + 16}px`)).observe(menu);
spread();
tell(start);
remember();
cursor();
if (known) go(list.querySelector(`[data-to="${at}"]`) ? at : Number(buttons()[0].dataset.to));
tags.watch();
book.watch();
listen();
let size = "";
new ResizeObserver(() => {
  const now = `${board.clientWidth} ${board.clientHeight}`;
  if (now === size) return;
  size = now;
  lens.fit();
  mark();
}).observe(board);
