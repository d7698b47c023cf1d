import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isBusy, watchTyping } from './busy.ts'
import { changeIdentity } from './identity.ts'

let stop = (): void => undefined
beforeEach(() => {
  stop = watchTyping()
})
afterEach(() => {
  stop()
  document.body.innerHTML = ''
  window.history.replaceState(null, '', '/')
})

const type = (): void => {
  document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }))
}

describe('a page is busy', () => {
  it('where something was typed, by the customer who is still here', () => {
    window.history.replaceState(null, '', '/contact')
    document.body.innerHTML = '<main><form><input></form></main>'
    expect(isBusy()).toBe(false)
    type()
    expect(isBusy()).toBe(true)
    // The previous customer's draft is removed.
    changeIdentity({}, true)
    expect(isBusy()).toBe(false)
  })

  it('in the checkout while there is something to order, and at a confirmation', () => {
    window.history.replaceState(null, '', '/checkout')
    document.body.innerHTML = '<main><p>Your cart is empty.</p></main>'
    expect(isBusy()).toBe(false)
    document.body.innerHTML = '<main><form></form></main>'
    expect(isBusy()).toBe(true)
    window.history.replaceState(null, '', '/checkout?order=A-7')
    document.body.innerHTML = '<main><h1>Thank you for your order</h1></main>'
    expect(isBusy()).toBe(true)
  })

  it('while a sheet is open', () => {
    document.body.innerHTML = '<dialog open></dialog>'
    expect(isBusy()).toBe(true)
  })
})
