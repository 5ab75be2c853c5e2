// The lobby looks again every few seconds while somebody sees it, and changes only what is new.
const EVERY = 4000;
const list = document.querySelector("#lobby"), news = document.querySelector("#lobby-news");
let timer = 0;

const ids = (root) => [...root.querySelectorAll(".open-table")].map((one) => one.id).join(" ");

async function look() {
  try {
    const answer = await fetch(location.pathname === "/lobby" ? location.href : "/lobby", { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#lobby");
    if (!found || found.innerHTML === list.innerHTML) return;
    const others = ids(found) !== ids(list), focused = list.contains(document.activeElement) && document.activeElement.id;
    list.replaceChildren(...document.adoptNode(found).childNodes);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    news.textContent = others ? news.dataset.told : ""; // that another minute has passed is no news
  } catch { /* the house is away: the next look may find it again */ }
}

async function goOn() {
  clearTimeout(timer);
  if (document.hidden) return;
  await look();
  timer = setTimeout(goOn, EVERY);
}

document.addEventListener("visibilitychange", goOn);
timer = setTimeout(goOn, EVERY);
