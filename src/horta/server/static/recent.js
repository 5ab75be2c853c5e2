// The line that tells what the others did: in the bar where one of its lines has room left, else above
// the seats, so that nothing is taken from the table. Folded, the column has no room for words: there
// it is shortened in the bar first. A phone has a row for it.
const LEAST = 220, SHORTER = 120, SHORT = 80, EDGE = 12;

// `filling`: the question stands, and only what its options bring has come. The line then stays where it
// is, shorter if need be: nothing moves under a pointer without need.
export function placeRecent(place, ask, filling = false) {
  // While a piece is in hand nothing moves: the board would slip away under the pointer.
  if (!place.firstElementChild || ask.querySelector("#hold:not([hidden])")) return;
  // On a phone the question lies elsewhere.
  const wide = matchMedia("(min-width: 62.01rem) and (min-height: 30.01rem)").matches;
  if (wide && filling && !place.classList.contains("in-bar")) return;
  const upright = matchMedia("(max-aspect-ratio: 3/2)").matches; // the folded column is a strip above the table then
  const least = ask.parentElement.matches(".folded:not(.learning)") && !upright ? SHORTER : LEAST;
  const found = wide ? room(ask, filling ? SHORT : least) : null;
  place.classList.toggle("in-bar", Boolean(found));
  if (!found) return;
  const bar = ask.getBoundingClientRect();
  place.style.setProperty("--free", `${found.free}px`);
  place.style.setProperty("--line-right", `${bar.right - found.right}px`);
  place.style.setProperty("--line-top", `${Math.max(2, found.middle - bar.top - place.offsetHeight / 2)}px`);
}

// The lowest line of the bar, if there is room at its end; beside the first one lies the menu.
function room(ask, least) {
  const used = [...ask.querySelectorAll(".asked, .buttons > *, .hold > *, .curtain > *, :scope > p")]
    .map((node) => node.getBoundingClientRect()).filter((box) => box.width);
  const bar = ask.getBoundingClientRect(), style = getComputedStyle(ask), menu = parseFloat(style.paddingRight);
  if (!used.length) { // nothing is asked: the whole line is free, up to the menu
    const right = bar.right - menu;
    return { right, free: right - bar.left - parseFloat(style.paddingLeft) - EDGE, middle: bar.top + Math.max(bar.height, 44) / 2 };
  }
  const low = Math.max(...used.map((box) => box.bottom));
  const line = used.filter((box) => low - box.bottom < 24 && box.height < 60);
  if (!line.length) return null;
  const first = Math.min(...line.map((box) => box.top)) < bar.top + 40;
  const right = bar.right - (first ? menu : EDGE);
  const free = right - Math.max(...line.map((box) => box.right)) - EDGE;
  const middle = line.reduce((sum, box) => sum + box.top + box.height / 2, 0) / line.length;
  return free > least ? { right, free, middle } : null;
}

// The bar fills up by and by, as what its options bring is fetched: the line makes way for it. The
// list closes by a click elsewhere and by Escape, as a menu does.
export function watchRecent(place, ask) {
  const fill = () => placeRecent(place, ask, true);
  new MutationObserver(fill).observe(ask, { childList: true, subtree: true, characterData: true });
  addEventListener("resize", () => placeRecent(place, ask));
  new MutationObserver(() => placeRecent(place, ask)).observe(ask.parentElement, { attributeFilter: ["class"] });
  const close = () => place.querySelector("details[open]")?.removeAttribute("open");
  document.addEventListener("pointerdown", (event) => { if (!place.contains(event.target)) close(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
}
