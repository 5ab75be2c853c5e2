// The rule book beside the table: a rule link opens its passage in a panel, and the table stays.
export class Book {
  constructor(panel, { rules, lang, words }) {
    Object.assign(this, { panel, rules, lang, words });
    this.text = panel.querySelector(".passage");
    this.back = null; // where the focus was before the panel opened
  }

  watch() {
    document.addEventListener("click", (event) => {
      const link = event.target.closest?.("a[href]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
      const rule = this.ruleIn(link);
      if (!rule) return;
      event.preventDefault();
      this.read(rule);
    });
    this.panel.querySelector("[data-close]").addEventListener("click", () => this.close());
    // The keys of the table do nothing while somebody reads.
    this.panel.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") this.close();
    });
  }

  // A link to a rule, or inside the panel to another chapter; others go where they say.
  ruleIn(link) {
    if (link.dataset.away !== undefined) return "";
    const { pathname, hash } = new URL(link.href);
    const here = this.panel.contains(link) && link.getAttribute("href").startsWith("#");
    return here || pathname === this.rules ? decodeURIComponent(hash.slice(1)) : "";
  }

  async read(rule) {
    let html = "";
    try {
      const answer = await fetch(`${this.rules}/passage/${encodeURIComponent(rule)}?lang=${this.lang}`);
      if (answer.ok) html = await answer.text();
    } catch { /* told below */ }
    const helped = this.text.querySelector(".help") !== null || this.text.querySelector("[data-help]") !== null;
    this.show(html, this.words.rules);
    for (const link of this.text.querySelectorAll(".ref, a[href^='/']")) {
      Object.assign(link, { target: "_blank", rel: "noopener" });
      link.dataset.away = "";
    }
    if (helped) this.text.prepend(this.toHelp());
    const here = this.text.querySelector(`#${CSS.escape(rule)}`)?.closest("p, li, tr, figcaption");
    here?.classList.add("here");
    if (here) this.text.scrollTop = Math.max(0, here.offsetTop - 48);
  }

  // Lay a text out in the panel, under a heading.
  show(html, title) {
    if (this.panel.hidden) this.back = document.activeElement;
    if (html) this.text.innerHTML = html;
    else this.text.textContent = this.words.lost;
    this.panel.querySelector("#book-title").textContent = title;
    this.panel.hidden = false;
    this.text.scrollTop = 0;
    this.panel.focus({ preventScroll: true });
  }

  // Whoever came from the help of a question can go back to it.
  toHelp() {
    const back = document.createElement("button");
    Object.assign(back, { type: "button", className: "plain small back", textContent: `‹ ${this.words.help}` });
    back.dataset.help = "";
    return back;
  }

  close() {
    this.panel.hidden = true;
    // What was focused may have been made anew by a step meanwhile.
    const back = this.back?.matches(".help-link") ? document.querySelector(".help-link") : this.back;
    const kept = back?.isConnected && back !== document.body && !back.closest("[hidden]");
    (kept ? back : document.querySelector("#board")).focus({ preventScroll: true });
  }

  // A refusal names its rule, too.
  cite(notice, rule) {
    if (rule) notice.append(" ", this.link(rule, this.words.rule, "rule-cited"));
  }

  link(rule, text, kind) {
    const link = document.createElement("a");
    Object.assign(link, { href: `${this.rules}#${rule}`, className: kind, textContent: text, title: this.words.rule });
    link.setAttribute("aria-label", this.words.rule);
    return link;
  }
}
