import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Announced } from './Announced.tsx'
import { announce, announceScreen, retractAnnouncements } from './announcements.ts'
import { Sheet } from './Sheet.tsx'
import { EmptyState, ErrorState, NoticeBar } from './States.tsx'

/** What is added to the live regions, and the regions that were inserted with a text, which many screen readers do not read. */
function listen(): { read: string[]; unread: string[]; stop: () => void } {
  const read: string[] = []
  const unread: string[] = []
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      for (const node of addedNodes) {
        const text = node.textContent ?? ''
        if (target instanceof Element && target.closest('[aria-live]') !== null) read.push(text)
        else if (node instanceof Element)
          unread.push(
            ...[node, ...node.querySelectorAll('*')]
              .filter((one) => one.hasAttribute('aria-live') && one.textContent !== '')
              .map((one) => one.textContent),
          )
      }
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return { read, unread, stop: () => observer.disconnect() }
}

afterEach(() => document.body.replaceChildren())

describe('announcements', () => {
  it('are taken back with what is no longer true', async () => {
    announce('Name: This value is not accepted.')
    await waitFor(() => expect(document.querySelector('[aria-live]')?.textContent).toBe('Name: This value is not accepted.'))
    announce('Phone: This value is not accepted.')
    retractAnnouncements()
    announce('Sent.')
    await waitFor(() => expect(document.querySelector('[aria-live]')?.textContent).toBe('Sent.'))
  })

  it('are added to a region that exists before, in order, the title of the screen first', async () => {
    const { read, unread, stop } = listen()
    announce('Closed', 'Closed', 'Offline')
    announceScreen('Checkout')
    await waitFor(() => expect(read).toEqual(['Checkout', 'Closed', 'Offline']))
    expect(unread).toEqual([])
    // The same message again is announced again.
    announce('Offline')
    await waitFor(() => expect(read).toEqual(['Checkout', 'Closed', 'Offline', 'Offline']))
    stop()
  })

  it('of an element: its lines when it is inserted, and those that change', async () => {
    const { read, stop } = listen()
    const notice = (amount: string) => (
      <NoticeBar>
        <p>Mitte</p>
        <p>{amount} more</p>
      </NoticeBar>
    )
    const { rerender } = render(notice('2 €'))
    await waitFor(() => expect(read).toEqual(['Mitte', '2 € more']))
    rerender(notice('2 €'))
    rerender(notice('1 €'))
    await waitFor(() => expect(read).toEqual(['Mitte', '2 € more', '1 € more']))
    stop()
  })

  it('of an error: its title and text, not its buttons', async () => {
    const { read, stop } = listen()
    render(
      <ErrorState title="Something went wrong" action={<button type="button">Try again</button>}>
        <p>Your cart is kept.</p>
      </ErrorState>,
    )
    await waitFor(() => expect(read).toEqual(['Something went wrong', 'Your cart is kept.']))
    stop()
  })

  it('are for an error, not for an empty state nor a notice that its owner announces', async () => {
    const { read, stop } = listen()
    render(
      <>
        <EmptyState title="No orders yet">
          <p>They will be here.</p>
        </EmptyState>
        <NoticeBar live={false}>Branch changed</NoticeBar>
        <ErrorState title="Something went wrong" />
      </>,
    )
    await waitFor(() => expect(read).toEqual(['Something went wrong']))
    stop()
  })

  it('of a dialog that opens are in the dialog', async () => {
    const { unread, stop } = listen()
    render(
      <Sheet open title="Dish" closeLabel="Close" onClose={() => undefined}>
        <Announced>Contains nuts</Announced>
      </Sheet>,
    )
    const dialog = screen.getByRole('dialog')
    await waitFor(() => expect(dialog.querySelector(':scope > [aria-live]')).toHaveTextContent('Contains nuts'))
    expect(document.querySelector('body > [aria-live]')).toBeNull()
    expect(unread).toEqual([])
    stop()
  })

  it('are the only live regions: an element with a live role would come with its text', () => {
    const sources = import.meta.glob<string>(['/client/src/{app,features,first,shop,ui}/**/*.{ts,tsx}', '!/client/src/**/*.test.*'], {
      query: '?raw',
      import: 'default',
      eager: true,
    })
    expect(Object.keys(sources).length).toBeGreaterThan(100)
    const live =
      /<output\b|aria-live|role[=:]\s*\W{0,2}(status|alert|log|timer|marquee)\b(?!dialog)|\?\s*'(status|alert)'|'aria(Live|-live)'/
    expect(Object.keys(sources).filter((path) => live.test(sources[path] ?? ''))).toEqual(['/client/src/ui/announcements.ts'])
  })
})
