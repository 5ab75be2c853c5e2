// The course of a game: the log beside a replay and the rounds under its slider. A click on either
// goes there; where the replay is, is marked in both.
export class Course {
  constructor({ list, chapters, words, go }) {
    Object.assign(this, { list, words, go });
    this.marks = chapters;
    this.buttons = [...document.querySelectorAll(".chapters [data-to]")];
    this.steps = [];
    for (const button of this.buttons) button.addEventListener("click", () => go(Number(button.dataset.to)));
    list.addEventListener("click", (event) => {
      const to = event.target.closest("[data-to]")?.dataset.to;
      if (to !== undefined) go(Number(to));
    });
  }

  // What happened, as the chosen viewer saw it; who saw nothing of a step reads nothing of it.
  tell(steps) {
    this.steps = steps;
    const rows = [];
    for (const { number, seat, lines, choice } of steps) {
      const mark = this.marks.find((one) => one.number === number);
      if (mark) rows.push(row("chapter", number, [mark.name]));
      if (lines.length) rows.push(row(choice ? "choice" : "", number, lines, seat));
    }
    this.list.replaceChildren(...rows);
  }

  chapterAt(number) { return this.marks.findLastIndex((one) => one.number <= number); }

  // The beginning of the round before or after; back from within a round is its own beginning.
  round(number, way) {
    const at = this.chapterAt(number);
    if (way > 0) return this.marks[at + 1]?.number ?? null;
    return this.marks[number > (this.marks[at]?.number ?? 0) ? at : at - 1]?.number ?? 0;
  }

  show(number) {
    const at = this.chapterAt(number);
    this.buttons.forEach((button, k) => current(button, k === at && "true"));
    let found = null;
    for (const button of this.list.querySelectorAll("li:not(.chapter) [data-to]")) {
      current(button, false);
      if (Number(button.dataset.to) <= number) found = button;
    }
    if (!found) return;
    current(found, "step");
    // Only the list is scrolled, and only as far as it takes.
    const box = found.getBoundingClientRect(), view = this.list.getBoundingClientRect();
    if (box.top < view.top || box.bottom > view.bottom) {
      this.list.scrollTop += box.top - view.top - (view.height - box.height) / 2;
    }
  }

  // What a screen reader says of a place on the slider.
  said(number) {
    const told = this.steps[number]?.lines.join(" ") ?? "";
    return [this.marks[this.chapterAt(number)]?.name, `${number}`, told].filter(Boolean).join(" · ");
  }
}

function current(node, as) {
  if (as) node.setAttribute("aria-current", as);
  else node.removeAttribute("aria-current");
}

function row(kind, number, lines, seat = null) {
  const item = document.createElement("li"), button = document.createElement("button");
  item.className = kind;
  button.type = "button";
  button.dataset.to = number;
  if (kind !== "chapter") {
    const coin = document.createElement("span");
    coin.className = `coin small ${seat === null ? "none" : `seat-${seat}`}`;
    coin.setAttribute("aria-hidden", "true");
    coin.textContent = seat === null ? "·" : seat + 1;
    button.append(coin);
  }
  const told = document.createElement("span");
  told.className = "lines";
  for (const line of lines) {
    const one = document.createElement("span");
    one.textContent = line;
    told.append(one, " ");
  }
  button.append(told);
  item.append(button);
  return item;
}
