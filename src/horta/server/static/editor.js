// The position editor: sends one change at a time, and shows what the rules say of it.
const main = document.querySelector("main.editor");
const drawing = document.querySelector("#drawing");
const form = document.querySelector("#fields");
const fault = document.querySelector("#fault");
const fits = document.querySelector("#fits");
const live = document.querySelector("#live");
const back = document.querySelector("#back");
const { words, ...start } = JSON.parse(document.querySelector("#data").textContent);
const { game, lang } = main.dataset;

let { position, spots } = start;
let held = null; // the place of what is in hand
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
  for (const one of form.querySelectorAll("details")) one.open = open.get(one.dataset.group) ?? one.open;
  if (focused) form.elements[focused]?.focus();
  if (told.svg) { spots = told.spots; const place = document.activeElement?.dataset?.spot; drawing.innerHTML = told.svg; dress(place); }
  main.dataset.changed = `${past.length}${told.fault ? " fault" : ""}`;
}

// What can be moved can be reached by keys and has a field behind it.
function dress(place) {
  drawing.querySelector("svg").setAttribute("role", "group");
  const seen = new Set();
  for (const node of places()) {
    const name = nameOf(node);
    if (!(name in spots) || seen.has(name)) continue;
    seen.add(name);
    node.dataset.spot = name;
    node.setAttribute("tabindex", "0");
    node.setAttribute("role", "button");
    node.setAttribute("aria-label", [node.querySelector("title")?.textContent ?? name, lettered(node)].filter(Boolean).join(" · "));
    if (name === place) node.focus();
  }
  hold(null);
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
    node.setAttribute("aria-pressed", String(node.dataset.spot === name));
  }
  if (name) live.textContent = words.moving;
}

function lead(name) {
  const path = spots[name];
  const field = path && (form.elements[path] ?? [...form.elements].find((one) => one.name.startsWith(`${path}.`)));
  if (!field) return;
  field.closest("details").open = true;
  field.scrollIntoView({ block: "nearest" });
  form.querySelectorAll(".led").forEach((one) => one.classList.remove("led"));
  field.closest(".editor-field").classList.add("led");
}

function choose(name) {
  if (held === null) { hold(name); lead(name); }
  else if (held === name) hold(null);
  else { const from = held; hold(null); edit({ do: "move", path: from, value: name }); }
}

form.addEventListener("change", (event) => {
  const { name, type, checked, value } = event.target;
  edit({ do: "set", path: name, value: type === "checkbox" ? (checked ? "yes" : "") : value });
});
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("click", (event) => {
  const { add, remove } = event.target.dataset;
  if (add) edit({ do: "add", path: add, value: "" });
  if (remove) edit({ do: "remove", path: remove, value: "" });
});

const spotAt = (x, y) => document.elementsFromPoint(x, y).map((one) => one.closest?.("[data-spot]")).find((one) => one && drawing.contains(one));
let down = null;
drawing.addEventListener("pointerdown", (event) => {
  down = spotAt(event.clientX, event.clientY)?.dataset.spot ?? null;
  if (down) { event.preventDefault(); event.target.releasePointerCapture?.(event.pointerId); }
});
document.addEventListener("pointerup", (event) => {
  const to = spotAt(event.clientX, event.clientY)?.dataset.spot;
  if (down && to && to !== down) { hold(null); edit({ do: "move", path: down, value: to }); }
  else if (down && to === down) choose(down);
  down = null;
});
drawing.addEventListener("keydown", (event) => {
  const name = event.target.dataset?.spot;
  if (event.key === "Escape") hold(null);
  if (name && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); choose(name); }
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
