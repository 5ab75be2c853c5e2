// Talk at the table: asked for when the stream says that there is more. Everything is set as text.
// What came while nobody looked is new until the talk is opened: the browser keeps what was read last.
import { haveRead, lastRead } from "./memory.js";

const place = document.querySelector("#chat"), words = place.dataset;
const [scroll, said, empty, muted, problem, phrases] = [".chat-said", ".chat-said ol", ".chat-empty", ".chat-muted", ".chat-problem", ".chat-phrases"].map((one) => place.querySelector(one));
const unread = place.querySelector(".chat-unread"), live = document.querySelector("#chat-live");
const button = document.querySelector("#fold");
const clock = new Intl.DateTimeFormat(words.lang, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(words.lang, { dateStyle: "short", timeStyle: "short" });
const shown = new Map(); // by its number: the message and its line
let last = 0, fresh = 0, first = true, asking = null, again = false;

const mine = () => document.querySelector("#part-seats .you")?.closest("[data-words]")?.dataset.words;
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

function make(kind, text = "", more = {}) {
  const made = Object.assign(document.createElement(kind), more);
  made.textContent = text;
  return made;
}

function complain(text) {
  problem.textContent = text;
  problem.hidden = !text;
}

async function send(path, method, body) {
  const seat = mine();
  const answer = await fetch(`/t/${encodeURIComponent(words.table)}/api/chat${path}?lang=${words.lang}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(seat === undefined ? body : { ...body, seat: Number(seat) }),
  }).catch(() => null);
  complain(answer === null ? words.offline : answer.ok ? "" : (await answer.json()).error);
  return answer?.ok ?? false;
}

function when(at) {
  const then = new Date(at * 1000);
  const today = then.toDateString() === new Date().toDateString();
  return Object.assign(make("time", (today ? clock : day).format(then)), { dateTime: then.toISOString() });
}

function line(one) {
  const item = make("li");
  const coin = make("span", `${one.seat + 1}`, { className: `coin small seat-${one.seat}` });
  coin.setAttribute("aria-hidden", "true");
  const text = make("span", "", { className: "chat-text" });
  text.append(make("strong", one.name), " ", when(one.at), make("span", one.text, { className: "chat-words" }));
  item.append(coin, text);
  if (!one.own && words.plays) {
    const more = make("button", "⋯", { type: "button", className: "plain small chat-more" });
    more.setAttribute("aria-label", `${fill(words.mute, one)}, ${words.report}`);
    more.setAttribute("aria-expanded", "false");
    more.addEventListener("click", () => ways(item, one, more));
    item.append(more);
  }
  return item;
}

// What can be done about a message: read its writer no more, or show it to the house.
function ways(item, one, more) {
  const open = item.querySelector(".chat-ways");
  more.setAttribute("aria-expanded", String(!open));
  if (open) { open.remove(); return; }
  const box = make("div", "", { className: "chat-ways" });
  const mute = make("button", fill(words.mute, one), { type: "button", className: "small" });
  mute.addEventListener("click", () => silence(one.seat, true));
  const why = make("input", "", { maxLength: 300 });
  const label = make("label", words.why);
  label.append(why);
  const report = make("button", words.report, { type: "button", className: "small" });
  report.addEventListener("click", async () => {
    if (!await send(`/${one.id}/report`, "POST", { why: why.value })) return;
    box.replaceChildren(make("p", words.reported, { className: "quiet" }));
    live.textContent = words.reported;
  });
  box.append(mute, label, report);
  item.append(box);
  mute.focus();
}

async function silence(other, wanted) {
  if (!await send("/muted", "PUT", { other, muted: wanted })) return;
  shown.clear();
  said.replaceChildren();
  last = 0;
  first = true;
  await ask();
}

function tellMuted(seats) {
  muted.replaceChildren(...seats.map((seat) => {
    const name = document.querySelector(`#part-seats [data-words="${seat}"] .name`)?.textContent ?? `${seat + 1}`;
    const way = make("button", fill(words.unmute, { name }), { type: "button", className: "plain small" });
    way.addEventListener("click", () => silence(seat, false));
    return way;
  }));
  muted.hidden = !seats.length;
}

function count(more) {
  const open = place.open && place.offsetParent !== null;
  fresh = open ? 0 : fresh + more;
  if (open && !document.hidden) haveRead(words.table, last);
  unread.hidden = !fresh;
  unread.textContent = fresh ? fill(words.unread, { n: fresh }) : "";
  button?.classList.toggle("has-news", fresh > 0);
}

function offer(list) {
  if (!phrases || phrases.children.length) return;
  for (const one of list) {
    const item = make("li");
    const way = make("button", one.text, { type: "button", className: "small" });
    way.addEventListener("click", () => send("", "POST", { phrase: one.key }));
    item.append(way);
    phrases.append(item);
  }
}

async function ask() {
  if (asking) { again = true; return asking; }
  asking = look();
  await asking;
  asking = null;
  if (again) { again = false; await ask(); }
  return null;
}

async function look() {
  const seat = mine();
  const query = new URLSearchParams({ lang: words.lang, since: `${Math.max(0, last - 20)}`, ...(seat === undefined ? {} : { seat }) });
  const answer = await fetch(`/t/${encodeURIComponent(words.table)}/api/chat?${query}`).catch(() => null);
  if (!answer?.ok) return; // the table itself says that the connection is lost
  const told = await answer.json();
  // A message of another process may come with a lower number: whatever is not here yet is new.
  const news = told.messages.filter((one) => !shown.has(one.id));
  const below = scroll.scrollTop + scroll.clientHeight >= scroll.scrollHeight - 8;
  for (const one of news) {
    shown.set(one.id, one);
    const next = [...said.children].find((item) => Number(item.dataset.id) > one.id);
    const item = line(one);
    item.dataset.id = one.id;
    said.insertBefore(item, next ?? null);
    last = Math.max(last, one.id);
  }
  empty.hidden = shown.size > 0;
  scroll.hidden = shown.size === 0;
  if (below || first) scroll.scrollTop = scroll.scrollHeight;
  const read = first ? lastRead(words.table) : 0;
  const others = news.filter((one) => !one.own && one.id > read);
  if (first) fresh = 0;
  count(others.length);
  if (first && fresh) live.textContent = `${words.title}: ${unread.textContent}`;
  if (!first && others.length) live.textContent = others.map((one) => fill(words.says, one)).join(" ");
  first = false;
  tellMuted(told.muted);
  offer(told.phrases);
}

place.querySelector(".chat-form")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = event.target.elements.text;
  if (field.value.trim() && await send("", "POST", { text: field.value })) field.value = "";
});
place.addEventListener("toggle", () => {
  count(0);
  scroll.scrollTop = scroll.scrollHeight;
});
button?.addEventListener("click", () => setTimeout(() => count(0)));
document.addEventListener("visibilitychange", () => count(0));
document.addEventListener("horta-talk", ask);
ask();
