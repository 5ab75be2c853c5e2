// Who is looking at the table now: a mark at the seats of the others, asked for now and then.
const EVERY = 15000;
const seats = document.querySelector("#part-seats"), table = document.querySelector("main.room").dataset.table;
let here = [], timer = 0;

function show() {
  for (const one of seats.querySelectorAll("li:not(.own) .medallion")) {
    const there = here.includes(Number(one.dataset.words)), told = one.querySelector(".here-told"), coin = one.querySelector(".coin");
    coin.classList.toggle("here", there);
    coin.title = there ? seats.dataset.here : "";
    if (!there) told?.remove();
    else if (!told) one.querySelector(".seat-name").append(Object.assign(document.createElement("span"), { className: "sr here-told", textContent: ` ${seats.dataset.here}` }));
  }
}

async function look() {
  clearTimeout(timer);
  if (document.hidden) return;
  try {
    const answer = await fetch(`/t/${encodeURIComponent(table)}/here`);
    here = answer.ok ? (await answer.json()).seats : [];
  } catch { here = []; } // without a connection nobody knows
  show();
  timer = setTimeout(look, EVERY);
}

new MutationObserver(show).observe(seats, { childList: true, subtree: true });
document.addEventListener("visibilitychange", look);
look();
