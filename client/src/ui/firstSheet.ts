/** The sheet of a dish in the first paint (src/first); null if there is none or it was removed. */
export function firstSheet(): HTMLElement | null {
  return document.getElementById('first-sheet')
}
