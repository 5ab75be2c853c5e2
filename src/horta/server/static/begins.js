// Forms for tables: only who sits at the table can begin, so the list of those who may offers no other seat.
const form = document.querySelector("form:has([data-of-seats])");
const { players } = form?.elements ?? {};

function sits(seat) {
  const who = form.elements[`who${seat}`];
  return who ? who.value !== "nobody" : seat < Number(players?.value ?? Infinity);
}

function offer() {
  for (const list of form.querySelectorAll("[data-of-seats]")) {
    for (const one of list.options) one.hidden = one.disabled = /^\d+$/.test(one.value) && !sits(Number(one.value));
    if (list.selectedOptions[0]?.disabled) list.value = [...list.options].find((one) => !one.disabled).value;
  }
}

if (form) {
  form.addEventListener("change", offer);
  offer();
}
