import './ui/tokens.css'
import './ui/base.css'
import './ui/fonts.css'
// The head of the other screens is in their first paint.
import './shop/Screen.module.css'
// So is the sheet of a dish's own address.
import './ui/Sheet.module.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { queryClient } from './api/queryClient.ts'
import { BrokenScreen } from './app/BrokenScreen.tsx'
import { loadFirstScreen, fetchScreen } from './app/Screens.tsx'
import { Shell } from './app/Shell.tsx'
import { signOutOfProviderAtLogout } from './features/login/providerSignOut.ts'
import { yieldToMain, startShop } from './shop/boot.ts'
import { startOffline } from './shop/offline.ts'
import { ErrorBoundary } from './shop/Part.tsx'
import { basePath, fromBrowser, paths } from './shop/paths.ts'
import { sizedPicture } from './shop/pictures.ts'
import { reportError } from './shop/reportError.ts'
import { firstSheet } from './ui/firstSheet.ts'
import { ImageServiceContext } from './ui/Picture.tsx'

/**
 * Starts the shop: the mocks first where there is no server, then the shop's facts, then the first screen at once and whole. It takes the place
 * of the first paint that the BFF wrote, and #root hears `there` when it has (start.ts).
 */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) return
  if (__MOCK__) {
    const { startMock } = await import('../../mocks/browser.ts')
    await startMock()
  }
  await yieldToMain()
  fetchScreen(fromBrowser(window.location.pathname))
  await yieldToMain()
  await startShop()
  signOutOfProviderAtLogout()
  await yieldToMain()
  root.addEventListener('there', startOffline, { once: true })
  // The first screen replaces the first paint: nothing empty may come between.
  await loadFirstScreen()
  // A guard may have led away from a dish's address.
  if (fromBrowser(window.location.pathname) !== paths.home) firstSheet()?.remove()
  await yieldToMain()
  // As a transition it is drawn in slices, and a press or a frame need not wait for all of it.
  startTransition(() =>
    createRoot(root, { onCaughtError: caught, onUncaughtError: uncaught }).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <ImageServiceContext value={sizedPicture}>
            <BrowserRouter basename={basePath || '/'}>
              <ErrorBoundary
                kind="screen"
                fallback={(error) => (
                  <main>
                    <BrokenScreen error={error} />
                  </main>
                )}
              >
                <Shell />
              </ErrorBoundary>
            </BrowserRouter>
          </ImageServiceContext>
        </QueryClientProvider>
        <There root={root} />
      </StrictMode>,
    ),
  )
}

/** Tells when the first screen stands. */
function There({ root }: { root: HTMLElement }): null {
  useEffect(() => void root.dispatchEvent(new Event('there')), [root])
  return null
}

/** An error that an error boundary has shown: what is around it tells the operator with more detail, where it has (Part.tsx, Crash.tsx). */
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
  // The first paint stays, and its links lead on (start.ts).
  document.getElementById('root')?.dispatchEvent(new Event('failed'))
  window.reportError(error)
  reportError('start', error)
})
