/** How a scroll that the customer has asked for runs: without animation if they prefer reduced motion. */
export const scrollBehavior = (): ScrollBehavior => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth')

/** Scrolls a row sideways until its current element is in the middle. `scrollIntoView` would move the page as well. */
export function centreCurrent(row: HTMLElement | null, behavior?: ScrollBehavior): void {
  const current = row?.querySelector<HTMLElement>('[aria-current]')
  if (row === null || !current) return
  const box = current.getBoundingClientRect()
  const frame = row.getBoundingClientRect()
  row.scrollBy({ left: box.left + box.width / 2 - frame.left - frame.width / 2, ...(behavior && { behavior }) })
}
