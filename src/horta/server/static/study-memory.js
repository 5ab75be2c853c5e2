// Which studies this browser has opened, and which puzzles it has solved.
const KEY = "horta-studies";
const MOST = 40;

function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => /^[A-Za-z0-9_-]{6,32}$/.test(one?.id)) : [];
  } catch {
    return [];
  }
}

function keep(studies) {
  try {
    localStorage.setItem(KEY, JSON.stringify(studies.slice(0, MOST)));
  } catch { /* a private window keeps nothing, and that is fine */ }
}

const of = (id) => all().find((one) => one.id === id);

export function rememberedStudies() { return all().filter((one) => one.listed); }
export function forgetStudy(id) { keep(all().filter((one) => one.id !== id)); }

export function rememberStudy(id, title, listed) {
  keep([{ ...of(id), id, title: String(title), listed }, ...all().filter((one) => one.id !== id)]);
}

export function solvedIn(id) {
  const found = of(id)?.solved;
  return Array.isArray(found) ? found : [];
}

export function solve(id, chapter) {
  keep(all().map((one) => (one.id === id ? { ...one, solved: [...new Set([...solvedIn(id), chapter])] } : one)));
}
