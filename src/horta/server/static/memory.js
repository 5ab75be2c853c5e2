// What the browser remembers between visits: which tables it has seen, and what was read there.
const KEY = "horta-tables", READ = "horta-read";
const MOST = 12, MOST_READ = 100;

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
  keepRead(allRead().filter(([table]) => table !== id));
}

function allRead() {
  try {
    const kept = JSON.parse(localStorage.getItem(READ) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => Array.isArray(one) && Number.isInteger(one[1])) : [];
  } catch {
    return [];
  }
}

function keepRead(all) {
  try {
    localStorage.setItem(READ, JSON.stringify(all.slice(0, MOST_READ)));
  } catch { /* a private window */ }
}

// The number of the last message that was read at a table; 0 where none was.
export function lastRead(table) {
  return allRead().find(([id]) => id === table)?.[1] ?? 0;
}

export function haveRead(table, number) {
  const all = allRead();
  if (number > (all.find(([id]) => id === table)?.[1] ?? 0)) keepRead([[table, number], ...all.filter(([id]) => id !== table)]);
}
