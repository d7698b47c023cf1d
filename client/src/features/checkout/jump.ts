import type { KeyboardEvent } from 'react'
import type { ApiError } from '../../api/apiError.ts'
import { pointOut } from '../../ui/pointOut.ts'
import { smoothScrollTo } from '../../browser/smoothScroll.ts'

/** The field of a line of the cart, by its place, as the backend names it (docs/wire.md section 8). */
export const lineField = (at: number): string => `cart.items.${at}`

const isOfCart = (field: string): boolean => field === 'cart' || field.startsWith('cart.')

/** Whether all that the backend says of an order is about its cart. */
export const isAboutCart = ({ fields }: ApiError): boolean => Object.keys(fields).length > 0 && Object.keys(fields).every(isOfCart)

/** Leads to what a message is about. Of the cart that is what has changed on the menu, else the line, else the lines. */
export function leadToField(form: HTMLElement | null, field: string): void {
  const line = /^cart\.items\.\d+/.exec(field)?.[0]
  const places = isOfCart(field) ? [...(line === undefined ? ['review'] : [line, 'review']), 'cart'] : [field]
  places.some((place) => jumpToField(form, place))
}

/** Scrolls to the control of an API field, or of the last part of its path, focuses it and points it out. Returns whether there is one. */
export function jumpToField(form: HTMLElement | null, name: string): boolean {
  const controls = [...(form?.querySelectorAll<HTMLElement>(`[name="${CSS.escape(name)}"], [data-field="${CSS.escape(name)}"]`) ?? [])]
  const control = controls.find((each) => each instanceof HTMLInputElement && each.checked) ?? controls[0]
  if (!control) return name.includes('.') && jumpToField(form, name.slice(name.lastIndexOf('.') + 1))
  control.focus({ preventScroll: true })
  smoothScrollTo(control)
  pointOut(control.closest<HTMLElement>('[role=radiogroup], [role=group], label') ?? control)
  return true
}

/**
 * Enter in a text field of a form that only its button sends: what the key is named (`enterkeyhint`) it does. "next" moves on to the next text field,
 * anything else closes the on-screen keyboard.
 */
export function enterMovesOn(event: KeyboardEvent<HTMLFormElement>): void {
  const field = event.target
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(field instanceof HTMLInputElement)) return
  event.preventDefault()
  const hint = field.getAttribute('enterkeyhint')
  if (hint === null) return
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('input[enterkeyhint], textarea')]
  const next = hint === 'next' ? fields[fields.indexOf(field) + 1] : undefined
  if (next === undefined) field.blur()
  else next.focus()
}
