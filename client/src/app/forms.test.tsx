import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { call } from '../api/http.ts'
import { queryClient } from '../api/queryClient.ts'
import { ProfilePage } from '../features/account/ProfilePage.tsx'
import { CreateMapAddressPage, UpdateAddressPage } from '../features/addresses/MapAddressPages.tsx'
import { PlainAddressPage } from '../features/addresses/PlainAddressPage.tsx'
import { ContactPage } from '../features/contact/ContactPage.tsx'
import { LoginPage } from '../features/login/LoginPage.tsx'
import { RegisterPage } from '../features/login/RegisterPage.tsx'
import { ResetPasswordPage } from '../features/login/ResetPasswordPage.tsx'
import { ReservationSheet } from '../features/reservation/ReservationSheet.tsx'
import { currentLogin, login } from '../session/login.ts'
import { loadPhones } from '../forms/phone.ts'
import { settingsQuery } from '../restaurant/settings.ts'
import { Notices } from '../notices/Notices.tsx'
import { showAlert } from '../notices/notices.ts'
import { openMockShop } from '../test-setup-shop.tsx'
import { caller, publicScope } from '../session/identity.ts'

// The customer's forms of docs/specification.md section 5 as a table: their required fields, and the server's first message at each field.

const showToast = vi.hoisted(() => vi.fn())
vi.mock('../notices/notices.ts', async (original) => ({ ...(await original<typeof import('../notices/notices.ts')>()), showToast }))

const { server, world } = openMockShop()

beforeAll(loadPhones)

const needed = 'Please fill in this field.'
const number = 'Please enter a valid telephone number.'
const agreed = 'Please accept the terms to continue.'
const phone = '030 23125150'

interface Form {
  element: ReactElement
  /** The call that the form sends. */
  sends: ['post' | 'put', string]
  /** The error of each empty required field. */
  required: Record<string, string>
  /** Values that fill in the form; true checks a box. */
  filled: Record<string, string | true>
  /** Other fields for which the server may return errors. */
  optional?: string[]
  /** The label of the button. */
  send: string
  /** The button is disabled until the last required field is filled in (docs/specification.md section 5). */
  waits?: true
  customer?: true
  path?: string
  route?: string
  /** Runs before the fields are filled in. */
  before?: () => Promise<void>
  scenario?: string
}

const forms: Record<string, Form> = {
  Login: {
    element: <LoginPage />,
    sends: ['post', '/login'],
    required: { email: needed, password: needed },
    filled: { email: 'ada@example.org', password: 'x' },
    send: 'Login',
  },
  Register: {
    element: <RegisterPage />,
    sends: ['post', '/register'],
    required: { name: needed, email: needed, phone: number, password: needed, password_confirmation: needed, terms: agreed },
    filled: { name: 'Mary', email: 'mary@example.org', phone, password: 'long enough', password_confirmation: 'long enough', terms: true },
    send: 'Register',
  },
  'Register with a social account': {
    element: <RegisterPage />,
    path: '/register',
    sends: ['post', '/register'],
    required: { phone: number, terms: agreed },
    filled: { name: 'Katherine', phone, terms: true },
    send: 'Register',
  },
  'Reset password': {
    element: <ResetPasswordPage />,
    sends: ['post', '/reset-password'],
    required: { email: needed },
    filled: { email: 'ada@example.org' },
    send: 'Send a new password',
  },
  Contact: {
    element: <ContactPage />,
    sends: ['post', '/contact'],
    required: { fname: needed, lname: needed, email: needed, subject: needed, message: needed, terms: agreed },
    filled: { fname: 'Ada', lname: 'Lovelace', email: 'guest@example.org', subject: 'Praise', message: 'It was good.', terms: true },
    send: 'Send',
    waits: true,
  },
  Reservation: {
    element: <ReservationSheet />,
    path: '/?reservation=1',
    sends: ['post', '/reservations'],
    required: {
      guests: 'Please choose the number of guests.',
      reservedAt: 'Please choose a day and a time.',
      name: needed,
      email: needed,
      phone: number,
      terms: agreed,
    },
    filled: { guests: '10+', reservedAt: '2099-01-01T19:00', name: 'Ada', email: 'guest@example.org', phone, terms: true },
    send: 'Reserve',
  },
  Profile: {
    element: <ProfilePage />,
    customer: true,
    sends: ['put', '/me'],
    required: { name: needed, email: needed, phone: number },
    filled: { name: 'Mary', email: 'mary@example.org', phone },
    optional: ['password', 'password_confirmation'],
    send: 'Save',
  },
  'Old address create': {
    element: <PlainAddressPage />,
    customer: true,
    scenario: 'old-addresses',
    sends: ['post', '/me/addresses'],
    required: { name: needed, areaId: 'Please choose an area.', address: needed },
    filled: { name: 'Home', areaId: '1', address: 'Rathausstraße 5' },
    optional: ['isDefault'],
    send: 'Save the address',
  },
  'Old address update': {
    element: <UpdateAddressPage />,
    customer: true,
    scenario: 'old-addresses',
    path: '/me/my-addresses/1/update',
    route: '/me/my-addresses/:addressId/update',
    sends: ['put', '/me/addresses/1'],
    required: { name: needed, address: needed },
    filled: { name: 'Home', address: 'Rathausstraße 5' },
    optional: ['extras', 'isDefault'],
    send: 'Save the address',
  },
  'New address create': {
    element: <CreateMapAddressPage />,
    customer: true,
    sends: ['post', '/me/addresses'],
    required: { name: needed, address: needed, extras: needed },
    filled: { name: 'Home', address: 'Rathausstraße 5', extras: '3rd floor' },
    optional: ['isDefault'],
    send: 'Save the address',
    before: async () => {
      fireEvent.change(control('q'), { target: { value: 'Rathausstraße 5' } })
      fireEvent.click(await screen.findByRole('option', { name: /Rathausstraße 5/ }))
      await screen.findByText(/^We deliver to Rathausstraße 5/)
    },
  },
}

function control(name: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[name="${name}"]`)
  if (found === null) throw new Error(`no field ${name}`)
  return found
}

const button = (form: Form) => screen.getByRole('button', { name: form.send })

function put(name: string, value: string | true): void {
  const radio = document.querySelector<HTMLElement>(`[type=radio][name="${name}"][value="${String(value)}"]`)
  const field = radio ?? control(name)
  fireEvent.focus(field)
  if (value === true || radio !== null) fireEvent.click(field)
  else fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

async function open(name: string, prepared = true): Promise<Form> {
  const form = forms[name]
  if (form === undefined) throw new Error(name)
  world.setScenario({ names: form.scenario === undefined ? [] : [form.scenario] })
  await queryClient.query(settingsQuery(publicScope()))
  if (form.customer)
    await login((await call('POST /login', { identity: caller(), body: { email: 'ada@example.org', password: 'correct-horse' } })).token)
  else await currentLogin()
  const social = {
    socialName: 'google',
    socialId: '7',
    name: 'Katherine',
    email: 'katherine@example.net',
    proof: { idToken: 'x', nonce: 'y' },
  }
  const entry = { pathname: '/', search: '', state: name.includes('social') ? { social } : null }
  const [pathname = '/', search = ''] = (form.path ?? '/').split('?')
  const router = createMemoryRouter(
    [
      { path: form.route ?? pathname, element: form.element },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [{ ...entry, pathname, search: search === '' ? '' : `?${search}` }] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  if (prepared && form.before) {
    await waitFor(() => control('q'))
    await form.before()
  }
  if (prepared) await waitFor(() => button(form))
  // A list of choices may still be loading.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  return form
}

const names = Object.keys(forms)

describe('every required field', () => {
  it.each(names)('%s', async (name) => {
    const form = await open(name)
    if (form.waits) {
      await waitFor(() => control(Object.keys(form.required)[0] ?? ''))
      for (const [field, value] of Object.entries(form.filled))
        if (document.querySelector<HTMLInputElement>(`[name="${field}"]`)?.checked !== true) put(field, value)
      await waitFor(() => expect(button(form)).toBeEnabled())
      for (const [field, words] of Object.entries(form.required)) {
        const value = form.filled[field] ?? ''
        put(field, value === true ? true : '')
        await waitFor(() => expect(control(field)).toHaveAccessibleDescription(expect.stringContaining(words) as string))
        expect(button(form), field).toBeDisabled()
        put(field, value)
        await waitFor(() => expect(button(form)).toBeEnabled())
      }
    } else {
      const sent = vi.fn()
      server.use(http[form.sends[0]](`*/api${form.sends[1]}`, () => void sent()))
      for (const field of Object.keys(form.required)) {
        const there = control(field)
        const typed = there instanceof HTMLTextAreaElement || (there instanceof HTMLInputElement && there.type !== 'checkbox')
        if (typed && there.value !== '') put(field, '')
      }
      fireEvent.click(button(form))
      for (const [field, words] of Object.entries(form.required))
        await waitFor(() => expect(control(field)).toHaveAccessibleDescription(expect.stringContaining(words) as string))
      expect(sent).not.toHaveBeenCalled()
    }
  })
})

it('a reservation in the hour that the clock skips is refused at its field, and not sent for another time', async () => {
  const form = await open('Reservation', false)
  const sent = vi.fn()
  server.use(http.post('*/api/reservations', () => void sent()))
  for (const [field, value] of Object.entries(form.filled)) put(field, value)
  put('reservedAt', '2099-03-29T02:30')
  fireEvent.click(button(form))
  await waitFor(() => expect(control('reservedAt')).toHaveAccessibleDescription('Please choose a day and a time.'))
  expect(control('reservedAt')).toHaveValue('2099-03-29T02:30')
  expect(sent).not.toHaveBeenCalled()
})

it('a place without an address requires one from the customer', async () => {
  const at = { coords: { latitude: 52.5182, longitude: 13.4101 } }
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({
    getCurrentPosition: (done: (at: object) => void) => done(at),
  } as unknown as Geolocation)
  const form = await open('New address create', false)
  fireEvent.click(screen.getByRole('button', { name: 'Use my location' }))
  await waitFor(() => control('name'))
  for (const [field, value] of Object.entries(form.filled)) if (field !== 'address') put(field, value)
  const sent = vi.fn()
  server.use(http.post('*/api/me/addresses', () => void sent()))
  fireEvent.click(button(form))
  await waitFor(() => expect(control('address')).toHaveAccessibleDescription('Please fill in this field.'))
  expect(sent).not.toHaveBeenCalled()
})

it('a location that the browser denies late, after the customer has gone on to search, says nothing', async () => {
  let deny = (): void => undefined
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({
    getCurrentPosition: (_: unknown, failed: (error: object) => void) => void (deny = () => failed({ code: 1 })),
  } as unknown as Geolocation)
  await open('New address create', false)
  render(<Notices />)
  const locate = screen.getByRole('button', { name: 'Use my location' })
  fireEvent.click(locate)
  fireEvent.change(control('q'), { target: { value: 'Torstr' } })
  deny()
  await waitFor(() => expect(locate).toBeEnabled())
  // Dialogs are shown in the order in which they were asked for.
  act(() => void showAlert('Next', 'The next dialog'))
  expect(await screen.findByText('The next dialog')).toBeInTheDocument()
  expect(screen.queryByText(/open your location services/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Ok' }))
  fireEvent.click(locate)
  deny()
  expect(await screen.findByText(/open your location services/)).toBeInTheDocument()
})

it('a server error of a field hidden by a social account is shown, and the form can be sent again', async () => {
  const form = await open('Register with a social account')
  const data = { email: ['The email has already been taken.', 'Second.'], phone: ['The server refuses phone.'] }
  const answers = [HttpResponse.json({ data }, { status: 422 }), HttpResponse.json({}, { status: 201 })]
  server.use(http.post('*/api/register', () => answers.shift()))
  for (const [field, value] of Object.entries(form.filled)) put(field, value)
  fireEvent.click(button(form))
  expect(await screen.findByText('The email has already been taken.')).toBeVisible()
  await waitFor(() => expect(control('phone')).toHaveAccessibleDescription('The server refuses phone.'))
  fireEvent.click(button(form))
  expect(await screen.findByText('elsewhere')).toBeVisible()
})

it('an address of which the backend names the area by its id alone is saved with its area', async () => {
  server.use(
    http.get('*/api/me/addresses/1/edit', () =>
      HttpResponse.json({ id: 1, name: 'Home', address: 'Rathausstraße 5', extras: '', areaId: 1 }),
    ),
  )
  const form = await open('Old address update')
  const sent = vi.fn()
  server.use(
    http.put('*/api/me/addresses/1', async ({ request }) => {
      sent(await request.json())
      return HttpResponse.json({})
    }),
  )
  await waitFor(() => expect(screen.queryByText(/^Choose where it is/)).toBeNull())
  put('name', 'Work')
  fireEvent.click(button(form))
  await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ name: 'Work', areaId: 1 })))
})

it('a registration that logs in does not ask for a login', async () => {
  const form = await open('Register with a social account')
  server.use(
    http.post('*/api/register', () => HttpResponse.json({ token: 'katherine' }, { status: 201 })),
    http.get('*/api/me', () => HttpResponse.json({ name: 'Katherine', email: 'katherine@example.net', phone })),
  )
  for (const [field, value] of Object.entries(form.filled)) put(field, value)
  fireEvent.click(button(form))
  await waitFor(() => expect(showToast).toHaveBeenCalledWith({ kind: 'success', text: "You've successfully registered." }))
})

describe('every server error, the first message of each field, and nothing typed is lost', () => {
  it.each(names)('%s', async (name) => {
    const form = await open(name)
    const fields = [...new Set([...Object.keys(form.required), ...(form.optional ?? [])])]
    const data = Object.fromEntries(fields.map((field) => [field, [`The server refuses ${field}.`, `Second word about ${field}.`]]))
    server.use(
      http[form.sends[0]](`*/api${form.sends[1]}`, () =>
        HttpResponse.json({ message: 'The given data was invalid.', data }, { status: 422 }),
      ),
    )
    await waitFor(() => control(Object.keys(form.required)[0] ?? ''))
    for (const [field, value] of Object.entries(form.filled)) put(field, value)
    await waitFor(() => expect(button(form)).toBeEnabled())
    fireEvent.click(button(form))
    for (const field of fields)
      await waitFor(() =>
        expect(control(field)).toHaveAccessibleDescription(expect.stringContaining(`The server refuses ${field}.`) as string),
      )
    expect(screen.queryByText(/^Second word/)).toBeNull()
    expect(document.querySelector('form[data-validated]')).not.toBeNull()
    for (const [field, value] of Object.entries(form.filled)) {
      if (value === true) expect(control(field)).toBeChecked()
      else if (control(field).matches('[type=radio]')) expect(document.querySelector(`[name="${field}"][value="${value}"]`)).toBeChecked()
      else if (field !== 'phone') expect(control(field)).toHaveValue(value)
    }
    // A rejected form can be sent again.
    await waitFor(() => expect(button(form)).toBeEnabled())
  })
})
