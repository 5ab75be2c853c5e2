// A narrow screen: the regions of a drawing are arranged anew, the board first and whole.
//
// A drawing says by `data-box` how large each of its regions is. What the page shows in words
// itself (the headline, the score sheet) is left out.
const NARROW = 640;
const GAP = 14;

function rank(region) {
  if (region.matches(".board, .wing")) return 0;
  if (region.classList.contains("turn-now")) return 1;
  return [...region.classList].some((name) => name.startsWith("seat-")) ? 2 : 3;
}

export function arrange(board) {
  const svg = board.querySelector("svg");
  const regions = [...(svg?.querySelectorAll(":scope > .region[data-box]") ?? [])];
  if (!regions.length) return;
  svg.dataset.viewbox ??= svg.getAttribute("viewBox");
  const narrow = board.clientWidth < NARROW;
  svg.classList.toggle("narrow", narrow);
  if (!narrow) {
    svg.setAttribute("viewBox", svg.dataset.viewbox);
    for (const region of regions) {
      if (region.dataset.home) region.setAttribute("transform", region.dataset.home);
      region.removeAttribute("display");
    }
    return;
  }
  const shown = [];
  for (const region of regions) {
    region.dataset.home ??= region.getAttribute("transform") ?? "";
    const left = region.matches(".headline, .sheet");
    if (left) region.setAttribute("display", "none");
    else shown.push(region);
  }
  shown.sort((a, b) => rank(a) - rank(b)); // stable: otherwise the drawing's own order
  const box = (region) => region.dataset.box.split(/\s+/).map(Number);
  const width = Math.max(...shown.map((region) => box(region)[2]));
  let y = GAP;
  for (const row of rows(shown, width, box)) {
    const sum = row.reduce((all, region) => all + box(region)[2], 0);
    const scale = Math.min(1.25, (width - GAP * (row.length - 1)) / sum);
    let x = GAP + (width - sum * scale - GAP * (row.length - 1)) / 2;
    let height = 0;
    for (const region of row) {
      const [left, top, w, h] = box(region);
      region.setAttribute("transform", `translate(${x - left * scale} ${y - top * scale}) scale(${scale})`);
      x += w * scale + GAP;
      height = Math.max(height, h * scale);
    }
    y += height + GAP;
  }
  svg.setAttribute("viewBox", `0 0 ${width + 2 * GAP} ${y}`);
}

// Two regions share a row when they stay readable, and a third when there is room.
function rows(regions, width, box) {
  const found = [];
  let row = [], sum = 0;
  for (const region of regions) {
    const w = box(region)[2];
    if (row.length && sum + w > 1.2 * width) { found.push(row); row = []; sum = 0; }
    row.push(region);
    sum += w;
  }
  if (row.length) found.push(row);
  return found;
}
