import { pointOut } from '../../ui/pointOut.ts'
import { smoothScrollTo } from '../../shop/browser/smoothScroll.ts'

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
