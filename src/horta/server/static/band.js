// The band is one line high: what has no room on it waits behind a button that counts it. A question
// that would break in two does without the name before it, which stands among the seats, and is then
// set smaller. Buttons that have no room say only what tells them apart, and then lie in two low rows.
const PLACED = / (?:transform|x|y|cx|cy)="[^"]*"/g;
const WAYS = ["", "brief", "brief tight"];

export class Band {
  constructor(ask, words) {
    Object.assign(this, { ask, words });
    new ResizeObserver(() => this.fit()).observe(ask);
    ask.addEventListener("told", () => this.fit()); // what an option brings takes room, too
    ask.addEventListener("click", (event) => {
      if (event.target.closest("[data-more]")) this.open(!ask.classList.contains("open"));
    });
  }

  // A new question begins with one line.
  show(step) {
    if (step !== this.step) this.ask.classList.remove("open");
    this.step = step;
    this.fit();
  }

  open(open) {
    this.ask.classList.toggle("open", open);
    this.fit();
  }

  fit() {
    this.settle();
    const picks = this.ask.querySelector(".picks"), more = this.ask.querySelector("[data-more]");
    if (!picks || !more) return;
    const open = this.ask.classList.contains("open");
    const left = this.squeeze(picks);
    const cut = getComputedStyle(picks).overflowX === "hidden" && left.length > 0;
    more.hidden = !open && !cut;
    more.setAttribute("aria-expanded", String(open));
    more.textContent = open ? "▴" : `+${left.length}`;
    more.setAttribute("aria-label", open ? this.words.fewer : this.words.more.replace("{n}", left.length));
  }

  // Full, then without the name before the question, then with the short names and signs, then in two
  // low rows beside a question in two lines, without what all change alike, and then pictures alone
  // where they are no other's; return what has no room even so.
  squeeze(picks) {
    const asked = this.ask.querySelector(".asked.mine");
    picks.classList.remove("short", "dense", "apart", "bare");
    if (getComputedStyle(picks).display === "contents") return []; // on a phone they lie in rows
    const ways = [() => {}, () => asked?.classList.add("brief"), () => asked?.classList.add("tight"), () => picks.classList.add("short"),
      () => picks.classList.add("dense"), () => halve(asked), () => picks.classList.add("apart"), () => bare(picks)];
    let left = [];
    for (const way of ways) {
      way();
      left = beyond(picks);
      if (!left.length) break;
    }
    if (!left.length && picks.classList.contains("bare")) { // pictures alone may have room to be large
      picks.classList.remove("dense");
      if (beyond(picks).length) picks.classList.add("dense");
    }
    return left;
  }

  settle() {
    const asked = this.ask.querySelector(".asked.mine");
    for (const way of asked ? WAYS : []) {
      asked.classList.remove("brief", "tight", "halved");
      if (way) asked.classList.add(...way.split(" "));
      const words = document.createRange();
      words.selectNodeContents(asked.querySelector("strong"));
      if (new Set([...words.getClientRects()].map((box) => Math.round(box.top))).size < 2) return;
    }
  }
}

function beyond(picks) {
  const { right, bottom } = picks.getBoundingClientRect();
  return [...picks.children].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.right > right + 1 || box.bottom > bottom + 1;
  });
}

// A question in two lines takes half the room, and a bit for the words that do not break evenly.
function halve(asked) {
  asked?.style.setProperty("--half", `${Math.ceil(asked.offsetWidth * .6)}px`);
  asked?.classList.add("halved");
}

// A picture that no other option has, wherever their things lie, does without words.
function bare(picks) {
  const shown = [...picks.children].map((one) => one.querySelector(".icon")?.innerHTML.replace(PLACED, "") ?? "");
  shown.forEach((one, k) => picks.children[k].classList.toggle("lone", one !== "" && shown.indexOf(one) === shown.lastIndexOf(one)));
  picks.classList.add("bare");
}
