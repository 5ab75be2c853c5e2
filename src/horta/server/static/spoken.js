// What the tag of a thing says, taken apart: facts ("wood: 2", "tilted") and sentences (what it does).
export function spoken(tip) {
  const parts = tip.split(" · ");
  const facts = parts.filter((part, k) => !k || !sentence(part));
  const counted = facts.length > 1 && /^\d+$/.test(facts.at(-1));
  if (counted) facts.splice(-1, 1, `× ${facts.at(-1)}`);
  return { facts, effect: parts.filter((part, k) => k && sentence(part)).join(" ") };
}

function sentence(part) { return /[.…!?]$/.test(part) && part.includes(" "); }
