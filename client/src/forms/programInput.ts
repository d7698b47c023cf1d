/*
 * Texts that a program puts into fields: a password manager, the browser's autofill on iOS, an assistant. It sets the element's `value` and sends the
 * events of typing. React takes an assignment for its own and drops the events, so that a field shows what its form does not have. Here such an event is
 * made one that React delivers, and a field that was filled in without any event sends one when its form is left or sent.
 */

type TextField = HTMLInputElement | HTMLTextAreaElement

/** The text that the form has of a field. */
const known = new WeakMap<TextField, () => string>()

const isTextField = (target: unknown): target is TextField =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio')

/** Keeps a field of a form in step with its element: `text` is what the form has of it; by default what it was rendered with last. */
export function keepInStep(element: Element | null, text?: () => string): void {
  if (isTextField(element)) known.set(element, text ?? (() => element.defaultValue))
}

/** Sends the text of each field below an element of which its form has another one. */
export function readFields(root: ParentNode): void {
  for (const field of root.querySelectorAll<TextField>('input, textarea'))
    if (differs(field)) field.dispatchEvent(new Event('input', { bubbles: true }))
}

function differs(field: TextField): boolean {
  const text = known.get(field)
  return text !== undefined && text() !== field.value
}

let watching = false

/** Watches the fields of the whole page, once. */
export function watchPrograms(): void {
  if (watching) return
  watching = true
  for (const type of ['input', 'change'])
    window.addEventListener(type, ({ isTrusted, target }) => !isTrusted && isTextField(target) && differs(target) && deliver(target), true)
  window.addEventListener('focusout', ({ target }) => isTextField(target) && target.form !== null && readFields(target.form), true)
}

/** React delivers the event of a field if its value was not assigned: another one is, and the browser's own setter puts the text back. */
function deliver(field: TextField): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  const text = field.value
  field.value = text === '' ? '0' : ''
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
}
