/*
 * The page's first script (SPEED.md section 2). The BFF has written the first screen into the page (bff/site/first.html): it is painted before
 * the shop is run, so that nobody waits for scripts to see the menu. What is pressed meanwhile is remembered and done once the shop is there.
 */

const root = document.getElementById('root')
let pressed: string | null = null

function remember(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  pressed = link.getAttribute('href')
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
    if (pressed !== null) root?.querySelector<HTMLElement>(`a[href="${CSS.escape(pressed)}"]`)?.click()
  })
}

void start()
