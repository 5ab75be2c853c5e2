// What this device has explored, as a list of links.
import { explored } from "./branches.js";

const place = document.querySelector("#explored");
const list = place.querySelector("ul");
for (const { at, title, step, nodes } of explored()) {
  if (!at.startsWith("/t/")) continue;
  const item = document.createElement("li"), link = document.createElement("a");
  link.href = at;
  link.textContent = `${title}, ${list.dataset.from.replace("{n}", step)}`;
  item.append(link, ` (${nodes.length})`);
  list.append(item);
}
place.hidden = !list.children.length;
