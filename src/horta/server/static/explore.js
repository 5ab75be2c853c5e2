// Exploring beside the table: every action grows a branch, the search can be asked what it thinks.
// It stands in for the stream of a table: nobody else plays here. The house keeps the tree.

const PAUSE = 350; // before a bot moves, so that people can follow

export class Explore {
  constructor(main, { lang, words, show, fail, targets }) {
    Object.assign(this, { main, lang, words, show, fail, targets });
    this.base = main.dataset.explore;
    this.guide = JSON.parse(main.querySelector("#guide").textContent);
    this.own = this.guide.words;
    this.panel = main.querySelector("#explore");
    this.nodes = this.guide.nodes;
    this.labels = this.guide.labels;
    this.node = this.guide.node;
    this.toPlay = this.guide.to_play;
    this.step = 0;
    this.busy = false;
    this.asking = 0; // which question to the search is the last
    this.panel.addEventListener("click", (event) => this.onClick(event));
    this.panel.addEventListener("change", (event) => { if (event.target.matches("[data-bot]")) this.goOn(); });
    this.panel.querySelector("#naming").addEventListener("submit", (event) => {
      event.preventDefault();
      this.change("name", { name: event.target.elements.name.value.trim() });
    });
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  // What a stream does for a table.
  reach() { return Promise.resolve(true); }
  follow() { this.draw(); }
  glow() { /* nothing is pointed at */ }

  // What an option, or a set, would bring: the tags, the band and the bar in hand ask for it.
  async worth(path) {
    const query = new URLSearchParams(path.slice(path.indexOf("?") + 1));
    const asked = { things: query.getAll("thing").map(Number) };
    if (query.has("action")) asked.action = Number(query.get("action"));
    const { ok, told } = await this.post("worth", { ...this.place, ...asked });
    return ok ? told : null;
  }

  get place() {
    const { step, known } = this.guide;
    return { step, known, node: this.node };
  }

  async post(path, body) {
    const answer = await fetch(`${this.base}/${path}?lang=${this.lang}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { ok: answer.ok, told: await answer.json() };
  }

  play(action) { return this.change("play", { action }); }
  pick(things) { return this.change("pick", { things }); }
  undo() { return this.node ? this.change("back", {}) : Promise.resolve(false); }

  // Do something at a node; true when it is done.
  async change(what, more, node = this.node) {
    if (this.busy) return false;
    this.busy = true;
    this.main.setAttribute("aria-busy", "true");
    let done = false;
    try {
      const { ok, told } = await this.post("at", { ...this.place, node, do: what, ...more });
      if (ok) { this.adopt(told); done = true; } else this.fail(told.error);
    } catch {
      this.fail(this.words.lost);
    } finally {
      this.busy = false;
      this.main.removeAttribute("aria-busy");
    }
    if (done) this.goOn();
    return done;
  }

  adopt(told) {
    const { node, nodes, labels, to_play: toPlay } = told;
    Object.assign(this, { node, nodes, labels, toPlay });
    const query = new URLSearchParams(location.search);
    if (node) query.set("node", node); else query.delete("node");
    history.replaceState(null, "", `${location.pathname}?${query}`); // every place has a link
    this.step += 1;
    this.show({ ...told.state, step: this.step });
    this.draw();
    if (this.watching) this.watch();
  }

  // A bot moves where one sits.
  goOn() {
    const sits = this.toPlay !== null && this.panel.querySelector(`[data-bot="${this.toPlay}"]`)?.checked;
    if (!sits) return;
    const { step } = this;
    setTimeout(() => {
      if (this.step === step) this.change("bot", { bot: this.panel.querySelector("#strength").value });
    }, PAUSE);
  }

  onClick(event) {
    const node = event.target.closest("button[data-node]");
    if (node) { this.change("go", {}, Number(node.dataset.node)); return; }
    const what = event.target.closest("[data-explored]")?.dataset.explored;
    if (what === "back") this.undo();
    else if (what === "opinion") this.toggle();
    else if (what) this.change(what, {});
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea")) return;
    if (event.key === "u") this.undo();
    if (event.key === "o") this.toggle();
  }

  // The tree: the main line first, variations set in under the action that they replace.
  draw() {
    const children = new Map();
    for (const one of this.nodes) children.set(one.after, [...(children.get(one.after) ?? []), one]);
    const place = this.panel.querySelector("#branches");
    place.replaceChildren(this.branch({ id: 0 }, children, true));
    const here = this.nodes.find((one) => one.id === this.node);
    const naming = this.panel.querySelector("#naming");
    naming.hidden = !here;
    naming.elements.name.value = here?.name ?? "";
    this.panel.querySelector("[data-explored=back]").disabled = !here;
    this.panel.dataset.node = this.node;
    this.panel.dataset.nodes = this.nodes.length;
    place.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  branch(first, children, isRoot = false) {
    const list = document.createElement("ol");
    list.className = "branch";
    let one = first, beside = [];
    while (one) {
      const item = document.createElement("li");
      item.append(this.step_(one, isRoot && one === first), ...beside.map((other) => this.branch(other, children)));
      list.append(item);
      [one, ...beside] = children.get(one.id) ?? [];
    }
    return list;
  }

  step_(one, isRoot) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.node = one.id;
    if (one.id === this.node) button.setAttribute("aria-current", "step");
    const label = this.labels[one.id] ?? "";
    const [, seat, text] = /^(\d+) (.*)$/s.exec(label) ?? [null, "", label];
    if (seat) {
      const coin = document.createElement("span");
      coin.className = `coin small seat-${seat - 1}`;
      coin.textContent = seat;
      button.append(coin);
    }
    const said = document.createElement("span");
    said.textContent = isRoot ? this.own.start : text;
    button.append(said);
    if (one.name) {
      const name = document.createElement("strong");
      name.textContent = one.name;
      button.append(name);
    }
    return button;
  }

  // The search's opinion, asked again and again with more iterations as long as somebody watches.
  toggle() {
    this.watching = !this.watching;
    this.panel.querySelector("[data-explored=opinion]").setAttribute("aria-pressed", String(this.watching));
    this.panel.querySelector("#opinion").hidden = !this.watching;
    if (this.watching) this.watch();
    else this.asking += 1;
  }

  async watch() {
    const mine = this.asking += 1, place = this.panel.querySelector("#opinion");
    place.textContent = this.toPlay === null ? this.own.over : this.own.thinks;
    if (this.toPlay === null) return;
    for (let n = this.guide.first; n <= this.guide.most; n *= 4) {
      if (document.hidden) await new Promise((seen) => { document.addEventListener("visibilitychange", seen, { once: true }); });
      const { ok, told } = await this.post("opinion", { ...this.place, iterations: n }).catch(() => ({ ok: false, told: { error: this.words.lost } }));
      if (mine !== this.asking) return;
      if (!ok) { place.textContent = told.error; return; }
      this.tellOpinion(place, told);
    }
  }

  tellOpinion(place, told) {
    const list = document.createElement("ol");
    for (const way of told.ways) {
      const item = document.createElement("li"), choose = document.createElement("button");
      choose.type = "button";
      choose.className = "plain";
      choose.textContent = way.label;
      choose.addEventListener("click", () => this.play(way.action));
      const worth = document.createElement("p");
      worth.textContent = [
        this.own.chance.replace("{chance}", way.chance), this.own.lead.replace("{points}", way.points), this.own.visits.replace("{n}", way.visits),
      ].join(" · ");
      item.append(choose, worth);
      if (way.line.length) {
        const line = document.createElement("p");
        line.className = "quiet";
        line.textContent = way.line.join(" · ");
        item.append(line);
      }
      list.append(item);
    }
    const looked = document.createElement("p");
    looked.className = "quiet";
    looked.textContent = this.own.looked.replace("{n}", told.iterations);
    place.replaceChildren(looked, list);
    place.dataset.iterations = told.iterations;
  }
}
