// Paper tags: what a click would play, what that brings and costs, what a thing is and does, why it
// cannot be chosen now, and the rule; on hover, on focus and by a long touch. A tag lets every click
// through to the table except one on its link, and lies over nothing that can be chosen.
import { spaced } from "./lettering.js";
import { spotFor } from "./spots.js";
import { tellWorth } from "./worths.js";

const GAP = 6;

export class Tags {
  constructor(board, tag, { words = {}, rules = "", targets = null, worth = async () => null, read = null } = {}) {
    Object.assign(this, { board, tag, words, page: rules, targets, worth, read });
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
    // A finger: a long touch shows the tag, and chooses nothing when it is lifted; so does a tap on
    // what cannot be chosen.
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
    this.board.addEventListener("click", (event) => {
      const chosen = event.target.closest(".lit") || this.targets?.nameAt(event);
      if (this.touching && !chosen) this.show(event.target);
    });
    this.board.addEventListener("contextmenu", (event) => { if (this.touching) event.preventDefault(); });
    document.addEventListener("keydown", (event) => {
      this.touching = false;
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
      const text = spaced(title.textContent.trim());
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
    const node = this.board.contains(event.target) ? this.under(event) : null;
    if (node === this.wanted) return;
    this.wanted = node;
    clearTimeout(this.timer);
    // A bare cell of a board says its words only to who rests on it: it would be in the way.
    const wait = !node ? 250 : node.matches(".hit:not(.lit)") ? 450 : this.tag.hidden ? 60 : 140;
    this.timer = setTimeout(() => (node ? this.show(node) : this.hide()), wait);
  }

  // What a click here would choose comes first, also when something else is drawn over it.
  under(event) {
    const name = this.targets?.actions.length ? this.targets.nameAt(event) : null;
    if (!name) return event.target.closest("[data-tip]");
    const nodes = this.targets.find(name);
    const hit = document.elementsFromPoint(event.clientX, event.clientY);
    return nodes.find((node) => hit.some((one) => node.contains(one))) ?? nodes[0];
  }

  // What a click on a thing would play, or pick up; null where the band tells it.
  option(name) {
    const { targets } = this;
    if (!targets?.actions.length) return {};
    if (targets.held || targets.candidates(name).length) return null;
    const [action] = targets.actionsAt.get(name) ?? [];
    if (action) return { action, label: action.label };
    // The name of a piece to be picked up: what it does is told below.
    return targets.pieces.has(name) ? { label: targets.find(name)[0]?.getAttribute("aria-label")?.split(" · ")[0] } : {};
  }

  show(node) {
    const at = node.closest?.("[data-target].lit, [data-tip]");
    if (!at || !this.board.contains(at)) { this.hide(); return; }
    const name = nameOf(at), why = this.refused[name];
    const option = this.option(name);
    if (!why && (this.board.matches(".holding") || !option)) { this.hide(); return; }
    this.tag.replaceChildren();
    this.tag.dataset.tells = option?.action?.action ?? "";
    if (option?.label) this.tag.append(made("strong", option.label));
    if (option?.action) this.fillWorth(option.action);
    this.tellThing(at, option?.label ?? "");
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
    this.targets?.mark("point-box", option?.label ? [name] : []);
    this.place(at.getBoundingClientRect(), link);
  }

  // What the thing is; under an option, unless that has named it already, and as no heading any more.
  tellThing(at, option) {
    const rest = (at.dataset.tip ?? "").split(" · ");
    // The bare name of a cell is no heading yet.
    const title = rest.splice(0, rest.length > 1 && rest[0].length < 4 ? 2 : 1).join(" · ");
    const named = title.split(" · ").every((part) => option.toLowerCase().includes(part.toLowerCase()));
    if (title && !named) this.tag.append(made(option ? "span" : "strong", title));
    if (rest.length) this.tag.append(made("span", rest.join(" · ")));
  }

  // Room for it is there at once, so that the tag does not move when it comes.
  async fillWorth(action) {
    const place = made("span", "…");
    place.className = "worth";
    this.tag.append(place);
    const found = await this.worth(action);
    if (!place.isConnected) return;
    if (found) tellWorth(place, found, this.words);
    else place.remove();
    if (this.at) this.place(this.at.getBoundingClientRect(), this.tag.querySelector("a"));
  }

  // Above, below or beside the thing, or else as near as there is room beside all that can be chosen.
  place(box, link) {
    this.tag.style.left = this.tag.style.top = "0px";
    const own = this.tag.getBoundingClientRect();
    const lit = [...this.board.querySelectorAll(".lit")]
      .map((node) => (node.querySelector(":scope > .hit") ?? node).getBoundingClientRect());
    const asked = [...document.querySelectorAll("#part-question button, #choice button")].map((node) => node.getBoundingClientRect());
    const best = spotFor(box, own, [...lit, ...asked].filter((one) => one.width), GAP);
    link?.classList.toggle("closed", !best.free);
    this.tag.style.left = `${best.x}px`;
    this.tag.style.top = `${best.y}px`;
  }

  hide() {
    clearTimeout(this.timer);
    this.at = this.wanted = null;
    this.tag.hidden = true;
    this.targets?.mark("point-box", []);
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
function inside(box, { clientX: x, clientY: y }, room) {
  return x > box.left - room && x < box.right + room && y > box.top - room && y < box.bottom + room;
}
