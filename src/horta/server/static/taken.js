// What a page came with, as the pieces that the stream speaks of: so it need not bring them again.
// A browser writes markup in words of its own, but line by line as it came, and that is how changes
// are told. Where lines are missing nothing is taken, and the stream brings everything.
const KEPT = ["actions", "refused", "rules"], OWN = ["lang", "pass", "words", "firsts", "pieces"];

export function taken(start, board) {
  const found = { pieces: {}, tags: {} };
  const lines = board.innerHTML.split("\n");
  let first = 0;
  for (const [name, [tag, count]] of Object.entries(start.pieces ?? {})) {
    const kind = name.slice(0, name.indexOf("/")), rest = name.slice(kind.length + 1);
    let text;
    if (kind === "svg") {
      text = lines.slice(first, first + count).join("\n");
      first += count;
    } else if (kind === "part") {
      text = document.querySelector(`#part-${rest}`)?.innerHTML ?? "";
    } else {
      text = written(start, rest);
    }
    if (text.split("\n").length !== count) return { pieces: {}, tags: {} };
    found.pieces[name] = text;
    found.tags[name] = tag;
  }
  return first === lines.length ? found : { pieces: {}, tags: {} };
}

// The same lines as the server's: one for each action, reason and rule.
function written(start, name) {
  if (name === "actions") return `[${start.actions.map((one) => JSON.stringify(one)).join(",\n")}]`;
  if (name) {
    const pairs = Object.entries(start[name]);
    return `{${pairs.map((pair) => pair.map((one) => JSON.stringify(one)).join(":")).join(",\n")}}`;
  }
  return JSON.stringify(Object.fromEntries(Object.entries(start).filter(([key]) => ![...KEPT, ...OWN].includes(key))));
}
