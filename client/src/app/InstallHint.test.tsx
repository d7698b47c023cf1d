import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { countVisit, captureInstallPrompt } from '../browser/useInstall.ts'
import { startLanguage } from '../i18n/language.ts'
import { Notices } from '../notices/Notices.tsx'
import { local, storedKeys } from '../browser/storage.ts'
import { InstallHint } from './InstallHint.tsx'

const hint = () => screen.queryByRole('button', { name: 'Add the shop to your home screen' })

function offered(): { prompt: ReturnType<typeof vi.fn>; event: Event } {
  const prompt = vi.fn(() => Promise.resolve())
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(event))
  return { prompt, event }
}

beforeAll(async () => {
  await startLanguage({})
  captureInstallPrompt()
})
afterEach(() => act(() => void window.dispatchEvent(new Event('appinstalled'))))

describe('the hint to install', () => {
  it('is not shown on a first visit, and the browser’s banner is suppressed', () => {
    countVisit(true)
    render(<InstallHint />)
    const { event } = offered()
    expect(event.defaultPrevented).toBe(true)
    expect(hint()).toBeNull()
  })

  it.each([
    [
      'at the second visit',
      () => {
        countVisit(true)
        countVisit(true)
      },
    ],
    ['after an order', () => local.writeJson(storedKeys.guestOrders, [{}])],
  ])('is there %s, asks once and goes', (_, before) => {
    before()
    render(<InstallHint />)
    expect(hint()).toBeNull()
    const { prompt } = offered()
    fireEvent.click(hint()!)
    expect(prompt).toHaveBeenCalledTimes(1)
    expect(hint()).toBeNull()
  })

  it('explains the manual installation without a prompt, and is hidden once installed', async () => {
    local.writeJson(storedKeys.guestOrders, [{}])
    const standalone = (value: boolean) => Object.defineProperty(navigator, 'standalone', { value, configurable: true })
    standalone(false)
    const { unmount } = render(
      <>
        <InstallHint />
        <Notices />
      </>,
    )
    // What is loaded in a press is rendered in its act.
    await act(() => Promise.resolve(fireEvent.click(hint()!)))
    expect(await screen.findByText('Press “Share” in the browser’s bar, then “Add to Home Screen”.')).toBeInTheDocument()
    unmount()
    standalone(true)
    render(<InstallHint />)
    expect(hint()).toBeNull()
    Reflect.deleteProperty(navigator, 'standalone')
  })

  it('does not count a reload as a visit', () => {
    countVisit(true)
    countVisit(false)
    expect(local.read(storedKeys.visits)).toBe('1')
  })
})
