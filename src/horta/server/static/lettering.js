// What is lettered on a thing of a drawing, as somebody would read it out.
// Every line of a drawing is an element of its own, with no space to the next one.
export function lettering(node) {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const lines = [];
  while (walker.nextNode()) {
    if (!walker.currentNode.parentNode.matches("title")) lines.push(walker.currentNode.textContent);
  }
  return lines.join(" ").replace(/\s+/g, " ").trim();
}

// In French a narrow space stands before a colon, and no line ends there. The catalogue has it; where a drawing
// or a page puts two words together, it is put in here.
const french = document.documentElement.lang === "fr";
export function spaced(text) { return french ? text.replace(/([\p{L}\p{N})»]): /gu, "$1\u202f: ") : text; }
