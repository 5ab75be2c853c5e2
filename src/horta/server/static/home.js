// The tables this browser has sat at, kept by the browser alone: who is there, whose turn, since when.
import { remembered, forget } from "./memory.js";
import { any as anyLesson } from "./progress.js";

const list = document.querySelector(".yours-list");
const words = list.dataset;
const since = new Intl.RelativeTimeFormat(words.lang, { numeric: "auto" });
const STEPS = [["day", 86400], ["hour", 3600], ["minute", 60]];

function ago(moment) {
  const seconds = moment - Date.now() / 1000;
  const [unit, size] = STEPS.find(([, size]) => -seconds >= size) ?? ["minute", 60];
  return since.format(Math.round(seconds / size), unit);
}

// What a table's line says: the others, whose turn it is, and when somebody last played.
function says(table) {
  const others = table.seats.filter((_, seat) => seat !== table.seat).map((one) => one.bot_title || one.name);
  const mine = table.to_act === table.seat && table.seat !== null;
  const turn = table.over || table.closed ? words.over
    : mine ? words.mine
    : words.theirs.replace("{name}", table.seats[table.to_act]?.name ?? "");
  return { mine, text: [words.with.replace("{names}", others.join(", ")), turn, ...(words.unrated && !table.rated ? [words.unrated] : []), ago(table.moved)].join(" · ") };
}

async function tell(id, item, about) {
  try {
    const answer = await fetch(`/t/${encodeURIComponent(id)}/summary?lang=${words.lang}`);
    if (!answer.ok) return;
    const { mine, text } = says(await answer.json());
    about.textContent = text;
    item.classList.toggle("mine", mine);
  } catch { /* the list is useful without it */ }
}

// A person's tables come from the house, on every device; it does not forget them.
const held = JSON.parse(words.held ?? "[]");
const own = remembered().filter((one) => !held.some((other) => other.id === one.id));
for (const { id, title, over, mine } of [...held.map((one) => ({ ...one, mine: true })), ...own]) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.className = "button";
  link.href = `/t/${encodeURIComponent(id)}`;
  const name = document.createElement("strong");
  name.textContent = over ? `${title} ✓` : title;
  const about = document.createElement("span");
  about.className = "quiet";
  link.append(name, about);
  item.append(link);
  list.append(item);
  tell(id, item, about);
  if (mine) continue;
  const close = document.createElement("button");
  close.className = "plain";
  close.textContent = "×";
  close.setAttribute("aria-label", words.forget.replace("{title}", title));
  close.addEventListener("click", () => { forget(id); item.remove(); });
  item.append(close);
}
document.querySelector("#yours").hidden = !list.children.length;
// Who has neither played nor learned here is offered to learn first.
document.body.classList.toggle("newcomer", !list.children.length && !anyLesson());
