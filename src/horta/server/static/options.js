// The band's buttons: every option with the picture of what it is on the table and what it brings.
import { picture } from "./picture.js";

export function options(ask, { board, targets, actions, worth }) {
  for (const button of ask.querySelectorAll(".pick[data-action]")) {
    const action = actions.find((one) => one.action === Number(button.dataset.action));
    if (!action || button.querySelector(".icon, .gain")) continue;
    const names = [action.target.element, action.target.piece, ...(action.target.cells ?? [])].filter(Boolean);
    const node = names.length ? targets.find(action.target.piece || action.target.element)[0] : null;
    const icon = node && picture(board.querySelector("svg"), node);
    if (icon) button.prepend(icon);
    point(button, names, targets);
    gain(button, action, worth);
  }
}

// A button shows what it stands for on the table.
export function point(button, names, targets) {
  for (const on of ["pointerenter", "focus"]) button.addEventListener(on, () => targets.mark("cover-box", names));
  for (const off of ["pointerleave", "blur"]) button.addEventListener(off, () => targets.mark("cover-box", []));
}

// Room for the figure is there at once, so that nothing moves when it comes.
export async function gain(button, action, worth) {
  const told = document.createElement("span");
  told.className = "gain";
  button.append(told);
  const found = await worth(action);
  if (!found?.points) return;
  told.classList.toggle("minus", found.points < 0);
  told.textContent = found.points > 0 ? `+${found.points}` : `−${-found.points}`;
}
