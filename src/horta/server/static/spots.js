// Where a label may lie: near what it is about, over neither that nor anything in its way.
const EDGE = 8, GRAIN = 12;

export function spotFor(about, own, taken, gap) {
  const fit = ([x, y]) => ({
    x: Math.min(Math.max(EDGE, x), innerWidth - own.width - EDGE),
    y: Math.min(Math.max(4, y), innerHeight - own.height - EDGE),
  });
  const middle = about.left + about.width / 2 - own.width / 2;
  const level = about.top + about.height / 2 - own.height / 2;
  const near = [
    [middle, about.top - own.height - gap],
    [middle, about.bottom + gap],
    [about.right + gap, level],
    [about.left - own.width - gap, level],
    [about.right - 8, about.top - own.height - gap],
    [about.left + 8 - own.width, about.top - own.height - gap],
  ].map(fit);
  const free = (spot) => !overlaps(about, spot, own) && !taken.some((box) => overlaps(box, spot, own));
  const found = near.find(free);
  if (found) return { ...found, free: true };
  let best = null, least = Infinity;
  for (let x = EDGE; x + own.width <= innerWidth - EDGE; x += GRAIN) {
    for (let y = 4; y + own.height <= innerHeight - EDGE; y += GRAIN) {
      const far = Math.hypot(x - middle, y - level);
      if (far < least && free({ x, y })) { least = far; best = { x, y }; }
    }
  }
  if (best) return { ...best, free: true };
  // Nowhere: as little as may be of what can be chosen is covered, and never what it is about.
  const covered = (spot) => taken.filter((box) => overlaps(box, spot, own)).length + (overlaps(about, spot, own) ? 1000 : 0);
  return { ...near.reduce((a, b) => (covered(b) < covered(a) ? b : a)), free: false };
}

function overlaps(box, { x, y }, own) {
  return x < box.right && x + own.width > box.left && y < box.bottom && y + own.height > box.top;
}
