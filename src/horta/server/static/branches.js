// The trees that this device has explored: by table, step and what is known.
const KEY = "horta-explored";
const MOST = 30;

function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.at === "string" && Array.isArray(one.nodes)) : [];
  } catch {
    return [];
  }
}

export function explored() { return all(); }
export function branchesOf(at) { return all().find((one) => one.at === at) ?? null; }

export function keepBranches(tree) {
  const rest = all().filter((one) => one.at !== tree.at);
  try {
    localStorage.setItem(KEY, JSON.stringify((tree.nodes.length ? [tree, ...rest] : rest).slice(0, MOST)));
  } catch { /* a private window keeps nothing, and that is fine */ }
}
