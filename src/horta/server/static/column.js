// The column beside the table (score sheet, log, help) folds to the medallions, and stays as it was
// left. It is open at first where there is room for it (`open`); on a small screen it opens over the table.
const KEY = "horta-column";
const small = matchMedia("(max-width: 62rem), (max-height: 30rem)");
const wide = matchMedia("(min-width: 75rem)");

export function column(main, button, changed, { open = wide.matches } = {}) {
  const show = (shown) => {
    main.classList.toggle("folded", !shown);
    button.setAttribute("aria-expanded", String(shown));
    changed();
  };
  const kept = () => {
    try { return localStorage.getItem(KEY); } catch { return null; }
  };
  const settle = () => show(!small.matches && (kept() ?? (open ? "open" : "folded")) === "open");
  button.addEventListener("click", () => {
    const now = main.classList.contains("folded");
    show(now);
    if (small.matches) return;
    try { localStorage.setItem(KEY, now ? "open" : "folded"); } catch { /* a private window */ }
  });
  small.addEventListener("change", settle);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && small.matches && main.querySelector(".side")?.contains(event.target)) show(false);
  });
  settle();
  return { open: () => show(true), get folded() { return main.classList.contains("folded"); } };
}
