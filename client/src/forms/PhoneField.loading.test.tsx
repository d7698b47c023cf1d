import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { startLanguage } from '../i18n/language.ts'
import { PhoneForm } from './PhoneField.fixture.tsx'

// A file of its own: the number metadata is loaded once.
const metadata = vi.hoisted(() => {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  return { released, release }
})
vi.mock('libphonenumber-js/max', async (load) => {
  await metadata.released
  return load()
})

it('keeps its text, with what is selected in it, while it has the focus and the number metadata arrives', async () => {
  await startLanguage(undefined)
  render(<PhoneForm />)
  const phone = screen.getByLabelText('Phone')
  await userEvent.click(phone)
  metadata.release()
  await waitFor(() =>
    expect(screen.getByLabelText('Country of the telephone number').querySelectorAll('option').length).toBeGreaterThan(200),
  )
  expect(phone).toHaveValue('+493023125102')
  await userEvent.tab()
  expect(phone).toHaveValue('030 23125102')
})
