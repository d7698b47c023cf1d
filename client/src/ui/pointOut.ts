/** Tints an element for a moment: the answer to a press whose target is on the screen already, where nothing scrolls (ui/base.css). */
export function pointOut(element: HTMLElement): void {
  element.removeAttribute('data-pointed')
  // The animation begins anew only after a layout without the attribute.
  element.getBoundingClientRect()
  element.setAttribute('data-pointed', '')
}
