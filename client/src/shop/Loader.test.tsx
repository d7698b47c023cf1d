import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startLanguage } from './language.ts'
import { animationOf, Loader, loaderTime } from './Loader.tsx'

afterEach(() => vi.useRealTimers())
beforeAll(() => startLanguage({}))

function Waiting() {
  useQuery({ queryKey: ['never'], queryFn: () => new Promise<string>(() => undefined) })
  return null
}

describe('the loader', () => {
  it('comes late, turns itself off after 7.5 s and lets every press through', async () => {
    vi.useFakeTimers()
    const router = createMemoryRouter([
      {
        path: '/',
        element: (
          <>
            <Waiting />
            <Loader />
          </>
        ),
      },
    ])
    render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
    expect(screen.queryByRole('status')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(400))
    expect(screen.getByRole('status')).toHaveTextContent('Loading')
    await act(() => vi.advanceTimersByTimeAsync(loaderTime))
    expect(screen.queryByRole('status')).toBeNull()
  })

  it.each([
    ['pizza', 'pizza'],
    ['BURGER', 'burger'],
    ['logo', 'logo'],
    ['infinite', 'infinite'],
    ['', 'infinite'],
    ['cake', 'infinite'],
  ])('%j is the animation %s', (setting, animation) => expect(animationOf(setting)).toBe(animation))
})
