// The tables this browser has sat at, kept by the browser alone.
import { remembered, forget } from "./memory.js";

const list = document.querySelector(".yours-list");
for (const { id, title, over } of remembered()) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.className = "button";
  link.href = `/t/${encodeURIComponent(id)}`;
  link.textContent = over ? `${title} ✓` : title;
  const close = document.createElement("button");
  close.className = "plain";
  close.textContent = "×";
  close.setAttribute("aria-label", list.dataset.forget.replace("{title}", title));
  close.addEventListener("click", () => { forget(id); item.remove(); });
  item.append(link, close);
  list.append(item);
}
document.querySelector("#yours").hidden = !list.children.length;
