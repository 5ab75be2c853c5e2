// The band's buttons: every option with the picture of what it is on the table and what it brings.
import { picture } from "./picture.js";

const NS = "http://www.w3.org/2000/svg";
const MOST = 16; // so many options are compared with each other

export function options(ask, { board, targets, actions, worth, words }) {
  for (const button of ask.querySelectorAll(".pick[data-action]")) {
    const action = actions.find((one) => one.action === Number(button.dataset.action));
    if (!action || button.querySelector(".icon, .gain")) continue;
    const names = [action.target.element, action.target.piece, ...(action.target.cells ?? [])].filter(Boolean);
    const node = names.length ? targets.find(action.target.piece || action.target.element)[0] : null;
    button.prepend((node && picture(board.querySelector("svg"), node)) || onward());
    point(button, names, targets);
    gain(button, action, actions, worth, words);
  }
}

// What lies nowhere on the table passes something by, or ends something.
function onward() {
  const icon = document.createElementNS(NS, "svg"), way = document.createElementNS(NS, "path");
  icon.setAttribute("class", "icon onward");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  way.setAttribute("d", "M5 5l7 7-7 7M12 5l7 7-7 7");
  icon.append(way);
  return icon;
}

// A button shows what it stands for on the table.
export function point(button, names, targets) {
  for (const on of ["pointerenter", "focus"]) button.addEventListener(on, () => targets.mark("cover-box", names));
  for (const off of ["pointerleave", "blur"]) button.addEventListener(off, () => targets.mark("cover-box", []));
}

// What it costs and what it brings, each as a figure of its own; what is the same whatever is chosen
// tells nothing. Room for them is there at once, so that little moves when they come.
export async function gain(button, action, actions, worth, words) {
  const told = document.createElement("span");
  told.className = "gain";
  button.append(told);
  const others = actions.length <= MOST ? await Promise.all(actions.map(worth)) : [];
  const found = await worth(action);
  const same = ([name, by]) => others.length > 1 && others.every((one) => one?.changes?.[name] === by);
  const changes = Object.entries(found?.changes ?? {}).filter((one) => !same(one)).sort(([, a], [, b]) => a - b);
  for (const [name, by] of changes) told.append(figure(`${signed(by)} ${name}`, by));
  const points = found?.points ?? 0;
  const said = Math.abs(points) === 1 ? words.gain_one : words.gain;
  if (points) told.append(figure(said.replace("{points}", signed(points)), points));
}

function figure(text, by) {
  const made = document.createElement("span");
  made.className = by < 0 ? "minus" : "plus";
  made.textContent = text.replaceAll(" ", "\u00a0"); // a figure stays with its name
  return made;
}

function signed(number) { return number < 0 ? `−${-number}` : `+${number}`; }
