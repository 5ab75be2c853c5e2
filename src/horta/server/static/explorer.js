// The explorer's page: every action with the picture of what it is, shown on the table when pointed at.
// The table can be read: a narrow screen has it from top to bottom.
import { furnish } from "./explored.js";
import { lay, NARROW, unlay } from "./layout.js";
import { legible } from "./legible.js";

const board = document.querySelector("#board");

function fit() {
  if (board.clientWidth < NARROW) lay(board); else unlay(board);
  legible(board);
}

furnish(document.querySelector("main.explore"), board);
let wide = 0;
new ResizeObserver(() => {
  if (board.clientWidth === wide) return;
  wide = board.clientWidth;
  fit();
}).observe(board);
document.fonts.ready.then(fit);
