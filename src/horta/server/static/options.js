// The band's buttons: every option with the picture of what it is on the table and what it brings.
const NS = "http://www.w3.org/2000/svg";

export function options(ask, { board, targets, actions, worth }) {
  for (const button of ask.querySelectorAll(".pick[data-action]")) {
    const action = actions.find((one) => one.action === Number(button.dataset.action));
    if (!action || button.querySelector(".icon, .gain")) continue;
    const names = [action.target.element, action.target.piece, ...(action.target.cells ?? [])].filter(Boolean);
    const node = names.length ? targets.find(action.target.piece || action.target.element)[0] : null;
    const icon = node && picture(board.querySelector("svg"), node);
    if (icon) button.prepend(icon);
    for (const on of ["pointerenter", "focus"]) button.addEventListener(on, () => targets.mark("cover-box", names));
    for (const off of ["pointerleave", "blur"]) button.addEventListener(off, () => targets.mark("cover-box", []));
    gain(button, action, worth);
  }
}

// Room for the figure is there at once, so that nothing moves when it comes.
async function gain(button, action, worth) {
  const told = document.createElement("span");
  told.className = "gain";
  button.append(told);
  const found = await worth(action);
  if (!found?.points) return;
  told.classList.toggle("minus", found.points < 0);
  told.textContent = found.points > 0 ? `+${found.points}` : `−${-found.points}`;
}

// A copy of a thing of the drawing, without its words; bare cells of a board have no picture.
export function picture(svg, node) {
  if (!svg || node.matches(".hit")) return null;
  const source = node.querySelector(".piece, .picture") ?? node;
  const words = [...source.querySelectorAll("text, .hit")];
  for (const one of words) one.style.display = "none"; // they are no part of the picture, nor of its size
  const box = source.getBBox();
  for (const one of words) one.style.display = "";
  if (box.width < 4 || box.height < 4) return null;
  const copy = source.cloneNode(true);
  copy.querySelectorAll(".hit, title, text").forEach((one) => one.remove());
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "data-target", "data-thing", "data-tip", "data-piece", "tabindex", "role", "aria-label"]) one.removeAttribute(name);
    one.classList?.remove("lit", "held");
  }
  copy.removeAttribute("transform");
  if (!copy.childElementCount && !copy.matches("use, path, rect, circle, image")) return null;
  const icon = document.createElementNS(NS, "svg");
  icon.setAttribute("class", `icon ${svg.getAttribute("class").replace(/\bnarrow\b/, "")}`);
  icon.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  icon.setAttribute("aria-hidden", "true");
  icon.append(copy);
  return icon;
}
