import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../api/apiError.ts'
import { queryClient } from '../api/queryClient.ts'
import { TextInput } from '../ui/Field.tsx'
import { readDraft, removeDraft, writeDraft } from './formDraft.ts'
import { changeIdentity, identity } from '../session/identity.ts'
import { startLanguage } from '../i18n/language.ts'
import { loadPhones } from './phone.ts'
import { PhoneField } from './PhoneField.tsx'
import { sessionKeys } from '../browser/storage.ts'
import { rules, useFormFields } from './formFields.ts'
import { useWireForm } from './useWireForm.ts'

interface Values {
  email: string
  phone: string
  password: string
}

interface FormProps {
  send: (values: Values) => Promise<unknown>
  done?: () => void
  draft?: string
  known?: Partial<Values>
  together?: readonly (keyof Values)[]
}

function Form({ send, done, draft, known, together }: FormProps) {
  const { form, field, formProps, pending, valid, failure } = useWireForm<Values, unknown>({
    defaultValues: { email: '', phone: '', password: '' },
    send,
    done: done ?? (() => undefined),
    under: { login: 'email' },
    ...(draft !== undefined && { draft }),
    ...(known !== undefined && { known }),
    ...(together !== undefined && { together }),
  })
  return (
    <form {...formProps} aria-label="form">
      <TextInput {...field('email', rules.email)} label="E-mail" />
      <PhoneField control={form.control} />
      <TextInput {...field('password', { required: rules.filled.required })} label="Password" />
      {failure !== null && <p role="alert">{failure}</p>}
      <button disabled={pending}>{valid ? 'Send' : 'Incomplete'}</button>
    </form>
  )
}

const wrapped = (props: FormProps) => (
  <QueryClientProvider client={queryClient}>
    <Form {...props} />
  </QueryClientProvider>
)

const show = (props: FormProps) => render(wrapped(props))

/** Sets a field's text at once, as pasting does. */
async function put(label: string, words: string): Promise<void> {
  await userEvent.click(screen.getByLabelText(label))
  await userEvent.paste(words)
}

async function fill(): Promise<void> {
  await put('E-mail', 'ada@example.org')
  await put('Phone', '030 23125100')
  await put('Password', 'secret')
  await userEvent.keyboard('{Enter}')
}

beforeAll(async () => {
  await startLanguage(undefined)
  // Without it, numbers are sent as typed.
  await loadPhones()
})

describe('a form of the wire', () => {
  it('sends nothing while a rule is broken, and puts the focus on the first field', async () => {
    const send = vi.fn(() => Promise.resolve())
    show({ send })
    await userEvent.click(screen.getByRole('button'))
    expect(await screen.findByLabelText('E-mail')).toHaveAccessibleDescription('Please fill in this field.')
    expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription('Please enter a valid telephone number.')
    expect(screen.getByLabelText('E-mail')).toHaveFocus()
    expect(send).not.toHaveBeenCalled()
  })

  it('sends the number as dialled from anywhere', async () => {
    const send = vi.fn(() => Promise.resolve())
    show({ send })
    await fill()
    await waitFor(() =>
      expect(send).toHaveBeenCalledExactlyOnceWith({ email: 'ada@example.org', phone: '+493023125100', password: 'secret' }),
    )
  })

  it('sends an e-mail address without the unseen characters of a copy, and a password as it is', async () => {
    const send = vi.fn(() => Promise.resolve())
    show({ send })
    await put('E-mail', '\u202aa\u200bda@exam\u00adple.org\ufeff\u202c ')
    await put('Phone', '030 23125100')
    await put('Password', 'sec\u200bret')
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(send).toHaveBeenCalledExactlyOnceWith({ email: 'ada@example.org', phone: '+493023125100', password: 'sec\u200bret' }),
    )
  })

  it('shows the first message of each field beside it, errors of login under the e-mail field, and the rest above the button', async () => {
    const fields = { login: ['Locked.', 'Second.'], password: ['Too short.'], cart: ['Something else.'] }
    show({ send: () => Promise.reject(new ApiError({ status: 422, fields })) })
    await fill()
    await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Locked.'))
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Too short.')
    expect(screen.getByRole('alert')).toHaveTextContent('Something else.')
    expect(screen.queryByText('Second.')).toBeNull()
    expect(screen.getByLabelText('E-mail')).toHaveFocus()
    expect(screen.getByRole('form')).toHaveAttribute('data-validated', 'true')
    expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled()
  })

  it('clears the old errors with a new answer and keeps what is typed', async () => {
    const answers = [new ApiError({ status: 422, fields: { email: ['Taken.'] } }), new ApiError({ status: 500, message: 'Not now.' })]
    show({ send: () => Promise.reject(answers.shift() ?? new Error('too often')) })
    await fill()
    await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Taken.'))
    await userEvent.click(screen.getByRole('button'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Not now.')
    expect(screen.getByLabelText('E-mail')).not.toHaveAccessibleDescription()
    expect(screen.getByLabelText('Password')).toHaveValue('secret')
  })

  it('a form that is sent takes back what was announced of its errors before', async () => {
    const send = vi.fn(() => Promise.resolve())
    send.mockRejectedValueOnce(new ApiError({ status: 422, fields: { email: ['Taken.'] } }))
    const done = vi.fn()
    show({ send, done })
    await fill()
    await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveFocus())
    await userEvent.tab()
    await waitFor(() => expect(document.querySelector('[aria-live]')).toHaveTextContent('Taken.'))
    await userEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect(document.querySelector('[aria-live]')).toHaveTextContent(/^$/)
  })

  it('fills in the customer’s data once known, in untouched fields, without a draft', async () => {
    const send = () => Promise.resolve()
    const view = show({ send, draft: 'known', known: { email: '', phone: '' } })
    await put('E-mail', 'other@example.org')
    view.rerender(wrapped({ send, draft: 'known', known: { email: 'ada@example.org', phone: '+493023125100' } }))
    expect(await screen.findByDisplayValue('030 23125100')).toBe(screen.getByLabelText('Phone'))
    expect(screen.getByLabelText('E-mail')).toHaveValue('other@example.org')
    expect(sessionStorage.getItem(sessionKeys.formDraft)).toContain('other@example.org')
    view.unmount()

    const looked = show({ send, draft: 'looked', known: { email: '' } })
    looked.rerender(wrapped({ send, draft: 'looked', known: { email: 'ada@example.org' } }))
    expect(await screen.findByDisplayValue('ada@example.org')).toBe(screen.getByLabelText('E-mail'))
    expect(sessionStorage.getItem(sessionKeys.formDraft) ?? '').not.toContain('looked')
  })

  it('fills fields that are one value together only if all of them are empty', async () => {
    const send = () => Promise.resolve()
    const account = { email: 'ada@example.org', phone: '+493023125100' }
    const together = ['email', 'phone'] as const
    const typing = show({ send, known: { email: '', phone: '' }, together })
    await put('E-mail', 'mary@example.com')
    typing.rerender(wrapped({ send, known: account, together }))
    await userEvent.tab()
    expect(screen.getByLabelText('E-mail')).toHaveValue('mary@example.com')
    expect(screen.getByLabelText('Phone')).toHaveValue('')
    typing.unmount()

    const looking = show({ send, known: { email: '', phone: '' }, together })
    looking.rerender(wrapped({ send, known: account, together }))
    expect(await screen.findByDisplayValue('030 23125100')).toBe(screen.getByLabelText('Phone'))
    expect(screen.getByLabelText('E-mail')).toHaveValue('ada@example.org')
  })

  it('keeps a draft without its password until it is sent', async () => {
    const view = show({ send: () => Promise.reject(new ApiError({ status: 0 })), draft: 'test' })
    await fill()
    await screen.findByRole('alert')
    view.unmount()
    expect(sessionStorage.getItem(sessionKeys.formDraft)).not.toContain('secret')
    show({ send: () => Promise.resolve(), draft: 'test' })
    expect(screen.getByLabelText('E-mail')).toHaveValue('ada@example.org')
    expect(screen.getByLabelText('Password')).toHaveValue('')
    await put('Password', 'secret')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(sessionStorage.getItem(sessionKeys.formDraft)).toBe('{}'))
  })

  it('stores no draft of an unchanged form, and removes a draft that is reverted', async () => {
    const view = show({ send: () => Promise.resolve(), draft: 'test' })
    await put('E-mail', 'a')
    await waitFor(() => expect(sessionStorage.getItem(sessionKeys.formDraft)).toContain('"email":"a"'))
    await userEvent.clear(screen.getByLabelText('E-mail'))
    await put('Password', 'secret')
    await waitFor(() => expect(sessionStorage.getItem(sessionKeys.formDraft)).toBe('{}'))
    view.unmount()
  })
})

describe('what is typed', () => {
  const defaults = { email: '', notes: '' }

  it('at one branch is restored at another one without what belongs to the branch', () => {
    const { branch } = identity()
    writeDraft('order', { email: 'ada@example.org', notes: 'Two forks' })
    expect(readDraft('order', defaults, ['notes'])).toEqual({ email: 'ada@example.org', notes: 'Two forks' })
    changeIdentity({ branch: `${branch ?? ''}/` })
    expect(readDraft('order', defaults, ['notes'])).toEqual({ email: 'ada@example.org', notes: 'Two forks' })
    changeIdentity({ branch: 'https://another.example' })
    expect(readDraft('order', defaults, ['notes'])).toEqual({ email: 'ada@example.org' })
    changeIdentity({ branch })
    removeDraft('order')
    expect(readDraft('order', defaults)).toEqual({})
  })

  it('is not stored once its customer has left', async () => {
    const view = show({ send: () => Promise.resolve(), draft: 'left' })
    await put('E-mail', 'ada@example.org')
    await waitFor(() => expect(sessionStorage.getItem(sessionKeys.formDraft)).toContain('ada@example.org'))
    sessionStorage.removeItem(sessionKeys.formDraft)
    act(() => changeIdentity({}, true))
    await put('E-mail', 'more')
    expect(screen.getByLabelText('E-mail')).toHaveValue('ada@example.orgmore')
    expect(sessionStorage.getItem(sessionKeys.formDraft)).toBeNull()
    view.unmount()
  })
})

it('renders the fields of a form once before they are painted', () => {
  const rendered = vi.fn()
  function Fields() {
    const { field } = useFormFields({ defaultValues: { email: 'ada@example.org' } })
    rendered()
    return <TextInput {...field('email', rules.email)} label="E-mail" />
  }
  render(<Fields />)
  expect(screen.getByLabelText('E-mail')).toHaveValue('ada@example.org')
  expect(rendered).toHaveBeenCalledTimes(1)
})

it('starts again with other values in all fields', async () => {
  function Fields() {
    const { form, field, reset } = useFormFields({ defaultValues: { email: '', phone: '' } })
    return (
      <>
        <TextInput {...field('email', rules.email)} label="E-mail" />
        <PhoneField control={form.control} />
        <button onClick={() => reset({ email: 'ada@example.org', phone: '+493023125100' })}>Start again</button>
      </>
    )
  }
  render(<Fields />, { wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider> })
  await put('E-mail', 'not an address')
  await put('Phone', '030 23125102')
  await userEvent.tab()
  await userEvent.click(screen.getByRole('button'))
  expect(screen.getByLabelText('E-mail')).toHaveValue('ada@example.org')
  expect(screen.getByLabelText('Phone')).toHaveValue('030 23125100')
  expect(screen.getByLabelText('E-mail')).not.toHaveAccessibleDescription()
})

describe('the phone field', () => {
  it('clears an invalid number on blur, and says why', async () => {
    show({ send: () => Promise.resolve() })
    const phone = screen.getByLabelText('Phone')
    await put('Phone', '12345')
    await userEvent.tab()
    await waitFor(() => expect(phone).toHaveValue(''))
    expect(phone).toHaveAccessibleDescription('“12345” is not a valid telephone number, so the field was cleared.')
    await put('Phone', '030 23125100')
    await userEvent.tab()
    await waitFor(() => expect(phone).not.toHaveAccessibleDescription())
    expect(phone).toHaveValue('030 23125100')
  })

  it('begins with the shop’s country, has us and gb first, and follows a number’s own country', async () => {
    show({ send: () => Promise.resolve() })
    const country = screen.getByLabelText('Country of the telephone number')
    await waitFor(() => expect(country.querySelectorAll('option').length).toBeGreaterThan(200))
    expect(country).toHaveValue('DE')
    expect([...country.querySelectorAll('option')].slice(0, 2).map((option) => option.value)).toEqual(['US', 'GB'])
    await put('Phone', '+44 20 7946 0958')
    await userEvent.tab()
    await waitFor(() => expect(country).toHaveValue('GB'))
  })
})

describe('what a program puts into the fields', () => {
  /** As Chrome on iOS and some password managers do: the element’s own property, and the events of typing. */
  const put = (label: string, text: string, events: string[]): void =>
    act(() => {
      const field = screen.getByLabelText<HTMLInputElement>(label)
      field.value = text
      for (const type of events) field.dispatchEvent(new Event(type, { bubbles: true }))
    })

  beforeAll(() => loadPhones())

  it.each([
    { name: 'with its events', events: ['input', 'change'] },
    { name: 'with only a change', events: ['change'] },
    { name: 'without any event', events: [] },
  ])('is sent as it is shown: $name', async ({ events }) => {
    const send = vi.fn(() => Promise.resolve())
    show({ send })
    put('E-mail', 'ada@example.org', events)
    put('Phone', '030 23125042', events)
    put('Password', 'correct-horse', events)
    expect(screen.getByLabelText('Phone')).toHaveValue('030 23125042')
    await userEvent.click(screen.getByRole('button'))
    await waitFor(() => expect(send).toHaveBeenCalledWith({ email: 'ada@example.org', phone: '+493023125042', password: 'correct-horse' }))
  })

  it('is read when one of the fields is left', async () => {
    const send = vi.fn(() => Promise.resolve())
    show({ send })
    put('E-mail', 'ada@example.org', [])
    put('Phone', '030 23125042', [])
    put('Password', 'correct-horse', [])
    act(() => screen.getByLabelText('Password').focus())
    await act(async () => {
      screen.getByLabelText('Password').blur()
      await Promise.resolve()
    })
    expect(await screen.findByText('Send')).toBeVisible()
  })
})
