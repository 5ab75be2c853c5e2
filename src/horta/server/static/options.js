// The band's buttons: every option with the picture of what it is, what it costs and what it brings.
import { picture } from "./picture.js";
import { sign } from "./signs.js";

const MOST = 8; // so many options stand in the band
const THUMB = 40; // so many lie under the thumb, if a number tells them apart
const finger = matchMedia("(pointer: coarse)"), narrow = matchMedia("(max-width: 62rem), (max-height: 30rem)");
const MUCH = 3; // so many words alike are worth leaving out

export function options(ask, { board, targets, actions, seat, worth, words }) {
  const svg = board.querySelector("svg");
  const names = apart(actions);
  for (const button of ask.querySelectorAll(".pick[data-action]:not(.numbered)")) {
    const action = actions.find((one) => one.action === Number(button.dataset.action));
    if (!action || button.querySelector(".icon, .gain")) continue;
    const { target } = action;
    const shown = [target.element, target.piece, ...(target.cells ?? [])].filter(Boolean);
    const icon = pictured(svg, target, targets, seat);
    if (icon) button.prepend(icon);
    button.querySelector(".label").replaceChildren(...names.get(action));
    button.title = action.label; // where the band is full, the name is left out
    point(button, shown, targets);
    gain(button, action, { worth, words, svg, seat, actions });
  }
  shared(ask, { actions, worth, words, svg, seat });
}

// What every option changes alike is told once below the question, where they leave it out.
async function shared(ask, { actions, worth, words, svg, seat }) {
  const asked = ask.querySelector(".asked.mine strong");
  if (!asked || !ask.querySelector(".picks > *") || ask.querySelector(".alike") || actions.length < 2 || actions.length > MOST) return;
  const told = part("alike", []);
  asked.append(told);
  const [first, ...others] = await Promise.all(actions.map(worth));
  for (const [name, by] of Object.entries(first?.changes ?? {})) {
    if (others.some((one) => one?.changes?.[name] !== by)) continue;
    if (!told.textContent) told.append(words.alike);
    told.append(" ", changed(name, by, { shape: first.signs?.[name], svg, seat }));
  }
  told.dispatchEvent(new CustomEvent("told", { bubbles: true }));
}

// Too many for the band as a rule, and too many for a finger side by side on the table: options of one
// kind that a number tells apart, a bid say, lie under the thumb. Return those that do.
export function many(ask, actions) {
  const picks = ask.querySelector(".picks");
  if (!picks || !finger.matches || !narrow.matches || actions.length <= MOST || actions.length > THUMB) return [];
  const number = (one) => one.label.match(/\d+/g) ?? [];
  if (new Set(actions.map((one) => one.label.replace(/\d+/, ""))).size > 1 || actions.some((one) => number(one).length !== 1)) return [];
  if (picks.classList.contains("many")) return actions;
  picks.classList.add("many");
  for (const one of actions) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "pick numbered", textContent: number(one)[0] });
    button.setAttribute("aria-label", one.label);
    button.dataset.action = one.action;
    picks.append(button);
  }
  return actions;
}

// The shape that a game names for an action, or else the thing that it is about, lying as it would lie.
export function pictured(svg, target, targets, seat) {
  if (!svg) return null;
  if (target.icon) return sign(svg, target.icon, { crossed: target.crossed, seat });
  const node = target.element ? targets.find(target.piece || target.element)[0] : null;
  const icon = node && picture(svg, node);
  if (icon && target.piece && target.turn) {
    icon.style.transform = `rotate(${90 * (target.turn % 4)}deg)${target.turn >= 4 ? " scaleX(-1)" : ""}`;
  }
  return icon;
}

// Labels in parts: what the options of a kind have in common may be left out where the band is full,
// for the question says it: "Take a work: blue" is blue among works; and then what follows a colon. It is
// read aloud all the same.
function apart(actions) {
  const kinds = new Map();
  for (const one of actions) {
    const kind = kindOf(one);
    kinds.set(kind, [...(kinds.get(kind) ?? []), { one, words: one.label.split(" ") }]);
  }
  const found = new Map();
  for (const { some: alike, kept, among = alike } of [...kinds.values()].flatMap((some) => clusters(some))) {
    const [head, tail] = alike.length > 1 ? measures(among.map(({ words }) => words)) : [0, 0];
    const own = alike.map(({ words }) => cut(words.slice(head, words.length - tail)));
    const brief = new Set(own.map(([before]) => before.join(" "))).size === own.length;
    alike.forEach(({ one, words }, k) => {
      const [before, after] = brief ? own[k] : [own[k].flat(), []];
      const detail = part("detail", after); // its colon comes and goes with it
      if (after.length) detail.prepend(": ");
      const said = after.length ? [...before.slice(0, -1), before.at(-1).slice(0, -1)] : before;
      const named = part(kept ? "own late" : "own", said);
      named.append(detail); // within it, for no line begins with a colon
      const [from, to] = kept ?? [0, 0], begun = part("own", words.slice(from, to));
      if (kept) begun.append(part("left-out", ["\u00a0…"]));
      found.set(one, [[part("rest", words.slice(0, from))], [begun], [part("rest", words.slice(to, head))],
        [named], [part("rest", words.slice(words.length - tail))]]
        .flatMap((some) => (some[0].textContent ? [...some, " "] : [])));
    });
  }
  return found;
}

// Options of a kind that say much alike among themselves: "slide it under the line for …". Where there are such
// options for several things, what is kept says of which: "c: slide … money".
function clusters(alike, from = null) {
  if (alike.length < 2) return [{ some: alike }];
  const [head] = common(alike.map(({ words }) => words)), found = new Map(), parts = [], rest = [];
  for (const one of alike) found.set(one.words[head], [...(found.get(one.words[head]) ?? []), one]);
  for (const some of found.values()) {
    const more = some.length > 1 ? common(some.map(({ words }) => words))[0] - head : 0;
    const within = some.length > 1 && more < MUCH ? clusters(some, from ?? head) : [{ some }];
    if (more >= MUCH) parts.push({ some, kept: from === null ? undefined : [from, head + 1] });
    else if (within.length > 1) parts.push(...within.filter(({ kept }) => kept));
    rest.push(...(more >= MUCH ? [] : within.filter(({ kept }) => !kept).flatMap((one) => one.some)));
  }
  return rest.length ? [...parts, { some: rest, among: alike }] : parts;
}

// A number keeps its unit, and among more words what it numbers: "row 2, column 3: 4 FB", "3 FB"; but what
// follows "T of 4" in "T of 4 from the site" is none.
function measures(all) {
  const [head, tail] = common(all), own = all.map((words) => words.slice(head, words.length - tail));
  const numbered = own.every((words) => words.length > 1 && /^\d+[,:]?$/.test(words[0]));
  const counted = own.every((words) => /^\d+$/.test(words.at(-1))), unit = all[0].at(-tail) ?? "";
  return [numbered && head ? head - 1 : head, counted && (tail === 1 || /^\p{Lu}{2}/u.test(unit)) ? tail - 1 : tail];
}

// What follows a colon, but for one in brackets, says more about what comes before.
function cut(words) {
  let open = 0;
  const colon = words.findIndex((word) => {
    open += (word.match(/\(/g)?.length ?? 0) - (word.match(/\)/g)?.length ?? 0);
    return !open && word.endsWith(":") && word.length > 1;
  });
  return colon < 0 || colon === words.length - 1 ? [words, []] : [words.slice(0, colon + 1), words.slice(colon + 1)];
}

function kindOf(action) { return action.text.split(" ")[0]; }

// How many words all have in common at the beginning and at the end; each keeps one of its own.
export function common(words) {
  const least = Math.min(...words.map((one) => one.length)) - 1;
  let head = 0, tail = 0;
  while (head < least && words.every((one) => one[head] === words[0][head])) head += 1;
  while (head + tail < least && words.every((one) => one.at(-1 - tail) === words[0].at(-1 - tail))) tail += 1;
  return [head, tail];
}

function part(name, words) {
  const made = document.createElement("span");
  made.className = name;
  made.textContent = words.join(" ");
  made.classList.toggle("word", /^\p{L}{3}/u.test(made.textContent)); // not the name of a space
  return made;
}

// A button shows what it stands for on the table.
export function point(button, names, targets) {
  for (const on of ["pointerenter", "focus"]) button.addEventListener(on, () => targets.mark("cover-box", names));
  for (const off of ["pointerleave", "blur"]) button.addEventListener(off, () => targets.mark("cover-box", []));
}

// What it costs and what it brings, each as a figure of its own. Room for them is there at once, so that
// little moves when they come.
export async function gain(button, action, { worth, words, svg, seat, actions = [] }) {
  const told = document.createElement("span");
  told.className = "gain";
  button.append(told);
  const found = await worth(action);
  // What every option changes alike is the first to go where the band is full.
  const all = actions.length > 1 && actions.length <= MOST ? await Promise.all(actions.map(worth)) : [];
  const same = (name, by) => all.length > 0 && all.every((one) => one?.changes?.[name] === by);
  const changes = Object.entries(found?.changes ?? {}).sort(([, a], [, b]) => a - b);
  for (const [name, by] of changes) {
    const made = changed(name, by, { shape: found.signs?.[name], svg, seat });
    made.classList.toggle("same", same(name, by));
    told.append(made, " ");
  }
  const points = found?.points ?? 0;
  const [before, after] = (Math.abs(points) === 1 ? words.gain_one : words.gain).split("{points}");
  if (points) {
    const made = figure([unit(before), signed(points), unit(after)], points);
    made.dataset.brief = words.gain_brief;
    told.append(made);
  }
  // What has no room in the band is told where the pointer rests, as the tag of the thing tells it.
  const figures = [...told.children].map((one) => one.textContent.replace(/\s+/g, " ").trim());
  if (button.title && figures.length) button.title = `${action.label}: ${figures.join(", ")}`;
  told.classList.add("told");
  button.dispatchEvent(new CustomEvent("told", { bubbles: true }));
}

function changed(name, by, { shape, svg, seat }) {
  const mini = shape && svg && sign(svg, shape, { seat, kind: "mini" });
  return figure([part("named", [name]), mini, "\u00a0", signed(by)], by);
}

function unit(said) { return part("unit", [said.replaceAll(" ", "\u00a0")]); }

// A figure stays with its name, or with its sign where the band is full.
function figure(parts, by) {
  const made = document.createElement("span");
  made.className = by < 0 ? "figure minus" : "figure plus";
  made.append(...parts.filter(Boolean));
  return made;
}

function signed(number) { return number < 0 ? `−${-number}` : `+${number}`; }
