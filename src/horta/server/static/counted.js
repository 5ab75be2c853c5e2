// Whether a game may count in the explorer: a tick of the seat that this screen shows.
const table = document.querySelector("main.room").dataset.table;

document.addEventListener("change", async (event) => {
  const box = event.target.closest("[data-counted]");
  if (!box) return;
  const seat = document.querySelector("#part-seats .you")?.closest("[data-words]")?.dataset.words;
  const query = seat === undefined ? "" : `?${new URLSearchParams({ seat })}`;
  const answer = await fetch(`/t/${table}/api/counted${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ allow: box.checked }),
  }).catch(() => null);
  if (!answer?.ok) box.checked = !box.checked;
});
