// Moves that a player leaves for later; asked for when somebody opens this, or the table moves on.
const place = document.querySelector("#plans"), words = place.dataset;
const part = (name) => place.querySelector(`.plans-${name}`);
const [box, lines, told, problem, form, wait] = ["pass", "lines", "told", "problem", "form", "wait"].map(part);
const { given, then } = form.elements;
let plan = { passes: false, lines: [] };

const mine = () => document.querySelector("#part-seats .you")?.closest("[data-words]")?.dataset.words;

function address(path, query = {}) {
  const seat = mine();
  const params = new URLSearchParams({ lang: words.lang, ...query, ...(seat === undefined ? {} : { seat }) });
  return `/t/${encodeURIComponent(words.table)}/api/plans${path}?${params}`;
}

function complain(text) {
  problem.textContent = text;
  problem.hidden = !text;
}

async function ask(path, query) {
  const answer = await fetch(address(path, query)).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

async function leave(next) {
  const seat = mine();
  const answer = await fetch(address(""), {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...next, ...(seat === undefined ? {} : { seat: Number(seat) }) }),
  }).catch(() => null);
  complain(answer === null ? words.offline : answer.ok ? "" : (await answer.json()).error);
  if (answer?.ok) show(await answer.json());
  else show(plan);
}

const bare = () => plan.lines.map((one) => ({ then: one.then, given: one.given }));

function show(next) {
  plan = next;
  box.checked = plan.passes;
  lines.replaceChildren(...plan.lines.map((one, number) => {
    const item = document.createElement("li");
    const way = Object.assign(document.createElement("button"), { type: "button", className: "plain small", textContent: "×" });
    way.setAttribute("aria-label", words.withdraw.replace("{line}", one.says));
    way.addEventListener("click", () => leave({ passes: plan.passes, lines: bare().filter((_, k) => k !== number) }));
    item.append(Object.assign(document.createElement("span"), { textContent: one.says }), way);
    return item;
  }));
  lines.hidden = !plan.lines.length;
  told.replaceChildren(...(plan.told ?? []).map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  told.hidden = !told.children.length;
}

function fill(select, moves, first) {
  const kept = select.value;
  const made = moves.map((one) => new Option(one.label, one.action));
  select.replaceChildren(...(first ? [new Option(first, "")] : []), ...made);
  if ([...select.options].some((one) => one.value === kept)) select.value = kept;
}

async function offer() {
  const found = await ask("/options", { given: given.value });
  if (!found) return;
  fill(given, found.theirs, words.anything);
  fill(then, found.mine);
  form.hidden = !found.mine.length;
  wait.hidden = found.mine.length > 0;
}

async function look() {
  if (!place.open) return;
  const found = await ask("");
  if (found) show(found);
  await offer();
}

box.addEventListener("change", () => leave({ passes: box.checked, lines: bare() }));
given.addEventListener("change", offer);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  leave({ passes: plan.passes, lines: [...bare(), { given: given.value, then: [then.value] }] });
});
place.addEventListener("toggle", look);
new MutationObserver(look).observe(document.querySelector("#board"), { attributeFilter: ["data-shown"] });
