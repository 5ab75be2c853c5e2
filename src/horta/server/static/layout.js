// The regions of a drawing, laid out anew for the room there is: one unit is one pixel.
//
// A drawing says by `data-box` how large each of its regions is, and by `data-block` which of them
// belong side by side. What the page says in words itself (headline, score sheet) is left out. Wide
// rooms show the whole table, as large as it goes; narrow ones show it from top to bottom.
export const NARROW = 640;
const GAP = 8;
const EDGE = 2; // what a narrow screen leaves at its sides

export function lay(board, own) {
  const svg = board.querySelector("svg");
  const regions = [...(svg?.querySelectorAll(":scope > .region[data-box]") ?? [])];
  if (!regions.length) return null;
  const shown = [];
  for (const region of regions) {
    region.dataset.home ??= region.getAttribute("transform") ?? "";
    if (region.matches(".headline, .sheet")) region.setAttribute("display", "none");
    else shown.push(region);
  }
  const narrow = board.clientWidth < NARROW;
  svg.classList.toggle("narrow", narrow);
  const room = { width: board.clientWidth, height: board.clientHeight };
  const made = narrow ? stack(shown, room, own) : whole(shown, room, own);
  for (const { region, x, y, scale } of made.places) {
    const [left, top] = narrow ? coreOf(region) : boxOf(region);
    region.setAttribute("transform", `translate(${x - left * scale} ${y - top * scale}) scale(${scale})`);
  }
  svg.dataset.home ??= svg.getAttribute("viewBox");
  svg.setAttribute("viewBox", `0 0 ${made.width} ${made.height}`);
  return { width: made.width, height: made.height, narrow };
}

// As it was drawn.
export function unlay(board) {
  const svg = board.querySelector("svg[data-home]");
  if (!svg) return;
  svg.setAttribute("viewBox", svg.dataset.home);
  svg.classList.remove("narrow");
  for (const region of svg.querySelectorAll(":scope > .region[data-box]")) {
    region.removeAttribute("display");
    region.setAttribute("transform", region.dataset.home);
  }
}

function boxOf(region) { return region.dataset.box.split(/\s+/).map(Number); }

// On a narrow screen the frame of a board may lie outside.
function coreOf(region) { return (region.dataset.core ?? region.dataset.box).split(/\s+/).map(Number); }

function homeOf(region) {
  const [x = 0, y = 0] = (region.dataset.home.match(/-?[\d.]+/g) ?? []).map(Number);
  const [left, top, width, height] = boxOf(region);
  return { x: x + left, y: y + top, width, height };
}

function seatOf(region) {
  return [...region.classList].map((name) => /^seat-(\d)$/.exec(name)?.[1]).find(Boolean);
}

// The boards first, then the own seat, which keeps its place whoever is to play, then the others; what
// is laid out for one question only comes last, so that nothing else moves when it comes and goes.
function rank(region, own) {
  const seat = seatOf(region);
  if (seat !== undefined) return Number(seat) === own ? 1 : 3;
  if (region.matches(".laid")) return 4;
  return region.matches(".board, .wing, [data-own-row]") ? 0 : 2;
}

function inOrder(regions, own) {
  return [...regions].sort((a, b) => rank(a, own) - rank(b, own)); // stable
}

// wide: regions that belong together stay together; all have one scale

function whole(regions, room, own) {
  const blocks = new Map();
  for (const region of inOrder(regions, own)) {
    const name = region.dataset.block ?? `own ${blocks.size}`;
    blocks.set(name, [...(blocks.get(name) ?? []), region]);
  }
  const boxes = [...blocks.values()].map((parts) => ({ parts, ...union(parts.map(homeOf)) }));
  const drawn = union(regions.map(homeOf));
  const plain = Math.min(room.width / (drawn.width + 2 * GAP), room.height / (drawn.height + 2 * GAP));
  const packed = best(boxes, room, plain * 1.03);
  const scale = packed?.scale ?? plain;
  const places = [];
  for (const box of boxes) {
    const at = packed?.spots.get(box);
    for (const region of box.parts) {
      const home = homeOf(region);
      places.push({
        region,
        scale,
        x: at ? at.x + (home.x - box.x) * scale : (home.x - drawn.x + freed(region) / 2) * scale,
        y: at ? at.y + (home.y - box.y) * scale : (home.y - drawn.y) * scale,
      });
    }
  }
  centre(places, room);
  return { places, ...room };
}

// How much room what is left out leaves at the right of a region, which then lies in the middle of both.
function freed(region) {
  const home = homeOf(region), end = home.x + home.width;
  const out = [...region.parentNode.querySelectorAll(":scope > .region[data-box][display=none]")].map((one) => homeOf(one));
  const beside = out.find((one) => Math.abs(one.y - home.y) < 1 && one.height === home.height && one.x >= end && one.x < end + 3 * GAP);
  return beside ? beside.x + beside.width - end : 0;
}

function centre(places, room) {
  const used = union(places.map(({ region, x, y, scale }) => {
    const [, , width, height] = boxOf(region);
    return { x, y, width: width * scale, height: height * scale };
  }));
  const dx = (room.width - used.width) / 2 - used.x, dy = (room.height - used.height) / 2 - used.y;
  for (const place of places) { place.x += dx; place.y += dy; }
}

// The largest scale at which the blocks fit, laid from the top as far left as they go.
function best(boxes, room, least) {
  const area = boxes.reduce((all, box) => all + box.width * box.height, 0);
  const orders = [
    boxes,
    [...boxes].sort((a, b) => b.height - a.height),
    [...boxes].sort((a, b) => b.width * b.height - a.width * a.height),
    [...boxes].sort((a, b) => b.width - a.width),
  ];
  for (let scale = Math.sqrt(room.width * room.height / area); scale > least; scale *= 0.985) {
    for (const order of orders) {
      const spots = pack(order, room, scale);
      if (spots) return inRows(boxes, room, scale) ?? { scale, spots };
    }
  }
  return null;
}

// Rows look tidier, where they are as large; the last two are as long as each other if one kind of thing goes on.
function inRows(boxes, room, most) {
  const order = [...boxes].sort((a, b) => b.height - a.height);
  for (const scale of [most, 0.985 * most]) {
    const rows = [[]], wide = (row) => row.reduce((sum, box) => sum + box.width * scale + GAP, GAP);
    for (const box of order) {
      if (wide([...rows.at(-1), box]) > room.width) rows.push([]);
      rows.at(-1).push(box);
    }
    const [last, before] = [rows.at(-1), rows.at(-2) ?? []];
    const alike = before.every((box) => box.height === before[0].height);
    while (alike && wide(last) + before.at(-1)?.width * scale < wide(before)) last.unshift(before.pop());
    const high = (row) => Math.max(...row.map((box) => box.height)) * scale + GAP;
    if (rows.reduce((sum, row) => sum + high(row), GAP) > room.height) continue;
    const spots = new Map();
    let y = GAP;
    for (const row of rows) {
      let x = (room.width - wide(row)) / 2 + GAP;
      for (const box of row) { spots.set(box, { x, y }); x += box.width * scale + GAP; }
      y += high(row);
    }
    return { scale, spots };
  }
  return null;
}

function pack(boxes, room, scale) {
  let line = [{ x: GAP, y: GAP, end: room.width }]; // the skyline, from left to right
  const spots = new Map();
  for (const box of boxes) {
    const width = box.width * scale + GAP, height = box.height * scale + GAP;
    let found = null;
    for (const { x } of line) {
      if (x + width > room.width) continue;
      const y = Math.max(...line.filter((one) => one.x < x + width && one.end > x).map((one) => one.y));
      if (y + height <= room.height && (!found || y < found.y - 1)) found = { x, y };
    }
    if (!found) return null;
    spots.set(box, found);
    const end = found.x + width;
    const next = [];
    for (const one of line) {
      if (one.x < found.x) next.push({ ...one, end: Math.min(one.end, found.x) });
      if (one.end > end) next.push({ ...one, x: Math.max(one.x, end) });
    }
    next.push({ x: found.x, y: found.y + height, end });
    line = next.filter((one) => one.end > one.x).sort((a, b) => a.x - b.x);
  }
  return spots;
}

// narrow: rows from top to bottom, each as wide as the screen

function stack(regions, room, own) {
  const widest = Math.max(...regions.map((region) => coreOf(region)[2]));
  const boards = regions.filter((region) => region.matches(".board"));
  const highest = Math.max(1, ...boards.map((region) => coreOf(region)[3]));
  // Held across, a phone is not high enough for a board that is as wide as the screen.
  const high = room.height - 2 * EDGE, across = innerWidth > innerHeight;
  const unit = Math.min((room.width - 2 * EDGE) / widest, across ? high / highest : Infinity);
  const wide = (room.width - 2 * EDGE) / unit;
  if (!across) return columns(inOrder(regions, own), room, widest, own);
  const places = [];
  let y = EDGE;
  for (let rest = inOrder(regions, own); rest.length;) {
    const [row] = rows(rest, wide);
    rest = rest.slice(row.length);
    const sum = row.reduce((all, region) => all + coreOf(region)[2], 0);
    const tall = Math.max(...row.map((region) => coreOf(region)[3]));
    const limit = across && row.some((region) => boards.includes(region)) ? high / tall : Infinity;
    const most = row[0].hasAttribute("data-own-row") ? 1.5 : 1.25;
    const scale = Math.min(most * unit, (room.width - 2 * EDGE - GAP * (row.length - 1)) / sum, limit);
    let x = (room.width - sum * scale - GAP * (row.length - 1)) / 2;
    for (const region of row) {
      const [, , w, h] = coreOf(region);
      places.push({ region, scale, x, y });
      const filler = below(rest, w * scale, (tall - h) * scale - GAP);
      if (filler) {
        places.push({ ...filler, x: x + filler.aside, y: y + h * scale + GAP });
        rest = rest.filter((one) => one !== filler.region);
      }
      x += w * scale + GAP;
    }
    y += tall * scale + GAP;
  }
  return { places, width: room.width, height: y };
}

// What fills the gap below a low region, beside a high one.
function below(regions, width, height) {
  for (const region of regions) {
    const [, , w, h] = coreOf(region), scale = Math.min(width / w, height / h);
    if (seatOf(region) !== undefined || region.matches("[data-own-row], .laid") || w * scale < 0.7 * width) continue;
    return { region, scale, aside: (width - w * scale) / 2 };
  }
  return null;
}

// Held upright: what needs the whole width has it, and so has the own seat; the rest fills two columns,
// so that no gaps are left. A rival's seat waits for the own one: before it stands nobody's.
function columns(regions, room, widest, own) {
  const full = (region) => region.hasAttribute("data-own-row") || rank(region, own) === 1 || coreOf(region)[2] > 0.7 * widest;
  const wide = room.width - 2 * EDGE, half = (wide - GAP) / 2;
  const scaleOf = (region) => (full(region) ? Math.min(2 * wide / widest, wide / coreOf(region)[2]) : half / coreOf(region)[2]);
  const ends = [EDGE, EDGE], places = [], waiting = [...regions];
  const put = (region, column) => {
    const [, , w, h] = coreOf(region), scale = scaleOf(region);
    const x = full(region) ? (room.width - w * scale) / 2 : EDGE + column * (half + GAP);
    places.push({ region, scale, x, y: ends[column] });
    ends[column] += h * scale + GAP;
    waiting.splice(waiting.indexOf(region), 1);
  };
  while (waiting.length) {
    const [next] = waiting, low = ends[0] <= ends[1] ? 0 : 1, gap = ends[1 - low] - ends[low];
    if (!full(next)) { put(next, low); continue; }
    const early = waiting.some((one) => rank(one, own) === 1), fills = (one) => !full(one) && !(early && rank(one, own) === 3);
    const filler = gap > GAP && waiting.find((one) => fills(one) && coreOf(one)[3] * scaleOf(one) <= 1.2 * gap);
    if (filler) { put(filler, low); continue; }
    ends[0] = ends[1] = Math.max(...ends);
    put(next, 0);
    ends[1] = ends[0];
  }
  return { places, width: room.width, height: Math.max(...ends) };
}

// Two regions share a row when they stay readable, and a third when there is room; one with small
// things to be picked (`data-own-row`) has a row of its own.
function rows(regions, wide) {
  const found = [];
  let row = [], sum = 0;
  for (const region of regions) {
    const w = coreOf(region)[2];
    const alone = [region, row[0]].some((one) => one?.matches("[data-own-row], .laid")); // what comes and goes moves no seat
    if (row.length && (alone || sum + w > 1.2 * wide)) { found.push(row); row = []; sum = 0; }
    row.push(region);
    sum += w;
  }
  if (row.length) found.push(row);
  return found;
}

function union(boxes) {
  const x = Math.min(...boxes.map((box) => box.x)), y = Math.min(...boxes.map((box) => box.y));
  return {
    x, y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}
