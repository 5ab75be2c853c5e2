// A finger's reach: what can be chosen is hit by a touch that comes close, unless something else
// that can be chosen is closer.
export const REACH = 22;

export function within(board, { clientX, clientY }) {
  let best = null, least = REACH;
  for (const node of board.querySelectorAll(".lit")) {
    const box = (node.querySelector(":scope > .hit") ?? node).getBoundingClientRect();
    const far = Math.hypot(box.left + box.width / 2 - clientX, box.top + box.height / 2 - clientY);
    if (far <= least) { least = far; best = node.dataset.target; }
  }
  return best;
}
