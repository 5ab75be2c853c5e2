// Buttons that copy a link, or what stands in the field beside them.
export function copyButtons(root) {
  root.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy], [data-copies]");
    if (!button) return;
    const field = button.matches("[data-copies]") && button.parentElement.querySelector("input");
    const text = field ? field.value : new URL(button.dataset.copy, location.href).href;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = button.dataset.done;
      button.removeAttribute("aria-label");
    } catch {
      prompt(button.dataset.hand, text); // no clipboard without a secure address: show it to be copied by hand
    }
  });
}
if (document.querySelector(".seat-cards")) copyButtons(document);
