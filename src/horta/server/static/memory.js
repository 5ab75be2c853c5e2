// What the browser remembers between visits: which tables it has seen.
const KEY = "horta-tables";
const MOST = 12;

export function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one.id === "string") : [];
  } catch {
    return [];
  }
}

function keep(tables) {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
  } catch { /* a private window keeps nothing, and that is fine */ }
}

export function remember(id, title, over) {
  keep([{ id, title, over }, ...remembered().filter((one) => one.id !== id)]);
}

export function forget(id) {
  keep(remembered().filter((one) => one.id !== id));
}
