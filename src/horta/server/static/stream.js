// What the server sends of a table: pieces of a state, whole or by the lines that changed, which are
// put together here. A page says which pieces it has, so after a gap it is sent whatever differs.
import { Hub } from "./hub.js";

const AWAY = 10000; // a page without a worker that is out of sight for so long lets its line go

export class Stream {
  // `wanted` tells table, pass, language and seat, `taken` what is here already; the rest are called
  // with what arrives.
  constructor(wanted, taken, { show, open, lost, gone, refused, beyond }) {
    this.wanted = wanted;
    this.on = { show, open, lost, gone, refused, beyond };
    this.pieces = taken.pieces; // the texts by name, and
    this.tags = taken.tags;
    this.read = {}; // what was read from those that are JSON
    this.waiting = [];
    this.step = -1;
    this.line = this.shared() ?? this.own();
    addEventListener("pagehide", () => this.line.leave());
    addEventListener("pageshow", (event) => { if (event.persisted) this.follow(); });
  }

  shared() {
    if (!globalThis.SharedWorker) return null;
    try {
      const worker = new SharedWorker(new URL("./worker.js", import.meta.url), { type: "module" });
      worker.addEventListener("error", () => {
        this.line = this.own();
        this.follow();
      });
      worker.port.addEventListener("message", ({ data }) => this.take(data));
      worker.port.start();
      return {
        follow: (wanted) => worker.port.postMessage({ follow: wanted }),
        leave: () => worker.port.postMessage({ leave: true }),
      };
    } catch {
      return null;
    }
  }

  own() {
    const hub = new Hub();
    const line = {
      follow: (wanted) => hub.follow("page", wanted, (message) => this.take(message)),
      leave: () => hub.leave("page"),
    };
    let timer;
    document.addEventListener("visibilitychange", () => {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(line.leave, AWAY);
      else if (this.line === line) this.follow();
    });
    return line;
  }

  // Listen from now on, perhaps from another seat.
  follow(changes = {}) {
    Object.assign(this.wanted, changes);
    this.line.follow({ ...this.wanted, have: { ...this.tags } });
  }

  // Resolve when a step has arrived: true, or false if it takes too long.
  reach(step, patience = 2500) {
    if (this.step >= step) return Promise.resolve(true);
    return new Promise((resolve) => {
      this.waiting.push({ step, resolve });
      setTimeout(() => resolve(false), patience);
    });
  }

  take(message) {
    if (["chat", "open"].includes(message.kind)) document.dispatchEvent(new Event("horta-talk"));
    if (message.kind === "chat") return;
    if (message.kind !== "state") {
      if (["gone", "refused", "beyond"].includes(message.kind)) this.on[message.kind](message);
      else this.on[message.kind === "open" ? "open" : "lost"]();
      return;
    }
    try {
      for (const [name, [tag, said]] of Object.entries(message.pieces)) {
        this.pieces[name] = typeof said === "string" ? said : changed(this.pieces[name], said);
        this.tags[name] = tag;
        delete this.read[name];
      }
    } catch {
      // Something that the server took for known is not here: ask for everything.
      this.pieces = {};
      this.tags = {};
      this.read = {};
      this.follow();
      return;
    }
    for (const name of message.gone ?? []) {
      delete this.pieces[name];
      delete this.tags[name];
      delete this.read[name];
    }
    const next = this.join();
    this.step = next.step;
    this.on.show(next);
    for (const one of this.waiting) if (one.step <= this.step) one.resolve(true);
    this.waiting = this.waiting.filter((one) => one.step > this.step);
  }

  join() {
    const state = { ...this.json("json/"), parts: {} };
    const regions = [];
    for (const [name, text] of Object.entries(this.pieces)) {
      const [kind, rest] = [name.slice(0, name.indexOf("/")), name.slice(name.indexOf("/") + 1)];
      if (kind === "svg") regions[Number(rest)] = text;
      else if (kind === "part") state.parts[rest] = text;
      else if (rest) state[rest] = this.json(name);
    }
    state.svg = regions.join("\n");
    return state;
  }

  json(name) {
    this.read[name] ??= JSON.parse(this.pieces[name]);
    return this.read[name];
  }
}

// New lines as they are, and [first, how many] of the old ones.
function changed(old, said) {
  const lines = old.split("\n");
  return said.map((one) => (typeof one === "string" ? one : lines.slice(one[0], one[0] + one[1]).join("\n"))).join("\n");
}
