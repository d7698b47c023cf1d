/** How long the way to a field takes, in milliseconds (SPEC.md section 9). */
const scrollTime = 600

/** Scrolls to the control of a wire field and gives it the focus. Answers whether there is one. */
export function jumpToField(form: HTMLElement | null, name: string): boolean {
  const controls = [...(form?.querySelectorAll<HTMLElement>(`[name="${CSS.escape(name)}"], [data-field="${CSS.escape(name)}"]`) ?? [])]
  const control = controls.find((each) => each instanceof HTMLInputElement && each.checked) ?? controls[0]
  if (!control) return false
  jumpTo(control)
  return true
}

/** Scrolls an element into the upper third of the window within 600 ms, and gives it the focus. */
export function jumpTo(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  const from = window.scrollY
  const distance = element.getBoundingClientRect().top - window.innerHeight / 3
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || Math.abs(distance) < 2) {
    window.scrollTo({ top: from + distance, behavior: 'instant' })
    return
  }
  const start = performance.now()
  let stopped = false
  const stop = (): void => {
    stopped = true
  }
  // Whoever scrolls by hand wins.
  window.addEventListener('wheel', stop, { once: true, passive: true })
  window.addEventListener('touchmove', stop, { once: true, passive: true })
  const step = (at: number): void => {
    if (stopped) return
    const share = Math.min(1, (at - start) / scrollTime)
    window.scrollTo({ top: from + distance * (1 - (1 - share) ** 3), behavior: 'instant' })
    if (share < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
