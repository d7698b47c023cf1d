import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Setting } from '../../../contracts/types.ts'
import { navigating } from '../navigation/navigating.ts'
import { startLanguage } from '../i18n/language.ts'
import { animationOf, Loader, LoaderPicture, loaderTime } from './Loader.tsx'
import { settingsQuery } from '../restaurant/settings.ts'
import { Splash, splashTime } from './Splash.tsx'
import { publicScope } from '../session/identity.ts'

afterEach(() => vi.useRealTimers())
beforeAll(() => startLanguage({}))

/** The settings are cached, since a test has no server. */
function withSettings(settings: Setting[]): QueryClient {
  const client = new QueryClient()
  client.setQueryData(settingsQuery(publicScope()).queryKey, settings)
  return client
}

function Waiting() {
  useQuery({ queryKey: ['never'], queryFn: () => new Promise<string>(() => undefined) })
  return null
}

describe('the loader', () => {
  it('is delayed, turns itself off after 7.5 s and blocks no press', async () => {
    vi.useFakeTimers()
    render(
      <QueryClientProvider client={withSettings([])}>
        <Waiting />
        <Loader />
      </QueryClientProvider>,
    )
    expect(screen.queryByText('Loading')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(400))
    expect(screen.getByText('Loading')).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(loaderTime))
    expect(screen.queryByText('Loading')).toBeNull()
  })

  it('shows while another screen is loading', async () => {
    vi.useFakeTimers()
    render(
      <QueryClientProvider client={withSettings([])}>
        <Loader />
      </QueryClientProvider>,
    )
    act(() => navigating.set('/contact'))
    await act(() => vi.advanceTimersByTimeAsync(400))
    expect(screen.getByText('Loading')).toBeInTheDocument()
    act(() => navigating.set(null))
    expect(screen.queryByText('Loading')).toBeNull()
  })

  it('is over the pending content, and at the edge if there is no placeholder', async () => {
    const box = { left: 100, right: 300, top: 400, bottom: 600 } as DOMRect
    const waiting = vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockReturnValue(box)
    render(
      <QueryClientProvider client={withSettings([])}>
        <main>
          <p>to be read</p>
          <ul aria-busy="true" />
        </main>
        <Waiting />
        <Loader />
      </QueryClientProvider>,
    )
    const loader = (await screen.findByText('Loading')).closest('[data-loader]')
    expect(loader).toHaveStyle({ transform: 'translate(200px, 500px)' })
    expect(loader).not.toHaveClass('aside')
    // The content is loaded; something else is still pending.
    waiting.mockReturnValue({ left: 100, right: 100, top: 400, bottom: 600 } as DOMRect)
    await waitFor(() => expect(document.querySelector('[data-loader]')).toHaveClass('aside'))
    expect(document.querySelector('[data-loader]')).not.toHaveStyle({ transform: 'translate(200px, 500px)' })
    waiting.mockRestore()
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

describe('the four animations', () => {
  const drawn = (animation: 'pizza' | 'burger' | 'infinite' | 'logo', logo = 'https://shop.example/logo.svg') => {
    const { container } = render(<LoaderPicture animation={animation} logo={logo} />)
    return container
  }
  it('a pizza of six slices', () => expect(drawn('pizza').querySelectorAll('svg[aria-hidden] > g')).toHaveLength(6))
  it('a burger of four layers', () => expect(drawn('burger').querySelectorAll('svg[aria-hidden] > *')).toHaveLength(4))
  it('an endless line', () => expect(drawn('infinite').querySelectorAll('svg[aria-hidden] > path')).toHaveLength(1))
  it("the restaurant's logo", () => expect(drawn('logo').querySelector('img')).toHaveAttribute('src', 'https://shop.example/logo.svg'))
  it('without a logo the logo animation is the endless line', () => {
    expect(drawn('logo', '').querySelector('img')).toBeNull()
    expect(drawn('logo', '').querySelectorAll('svg > path')).toHaveLength(1)
  })
})

describe('the splash', () => {
  function show(ready: boolean) {
    const client = withSettings([{ key: 'SPLASH_LOGO', value: '', media: { splash: { url: 'https://shop.example/splash.svg' } } }])
    const page = (now: boolean) => (
      <QueryClientProvider client={client}>
        <Splash ready={now} />
      </QueryClientProvider>
    )
    const { container, rerender } = render(page(ready))
    return { picture: () => container.querySelector('img'), ready: () => rerender(page(true)) }
  }
  it('stays until the menu is ready, then fades and is gone after 1.5 s', async () => {
    vi.useFakeTimers()
    const splash = show(false)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(splash.picture()).toHaveAttribute('src', 'https://shop.example/splash.svg')
    expect(splash.picture()?.parentElement).not.toHaveAttribute('data-fades')
    splash.ready()
    expect(splash.picture()?.parentElement).toHaveAttribute('data-fades')
    await act(() => vi.advanceTimersByTimeAsync(splashTime - 100))
    expect(splash.picture()).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(splash.picture()).toBeNull()
    expect(splashTime).toBe(1500)
  })
  it('is not shown if the menu is in the boot data', () => expect(show(true).picture()).toBeNull())
})
