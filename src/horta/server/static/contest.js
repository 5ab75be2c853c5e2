// The page of a tournament looks again while it is open or runs, and keeps what has the focus.
const EVERY = 5000;
const place = document.querySelector("#contest");
let timer = 0;

function sayDays() {
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const time of document.querySelectorAll("time")) time.textContent = day.format(new Date(time.dateTime));
}

async function look() {
  try {
    const answer = await fetch(location.pathname, { headers: { accept: "text/html" } });
    if (!answer.ok || place.contains(document.activeElement)) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#contest");
    if (!found) return;
    const open = [...place.querySelectorAll("details")].map((one) => one.open);
    place.dataset.state = found.dataset.state;
    place.replaceChildren(...document.adoptNode(found).childNodes);
    place.querySelectorAll("details").forEach((one, k) => { one.open = open[k] ?? false; });
    sayDays();
  } catch { /* the house is away: the next look may find it again */ }
}

async function goOn() {
  clearTimeout(timer);
  if (document.hidden || !["open", "running"].includes(place.dataset.state)) return;
  await look();
  timer = setTimeout(goOn, EVERY);
}

sayDays();
document.addEventListener("visibilitychange", goOn);
timer = setTimeout(goOn, EVERY);
