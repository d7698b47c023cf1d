// A signed-in customer presses every link and every button that leads somewhere or sends something, with each optional call of the backend missing in turn
// (docs/backend.md): nothing ends in an error, and what needs the call is offered until its first 404 only.
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { startTransition, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { operationsAt } from '../../../mocks/backend/operations.ts'
import { contractOperations } from '../../../mocks/backend/schemas.ts'
import { absentCalls } from '../api/absentCalls.ts'
import { call } from '../api/http.ts'
import { queryClient } from '../api/queryClient.ts'
import { screenOf } from '../browser/reportError.ts'
import { session, sessionKeys } from '../browser/storage.ts'
import { cartActions } from '../cart/cartStore.ts'
import { chooseDelivery, noDeliveryChoice } from '../cart/deliveryStore.ts'
import { productLine } from '../domain/known.fixture.ts'
import { initialProductChoice } from '../domain/pricing.ts'
import { goTo } from '../navigation/goTo.ts'
import { shopCurrency } from '../restaurant/config.ts'
import { caller } from '../session/identity.ts'
import { forgetLogin, login } from '../session/login.ts'
import { renderShell } from '../test-setup-shell.tsx'
import { openMockShop } from '../test-setup-shop.tsx'
import { loadFirstScreen } from './Screens.tsx'

const { server, world } = openMockShop()

/** Where the customer begins, by the shop's address system. The old one has pages of its own for addresses, and nothing else. */
const starts = { 'new-addresses': ['/contact', '/checkout', '/'], 'old-addresses': ['/me/my-addresses'] }
type System = keyof typeof starts

/** A link or button: the address where it is, and its own address or name. */
interface Press {
  system: System
  from: string
  what: string
}

/** The calls that the shop has made, by name. */
let made: string[] = []

beforeEach(() => {
  session.remove(sessionKeys.quotes)
  // React warns of a screen that suspends inside of act().
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('print', () => undefined)
  const here = { coords: { latitude: 52.52, longitude: 13.4 } } as GeolocationPosition
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: (done: PositionCallback) => done(here) },
  })
  server.events.on('request:start', ({ request }) => {
    const operation = operationsAt(new URL(request.url).pathname).get(request.method)
    if (operation !== undefined) made.push(operation.name)
  })
})
afterEach(() => {
  server.events.removeAllListeners()
  vi.unstubAllGlobals()
  cleanup()
  forgetLogin()
})

const at = (): string => location.pathname + location.search

/** What the screen of the address waits for; null: it is there, with everything that it has asked for. */
function awaited(): string | null {
  const shown = window.tablefront?.events?.findLast((each) => each.event === 'page_view')
  if (shown?.event !== 'page_view' || shown.page_path !== screenOf(location.pathname)) return 'the screen'
  if (/[?&](page|reservation|menu|product)=/.test(location.search) && document.querySelector('dialog[open]') === null) return 'the dialog'
  if (queryClient.isFetching() + queryClient.isMutating() > 0) return 'data'
  // The map of the branches is not loaded here.
  const waits = document.querySelector('main [aria-busy=true], dialog [aria-busy=true], main [data-waiting], dialog [data-waiting]')
  return waits !== null && location.pathname !== '/select-branch' ? waits.outerHTML.slice(0, 100) : null
}

/**
 * Waits until the screen of the address is there. Without act(), in which React shows what a new screen waits for, and then for 300 ms nothing else; so
 * effects and what is drawn in the next frames are waited for here.
 */
async function settled(): Promise<void> {
  do {
    await frames()
    await waitFor(() => expect([at(), awaited()]).toEqual([at(), null]), { interval: 5 })
    await frames()
  } while (awaited() !== null)
}

const frames = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    await rendered()
  }
}

const probe = createRoot(document.createElement('div'))
/** Waits until React has rendered what is due now, effects included: on a busy machine that takes more than a frame. What it begins later ends later. */
const rendered = (): Promise<void> =>
  new Promise((resolve) => {
    const Probe = (): null => {
      useEffect(resolve)
      return null
    }
    startTransition(() => probe.render(<Probe />))
  })

async function open(system: System): Promise<void> {
  world.setScenario({ names: ['open', ...(system === 'old-addresses' ? [system] : [])] })
  queryClient.clear()
  cartActions.flush()
  const pasta = await call('GET /products/categories/{id}/products', { identity: caller(), path: { id: 2 } })
  const lasagne = pasta.data.find(({ variants }) => (variants ?? []).length === 0)!
  cartActions.add(productLine(lasagne, initialProductChoice(lasagne), 3, shopCurrency(), 2))
  chooseDelivery({ ...noDeliveryChoice, deliverType: 'delivery' })
  await login((await call('POST /login', { identity: caller(), body: { email: 'ada@example.org', password: 'correct-horse' } })).token)
  window.history.replaceState(null, '', '/contact')
  await loadFirstScreen()
  await renderShell()
  await screen.findByRole('contentinfo')
  await settled()
}

async function visit(address: string): Promise<void> {
  goTo(address)
  await settled()
}

const nameOf = (element: Element): string =>
  (element.getAttribute('href') ?? element.getAttribute('aria-label') ?? element.textContent).trim()

/** What leads somewhere or sends something. Not: an order, a logout, another branch (which starts the shop anew), and the dishes' own buttons. */
const pressable = (): HTMLElement[] => {
  const buttons = ['/', '/select-branch'].includes(location.pathname) ? '' : 'main button, '
  return [...document.querySelectorAll<HTMLElement>(`a[href^="/"]:not([target]), ${buttons}dialog [type=submit]`)].filter(
    (element) =>
      (element.matches('[type=submit]') || !element.matches(':disabled')) &&
      !/^(Place Order|Logout|Close$|One (less|more))/.test(nameOf(element)),
  )
}
const found = ({ what }: Press): HTMLElement | undefined => pressable().find((element) => nameOf(element) === what)

/** Presses; a form is filled in before it is sent, and the question whether to remove is answered with yes. */
async function press(element: HTMLElement): Promise<void> {
  for (const ok of screen.queryAllByRole('button', { name: 'Ok' })) ok.click()
  const form = element.getAttribute('type') === 'submit' ? element.closest('form') : null
  for (const control of form?.querySelectorAll<Control>('input, textarea, select') ?? []) fillIn(control)
  await waitFor(() => expect(element).toBeEnabled())
  // Without act(), as in a browser: a screen that suspends inside of it is sometimes never resumed by React.
  element.click()
  if (/^Remove /.test(nameOf(element))) (await screen.findByRole('button', { name: 'Remove' })).click()
  await settled()
}

type Control = HTMLInputElement | HTMLSelectElement
const typed: Record<string, string> = { phone: '030 23125150', email: 'ada@example.org', reservedAt: '2099-01-01T19:00' }
function fillIn(control: Control): void {
  if (control.name === 'terms' || control.type === 'radio') {
    if (control.required && document.querySelector(`[name=${control.name}]:checked`) === null) fireEvent.click(control)
  } else if (control.value === '' && control.name !== '' && !control.name.startsWith('password')) {
    const value = control instanceof HTMLSelectElement ? control.options[1]?.value : (typed[control.name] ?? 'Ackerstraße 1')
    fireEvent.change(control, { target: { value } })
  }
}

/** Dishes, orders and addresses are pressed once of each kind, and what opens over a screen once. */
const kindOf = ({ from, what }: Press): string => {
  const kind = (address: string): string => address.replaceAll(/A-\d+|\d+/g, '*')
  const over = /[?&](page|reservation|menu|product)=/.exec(what)
  if (over !== null) return over[1] ?? ''
  return what.startsWith('/') ? kind(what) : `${kind(from).replace(/\?.*/, '')} ${what.split(/[ :]/)[0] ?? ''}`
}

/** The kinds that have been pressed. */
const seen = new Set<string>()
/** Where the link to an address is. */
const linkTo = new Map<string, string>()

/** Presses everything, once of each kind, and calls back after each press. */
async function walk(system: System, after: (pressed: Press) => void): Promise<void> {
  await open(system)
  const queue: Press[] = []
  const collect = (): void => {
    for (const element of pressable()) {
      const one = { system, from: at(), what: nameOf(element) }
      if (seen.has(kindOf(one))) continue
      seen.add(kindOf(one))
      queue.push(one)
      if (one.what.startsWith('/')) linkTo.set(one.what, one.from)
    }
  }
  for (const start of starts[system]) {
    await visit(start)
    collect()
  }
  while (queue.length > 0) {
    // What is removed has been pressed before.
    const later = queue.findIndex(({ what }) => !what.startsWith('Remove '))
    const [next] = queue.splice(Math.max(later, 0), 1) as [Press]
    await visit(next.from)
    const element = found(next)
    if (element === undefined) continue
    made = []
    queryClient.removeQueries({ type: 'inactive' })
    await press(element)
    after(next)
    collect()
  }
}

const notOffered = 'The restaurant does not offer this.'
/** What the page says went wrong; that the restaurant does not offer something is an answer. */
const faults = (): string[] =>
  [...document.querySelectorAll('[data-notice=danger], [role=alertdialog], [aria-invalid=true]')]
    .map(({ textContent }) => textContent)
    .filter((text) => text !== notOffered && !text.startsWith(`Error${notOffered}`) && !text.startsWith('Success'))

/** Presses everything while the backend has every call, and returns the presses that make each; none ends in an error. */
async function pressEverything(): Promise<Map<string, Press[]>> {
  const presses = new Map<string, Press[]>()
  for (const system of Object.keys(starts) as System[]) {
    await walk(system, (pressed) => {
      expect([pressed, ...faults()]).toEqual([pressed])
      for (const name of new Set(made)) presses.set(name, [...(presses.get(name) ?? []), pressed])
    })
    cleanup()
    forgetLogin()
    world.reset()
  }
  return presses
}

let pressed: Promise<Map<string, Press[]>> | undefined
/** Whichever test comes first presses. */
const pressesOf = (): Promise<Map<string, Press[]>> => (pressed ??= pressEverything())

/** Private calls and forms; where a public list is missing, the BFF answers with an empty one. */
const optional = contractOperations().filter(({ required, absent }) => !required && absent === undefined)
/** Calls that no press of a signed-in customer makes, or that the shop does not need to make: why. */
const notPressed: Record<string, string> = {
  getMe: 'without it nobody is signed in',
  logout: 'the shop forgets the login',
  login: 'a guest’s (absentCalls.test.tsx)',
  register: 'a guest’s (absentCalls.test.tsx)',
  resetPassword: 'a guest’s (absentCalls.test.tsx)',
  socialLogin: 'a guest’s',
  getTable: 'only a table’s code leads there',
  createCheckout: 'in place of checkout/v2',
  createOrder: 'in place of checkout/v2',
  quoteCheckout: 'the shop computes the price (engine.test.tsx)',
  checkPayment: 'only a payment page leads there',
  searchPlaces: 'typed (absentCalls.test.tsx)',
  searchFixedPlaces: 'typed',
  getPlace: 'a result of what was typed',
  checkDelivery: 'every address counts as out of range: the contract asks to leave the new address system off',
}

it('with every call nothing ends in an error; every optional call is pressed, or says why not', async () => {
  const presses = await pressesOf()
  const calls = optional.filter(({ name }) => presses.has(name) && !(name in notPressed))
  expect([...calls.map(({ name }) => name), ...Object.keys(notPressed)].sort()).toEqual(optional.map(({ name }) => name).sort())
})

describe.each(optional.filter(({ name }) => !(name in notPressed)))('without $name', ({ name, method, path }) => {
  it('nothing ends in an error, and it is offered no more', async () => {
    const all = (await pressesOf()).get(name) ?? []
    for (const system of Object.keys(starts) as System[]) {
      const presses = all.filter((one) => one.system === system)
      if (presses.length === 0) continue
      await open(system)
      const address = `*/api${path.replaceAll(/\{\w+\}/g, ':id')}`
      server.use(http[method.toLowerCase() as 'get'](address, () => HttpResponse.json({ message: 'Not found.' }, { status: 404 })))
      for (const one of presses) {
        absentCalls.set(new Set())
        await pressAgain(one)
        const known = absentCalls.get().size > 0
        made = []
        await pressAgain(one)
        if (known) expect(made, one.what).not.toContain(name)
      }
      cleanup()
    }
  })
})

/** Goes to a press by the links that there are, and presses if it is still offered. */
async function pressAgain(one: Press): Promise<void> {
  const parent = linkTo.get(one.from)
  if (parent !== undefined) {
    await visit(parent)
    if (found({ ...one, what: one.from }) === undefined) return
  }
  await visit(one.from)
  const element = found(one)
  if (element === undefined) return
  queryClient.removeQueries({ type: 'inactive' })
  await press(element)
  expect([one, ...faults()]).toEqual([one])
  // Who has typed something reads why it is of no use.
  if (element.matches('[type=submit]') && absentCalls.get().size > 0) expect(await screen.findByText(notOffered)).toBeVisible()
}
