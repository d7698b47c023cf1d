/** The first paint of a dish's sheet (src/first); null when there is none, or it has gone. */
export function firstSheet(): HTMLElement | null {
  return document.getElementById('first-sheet')
}
