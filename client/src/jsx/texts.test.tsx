import { render } from '@testing-library/react'
import { Fragment, type ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Button } from '../ui/Button.tsx'
import { translateAsBrowser } from '../test-translate.ts'
import { forgetSourceTexts, noteSourceText } from './sourceTexts.ts'

afterEach(forgetSourceTexts)

/** A component that shows what it is given beside an optional icon, as a badge does. */
const Badge = ({ icon, children }: { icon?: boolean; children: ReactNode }) => (
  <b>
    {icon === true && <i />}
    {children}
  </b>
)
const One = ({ children }: { children: ReactNode }) => <>{children}</>

const markup = (element: ReactNode): string => render(element).container.innerHTML

describe('texts', () => {
  it('alone, they are the content of their element', () => {
    const price = String(850)
    expect(markup(<p>{price}</p>)).toBe('<p>850</p>')
    expect(markup(<p>{price} EUR</p>)).toBe('<p>850 EUR</p>')
    expect(
      markup(
        <select>
          <option>
            {price} {3}
          </option>
        </select>,
      ),
    ).toBe('<select><option>850 3</option></select>')
  })

  it('beside something else, they have an element of their own', () => {
    const text = (words: string): string => `<span data-text="">${words}</span>`
    expect(
      markup(
        <p>
          a {1} <b>c</b> d
        </p>,
      ),
    ).toBe(`<p>${text('a 1 ')}<b>c</b>${text(' d')}</p>`)
    expect(markup(<Badge>Chosen</Badge>)).toBe('<b>Chosen</b>')
    expect(markup(<Badge icon>Chosen</Badge>)).toBe(`<b><i></i>${text('Chosen')}</b>`)
    expect(markup(<Badge icon>{['a', 1]}</Badge>)).toBe(`<b><i></i>${text('a1')}</b>`)
    expect(
      markup(
        <p>
          <One>x</One>
          <Fragment key="f">y{2}</Fragment>
        </p>,
      ),
    ).toBe(`<p>${text('x')}${text('y2')}</p>`)
  })

  it('an untranslated one carries its language, without another element', () => {
    noteSourceText('Cart')
    noteSourceText('Menus')
    const cart = '<span lang="en" dir="ltr">Cart</span>'
    expect(markup(<Badge>Cart</Badge>)).toBe(`<b>${cart}</b>`)
    expect(markup(<Badge>{['Cart', 'Menus']}</Badge>)).toBe(`<b>${cart}<span lang="en" dir="ltr">Menus</span></b>`)
  })

  it('change and make room in a page that the browser has translated', () => {
    const Screen = ({ quantity, chosen }: { quantity: number; chosen: boolean }) => (
      <div>
        <Badge icon={chosen}>{chosen ? 'Chosen' : 'Required'}</Badge>
        <Button>
          Add {chosen && <i />} €{quantity * 8}
        </Button>
        {chosen && <p>first</p>}
        last
      </div>
    )
    const { rerender, container } = render(<Screen quantity={1} chosen={false} />)
    const stop = translateAsBrowser(container)
    rerender(<Screen quantity={2} chosen />)
    expect(container.querySelector('b')).toHaveTextContent('Chosen')
    expect(container.querySelector('button')).toHaveTextContent('Add €16')
    rerender(<Screen quantity={3} chosen={false} />)
    expect(container).toHaveTextContent(/^RequiredAdd €24last$/)
    stop()
  })
})
