// Motion that explains: a piece travels from where it was to where it is.
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function boxes(svg) {
  const found = new Map();
  for (const node of svg.querySelectorAll("[data-piece], [data-target]")) {
    const name = node.dataset.piece ?? node.dataset.target;
    if (!found.has(name)) found.set(name, { node, box: node.getBoundingClientRect() });
  }
  return found;
}

export function remember(board) {
  const svg = board.querySelector("svg");
  return svg && !calm.matches ? boxes(svg) : null;
}

export function travel(board, before) {
  const svg = board.querySelector("svg");
  if (!before || !svg || calm.matches) return;
  for (const [name, { node, box }] of boxes(svg)) {
    const old = before.get(name)?.box;
    if (!old || !old.width || !box.width) continue;
    const dx = old.x + old.width / 2 - box.x - box.width / 2;
    const dy = old.y + old.height / 2 - box.y - box.height / 2;
    if (Math.hypot(dx, dy) < 6) continue;
    const matrix = node.getScreenCTM?.();
    if (!matrix) continue;
    // The way back to the old place, in the piece's own coordinates.
    const det = matrix.a * matrix.d - matrix.b * matrix.c;
    const x = (matrix.d * dx - matrix.c * dy) / det;
    const y = (matrix.a * dy - matrix.b * dx) / det;
    node.animate(
      [{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0px, 0px)" }],
      { duration: 320, easing: "cubic-bezier(.3,.1,.2,1)", composite: "add" },
    );
  }
}
