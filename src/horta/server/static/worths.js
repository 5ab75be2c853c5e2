// What an option would bring and cost. Of few options all are asked for at once, of many each when
// somebody looks at it.
const FEW = 40;

export class Worths {
  // `ask(path)` answers with JSON or null; `options()` lists the actions of the moment.
  constructor(ask, options) {
    Object.assign(this, { ask, options });
    this.clear();
  }

  clear() {
    this.all = null;
    this.found = new Map();
  }

  get(action) {
    if (!this.found.has(action)) this.found.set(action, this.look(action));
    return this.found.get(action);
  }

  async look(action) {
    if (this.options().length <= FEW) {
      this.all ??= this.ask("previews?");
      const told = (await this.all)?.previews[action];
      if (told) return told;
    }
    return this.ask(`preview?action=${action}&`);
  }
}

// Points first, then what else changes: "+3 points now · FB −2 · stone −1".
export function tellWorth(place, found, words) {
  const points = document.createElement("span");
  points.textContent = found.points ? words.points.replace("{points}", signed(found.points)) : words.nothing;
  points.className = found.points < 0 ? "minus" : found.points ? "plus" : "quiet";
  place.replaceChildren(points);
  for (const [name, by] of Object.entries(found.changes ?? {})) {
    const change = document.createElement("span");
    change.className = by < 0 ? "costs" : "gets";
    change.textContent = `${name} ${signed(by)}`;
    place.append(" · ", change);
  }
}

export function signed(number) { return number < 0 ? `−${-number}` : `+${number}`; }
