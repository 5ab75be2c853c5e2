// The tables of a replay: fetched when they are looked at, kept for a while, and the neighbours in
// advance. While the slider is dragged, one is asked for at a time: what was passed over is not.
const MOST = 120;

export class Frames {
  constructor(fetchFrame, show, fail) {
    Object.assign(this, { fetchFrame, show, fail });
    this.kept = new Map();
    this.wanted = null; // what is to be shown
    this.busy = false;
  }

  get(key) {
    const found = this.kept.get(key) ?? this.fetchFrame(key).catch((problem) => {
      this.kept.delete(key);
      throw problem;
    });
    this.kept.delete(key); // to the end: the longest unseen goes first
    this.kept.set(key, found);
    if (this.kept.size > MOST) this.kept.delete(this.kept.keys().next().value);
    return found;
  }

  // Show a table, and have those around it ready.
  async want(key, neighbours) {
    this.wanted = { key, neighbours };
    if (this.busy) return;
    this.busy = true;
    try {
      for (let shown = null; shown !== this.wanted.key;) {
        const { key: next, neighbours: near } = this.wanted;
        const frame = await this.get(next);
        shown = next;
        this.show(frame, next);
        if (shown === this.wanted.key) for (const one of near) this.get(one).catch(() => {});
      }
    } catch {
      this.fail();
    } finally {
      this.busy = false;
    }
  }
}
