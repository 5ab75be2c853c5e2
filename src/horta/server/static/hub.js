// One line to the server for all pages that follow a table: of a whole browser in a shared worker,
// of a single page where there is none. Browsers open six connections to a host, not twelve.
const FIRST = 500, LONGEST = 15000, SILENCE = 65000, SOON = 30, CROWDED = 10000;
const MOST = 48; // tables that the server tells one browser of; `MOST_TABLES` there

export class Hub {
  constructor() {
    this.pages = new Map(); // by key: what the page wants, the tags that it has, whom to tell
    this.wait = FIRST;
    this.line = null;
    this.timer = null;
    this.heard = 0;
    setInterval(() => {
      // A line that says nothing for so long is dead: the server pings every twenty seconds.
      if (this.line && Date.now() - this.heard > SILENCE) this.open();
    }, 15000);
  }

  follow(key, wanted, tell) {
    this.pages.set(key, { wanted, have: wanted.have ?? {}, tell });
    this.later(SOON);
  }

  leave(key) {
    if (this.pages.delete(key)) this.later(SOON);
  }

  later(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait);
  }

  async open() {
    clearTimeout(this.timer);
    this.line?.abort();
    const line = this.line = this.pages.size ? new AbortController() : null;
    if (!line) return;
    this.heard = Date.now();
    try {
      // Who came first stays live; the others are told that they are not, until somebody leaves.
      const all = [...this.pages], live = all.slice(0, MOST);
      for (const [, page] of all.slice(MOST)) page.tell({ kind: "beyond" });
      const tables = live.map(([key, { wanted, have }]) => ({ ...wanted, key, have }));
      // A single table is asked for by its address: a proxy may know which process serves it.
      const where = tables.length === 1 ? `/t/${tables[0].id}/live` : "/live";
      const answer = await fetch(where, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ tables }),
        signal: line.signal,
      });
      if (!answer.ok) throw new Error(answer.statusText);
      this.wait = FIRST;
      for (const [, page] of live) page.tell({ kind: "open" });
      await this.listen(answer.body.pipeThrough(new TextDecoderStream()).getReader(), line);
    } catch {
      // lost below, unless another line has taken its place
    }
    if (this.line !== line) return;
    this.line = null;
    for (const page of this.pages.values()) page.tell({ kind: "lost" });
    this.later(this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(this.wait * 2, LONGEST);
  }

  async listen(reader, line) {
    for (let rest = ""; ;) {
      const { value, done } = await reader.read();
      if (done || this.line !== line) return;
      this.heard = Date.now();
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const said of lines) {
        if (said.startsWith("data: ")) this.take(JSON.parse(said.slice(6)));
      }
    }
  }

  take(message) {
    const page = this.pages.get(message.key);
    if (!page) return;
    for (const [name, [tag]] of Object.entries(message.pieces ?? {})) page.have[name] = tag;
    for (const name of message.gone ?? []) delete page.have[name];
    if (message.kind === "gone" || message.kind === "refused") this.pages.delete(message.key);
    if (message.kind === "crowded") this.later(CROWDED);
    page.tell(message);
  }
}
