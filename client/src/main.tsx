import './ui/tokens.css'
import './ui/base.css'
import './ui/fonts.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './api/queryClient.ts'
import { makeRouter } from './app/routes.tsx'
import { leaveProviderAtLogout } from './features/login/leaveProvider.ts'
import { startShop } from './shop/boot.ts'

/** Starts the page: the mocks first where there is no server, then the shop's facts, then the first screen at once and whole. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) return
  if (__MOCK__) {
    const { startMock } = await import('../../mocks/browser.ts')
    await startMock()
  }
  await startShop()
  leaveProviderAtLogout()
  const router = makeRouter()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

void start()
