// The time of a table, in two quiet lines and at the seat that acts: asked for when the table moves on,
// counted down here.
import { SeatTime } from "./seat-time.js";

const place = document.querySelector("#pace");
const words = place.dataset;
const [now, kept] = [place.querySelector(".pace-now"), place.querySelector(".pace-kept")];
const moment = new Intl.DateTimeFormat(words.lang, { weekday: "short", hour: "2-digit", minute: "2-digit" });
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
let told = null, asked = 0;

// A span of time in its two largest units; seconds only where they matter.
function span(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const first = UNITS.findIndex(([, size]) => whole >= size);
  if (first < 0) return unit(0, "second");
  const [[name, size], next] = [UNITS[first], UNITS[first + 1]];
  const rest = next && whole < 7 * 86400 ? Math.floor((whole % size) / next[1]) : 0;
  return [unit(Math.floor(whole / size), name), rest ? unit(rest, next[0]) : ""].join(" ").trim();
}

const unit = (count, name, unitDisplay = "short") => new Intl.NumberFormat(words.lang, { style: "unit", unit: name, unitDisplay }).format(count);
const fill = (text, name, time) => text.replace("{name}", name).replace("{time}", time);

const atSeat = new SeatTime(document.querySelector("#part-seats"), document.querySelector("#pace-live"), {
  unit: (count, name) => unit(count, name, "narrow"),
  say: (seconds) => words.short.replace("{time}", span(seconds)),
});

function show() {
  const clock = told.clock, gone = (performance.now() - asked) / 1000;
  if (!clock) now.textContent = words.nobody;
  else if (clock.off) now.textContent = fill(words.away, clock.name, moment.format(clock.off * 1000));
  else if (clock.turn > gone) now.textContent = fill(words.left, clock.name, span(clock.turn - gone));
  else now.textContent = fill(words.reserve, clock.name, span(clock.left - gone));
  atSeat.show(told, gone, now.textContent);
}

function offer(way, seat) {
  const form = place.querySelector(`[data-way=${way}]`);
  form.hidden = seat === null;
  form.elements.seat.value = seat ?? "";
}

async function ask() {
  try {
    const answer = await fetch(`/t/${encodeURIComponent(words.table)}/pace?lang=${words.lang}`);
    if (!answer.ok) return;
    told = await answer.json();
  } catch { return; /* the table itself says that the connection is lost */ }
  asked = performance.now();
  const mine = told.clock && told.clock.seat === told.seat ? told.clock : null;
  kept.textContent = `${words.kept}: ${told.reserves.map((one) => `${one.name} ${one.bot ? words.bot : span(one.reserve)}`).join(" · ")}. ${told.end}`;
  offer("back", told.back);
  offer("on", mine?.off ? told.seat : null);
  offer("off", mine && !mine.off && told.off > 0 ? told.seat : null);
  place.querySelector("[name=days]").max = Math.max(1, told.off);
  place.hidden = false;
  show();
}

// The seats are made anew with every step, before the new time is here.
new MutationObserver(() => { if (told) show(); }).observe(document.querySelector("#part-seats"), { childList: true });
new MutationObserver(ask).observe(document.querySelector("#board"), { attributeFilter: ["data-shown"] });
setInterval(() => { if (told && !document.hidden) show(); }, 1000);
setInterval(ask, 30000);
ask();
