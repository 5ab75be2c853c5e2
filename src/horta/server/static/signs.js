// Signs: shapes that a drawing is made of, shown alone as the picture of a kind of action.
const NS = "http://www.w3.org/2000/svg";

export function sign(svg, id, { crossed = false, seat = null, kind = "icon" } = {}) {
  const shape = svg.ownerDocument.getElementById(id);
  if (!shape) return null;
  const use = made("use", { href: `#${id}` });
  const icon = made("svg", { class: `${kind} ${svg.getAttribute("class").replace(/\bnarrow\b/, "")}`, "aria-hidden": "true" });
  const box = shape.matches("symbol") ? boxOf(shape) : measured(svg, use);
  if (shape.matches("symbol")) for (const side of ["width", "height"]) use.setAttribute(side, box[side]);
  icon.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  icon.append(use);
  if (seat !== null) icon.style.setProperty("--own", `var(--seat-${seat})`); // for shapes that are somebody's
  if (crossed) {
    const { x, y, width, height } = box, side = Math.min(width, height);
    const [left, top] = [x + (width - side) / 2, y + (height - side) / 2];
    const d = `M${left} ${top + side}L${left + side} ${top}`;
    icon.append(made("path", { class: "cross-edge", d }), made("path", { class: "cross", d }));
  }
  return icon;
}

function boxOf(symbol) {
  const [x, y, width, height] = symbol.getAttribute("viewBox").split(/[ ,]+/).map(Number);
  return { x, y, width, height };
}

// A shape has no size where it is defined; it has one where it is used.
function measured(svg, use) {
  svg.append(use);
  const { x, y, width, height } = use.getBBox();
  use.remove();
  return { x, y, width, height };
}

function made(kind, values) {
  const node = document.createElementNS(NS, kind);
  for (const [name, value] of Object.entries(values)) node.setAttribute(name, value);
  return node;
}
