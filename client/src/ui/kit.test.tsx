import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ComponentProps } from 'react'
import { announce } from './announcements.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from './Button.tsx'
import { Chips, Choice } from './Choice.tsx'
import { Checkbox, TextInput } from './Field.tsx'
import { Pagination, pageLinks } from './Pagination.tsx'
import { ImageServiceContext, Picture } from './Picture.tsx'
import { Price } from './Price.tsx'
import { AlertDialog, Sheet } from './Sheet.tsx'
import { Stepper } from './Stepper.tsx'
import { Toasts, type Toast } from './Toasts.tsx'

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** Waits until the live region of the page or of a dialog has exactly these messages. */
const expectAnnounced = (host: HTMLElement, ...messages: string[]) =>
  waitFor(() => expect([...host.querySelectorAll(':scope > [aria-live] > *')].map((line) => line.textContent)).toEqual(messages))

describe('a field', () => {
  it('has its label, hint and error connected to the control', () => {
    render(<TextInput name="email" label="E-mail" hint="Only for your order" error="Not an address" />)
    const field = screen.getByRole('textbox', { name: 'E-mail' })
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription('Not an address Only for your order')
    expect(field).toHaveAttribute('name', 'email')
  })

  it('a box shows its error beside itself', () => {
    render(<Checkbox name="terms" label="I accept" error="Please accept" />)
    expect(screen.getByRole('checkbox', { name: 'I accept' })).toHaveAccessibleDescription('Please accept')
  })
})

describe('a button', () => {
  it('can not be pressed twice while it is pending', async () => {
    const pressed = vi.fn()
    render(
      <Button pending onClick={pressed}>
        Save
      </Button>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(pressed).not.toHaveBeenCalled()
  })
})

describe('a choice', () => {
  it('says what is wrong on the group', () => {
    render(
      <Choice
        name="sizeId"
        legend="Size"
        items={[{ value: '1', label: 'Small' }]}
        value={null}
        onChoose={() => undefined}
        error="Please choose"
      />,
    )
    expect(screen.getByRole('radiogroup', { name: 'Size' })).toHaveAccessibleDescription('Please choose')
    expect(screen.getByRole('radio', { name: 'Small' })).toHaveAccessibleDescription('Please choose')
  })

  it('chips are one stop of the tab key, arrow keys go round', async () => {
    const user = userEvent.setup()
    const items = ['A', 'B', 'C'].map((value) => ({ value, label: value }))
    render(<Chips label="Allergens" items={items} pressed={new Set(['B'])} onToggle={() => undefined} />)
    await user.tab()
    expect(screen.getByRole('button', { name: 'A' })).toHaveFocus()
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('button', { name: 'C' })).toHaveFocus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(screen.getByRole('button', { name: 'B' })).toHaveFocus()
    expect(screen.getByRole('button', { name: 'B', pressed: true })).toBeVisible()
  })
})

const Quantity = (props: Partial<ComponentProps<typeof Stepper>> & { value: number }) => (
  <Stepper
    max={6}
    onIncrease={() => undefined}
    onDecrease={() => undefined}
    label="Quantity"
    increaseLabel="More"
    decreaseLabel="Less"
    {...props}
  />
)

describe('a stepper', () => {
  it('takes a typed number on Enter and ignores an empty one', async () => {
    const user = userEvent.setup()
    const typed = vi.fn()
    render(<Quantity value={2} onType={typed} />)
    const field = screen.getByRole('spinbutton', { name: 'Quantity' })
    await user.clear(field)
    await user.keyboard('{Enter}')
    expect(typed).not.toHaveBeenCalled()
    await user.clear(field)
    await user.type(field, '5{Enter}')
    expect(typed).toHaveBeenCalledWith(5)
  })

  it('is left when the wheel is turned over it: the page scrolls, and the number stays', async () => {
    const typed = vi.fn()
    render(<Quantity value={1} onType={typed} />)
    const field = screen.getByRole('spinbutton')
    await userEvent.clear(field)
    await userEvent.type(field, '6')
    expect(fireEvent.wheel(field, { deltaY: 300 })).toBe(true)
    expect(field).not.toHaveFocus()
    expect(typed).toHaveBeenCalledWith(6)
  })

  it('does not go below its minimum, where it may become a remove button', async () => {
    const removed = vi.fn()
    const { rerender } = render(<Quantity value={1} />)
    expect(screen.getByRole('button', { name: 'Less' })).toBeDisabled()
    rerender(<Quantity value={1} onRemove={removed} removeLabel="Remove" />)
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(removed).toHaveBeenCalledOnce()
  })
})

function WithSheet() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Margherita" closeLabel="Close">
        <p>Inside</p>
      </Sheet>
    </>
  )
}

describe('a sheet', () => {
  it('is a dialog with the name of the thing, and closes by its button and by Esc', async () => {
    const user = userEvent.setup()
    render(<WithSheet />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    const dialog = screen.getByRole('dialog', { name: 'Margherita' })
    expect(dialog).toHaveAttribute('open')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(dialog).not.toHaveAttribute('open')
    await user.click(screen.getByRole('button', { name: 'Open' }))
    // Esc reaches a dialog as `cancel`.
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    expect(dialog).not.toHaveAttribute('open')
  })

  it('an alert has its title, its words and Ok', async () => {
    const agreed = vi.fn()
    render(
      <AlertDialog open title="Error" agree="Ok" onAgree={agreed} onDecline={() => undefined}>
        <p>No</p>
      </AlertDialog>,
    )
    expect(screen.getByRole('alertdialog', { name: 'Error' })).toHaveAccessibleDescription('No')
    await userEvent.click(screen.getByRole('button', { name: 'Ok' }))
    expect(agreed).toHaveBeenCalledOnce()
  })
})

describe('toasts', () => {
  const toast = { id: 1, kind: 'success' as const, text: 'Added', actions: [], duration: 4000 }

  it('leave after their time, and not under the pointer', () => {
    vi.useFakeTimers()
    const close = vi.fn()
    render(<Toasts toasts={[toast]} onClose={close} label="Messages" closeLabel="Close" hideLabel="Hide" />)
    const element = screen.getByText('Added')
    fireEvent.mouseEnter(element)
    act(() => {
      vi.advanceTimersByTime(10_000)
    })
    expect(close).not.toHaveBeenCalled()
    fireEvent.mouseLeave(element)
    act(() => {
      vi.advanceTimersByTime(3999)
    })
    expect(close).not.toHaveBeenCalled()
    act(() => {
      vi.advanceTimersByTime(1)
    })
    expect(close).toHaveBeenCalledWith(1)
  })

  it('pause while the page is hidden', () => {
    vi.useFakeTimers()
    const close = vi.fn()
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    render(<Toasts toasts={[toast]} onClose={close} label="Messages" closeLabel="Close" hideLabel="Hide" />)
    act(() => void vi.advanceTimersByTime(60_000))
    expect(close).not.toHaveBeenCalled()
    seen.mockRestore()
    fireEvent(document, new Event('visibilitychange'))
    act(() => void vi.advanceTimersByTime(4000))
    expect(close).toHaveBeenCalledWith(1)
  })

  it('are announced', async () => {
    const props = { onClose: () => undefined, label: 'Messages', closeLabel: 'Close', hideLabel: 'Hide' }
    const { rerender } = render(<Toasts toasts={[]} {...props} />)
    rerender(<Toasts toasts={[{ ...toast, title: 'Margherita' }]} {...props} />)
    await expectAnnounced(document.body, 'Margherita: Added')
    rerender(<Toasts toasts={[{ ...toast, id: 2, kind: 'error', text: 'Failed' }]} {...props} />)
    await expectAnnounced(document.body, 'Margherita: Added', 'Failed')
  })

  it('are announced in the open dialog, since the page below it is inert', async () => {
    const props = { onClose: () => undefined, label: 'Messages', closeLabel: 'Close', hideLabel: 'Hide' }
    const page = (toasts: Toast[]) => (
      <>
        <Sheet open title="Dish" closeLabel="Close" onClose={() => undefined}>
          <p>Words</p>
        </Sheet>
        <Toasts toasts={toasts} {...props} />
      </>
    )
    const { rerender } = render(page([]))
    rerender(page([toast]))
    await expectAnnounced(screen.getByRole('dialog'), 'Added')
  })

  it('are in the dialog above all others, where they can be pressed, and announced once', async () => {
    const page = (below: boolean, above: boolean) => (
      <>
        <AlertDialog open={above} title="Sure" agree="Ok" onAgree={() => undefined} onDecline={() => undefined}>
          Words
        </AlertDialog>
        <Sheet open={below} title="Dish" closeLabel="Close" onClose={() => undefined}>
          <p>Words</p>
        </Sheet>
        <Toasts toasts={[{ ...toast, kind: 'error' }]} onClose={() => undefined} label="Messages" closeLabel="Hide" hideLabel="Hide" />
      </>
    )
    const close = () => screen.getByRole('button', { name: 'Hide' })
    const { rerender } = render(page(true, false))
    expect(screen.getByRole('dialog')).toContainElement(close())
    await expectAnnounced(screen.getByRole('dialog'), 'Added')
    rerender(page(true, true))
    expect(screen.getByRole('alertdialog')).toContainElement(close())
    rerender(page(true, false))
    expect(screen.getByRole('dialog')).toContainElement(close())
    rerender(page(false, false))
    expect(screen.getByRole('region', { name: 'Messages' })).toContainElement(close())
    announce('Closed')
    await expectAnnounced(document.body, 'Closed')
  })
})

describe('small components', () => {
  it('an old price is spoken as "instead of"', () => {
    const { container } = render(
      <Price was="40,00 €" wasLabel="instead of">
        34,00 €
      </Price>,
    )
    expect(container).toHaveTextContent('34,00 €instead of 40,00 €')
    expect(container.querySelector('s')).toHaveTextContent('instead of 40,00 €')
  })

  it('a picture comes from the image service in many widths, from the restaurant when that has none, else it is a plate', () => {
    const service = (src: string) => (width: number) => `https://img.example/w${width}/${encodeURIComponent(src)}`
    const { container } = render(
      <ImageServiceContext value={service}>
        <Picture sizes="8rem" src="https://shop.example/a.avif" alt="" name="Apfel" />
      </ImageServiceContext>,
    )
    const picture = () => container.querySelector('img')
    expect(picture()).toHaveAttribute('sizes', '8rem')
    expect(picture()).toHaveAttribute(
      'srcset',
      expect.stringContaining('https://img.example/w320/https%3A%2F%2Fshop.example%2Fa.avif 320w, https://img.example/w480/'),
    )
    fireEvent.error(picture() as HTMLImageElement)
    expect(picture()).not.toHaveAttribute('srcset')
    expect(picture()).toHaveAttribute('src', 'https://shop.example/a.avif')
    fireEvent.error(picture() as HTMLImageElement)
    expect(picture()).toBeNull()
    expect(container).toHaveTextContent('A')
  })
  it('a picture that does not come becomes a plate with the initial', () => {
    const { container } = render(<Picture sizes="8rem" src="/gone.avif" alt="" name="„Überraschung“" />)
    const image = container.querySelector('img')
    expect(image).not.toBeNull()
    if (image !== null) fireEvent.error(image)
    expect(container.querySelector('img')).toBeNull()
    expect(container.querySelector('svg')).toHaveTextContent('Ü')
  })

  it.each([
    [1, 1, [1]],
    [1, 20, [1, 2, 3, 4, 5, 6, 7]],
    [10, 20, [7, 8, 9, 10, 11, 12, 13]],
    [20, 20, [14, 15, 16, 17, 18, 19, 20]],
    [2, 3, [1, 2, 3]],
  ])('page %i of %i links %j', (current, total, links) => expect(pageLinks(current, total)).toEqual(links))

  it('a single page needs no links', () => {
    const { container } = render(
      <Pagination current={1} total={1} onGo={() => undefined} label="Pages" pageLabel={String} previousLabel="Back" nextLabel="On" />,
    )
    expect(container).toBeEmptyDOMElement()
  })
})
