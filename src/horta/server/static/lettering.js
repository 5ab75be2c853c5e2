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
