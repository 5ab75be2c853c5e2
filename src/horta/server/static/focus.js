// The keyboard's place at the table. Every step replaces the drawing and the question, and with
// them what was focused; the focus then goes on to what can be chosen next, and waits at the
// question while others play.
export class Place {
  constructor({ board, ask, targets }) {
    Object.assign(this, { board, ask, targets });
    this.waiting = false; // the focus stands at the question until it is our turn
    ask.tabIndex = -1;
  }

  // Before anything is replaced.
  remember() {
    const at = document.activeElement;
    const own = at?.closest?.("#board, #choice, #part-question, #part-after, #part-log, #hints, #moves");
    if (!own || at === document.body) return null;
    return { name: at.closest("[data-target]")?.dataset.target ?? "", byButton: this.ask.contains(at) && at !== this.ask, byHelp: at.matches(".help-link") };
  }

  // After everything is replaced.
  restore(before, mine) {
    const now = document.activeElement;
    const lost = before && (!now || now === document.body || now.closest("[hidden]"));
    const due = this.waiting && now === this.ask && mine;
    if (!lost && !due) return;
    const goal = mine ? this.goal(before ?? {}) : null;
    this.waiting = !goal;
    (goal ?? this.ask).focus({ preventScroll: true });
  }

  goal({ name = "", byButton = false, byHelp = false }) {
    const help = byHelp && this.ask.querySelector(".help-link");
    if (help) return help;
    const same = name && this.targets.find(name).find((node) => node.matches(".lit"));
    const button = this.ask.querySelector(".tray button:not([disabled]), button[data-action], button[data-end]");
    const lit = this.board.querySelector(".lit");
    const card = document.querySelector(".choosing .choice-card");
    if (card) return card;
    return same || (byButton ? button ?? lit : lit ?? button)
      || document.querySelector("#part-after .button, #part-after button")
      || this.ask.querySelector("button");
  }
}
