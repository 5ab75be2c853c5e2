// How long work of many pieces will take, by how fast it went since somebody looks on.
const FEWEST = 3; // pieces that tell something

export class Left {
  reset() { this.begun = null; }

  // Seconds, or null where nothing tells it yet.
  seconds(done, total, now) {
    this.begun ??= { now, done };
    const came = done - this.begun.done;
    return total === null || came < FEWEST ? null : ((total - done) * (now - this.begun.now)) / came / 1000;
  }
}
