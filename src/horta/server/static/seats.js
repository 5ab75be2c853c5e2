// Buttons that copy a link.
export function copyButtons(root) {
  root.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const link = new URL(button.dataset.copy, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      button.textContent = button.dataset.done;
    } catch {
      prompt(button.dataset.hand, link); // no clipboard without a secure address: show it to be copied by hand
    }
  });
}
if (document.querySelector(".seat-cards")) copyButtons(document);
