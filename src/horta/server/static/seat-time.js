// The time of who acts, at their seat: in every layout, also where the column is folded. A sign says by
// its shape what runs (the turn, the reserve, time off); where time runs short, it is another sign on
// another ground, and whoever has to act is told once, politely.
const SIGNS = {
  turn: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M12 7v5l4 2",
  reserve: "M6 3h12M6 21h12M8 3c0 6 4 6 4 9s-4 3-4 9M16 3c0 6-4 6-4 9s4 3 4 9",
  off: "M8 5v14M16 5v14",
  short: "M12 3 22 21H2zM12 10v5M12 17.5v1",
};
const SVG = "http://www.w3.org/2000/svg";
const MINUTE = 60, HOUR = 3600, DAY = 86400;

export class SeatTime {
  // `unit` says a number of a unit in short, `say` what is told when time runs short.
  constructor(seats, live, { unit, say }) {
    Object.assign(this, { seats, live, unit, say, warned: false });
  }

  show(told, gone, sentence) {
    const clock = told.clock;
    const chip = clock && this.seats.querySelector(`li.active [data-words="${clock.seat}"]`);
    if (!chip) return; // the table has moved on; its new time is asked for
    const place = chip.querySelector(".seat-time") ?? make(chip);
    const left = clock.left - gone, turn = clock.turn - gone;
    const kind = clock.off ? "off" : left <= told.short ? "short" : turn > 0 ? "turn" : "reserve";
    const brief = this.brief(clock.off ? clock.off - Date.now() / 1000 : turn > 0 ? turn : left);
    if (place.dataset.kind !== kind) place.querySelector("path").setAttribute("d", SIGNS[kind]);
    set(place.querySelector(".figures"), brief);
    // Who listens is not told every second: a sentence when something is new.
    if (place.dataset.kind !== kind || place.told !== told) set(place.querySelector(".sr"), ` ${sentence}`);
    place.dataset.kind = kind;
    place.told = told;
    this.warn(kind === "short" && told.seat === clock.seat, left);
  }

  warn(short, left) {
    if (short && !this.warned) this.live.textContent = this.say(left);
    if (!short) this.live.textContent = "";
    this.warned = short;
  }

  // A span of time in the room of a coin: its two largest units, and minutes as a clock has them.
  brief(seconds) {
    const whole = Math.max(0, Math.floor(seconds));
    if (whole < HOUR) return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
    if (whole < DAY) {
      const hours = Math.floor(whole / HOUR), minutes = Math.floor((whole % HOUR) / MINUTE);
      return this.unit(hours, "hour").replace(/\p{N}+/u, (number) => `${number}:${String(minutes).padStart(2, "0")}`);
    }
    const hours = Math.floor((whole % DAY) / HOUR);
    return [this.unit(Math.floor(whole / DAY), "day"), hours ? this.unit(hours, "hour") : ""].join(" ").trim();
  }
}

function set(node, text) { if (node.textContent !== text) node.textContent = text; }

function make(chip) {
  const place = Object.assign(document.createElement("span"), { className: "seat-time" });
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(SVG, "path"));
  const figures = Object.assign(document.createElement("span"), { className: "figures" });
  figures.setAttribute("aria-hidden", "true");
  place.append(svg, figures, Object.assign(document.createElement("span"), { className: "sr" }));
  chip.append(place);
  return place;
}
