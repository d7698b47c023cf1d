/** The first paint of a dish's sheet (bff/site/first.html); null when there is none, or it has gone. */
export function firstSheet(): HTMLElement | null {
  return document.getElementById('first-sheet')
}
