// How near is near enough: what can be chosen is hit by a finger, or a pointer, that comes close,
// unless something else that can be chosen is closer.
export const REACH = 22;
export const POINTER = 12;

export function within(board, { clientX, clientY, pointerType }) {
  let best = null, least = pointerType === "touch" ? REACH : POINTER;
  for (const node of board.querySelectorAll(".lit")) {
    const box = (node.querySelector(":scope > .hit") ?? node).getBoundingClientRect();
    const far = Math.hypot(box.left + box.width / 2 - clientX, box.top + box.height / 2 - clientY);
    if (far <= least) { least = far; best = node.dataset.target; }
  }
  return best;
}
