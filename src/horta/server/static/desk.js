// The owner's desk: every change is checked and drawn again; tables are kept under a name.
const form = document.querySelector(".desk-form");
const words = JSON.parse(document.querySelector("#words").textContent);
const said = form.querySelector("[data-said]");
const game = form.dataset.game;
const place = `horta-tables-${game}`;
const saved = form.querySelector("[data-saved]");
let file = "{}\n";
let link = new URL(form.querySelector("[data-link]").href).searchParams.get("tables") ?? "";

function say(text) { said.textContent = text; }

function kept() {
  try { return JSON.parse(localStorage.getItem(place)) ?? {}; } catch { return {}; }
}

function listKept() {
  const names = Object.keys(kept());
  saved.replaceChildren(new Option(names.length ? "" : words.none, ""), ...names.map((name) => new Option(name, name)));
  form.querySelector("[data-kept]").hidden = !names.length;
}

function showProblems(problems, lost) {
  for (const line of form.querySelectorAll("[data-problem]")) {
    const text = problems[line.dataset.problem];
    line.textContent = text ?? "";
    line.hidden = !text;
  }
  for (const field of form.elements) {
    if (field.name) field.toggleAttribute("aria-invalid", field.name in problems);
  }
  const wrong = Object.keys(problems).length || lost.length;
  say(wrong ? [words.wrong, ...lost].join(" ") : words.fits);
}

function adopt(answer) {
  for (const at of form.querySelectorAll("[data-picture]")) {
    const drawn = answer.pictures[at.dataset.picture];
    if (drawn && at.dataset.drawn !== drawn) { at.innerHTML = drawn; at.dataset.drawn = drawn; }
  }
  for (const at of form.querySelectorAll("[data-changed]")) at.hidden = !answer.changed.includes(at.dataset.changed);
  file = answer.file;
  link = answer.link;
  const query = link ? `?tables=${link}` : "";
  form.querySelector("[data-play]").href = `/new/${game}${query}`;
  const learn = form.querySelector("[data-learn]");
  if (learn) learn.href = `/learn/${game}${query}`;
  form.querySelector("[data-link]").href = `/desk/${game}${query}`;
  if (answer.table) {
    const shown = document.querySelector("[data-table] svg");
    shown.outerHTML = answer.table;
  }
}

let latest = 0;
async function check(table) {
  const mine = ++latest;
  const body = new FormData(form);
  if (table) body.set("drawn", "table");
  try {
    const answer = await fetch(`/desk/${game}/check${location.search}`, { method: "POST", body });
    const found = await answer.json();
    if (mine !== latest) return;
    if (!answer.ok) { say(found.error ?? words.lost); return; }
    showProblems(found.problems, found.lost);
    if (found.pictures) adopt(found);
  } catch {
    say(words.lost);
  }
}

let timer = 0;
form.addEventListener("input", (event) => {
  if (!event.target.name) return;
  clearTimeout(timer);
  timer = setTimeout(() => check(false), 300);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(timer);
  check(true);
});
form.querySelector("[data-link]").addEventListener("click", async (event) => {
  if (!navigator.clipboard) return; // the link itself can be copied
  event.preventDefault();
  await navigator.clipboard.writeText(event.currentTarget.href).catch(() => {});
  say(words.copied);
});
form.querySelector("[data-download]").addEventListener("click", () => {
  const at = document.createElement("a");
  at.href = URL.createObjectURL(new Blob([file], { type: "application/json" }));
  at.download = `${game}.components.json`;
  at.click();
  URL.revokeObjectURL(at.href);
});
form.querySelector("[data-save]").addEventListener("click", () => {
  const name = form.querySelector("[data-name]").value.trim();
  if (!name) { form.querySelector("[data-name]").focus(); return; }
  localStorage.setItem(place, JSON.stringify({ ...kept(), [name]: link }));
  listKept();
  say(words.saved.replace("{name}", name));
});
saved.addEventListener("change", () => {
  const found = kept()[saved.value];
  if (found !== undefined) location.href = `/desk/${game}${found ? `?tables=${found}` : ""}`;
});

for (const at of form.querySelectorAll("[data-download], [data-keep]")) at.hidden = false;
listKept();
check(false);
