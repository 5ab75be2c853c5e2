// The position editor: sends one change at a time, and shows what the rules say of it.
import { NARROW } from "./layout.js";
import { asDrawn, legible } from "./legible.js";

const main = document.querySelector("main.editor");
const drawing = document.querySelector("#drawing");
const form = document.querySelector("#fields");
const fault = document.querySelector("#fault");
const fits = document.querySelector("#fits");
const live = document.querySelector("#live");
const tag = document.querySelector("#tag");
const back = document.querySelector("#back");
const { words, ...start } = JSON.parse(document.querySelector("#data").textContent);
const { game, lang } = main.dataset;

let { position, spots, direct } = start;
let held = null; // the place of what is in hand
let opened = null; // the node of the drawing whose fields are open beside it
let waiting = Promise.resolve();
const past = [];

const nameOf = (node) => node.dataset.target ?? node.dataset.thing ?? node.dataset.mark;
const places = () => [...drawing.querySelectorAll("[data-target], [data-thing], [data-mark]")];

async function send(change) {
  const answer = await fetch(`/editor/${game}/change?lang=${lang}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ position, change }),
  });
  const told = await answer.json();
  if (!answer.ok) { tell(told.error); return; }
  if (change) past.push(position);
  adopt(told);
}

// One change after the other: each begins with what the last one made.
function edit(change) {
  waiting = waiting.then(() => send(change)).catch(() => tell(words.lost));
  return waiting;
}

function tell(text) {
  fault.textContent = text;
  fault.hidden = !text;
  fits.hidden = Boolean(text);
  for (const button of document.querySelectorAll("[data-uses] button, #download")) button.disabled = Boolean(text);
}

function adopt(told) {
  position = told.position;
  back.disabled = past.length === 0;
  tell(told.fault?.said ?? "");
  if (!told.fault) live.textContent = words.fits;
  const open = new Map([...form.querySelectorAll("details")].map((one) => [one.dataset.group, one.open]));
  const focused = form.contains(document.activeElement) ? document.activeElement.name : "";
  form.innerHTML = told.html;
  const broken = new Set(told.fault?.paths ?? []);
  for (const one of form.querySelectorAll("details")) one.open = open.get(one.dataset.group) ?? one.open;
  if (focused) form.elements[focused]?.focus();
  if (told.svg) {
    ({ spots, direct } = told);
    const place = document.activeElement?.dataset?.spot, open = opened && [opened.dataset.spot, twins(opened)];
    drawing.innerHTML = told.svg;
    dress(place);
    opened = open && ([...drawing.querySelectorAll(`[data-spot="${CSS.escape(open[0])}"]`)][open[1]] ?? null);
  }
  for (const node of drawing.querySelectorAll("[data-spot]")) node.classList.toggle("broken", fieldsAt(node.dataset.spot).some((one) => broken.has(one.dataset.path)));
  fillTag();
  main.dataset.changed = `${past.length}${told.fault ? " fault" : ""}`;
}

// What can be moved can be reached by keys and has a field behind it.
function dress(place) {
  drawing.querySelector("svg").setAttribute("role", "group");
  const seen = new Set();
  for (const node of places()) {
    const name = nameOf(node);
    if (!(name in spots) && !(name in direct)) continue;
    if (seen.has(name) && name in spots) continue;
    seen.add(name);
    node.dataset.spot = name;
    node.setAttribute("tabindex", "0");
    node.setAttribute("role", "button");
    node.setAttribute("aria-label", [node.querySelector("title")?.textContent ?? name, lettered(node)].filter(Boolean).join(" · "));
    if (name === place) node.focus();
  }
  // What holds other places is no button: a button holds nothing that can be chosen.
  for (const node of drawing.querySelectorAll("[data-spot]")) if (node.querySelector("[data-spot]")) node.setAttribute("role", "group");
  hold(null);
  read();
}

// On a phone the whole table is to point at; made large it is to be read.
function read() {
  if (drawing.querySelector("svg").getBoundingClientRect().width < NARROW) asDrawn(drawing); else legible(drawing);
}

// Whoever speaks to the computer says what they read: the label holds the lettering, as it is drawn.
function lettered(node) {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  let text = "";
  while (walker.nextNode()) if (!walker.currentNode.parentNode.matches("title")) text += walker.currentNode.textContent;
  return text.replace(/\s+/g, " ").trim();
}

function hold(name) {
  held = name;
  for (const node of drawing.querySelectorAll("[data-spot]")) {
    node.classList.toggle("in-hand", node.dataset.spot === name);
    if (node.getAttribute("role") === "button") node.setAttribute("aria-pressed", String(node.dataset.spot === name));
  }
  if (name) live.textContent = words.moving;
}

// The fields that are set at a place: those of its paths, and of the entries that they name.
function fieldsAt(name) {
  const paths = direct[name] ?? [];
  return [...form.querySelectorAll(".editor-field")].filter(({ dataset: { path, kind } }) => kind !== "entries"
    && paths.some((one) => path === one || path.startsWith(`${one}.`)));
}

function lead(name) {
  const [first] = fieldsAt(name);
  if (!first) return;
  first.closest("details").open = true;
  first.scrollIntoView({ block: "nearest" });
  form.querySelectorAll(".led").forEach((one) => one.classList.remove("led"));
  first.classList.add("led");
}

// Beside what was chosen stand its fields, numbers with − and +.
const twins = (node) => [...drawing.querySelectorAll(`[data-spot="${CSS.escape(node.dataset.spot)}"]`)].indexOf(node);

function openTag(node) {
  opened = fieldsAt(node.dataset.spot).length ? node : null;
  fillTag();
}

function fillTag() {
  const focused = tag.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const rows = opened ? fieldsAt(opened.dataset.spot) : [];
  tag.hidden = rows.length === 0;
  if (tag.hidden) { tag.replaceChildren(); return; }
  const title = document.createElement("h2"), close = document.createElement("button");
  title.textContent = opened.querySelector("title")?.textContent.split(" · ")[0] || rows[0].dataset.full;
  Object.assign(close, { type: "button", className: "plain", textContent: "×" });
  close.setAttribute("aria-label", words.close);
  close.dataset.key = "close";
  close.addEventListener("click", shut);
  tag.replaceChildren(title, close, ...rows.map(tagged));
  tag.setAttribute("aria-label", title.textContent);
  if (focused) tag.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  const near = opened.getBoundingClientRect(), { width, height } = tag.getBoundingClientRect();
  const below = near.bottom + 8 + height < innerHeight;
  tag.style.left = `${Math.max(8, Math.min(near.left, innerWidth - width - 8))}px`;
  tag.style.top = `${below ? near.bottom + 8 : Math.max(8, near.top - height - 8)}px`;
}

function tagged(row) {
  const { path, full, kind } = row.dataset, made = row.cloneNode(true);
  made.querySelector(".editor-name").textContent = full;
  made.querySelectorAll("[name], [data-append], [data-drop]").forEach((one) => { one.dataset.key = `${path} ${one.dataset.at ?? ""}`; });
  if (kind !== "number") return made;
  // A label would hand a tap on one button to the other one.
  const input = made.querySelector("input"), label = made.querySelector("label"), line = document.createElement("div");
  line.className = "stepper";
  line.append(...label.childNodes);
  label.replaceWith(line);
  input.setAttribute("aria-label", full);
  for (const [by, sign, said, where] of [[-1, "−", words.less, "beforebegin"], [1, "+", words.more, "afterend"]]) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: sign });
    button.setAttribute("aria-label", said.replace("{name}", full));
    Object.assign(button.dataset, { by, key: `${path} ${by}` });
    input.insertAdjacentElement(where, button);
  }
  return made;
}

function shut() {
  const node = opened;
  opened = null;
  fillTag();
  node?.focus();
}

function step(path, by) {
  const value = Number(form.elements[path].value || 0) + by;
  live.textContent = String(value);
  edit({ do: "set", path, value: String(value) });
}

function choose(node) {
  const name = node.dataset.spot;
  if (held === name) { hold(null); shut(); return; }
  if (held !== null && name in spots) { const from = held; hold(null); edit({ do: "move", path: from, value: name }); return; }
  hold(name in spots ? name : null);
  lead(name);
  openTag(node);
}

for (const place of [form, tag]) {
  place.addEventListener("change", (event) => {
    const { name, type, checked, value, dataset } = event.target;
    if (dataset.append) {
      const before = form.elements[dataset.append].value;
      if (value) edit({ do: "set", path: dataset.append, value: before ? `${before}, ${value}` : value });
    } else edit({ do: "set", path: name, value: type === "checkbox" ? (checked ? "yes" : "") : value });
  });
  place.addEventListener("click", (event) => {
    const { add, remove, drop, at, by } = event.target.closest("button")?.dataset ?? {};
    if (add) edit({ do: "add", path: add, value: "" });
    if (remove) edit({ do: "remove", path: remove, value: "" });
    if (by) { event.preventDefault(); step(event.target.closest(".editor-field").dataset.path, Number(by)); }
    if (drop) edit({ do: "set", path: drop, value: form.elements[drop].value.split(", ").filter((_, k) => k !== Number(at)).join(", ") });
  });
}
form.addEventListener("submit", (event) => event.preventDefault());
tag.addEventListener("keydown", (event) => { if (event.key === "Escape") shut(); });

const spotAt = (x, y) => document.elementsFromPoint(x, y).map((one) => one.closest?.("[data-spot]")).find((one) => one && drawing.contains(one));
let down = null, over = null;
const point = (to) => { over?.classList.remove("over"); over = to; over?.classList.add("over"); };
drawing.addEventListener("pointerdown", (event) => {
  down = spotAt(event.clientX, event.clientY) ?? null;
  if (down) { event.preventDefault(); event.target.releasePointerCapture?.(event.pointerId); }
  else { opened = null; fillTag(); }
});
document.addEventListener("pointermove", (event) => {
  if (!down || !(down.dataset.spot in spots)) return;
  const to = spotAt(event.clientX, event.clientY);
  down.classList.add("in-hand");
  point(to && to !== down && to.dataset.spot in spots ? to : null);
});
// `touch-action` of a shape inside a drawing is not heeded: without this the page would scroll instead.
drawing.addEventListener("touchmove", (event) => { if (down && down.dataset.spot in spots) event.preventDefault(); }, { passive: false });
document.addEventListener("pointercancel", () => { if (down) hold(null); point(null); down = null; });
document.addEventListener("pointerup", (event) => {
  const to = spotAt(event.clientX, event.clientY), from = down?.dataset.spot;
  point(null);
  if (down && to && to.dataset.spot !== from && from in spots && to.dataset.spot in spots) {
    hold(null);
    edit({ do: "move", path: from, value: to.dataset.spot });
  } else if (down && to === down) choose(down);
  else if (down) hold(null);
  down = null;
});
drawing.addEventListener("keydown", (event) => {
  const name = event.target.dataset?.spot;
  if (event.key === "Escape") { hold(null); shut(); }
  if (!name) return;
  const [first] = fieldsAt(name).filter((one) => one.dataset.kind === "number");
  if (first && ["+", "-", "−"].includes(event.key)) { event.preventDefault(); openTag(event.target); step(first.dataset.path, event.key === "+" ? 1 : -1); }
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(event.target);
    if (!(name in spots)) tag.querySelector(".editor-field button, .editor-field input, .editor-field select")?.focus();
  }
});

// Large, what was last chosen stands in the middle.
document.querySelector("#lens").addEventListener("click", ({ currentTarget }) => {
  currentTarget.setAttribute("aria-pressed", String(drawing.classList.toggle("large")));
  read();
  const chosen = opened ?? drawing.querySelector(".in-hand"), whole = drawing.querySelector("svg").getBoundingClientRect();
  const at = (chosen ?? drawing.querySelector("svg")).getBoundingClientRect();
  drawing.scrollTo(at.x + at.width / 2 - whole.x - drawing.clientWidth / 2, at.y + at.height / 2 - whole.y - drawing.clientHeight / 2);
  shut();
});

back.addEventListener("click", () => {
  if (!past.length) return;
  position = past.pop();
  edit(null);
});
document.querySelector("#download").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(position, null, 1)], { type: "application/json" }));
  link.download = `${game}.position.json`;
  link.click();
  URL.revokeObjectURL(link.href);
});
for (const one of document.querySelectorAll("[data-uses]")) {
  one.addEventListener("submit", () => { one.elements.position.value = JSON.stringify(position); });
}

dress();
main.dataset.changed = "0";
new ResizeObserver(read).observe(drawing);
document.fonts.ready.then(read);
