/**
 * Replaces each text node below an element, and those that follow, by an element with its text, as the translation of Chrome, Edge and Safari does. Runs in
 * the page as well (client/e2e/translated.spec.ts): it uses nothing from outside. Returns the function that stops it.
 */
export function translateAsBrowser(root: HTMLElement): () => void {
  const html = 'http://www.w3.org/1999/xhtml'
  const skipped = 'script, style, textarea, select, [aria-live], .notranslate, font font'
  const translate = (below: Node): void => {
    const walker = document.createTreeWalker(below, NodeFilter.SHOW_TEXT)
    const texts: Text[] = below instanceof Text ? [below] : []
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (text.data === '' || text.parentElement === null || text.parentElement.closest(skipped) !== null) continue
      // Browsers still use this element.
      const [outer, inner] = [document.createElementNS(html, 'font'), document.createElementNS(html, 'font')]
      outer.append(inner)
      text.replaceWith(outer)
      inner.append(text.data)
    }
  }
  translate(root)
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) translate(node)
  })
  observer.observe(root, { childList: true, subtree: true })
  return () => observer.disconnect()
}
