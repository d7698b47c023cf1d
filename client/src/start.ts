/*
 * The page's first script (SPEED.md section 2). The BFF has written the first screen into the page (bff/site/first.html): it is painted before
 * the shop is run, so that nobody waits for scripts to see the menu. What is pressed meanwhile is remembered and done once the shop is there.
 */

const root = document.getElementById('root')
let pressed: string | null = null

/** What is pressed is found again in the shop: a link by its address, anything else by its class, which is the same there. */
function remember(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target.closest('a, button, [data-field]') : null
  if (target === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const address = target.getAttribute('href')
  pressed = address === null ? `.${target.classList.item(target.classList.length - 1) ?? ''}` : `a[href="${CSS.escape(address)}"]`
}

/** The screen has been painted; at once where there is nothing to paint, or nobody looks. */
function painted(): Promise<void> {
  if (!root?.firstElementChild || document.visibilityState === 'hidden') return Promise.resolve()
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    // A tab that is hidden meanwhile paints nothing.
    setTimeout(resolve, 1000)
  })
}

async function start(): Promise<void> {
  root?.addEventListener('click', remember)
  await painted()
  const { start: startPage } = await import('./main.tsx')
  await startPage(() => {
    root?.removeEventListener('click', remember)
    if (pressed === null) return
    const again = root?.querySelector<HTMLElement>(pressed)
    again?.focus({ preventScroll: true })
    again?.click()
  })
}

void start()
