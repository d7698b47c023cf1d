import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteAge } from '../api/age.ts'
import { queryClient } from '../api/queryClient.ts'
import { changeIdentity, identity, publicScope } from '../session/identity.ts'
import { settingsQuery } from './settings.ts'
import { holdBack, openMockShop } from '../test-setup-shop.tsx'
import { categoriesQuery, categoryProductsQuery, combosQuery } from '../features/menu/queries.ts'
import { useStaleSince } from './useStaleSince.ts'
import { useShopQuery } from '../session/useShopQuery.ts'

/** The age of the boot data. */
const bootTime = '2026-11-19T12:00:00.000Z'
const boot = vi.hoisted(() => ({ outage: true }))
vi.mock('../boot.ts', async () => {
  const { noteAge } = await import('../api/age.ts')
  return {
    screenBoot: () => {
      const data = { categories: [], menus: [] }
      for (const part of [data.categories, data.menus]) noteAge(part, { at: Date.parse(bootTime), stale: true })
      return data
    },
    screenBootTime: () => 1,
    bootStaleSince: () => (boot.outage ? bootTime : null),
  }
})

const shop = openMockShop()
const { server } = shop
/** The age that the BFF reports, by the last part of the path. */
const ages: Record<string, number | null> = {}
const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  boot.outage = true
  Object.assign(ages, { categories: 3600, menus: 3600 })
  for (const part of ['categories', 'menus'])
    server.use(
      http.get(`*/api/products/${part}`, () => {
        asked.push(part)
        const age = ages[part] ?? null
        return HttpResponse.json([], { headers: age === null ? { 'X-Cache': 'hit', Age: '3' } : { 'X-Cache': 'stale', Age: String(age) } })
      }),
    )
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Menu() {
  useShopQuery(categoriesQuery)
  useShopQuery(combosQuery)
  return <Since />
}

function Products({ id }: { id: number }) {
  useShopQuery((scope) => categoryProductsQuery(scope, id))
  return null
}

const age = (since: number): string => `${Math.round((Date.now() - since) / 60_000)} min`

function Since() {
  const since = useStaleSince()
  return <p>{since === null ? 'fresh' : since === Date.parse(bootTime) ? 'as the page' : age(since)}</p>
}

const show = (element = <Menu />) => render(<QueryClientProvider client={queryClient}>{element}</QueryClientProvider>)

const hourAgo = () => screen.getByText('60 min')

describe('a stale menu', () => {
  it('is refetched as soon as the network is back', async () => {
    boot.outage = false
    show()
    await waitFor(hourAgo)
    ages['categories'] = ages['menus'] = null
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => screen.getByText('fresh'))
  })
  it('is as old as the boot data until it is refetched, then as its oldest response', async () => {
    ages['menus'] = 120
    const answer = holdBack(shop, '*/api/products/:part')
    show()
    expect(await screen.findByText('as the page')).toBeInTheDocument()
    answer()
    await waitFor(() => expect(hourAgo()).toBeInTheDocument())
  })

  it('stays stale when another call is answered, and until all of it is fresh', async () => {
    show()
    await waitFor(() => expect(hourAgo()).toBeInTheDocument())
    await act(() => queryClient.query({ ...settingsQuery(publicScope()), staleTime: 0 }))
    ages['categories'] = null
    await act(() => queryClient.refetchQueries({ queryKey: categoriesQuery(publicScope()).queryKey, exact: true }))
    expect(hourAgo()).toBeInTheDocument()
    ages['menus'] = null
    await act(() => queryClient.refetchQueries({ queryKey: combosQuery(publicScope()).queryKey, exact: true }))
    await waitFor(() => expect(screen.getByText('fresh')).toBeInTheDocument())
  })

  it('in another language does not affect the shown one', async () => {
    const { language } = identity()
    show()
    await waitFor(() => expect(hourAgo()).toBeInTheDocument())
    Object.assign(ages, { categories: null, menus: null })
    act(() => changeIdentity({ language: language === 'de' ? 'en' : 'de' }))
    await waitFor(() => expect(screen.getByText('fresh')).toBeInTheDocument())
    act(() => changeIdentity({ language }))
    expect(hourAgo()).toBeInTheDocument()
  })

  it('is refetched: one part until that is fresh, then the rest, and no more after that', async () => {
    show()
    await waitFor(() => expect(hourAgo()).toBeInTheDocument())
    asked.length = 0
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    await waitFor(() => expect(asked).toEqual(['categories']))
    Object.assign(ages, { categories: null, menus: null })
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    await waitFor(() => expect(screen.getByText('fresh')).toBeInTheDocument())
    expect(asked).toEqual(['categories', 'categories', 'menus'])
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(asked).toHaveLength(3)
  })

  it('is refetched one part at a time', async () => {
    const ids = [1, 2, 3, 4]
    let [pending, most, answered] = [0, 0, 0]
    let stale = true
    server.use(
      http.get('*/api/products/categories/:id/products', async () => {
        most = Math.max(most, (pending += 1))
        await delay(1)
        pending -= 1
        answered += 1
        return HttpResponse.json({ data: [] }, { headers: stale ? { 'X-Cache': 'stale', Age: '3600' } : { 'X-Cache': 'hit' } })
      }),
    )
    Object.assign(ages, { categories: null, menus: null })
    show(
      <>
        <Menu />
        {ids.map((id) => (
          <Products key={id} id={id} />
        ))}
      </>,
    )
    await waitFor(() => expect(answered).toBe(ids.length))
    await waitFor(() => expect(hourAgo()).toBeInTheDocument())
    ;[most, answered, stale] = [0, 0, false]
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    await waitFor(() => expect(screen.getByText('fresh')).toBeInTheDocument())
    expect({ most, answered }).toEqual({ most: 1, answered: ids.length })
  })

  it('is refetched on screens without the menu, too', async () => {
    const settings = await queryClient.query({ ...settingsQuery(publicScope()), staleTime: 0 })
    act(() => noteAge(settings, { at: Date.parse(bootTime), stale: true }))
    show(<Since />)
    expect(screen.getByText('as the page')).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    await waitFor(() => expect(screen.getByText('fresh')).toBeInTheDocument())
  })

  it('that the BFF is about to refresh is not spoken of: only what is older, or could not be fetched anew', async () => {
    Object.assign(ages, { categories: 400, menus: 700 })
    boot.outage = false
    show()
    await waitFor(() => expect(screen.getByText('12 min')).toBeInTheDocument())
    ages['menus'] = 300
    await act(() => queryClient.refetchQueries({ queryKey: combosQuery(publicScope()).queryKey, exact: true }))
    await waitFor(() => expect(screen.getByText('fresh')).toBeInTheDocument())
    Object.assign(ages, { categories: null, menus: null })
    for (const { queryKey } of [categoriesQuery(publicScope()), combosQuery(publicScope())])
      await act(() => queryClient.refetchQueries({ queryKey, exact: true }))
    server.use(http.get('*/api/products/menus', () => HttpResponse.error()))
    vi.setSystemTime(Date.now() + 11 * 60_000)
    await act(() => queryClient.refetchQueries({ queryKey: combosQuery(publicScope()).queryKey, exact: true }))
    await waitFor(() => expect(screen.getByText('11 min')).toBeInTheDocument())
  })
})

describe('a menu that is left visible', () => {
  const later = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))

  beforeEach(async () => {
    Object.assign(ages, { categories: null, menus: null })
    show()
    await waitFor(() => expect(screen.getByText('fresh')).toBeInTheDocument())
    asked.length = 0
  })

  it('is refetched each time it has passed its limit, one request for each part', async () => {
    await later(9)
    expect(asked).toEqual([])
    await later(2)
    await expect.poll(() => asked.toSorted()).toEqual(['categories', 'menus'])
    await later(8)
    expect(asked).toHaveLength(2)
    await later(3)
    await expect.poll(() => asked).toHaveLength(4)
  })

  it('asks for nothing while it is hidden or offline', async () => {
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await later(60)
    expect(asked).toEqual([])
    hidden.mockRestore()
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    await later(60)
    expect(asked).toEqual([])
    offline.mockRestore()
    window.dispatchEvent(new Event('online'))
    await later(1)
    await expect.poll(() => asked.toSorted()).toEqual(['categories', 'menus'])
  })
})

it('a page that is shown again asks for what is stale, one after another, and not for a whole long menu', async () => {
  const ids = Array.from({ length: 60 }, (_, at) => at + 1)
  let [pending, most, answered] = [0, 0, 0]
  server.use(
    http.get('*/api/products/categories/:id/products', async () => {
      most = Math.max(most, (pending += 1))
      await delay(1)
      pending -= 1
      answered += 1
      return HttpResponse.json({ data: [] })
    }),
  )
  Object.assign(ages, { categories: null, menus: null })
  boot.outage = false
  show(
    <>
      <Menu />
      {ids.map((id) => (
        <Products key={id} id={id} />
      ))}
    </>,
  )
  await expect.poll(() => answered).toBe(ids.length)
  ;[most, answered] = [0, 0]
  asked.length = 0
  vi.setSystemTime(Date.now() + 2 * 60_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect.poll(() => answered + asked.length).toBe(15)
  await delay(50)
  expect({ most, calls: answered + asked.length }).toEqual({ most: 1, calls: 15 })
})
