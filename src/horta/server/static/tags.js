// Paper tags: what a thing is and does, why it cannot be chosen now, and the rule, on hover, on
// focus and by a long touch. A tag lets every click through to the table except one on its link.
const GAP = 6;

export class Tags {
  constructor(board, tag, { words = {}, rules = "", quiet = () => false, read = null } = {}) {
    Object.assign(this, { board, tag, words, page: rules, quiet, read });
    this.rules = {};
    this.refused = {};
    this.at = null; // what the tag is about
  }

  watch() {
    // The mouse: a tag waits a moment before it goes, so that the pointer can reach its link.
    document.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") this.aim(event);
    });
    document.documentElement.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") this.hide();
    });
    this.board.addEventListener("focusin", (event) => {
      if (!this.touching) this.show(event.target);
    });
    this.board.addEventListener("focusout", (event) => {
      if (!this.tag.contains(event.relatedTarget)) this.hide();
    });
    // A finger: a long touch shows the tag, and chooses nothing when it is lifted.
    document.addEventListener("pointerdown", (event) => {
      if (this.tag.contains(event.target)) return;
      this.touching = event.pointerType === "touch";
      if (!this.touching) return;
      this.hide();
      this.long = false;
      if (!this.board.contains(event.target)) return;
      this.timer = setTimeout(() => { this.long = true; this.show(event.target); }, 450);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      document.addEventListener(end, (event) => {
        if (event.pointerType === "touch" && !this.long) clearTimeout(this.timer);
      });
    }
    this.board.addEventListener("click", (event) => {
      if (!this.long) return;
      this.long = false;
      event.stopImmediatePropagation();
    }, { capture: true });
    this.board.addEventListener("contextmenu", (event) => { if (this.touching) event.preventDefault(); });
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea")) return;
      if (event.key === "?") this.open(event.target.closest?.("[data-tip]") ?? this.at);
      if (event.key === "Escape") this.hide();
    });
    // What is focused may be scrolled into view: its tag goes with it.
    addEventListener("scroll", () => {
      if (!this.at) return;
      const { top, bottom } = this.at.getBoundingClientRect();
      if (bottom < 0 || top > innerHeight) this.hide();
      else this.show(this.at);
    }, { passive: true });
  }

  // A drawing says what its things are by SVG titles. The browser shows those late and to the
  // mouse only, so they become tags and labels.
  adopt({ rules = {}, refused = {} } = {}) {
    this.hide();
    Object.assign(this, { rules, refused });
    for (const title of [...this.board.querySelectorAll("svg title")]) {
      const node = title.parentNode;
      if (node.matches("svg, text")) continue;
      const text = title.textContent.trim();
      title.remove();
      if (!text) continue;
      const why = refused[nameOf(node)];
      node.dataset.tip = text;
      // An image has no parts; what holds things of its own is a group.
      node.setAttribute("role", node.querySelector("[data-target]") ? "group" : "img");
      node.setAttribute("aria-label", why ? `${text} · ${why}` : text);
    }
  }

  ruleOf(node) { return this.page && this.rules[nameOf(node)]; }

  open(node) {
    const rule = node && this.ruleOf(node);
    if (rule && this.read) this.read(rule);
    else if (rule) window.open(`${this.page}#${rule}`, "_blank", "noopener");
  }

  aim(event) {
    if (!this.tag.hidden && inside(this.tag.getBoundingClientRect(), event, GAP)) {
      clearTimeout(this.timer);
      this.wanted = this.at;
      return;
    }
    const node = this.board.contains(event.target) ? event.target.closest("[data-tip]") : null;
    if (node === this.wanted) return;
    this.wanted = node;
    clearTimeout(this.timer);
    // A bare cell of a board says its words only to who rests on it: it would be in the way.
    const wait = !node ? 250 : node.matches(".hit") ? 450 : this.tag.hidden ? 60 : 140;
    this.timer = setTimeout(() => (node ? this.show(node) : this.hide()), wait);
  }

  show(node) {
    const at = node.closest?.("[data-tip]");
    if (!at || !this.board.contains(at)) { this.hide(); return; }
    const why = this.refused[nameOf(at)];
    if (!why && (this.board.matches(".holding") || this.quiet(nameOf(at)))) { this.hide(); return; }
    const rest = at.dataset.tip.split(" · ");
    // The bare name of a cell is no heading yet.
    const title = rest.splice(0, rest.length > 1 && rest[0].length < 4 ? 2 : 1).join(" · ");
    this.tag.replaceChildren(made("strong", title));
    if (rest.length) this.tag.append(made("span", rest.join(" · ")));
    if (why) this.tag.append(made("em", why));
    const rule = this.ruleOf(at);
    let link = null;
    if (rule) {
      link = made("a", this.words.rule);
      Object.assign(link, { title: rule, href: `${this.page}#${rule}`, target: "_blank", rel: "noopener", tabIndex: -1 });
      this.tag.append(link);
    }
    this.tag.hidden = false;
    this.at = this.wanted = at;
    this.place(at.getBoundingClientRect(), link);
  }

  // Above, below or beside the thing, where the link takes no click from what can be chosen.
  place(box, link) {
    this.tag.style.left = this.tag.style.top = "0px";
    const own = this.tag.getBoundingClientRect();
    const part = link?.getBoundingClientRect();
    const middle = box.left + box.width / 2 - own.width / 2;
    const level = box.top + box.height / 2 - own.height / 2;
    const taken = [...this.board.querySelectorAll(".lit")].map((node) => centre(node.getBoundingClientRect()));
    const spots = [
      [middle, box.top - own.height - GAP],
      [middle, box.bottom + GAP],
      [box.right + GAP, level],
      [box.left - own.width - GAP, level],
      [box.right - 8, box.top - own.height - GAP],
      [box.left + 8 - own.width, box.top - own.height - GAP],
    ].map(([x, y]) => [
      Math.min(Math.max(8, x), innerWidth - own.width - 8),
      Math.min(Math.max(4, y), innerHeight - own.height - 8),
    ]);
    const covers = ([x, y]) => overlap(box, x, y, own) ? 2 : part && taken.some((point) => inside({
      left: part.left + x, right: part.right + x, top: part.top + y, bottom: part.bottom + y,
    }, point, 2)) ? 1 : 0;
    const best = spots.reduce((a, b) => (covers(b) < covers(a) ? b : a));
    link?.classList.toggle("closed", covers(best) > 0);
    this.tag.style.left = `${best[0]}px`;
    this.tag.style.top = `${best[1]}px`;
  }

  hide() {
    clearTimeout(this.timer);
    this.at = this.wanted = null;
    this.tag.hidden = true;
  }
}

function nameOf(node) {
  const named = node.closest("[data-target], [data-thing]");
  return named?.dataset.target ?? named?.dataset.thing ?? "";
}
function made(kind, text) {
  const node = document.createElement(kind);
  node.textContent = text;
  return node;
}
function centre(box) { return { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }; }
function inside(box, { clientX: x, clientY: y }, room) {
  return x > box.left - room && x < box.right + room && y > box.top - room && y < box.bottom + room;
}
function overlap(box, x, y, own) {
  return x < box.right && x + own.width > box.left && y < box.bottom && y + own.height > box.top;
}
