// Where a learner stands in each lesson, kept by the browser alone.
const KEY = "horta-lessons";

function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}

// With an owner's tables a lesson is another one.
export function keyOf(lesson, tables) {
  let hash = 0;
  for (const sign of tables ?? "") hash = (hash * 31 + sign.charCodeAt(0)) >>> 0;
  return tables ? `${lesson}+${hash.toString(36)}` : lesson;
}

export function standing(key) {
  const kept = all()[key];
  return kept && Number.isInteger(kept.chapter) && Number.isInteger(kept.moment) && Array.isArray(kept.played) ? kept : null;
}

export function keep(key, at) {
  const done = new Set([...(all()[key]?.done ?? []), ...(at.done ?? [])]);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [key]: { ...at, done: [...done] } }));
  } catch { /* a private window keeps nothing, and that is fine */ }
}

export function finished(key) { return all()[key]?.done ?? []; }
export function any() { return Object.keys(all()).length > 0; }
