// Beside the table: what bots did in such decisions, fetched when the panel is open and it is one's turn.
import { furnish } from "./explored.js";

const panel = document.querySelector("#explorer");
const place = panel?.querySelector(".explorer-place");
const main = document.querySelector("main.room");
const board = document.querySelector("#board");
const ask = document.querySelector("#part-question");
let shown = null; // the step and the seat that the numbers are of
let timer = null;

// Whose seat this screen shows is written beside its name.
function seat() { return document.querySelector("#part-seats .you")?.closest("[data-words]")?.dataset.words ?? null; }

async function look() {
  if (!panel.open) return;
  const mine = ask.querySelector(".asked.mine") ? seat() : null;
  const now = mine === null ? "waiting" : `${board.dataset.shown} ${mine}`;
  if (now === shown) return;
  shown = now;
  if (mine === null) { wait(); return; }
  const query = new URLSearchParams({ seat: mine, lang: document.documentElement.lang });
  const answer = await fetch(`/t/${main.dataset.table}/explorer?${query}`).catch(() => null);
  if (shown !== now) return; // the table has moved on
  if (!answer?.ok) { wait(); shown = null; return; }
  place.innerHTML = await answer.text();
  place.dataset.seat = mine;
  furnish(place, board);
}

function wait() {
  const told = document.createElement("p");
  told.className = "quiet";
  told.textContent = place.dataset.waiting;
  place.replaceChildren(told);
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(look, 120);
}

if (panel) {
  panel.addEventListener("toggle", look);
  new MutationObserver(soon).observe(ask, { childList: true });
  new MutationObserver(soon).observe(board, { attributeFilter: ["data-shown"] });
}
