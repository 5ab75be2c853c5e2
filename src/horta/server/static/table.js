// A table: shows what the server sends, and sends what the player chooses.
import { Alerts } from "./alerts.js";
import { Band } from "./band.js";
import { Beyond } from "./beyond.js";
import { Book } from "./book.js";
import { Choices } from "./choices.js";
import { column } from "./column.js";
import { Place } from "./focus.js";
import { Explore } from "./explore.js";
import { Help } from "./help.js";
import { Holdings } from "./holdings.js";
import { lay } from "./layout.js";
import { Lesson } from "./lesson.js";
import { legible } from "./legible.js";
import { Lens } from "./lens.js";
import { boxOfMark, markMoves } from "./marks.js";
import { remember as rememberTable } from "./memory.js";
import { remember as rememberBoxes, rise, send, travel } from "./motion.js";
import { many, options } from "./options.js";
import { Picks } from "./picks.js";
import { placeRecent, watchRecent } from "./recent.js";
import { copyButtons } from "./seats.js";
import { Stream } from "./stream.js";
import { Study } from "./study.js";
import { Tags } from "./tags.js";
import { taken } from "./taken.js";
import { Targets } from "./targets.js";
import { Worths, tellWorth } from "./worths.js";

const main = document.querySelector("main.room");
const board = document.querySelector("#board");
const live = document.querySelector("#live");
const notice = document.querySelector("#notice");
const ask = document.querySelector("#part-question");
const id = main.dataset.table;
const start = JSON.parse(document.querySelector("#data").textContent);
const { lang, words } = start;
const came = taken(start, board); // before anything here is changed

let state = start;
let chosen = new URLSearchParams(location.search).get("seat");
let told = start.news.at(-1)?.action ?? 0;
let wished = "";
let answering = null; // the step whose answer is on its way

function say(text, { urgent = false, stay = false, calm = false } = {}) {
  if (!urgent) { live.textContent = text; return; }
  clearTimeout(say.timer);
  notice.textContent = text;
  notice.hidden = !text;
  notice.classList.toggle("calm", calm);
  if (text && !stay) say.timer = setTimeout(() => { notice.hidden = true; }, 4000);
}

function address(path, query = {}) {
  const params = new URLSearchParams({ lang, ...query });
  if (chosen !== null) params.set("seat", chosen);
  return `/t/${id}/${path}?${params}`;
}

async function order(path, body, { quiet = false } = {}) {
  if (path === "actions" && picks.take(body.action)) return; // a thing of a set that is being picked
  if (lesson) { // nothing else is asked for where nobody else plays
    if (path === "actions") await lesson.play(body.action);
    else if (path === "picks") await lesson.pick(body.things);
    return;
  }
  // Two clicks give one answer; but when the next step is here already, it may be answered.
  const step = state.step;
  if (answering === step) return;
  answering = step;
  main.setAttribute("aria-busy", "true");
  try {
    const seat = state.seat === null ? {} : { seat: state.seat };
    const answer = await fetch(`/t/${id}/api/${path}?${new URLSearchParams({ lang })}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ step, ...seat, ...body }),
    });
    if (answer.status === 409 && quiet) return;
    if (answer.status === 409) say(words.stale, { urgent: true });
    else if (!answer.ok) say((await answer.json()).error, { urgent: true });
    // The stream brings what an action changes; only what it does not bring is asked for.
    if (!answer.ok || !await stream.reach((await answer.json()).step)) await catchUp();
  } catch {
    say(words.lost, { urgent: true, stay: true });
  } finally {
    if (answering === step) answering = null;
    main.removeAttribute("aria-busy");
  }
}

// Advice: the sensible actions with what they bring; a click plays one.
const advice = document.querySelector("#hints");
async function hint() {
  const step = state.step;
  const seat = state.seat === null ? {} : { seat: state.seat };
  beside.open();
  advice.hidden = false;
  advice.replaceChildren(heading(words.advice), line(words.thinking, "quiet"));
  advice.scrollIntoView({ block: "nearest" });
  try {
    const answer = await fetch(`/t/${id}/api/hints?${new URLSearchParams({ lang, ...seat })}`);
    const found = await answer.json();
    if (state.step !== step) return;
    if (!answer.ok) { advice.replaceChildren(heading(words.advice), line(found.error)); return; }
    const list = document.createElement("ol");
    for (const one of found.hints) {
      const item = document.createElement("li");
      // Where a set is asked for, the advice is a set.
      const set = picks.on && one.things.length ? picks.said(one.things) : null;
      const choose = set ? button(set.label, () => order("picks", { things: one.things }))
        : button(one.label, () => order("actions", { action: one.action }));
      const names = set?.names ?? [one.target.element, ...(one.target.cells ?? [])].filter(Boolean);
      for (const on of ["pointerenter", "focus"]) choose.addEventListener(on, () => targets.mark("cover-box", names));
      for (const off of ["pointerleave", "blur"]) choose.addEventListener(off, () => targets.mark("cover-box", []));
      const worth = [];
      if (one.win !== null) worth.push(words.win.replace("{percent}", Math.round(100 * one.win)));
      if (one.margin !== null) worth.push(words.lead.replace("{points}", signed(one.margin)));
      item.append(choose, line(worth.join(" · "), "worth"), line(one.why));
      list.append(item);
    }
    advice.replaceChildren(heading(words.advice), list);
  } catch {
    say(words.lost, { urgent: true, stay: true });
  }
}

function heading(text) {
  const made = document.createElement("div");
  const title = document.createElement("h2");
  title.textContent = text;
  made.append(title, button(words.close, () => { advice.hidden = true; }, "plain small"));
  return made;
}

function line(text, kind = "") {
  const made = document.createElement("p");
  made.className = kind;
  made.textContent = text;
  return made;
}

function signed(value) {
  return value.toLocaleString(lang, { signDisplay: "exceptZero", maximumFractionDigits: 1 });
}

async function allow(agreed) {
  const seat = state.seat === null ? {} : { seat: state.seat };
  try {
    const answer = await fetch(`/t/${id}/api/hints?${new URLSearchParams({ lang, ...seat })}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ allow: agreed }),
    });
    if (!answer.ok) say((await answer.json()).error, { urgent: true });
  } catch {
    say(words.lost, { urgent: true, stay: true });
  }
}

async function catchUp() {
  const answer = await fetch(address("state"));
  if (answer.ok) show(await answer.json());
}

const targets = new Targets(board, {
  words,
  choose: (action) => order("actions", { action: action.action }),
  preview: (action) => worth(action),
  onHold: (now) => holdBar(now),
  refuse: (names) => refuse(names),
});
const book = new Book(document.querySelector("#book"), { rules: `/rules/${main.dataset.game}`, lang, words });
const help = new Help({ main, ask, board, book, words, firsts: start.firsts, address, at: () => tags.at, say: (text) => say(text, { urgent: true, calm: true }) });
const tags = new Tags(board, document.querySelector("#tag"), {
  words,
  rules: `/rules/${main.dataset.game}`,
  targets,
  worth: (action) => preview(action),
  read: (rule) => book.read(rule),
});

const lens = new Lens(board, {
  layout: lay,
  changed: () => { legible(board); markMoves(targets, state.marks); beyond.soon(); }, // a coin lies beside letters that have grown, too
  busy: () => Boolean(targets.held || targets.spot?.piece),
});
const choices = new Choices(document.querySelector("#choice"), {
  board, room: main, targets, worth: (action) => preview(action), words, folded: () => { band.fit(); seek(); }, // the buttons of the cards are back
});
const holdings = new Holdings({
  board,
  seats: document.querySelector("#part-seats"),
  place: document.querySelector("#holdings"),
  cards: document.querySelector("#cards"),
});
const beyond = new Beyond(board, ask, { reveal: (nodes) => lens.reveal(nodes), choose: (name) => targets.activate(name, false) });
const seek = () => {
  lens.roamed = false;
  lens.seek([...board.querySelectorAll(".lit")], !choices.open);
  beyond.offer();
  beyond.show();
};
// The room that the layout depends on; an upright phone is scrolled, whatever its height.
let size = "";
const roomOf = () => (lens.room?.narrow && innerWidth < innerHeight
  ? `${board.clientWidth}` : `${board.clientWidth} ${board.clientHeight}`);
const picks = new Picks({
  board,
  ask,
  targets,
  words,
  confirm: (things) => order("picks", { things }),
  worth: (things) => worthOf(`picks/preview?${things.map((one) => `thing=${one}`).join("&")}&`),
  changed: () => {
    const focused = board.contains(document.activeElement) ? document.activeElement : null;
    light();
    if (focused?.matches(".lit")) targets.again(focused);
    listMoves();
  },
});
const light = () => {
  picks.adopt(state);
  const under = many(ask, picks.actions());
  for (const one of under) targets.find(one.target.element)[0]?.parentNode.setAttribute("display", "none"); // once is enough
  targets.show(picks.actions().filter((one) => !under.includes(one)), state.actor === state.seat ? state.last : []);
  markMoves(targets, state.marks);
  picks.mark();
  board.tabIndex = board.querySelector(".lit") ? -1 : 0; // who has nothing to choose may scroll by keys
};
const band = new Band(ask, words);
const dress = () => {
  picks.adopt(state);
  picks.draw();
  options(ask, { board, targets, actions: state.actions, seat: state.seat, worth: preview, words });
  many(ask, picks.actions());
  help.offer(state);
  band.show(state.step);
  placeRecent(recent, ask);
};
const recent = document.querySelector("#part-recent");
watchRecent(recent, ask);
const alerts = new Alerts({ button: document.querySelector("#bell"), words, title: main.dataset.title, tag: id, say });
const place = new Place({ board, ask, targets });

// A click on what cannot be chosen says why.
function refuse(names) {
  const why = names.map((name) => picks.refusal(name) || state.refused[name]).find(Boolean);
  if (!why) return;
  say(why);
  say(why, { urgent: true, calm: true });
  book.cite(notice, names.map((name) => state.rules[name]).find(Boolean));
}

// What an option would bring and cost, fetched when it is looked at.
const worths = new Worths(worthOf, () => state.actions);
function preview(action) { return picks.has(action.action) ? picks.worthWith(action.action) : worths.get(action.action); }
function worthOf(path) {
  if (lesson) return lesson.worth(path).catch(() => null);
  return fetch(`/t/${id}/api/${path}lang=${lang}${state.seat === null ? "" : `&seat=${state.seat}`}`)
    .then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
}
async function worth(action) {
  const found = await preview(action);
  const place = document.querySelector("#hold .worth");
  if (!place || targets.spot?.action.action !== action.action) return;
  if (found) tellWorth(place, found, words);
  else place.textContent = "";
}

function holdBar(now) {
  const bar = document.querySelector("#hold");
  if (!bar) return;
  const { held, spot } = now, opens = bar.hidden && (held || spot);
  // The band keeps its height: else the board would move away under the pointer.
  const band = document.querySelector("#part-question");
  if (opens) band.style.setProperty("--held", `${band.offsetHeight}px`);
  bar.hidden = !held && !spot;
  band.classList.toggle("in-hand", !bar.hidden);
  if (bar.hidden) { bar.replaceChildren(); return; }
  if (!bar.children.length) {
    const told = document.createElement("p");
    told.innerHTML = '<span class="what"></span> <span class="worth"></span>';
    bar.append(
      told,
      button(words.turn + " ⟳", () => now.rotate(1), "turn"),
      button(words.place + " ✓", () => now.spot && now.take(now.spot), "primary place"),
      button(words.back, () => now.drop()),
    );
    if (held) say(words.holding);
  }
  bar.querySelector(".turn").hidden = now.ways < 2;
  const place = bar.querySelector(".place");
  place.disabled = !spot;
  bar.dataset.tells = spot?.action.action ?? "";
  bar.querySelector(".what").textContent = spot?.action.label ?? "";
  bar.querySelector(".worth").textContent = spot ? "…" : "";
}

function button(text, act, kind = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

function show(next) {
  const older = next.step < state.step;
  if (older) return;
  const same = next.step === state.step && next.seat === state.seat && next.curtain === state.curtain
    && next.names.join("\n") === state.names.join("\n") && board.dataset.shown === `${next.step}`;
  const before = rememberBoxes(board);
  const focused = place.remember();
  if (next.compiled && !state.compiled) say(words.fast, { urgent: true, calm: true });
  if (next.step !== state.step) advice.hidden = true;
  const totals = state.totals, moved = next.step > state.step, ended = next.over && !state.over;
  if (moved) alerts.watch(state, next);
  state = next;
  document.title = next.title;
  for (const [name, html] of Object.entries(next.parts ?? {})) {
    const part = document.querySelector(`#part-${name}`);
    if (part && part.dataset.html !== html) {
      part.innerHTML = html;
      part.dataset.html = html;
    }
  }
  if (!same && next.svg) {
    board.innerHTML = next.svg;
    worths.clear();
    dress();
    lens.fit(next.home ?? undefined);
    size = roomOf();
    tags.adopt(next);
    light();
    choices.show(picks.on ? [] : next.actions);
    seek();
    const travelled = travel(board, before, moved ? next.actor : null);
    if (moved && !travelled && next.actor !== null) send(board, next.actor, targets.boxOf(next.last) ?? boxOfMark(targets, next.last[0]));
  }
  if (moved) rise(totals, next.totals);
  board.dataset.shown = `${next.step}`;
  dress();
  beyond.offer(); // the question was made anew
  holdings.show(next.seat ?? next.home);
  tell(next);
  help.tell(next);
  listMoves();
  place.restore(focused, next.mine || next.over);
  if (moved) goOn();
  if (ended && !lesson) showResult();
  if (!lesson) rememberTable(id, main.dataset.title, next.over);
}

// The end: the result and the score sheet, in the column.
function showResult() {
  beside.open();
  document.querySelector("#part-sheet").closest("details").open = true;
}

// A step with one option only is no question: it plays itself.
function goOn() {
  if (!state.forced) return;
  const [only] = state.actions;
  const step = state.step;
  setTimeout(() => {
    if (state.step !== step) return;
    say(words.forced.replace("{choice}", only.label), { urgent: true, calm: true });
    order("actions", { action: only.action }, { quiet: true });
  }, 400);
}

function tell(next) {
  const fresh = next.news.filter((one) => one.action > told).flatMap((one) => one.lines);
  told = next.news.at(-1)?.action ?? told;
  const asked = document.querySelector("#part-question .asked")?.innerText.replace(/\s+/g, " ") ?? "";
  const wish = document.querySelector("#part-question .wish p")?.innerText ?? ""; // somebody asks to take back
  if (fresh.length || (wish && wish !== wished)) say([...fresh, asked, wish].join(" "));
  wished = wish;
}

const moves = document.querySelector("#moves");
function listMoves() {
  moves.querySelector("h2").textContent = words.moves.replace("{n}", picks.actions().length);
  const list = moves.querySelector(".moves-list");
  list.replaceChildren();
  if (!moves.open) return;
  for (const action of picks.actions()) {
    list.append(button(action.label, () => order("actions", { action: action.action })));
  }
}
moves.addEventListener("toggle", listMoves);

document.addEventListener("click", (event) => {
  const at = event.target.closest("[data-action], [data-undo], [data-end], [data-lift], [data-hint], [data-allow], [data-ask], [data-consent]");
  if (!at) return;
  if (at.dataset.action) order("actions", { action: Number(at.dataset.action) });
  else if ("ask" in at.dataset) order("undo/ask", {});
  else if (at.dataset.consent) order("undo/answer", { agree: at.dataset.consent === "yes" });
  else if (at.dataset.undo) order("undo", { to: Number(at.dataset.undo) });
  else if ("hint" in at.dataset) hint();
  else if (at.dataset.allow) allow(at.dataset.allow === "true");
  else if ("end" in at.dataset) order("end", {});
  else if (at.dataset.lift) { chosen = at.dataset.lift; stream.follow({ seat: Number(chosen) }); }
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea")) return;
  if (event.key === "u") document.querySelector("#part-question [data-undo]")?.click();
  if (event.key === "h") document.querySelector("#part-question [data-hint]")?.click();
  if (event.key === "z") lens.toggle();
  if (event.key === "c") fold.click();
});
const follow = document.querySelector("#follow");
follow.setAttribute("aria-pressed", String(lens.follow));
follow.addEventListener("click", () => {
  follow.setAttribute("aria-pressed", String(lens.switchFollow()));
  if (lens.follow) seek();
});
document.querySelector("#smaller").addEventListener("click", () => lens.set(lens.zoom / 1.3));
document.querySelector("#larger").addEventListener("click", () => lens.set(lens.zoom * 1.3));
document.querySelector("#lens").addEventListener("click", () => lens.toggle());
copyButtons(document);

// What happens at the table, as it happens; after a lost connection the stream comes back by itself.
const unsay = () => {
  const passes = [words.lost, words.beyond].includes(notice.textContent);
  if (!notice.hidden && passes) say("", { urgent: true });
};
const Guide = main.dataset.study ? Study : main.dataset.explore ? Explore : main.dataset.lesson ? Lesson : null;
const lesson = Guide && new Guide(main, {
  board, lang, words, targets, show, fail: (why) => say(why, { urgent: true, stay: true }),
});
const stream = lesson || new Stream({ id, lang, pass: start.pass, seat: chosen === null ? null : Number(chosen) }, came, {
  show: (next) => { unsay(); show(next); },
  open: unsay,
  lost: () => say(words.lost, { urgent: true, stay: true }),
  gone: () => say(words.gone, { urgent: true, stay: true }),
  beyond: () => say(words.beyond, { urgent: true, stay: true }),
  refused: ({ why }) => say(why, { urgent: true, stay: true }),
});

dress();
lens.fit(start.home ?? undefined);
tags.adopt(start);
light();
choices.show(picks.on ? [] : start.actions);
seek();
size = roomOf();
new ResizeObserver(() => {
  const now = roomOf();
  // What is in hand or shown stays; the next question is laid out anew in any case.
  if (targets.held || targets.spot) return;
  if (now === size) { // only lower or higher: what can be chosen is not left behind the question
    if (!lens.roamed) lens.reveal([...board.querySelectorAll(".lit")]);
    beyond.offer(); // a sentence below the question may have pushed something out
    beyond.show();
    return;
  }
  size = now;
  const focused = board.contains(document.activeElement) ? document.activeElement : null;
  lens.fit();
  light();
  seek();
  if (focused && focused !== board) targets.again(focused);
  lesson?.glow?.();
  help.settle(); // what could be chosen where the sentence lay has moved
}).observe(board);
const fold = document.querySelector("#fold");
const beside = column(main, fold, () => { holdings.fill(); help.settle(); });
document.querySelector("#part-seats").addEventListener("click", (event) => {
  const seat = event.target.closest("[data-words]");
  if (!seat) return;
  const folded = beside.folded;
  beside.open();
  holdings.choose(Number(seat.dataset.words), folded);
});
holdings.show(start.seat ?? start.home);
if (start.over) showResult();
const menu = document.querySelector(".top-menu");
new ResizeObserver(() => {
  main.style.setProperty("--menu", `${menu.offsetWidth + 16}px`);
  placeRecent(recent, ask);
}).observe(menu);
board.dataset.shown = `${start.step}`;
if (!lesson) rememberTable(id, main.dataset.title, start.over);
listMoves();
goOn();
tags.watch();
book.watch();
help.watch();
help.tell(start);
stream.follow();
