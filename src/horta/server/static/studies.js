// The list of studies: those that this browser has opened.
import { forgetStudy, rememberedStudies } from "./study-memory.js";

const place = document.querySelector("#mine");
const list = place.querySelector("ul");

function show() {
  const found = rememberedStudies();
  place.hidden = found.length === 0;
  list.replaceChildren(...found.map((one) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const title = one.title || list.dataset.untitled;
    link.href = `/studies/${one.id}`;
    link.textContent = title;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain";
    button.textContent = "×";
    button.setAttribute("aria-label", list.dataset.forget.replace("{title}", title));
    button.addEventListener("click", () => { forgetStudy(one.id); show(); });
    item.append(link, button);
    return item;
  }));
}

show();
