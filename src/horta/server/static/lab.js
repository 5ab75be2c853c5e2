// The lab: tables that the owner's desk keeps on this device can be chosen, and a run is followed.
const form = document.querySelector(".lab-form");
if (form) {
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem(`horta-tables-${form.dataset.game}`)) ?? {}; } catch { /* nothing is kept */ }
  for (const list of form.querySelectorAll("[data-tables]")) {
    for (const [name, tables] of Object.entries(kept)) {
      const known = [...list.options].find((one) => one.value === tables && one.value);
      if (known) known.text = name; else list.add(new Option(name, tables));
    }
  }
}

// Only seats that are at the table have a bot of their own.
const players = form?.elements.players;
function seat() {
  form.querySelectorAll(".lab-seats label").forEach((one, k) => { one.hidden = k >= Number(players.value); });
}
if (players) {
  players.addEventListener("change", seat);
  seat();
}

// One thing through values: its value of today comes first, and the second variant has no part in it.
const parameter = form?.elements.parameter;
function sweep() {
  const { value, selectedOptions: [{ dataset }] } = parameter, { values } = form.elements;
  const known = [...parameter.options].map((one) => one.dataset.today);
  if (value && (!values.value.trim() || known.includes(values.value.trim()))) values.value = `${dataset.today}\n`;
  const other = form.querySelector("[data-side=b]");
  other.disabled = Boolean(value);
  other.hidden = Boolean(value);
}
if (parameter) {
  parameter.addEventListener("change", sweep);
  if (parameter.value) sweep();
}

const shown = document.querySelector("[data-progress]");
async function follow() {
  try {
    const answer = await fetch(shown.dataset.progress);
    const now = await answer.json();
    if (!answer.ok || !now.on) { location.reload(); return; }
    shown.querySelector("progress").value = now.played;
    for (const part of ["counted", "left", "state"]) {
      const place = shown.querySelector(`[data-${part}]`);
      if (place.textContent !== now[part]) place.textContent = now[part];
    }
  } catch { /* the connection is lost; it may come back */ }
  setTimeout(follow, 1500);
}
if (shown) setTimeout(follow, 800);
