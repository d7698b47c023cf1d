import './ui/tokens.css'
import './ui/base.css'
import './ui/fonts.css'
// The styles of the other screens' head are part of the first paint, and those of the choice of a branch.
import './screen/Screen.module.css'
import './features/branch/SelectBranchPage.module.css'
// So are those of the sheet that a dish's URL opens.
import './ui/Sheet.module.css'
// The brand's own styles, after the product's.
import './brand.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode, useEffect } from 'react'
import { BrowserRouter } from 'react-router'
import { queryClient } from './api/queryClient.ts'
import { BrokenScreen } from './app/BrokenScreen.tsx'
import { loadFirstScreen, fetchScreen } from './app/Screens.tsx'
import { Shell } from './app/Shell.tsx'
import { createRoot } from './createRoot.ts'
import { signOutOfProviderAtLogout } from './features/login/providerSignOut.ts'
import { yieldToMain, startShop } from './boot.ts'
import { loadFonts } from './restaurant/fonts.ts'
import { startOffline } from './browser/offline.ts'
import { Boundary } from './loading/Part.tsx'
import { basePath, fromBrowser, paths } from './navigation/paths.ts'
import { sizedPicture } from './restaurant/pictures.ts'
import { reportError } from './browser/reportError.ts'
import { firstSheet } from './ui/firstSheet.ts'
import { ImageServiceContext } from './ui/Picture.tsx'
import { whenIdle } from './ui/whenIdle.ts'

/**
 * Starts the application: the mocks if there is no server, the shop's data, then the first screen as one render that replaces the first paint of the
 * BFF. Dispatches `ready` on #root afterwards (start.ts).
 */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) return
  if (__MOCK__) {
    const { startMock } = await import('../../mocks/runtimes/browser.ts')
    await startMock()
  }
  await yieldToMain()
  fetchScreen(fromBrowser(window.location.pathname))
  await yieldToMain()
  await startShop()
  signOutOfProviderAtLogout()
  await yieldToMain()
  root.addEventListener('ready', startOffline, { once: true })
  // The fonts are as large as a screen's scripts, which come first (src/start.ts). Until they are loaded, fallbacks with the same metrics are shown
  // (ui/fonts.css). The menu needs no more scripts: there they are loaded before the whole menu has to be laid out again.
  if (root.querySelector('[data-scripts]') === null) loadFonts()
  else root.addEventListener('ready', () => whenIdle(loadFonts), { once: true })
  await yieldToMain()
  // The first screen replaces the first paint in one commit: no empty state in between.
  await loadFirstScreen()
  // A guard may have redirected from a dish's URL.
  if (fromBrowser(window.location.pathname) !== paths.home) firstSheet()?.remove()
  await yieldToMain()
  // The router reads the address when it is rendered, but listens only once it is mounted.
  let navigated = false
  const navigates = (): void => void (navigated = true)
  window.addEventListener('popstate', navigates)
  const ready = (): void => {
    window.removeEventListener('popstate', navigates)
    if (navigated) window.dispatchEvent(new PopStateEvent('popstate'))
    root.dispatchEvent(new Event('ready'))
  }
  // A transition is rendered in slices, so that input and frames are not blocked.
  startTransition(() =>
    createRoot(root, { onCaughtError: caught, onUncaughtError: uncaught }).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <ImageServiceContext value={sizedPicture}>
            <BrowserRouter basename={basePath || '/'}>
              <Boundary
                kind="screen"
                fallback={(props) => (
                  <main>
                    <BrokenScreen {...props} />
                  </main>
                )}
              >
                <Shell />
              </Boundary>
            </BrowserRouter>
          </ImageServiceContext>
        </QueryClientProvider>
        <Mounted onMount={ready} />
      </StrictMode>,
    ),
  )
}

/** Calls back when the first screen is mounted. */
function Mounted({ onMount }: { onMount: () => void }): null {
  useEffect(onMount, [onMount])
  return null
}

/** An error that an error boundary has caught. The boundary itself may report it with more detail (loading/Part.tsx). */
function caught(error: unknown): void {
  // oxlint-disable-next-line no-console -- for anyone who looks into the browser
  console.error(error)
  reportError('screen', error)
}

function uncaught(error: unknown): void {
  window.reportError(error)
  reportError('uncaught', error)
}

start().catch((error: unknown) => {
  // The first paint stays, and its links work without scripts (start.ts).
  document.getElementById('root')?.dispatchEvent(new Event('failed'))
  window.reportError(error)
  reportError('start', error)
})
