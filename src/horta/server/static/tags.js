// Paper tags: what a piece or card is and does, on hover, on focus and by a long touch.
export class Tags {
  constructor(board, tag) {
    Object.assign(this, { board, tag });
  }

  watch() {
    const show = (event) => this.show(event.target);
    this.board.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.show(event.target);
    });
    this.board.addEventListener("focusin", show);
    this.board.addEventListener("focusout", () => this.hide());
    this.board.addEventListener("pointerleave", () => this.hide());
    this.board.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "touch") return;
      this.timer = setTimeout(() => this.show(event.target), 450);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      this.board.addEventListener(end, () => { clearTimeout(this.timer); if (end === "pointercancel") this.hide(); });
    }
  }

  // A drawing says what its things are by SVG titles. The browser shows those late and to the
  // mouse only, so they become tags and labels.
  adopt() {
    for (const title of [...this.board.querySelectorAll("svg [data-target] > title")]) {
      const node = title.parentNode;
      const text = title.textContent.trim();
      title.remove();
      if (!text) continue;
      // A bare cell of the board has a label, but no tag: it would always be in the way.
      if (!node.matches(".hit")) node.dataset.tip = text.replace(/(: |\n)/, "|");
      node.setAttribute("role", "img");
      node.setAttribute("aria-label", text);
    }
  }

  show(node) {
    const at = node.closest?.("[data-tip]");
    if (!at || !this.board.contains(at) || this.board.matches(".holding")) { this.hide(); return; }
    const [title, ...rest] = at.dataset.tip.split("|");
    this.tag.replaceChildren();
    const head = document.createElement("strong");
    head.textContent = title;
    this.tag.append(head, rest.join(" "));
    this.tag.hidden = false;
    const box = at.getBoundingClientRect();
    const own = this.tag.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
    const top = box.top - own.height - 8 > 4 ? box.top - own.height - 8 : Math.min(box.bottom + 8, innerHeight - own.height - 8);
    this.tag.style.left = `${left}px`;
    this.tag.style.top = `${top}px`;
  }

  hide() { this.tag.hidden = true; }
}
