// The list of lessons: what is done has its mark, and who has begun goes on.
import { finished, keyOf, standing } from "./progress.js";

const tables = new URLSearchParams(location.search).get("tables") ?? "";
for (const card of document.querySelectorAll(".lesson-card")) {
  const key = keyOf(card.dataset.lesson, tables);
  const done = finished(key);
  card.querySelectorAll("[data-chapter]").forEach((link, number) => {
    link.parentElement.querySelector(".done").hidden = !done.includes(number);
  });
  const begin = card.querySelector("[data-begin]");
  if (standing(key)) begin.textContent = begin.dataset.again;
}
