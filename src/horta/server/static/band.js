// The band is one line high: what has no room on it waits behind a button that counts it. A question
// that would break in two does without the name before it, which stands among the seats, and is then
// set smaller. Buttons that have no room say only what tells them apart, and then lie in two low rows.
const PLACED = / (?:transform|x|y|cx|cy)="[^"]*"/g;
const WAYS = ["", "brief", "brief tight"];

const roomy = matchMedia("(min-width: 80rem)");
const MOST = 8; // so many options are always in sight
const HIGHEST = 108; // four low rows
const FEW = 5; // words of a price: ": 6 FB, 2 VP"

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
    this.ask.querySelector(".picks")?.classList.remove("apart"); // and with it what stands below the question
    this.settle();
    this.lay(this.ask.querySelector(".tray"));
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
  // low rows beside a question in two lines, without what all change alike, without what follows a colon,
  // and then pictures alone where they are no other's. Few options that have no room even so make the
  // band higher; return what has none.
  squeeze(picks) {
    const asked = this.ask.querySelector(".asked.mine");
    picks.classList.remove("short", "dense", "apart", "curt", "bare", "tall");
    if (picks.matches(".many")) return [];
    if (getComputedStyle(picks).display === "contents") {
      this.inRows(picks);
      return [];
    }
    // Where there is room for a long question it breaks last, and so it does for one option or two.
    const early = picks.children.length > 2 && !roomy.matches, half = () => halve(asked), alone = () => bare(picks);
    const less = [() => picks.classList.add("apart"), () => picks.classList.add("curt")];
    const ways = [() => {}, () => asked?.classList.add("brief"), () => asked?.classList.add("tight"), () => picks.classList.add("short"),
      () => picks.classList.add("dense"), ...(early ? [half, ...less, alone] : [...less, alone, half])];
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
    if (picks.children.length > MOST || !(left.length || silent(picks))) return left;
    picks.classList.add("dense", "tall");
    for (const way of [["curt", "bare"], ["bare"], []]) { // as much as four low rows can say
      picks.classList.add("curt", "bare");
      picks.classList.remove(...way);
      if (!beyond(picks).length && picks.offsetHeight <= HIGHEST) break;
    }
    return beyond(picks);
  }

  // The things of a set all stand in the band, too: without the name before the question, in two low rows,
  // without their names where a picture says them, and then they are scrolled.
  lay(tray) {
    tray?.classList.remove("dense", "bare");
    if (!tray || getComputedStyle(tray).display === "contents") return;
    const asked = this.ask.querySelector(".asked.mine"), add = (name) => () => tray.classList.add(name);
    const ways = [() => {}, () => asked?.classList.add("brief"), () => asked?.classList.add("tight"), add("dense"), add("bare")];
    for (const way of ways) {
      way();
      if (!beyond(tray).length) return;
    }
  }

  // On a phone they lie in rows of two, and say less where the rows have no room.
  inRows(picks) {
    const last = picks.lastElementChild;
    const tall = () => last?.getBoundingClientRect().bottom > this.ask.getBoundingClientRect().bottom + 1;
    const ways = ["", "short", "apart", "curt"].map((name) => () => name && picks.classList.add(name));
    for (const way of [...ways, () => bare(picks)]) {
      way();
      if (!tall()) return;
    }
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

// Whether the price of every option is left out, and no figure says it.
function silent(picks) {
  return picks.matches(".curt, .bare") && [...picks.children].every((one) => {
    const left = one.querySelector(".detail")?.textContent.trim() ?? "";
    return /\d/.test(left) && left.split(" ").length <= FEW && !one.querySelector(".figure");
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
