import type { FieldValues } from 'react-hook-form'
import { createStored } from '../browser/createStored.ts'
import { identity, sameBranch } from '../session/identity.ts'
import { session, sessionKeys } from '../browser/storage.ts'
import { useStore } from '../createStore.ts'
import { isRecord } from '../domain/wire.ts'

/*
 * Drafts: what was typed into forms and not sent yet, by form name, for this tab. They survive a reload and a login in between. Passwords are never
 * stored.
 */

/** The typed values, and the branch at which they were typed. */
interface Draft {
  branch: string | null
  values: FieldValues
}

const drafts = createStored<Record<string, Draft>>(
  sessionKeys.formDraft,
  (stored) =>
    Object.fromEntries(
      Object.entries(isRecord(stored) ? stored : {}).flatMap(([name, draft]) =>
        isRecord(draft) && isRecord(draft['values'])
          ? [[name, { branch: typeof draft['branch'] === 'string' ? draft['branch'] : null, values: draft['values'] }]]
          : [],
      ),
    ),
  { store: session },
)

/** Reads the draft of a form. `defaults` has the form's fields; those in `ofBranch` are dropped at another branch. */
export function readDraft<F extends object>(name: string, defaults: F, ofBranch: readonly (keyof F)[] = []): Partial<F> {
  return fieldsOf(drafts.get()[name], defaults, ofBranch)
}

/** Some fields of a form's draft inside a component, for values that count elsewhere too; `defaults` where there is no draft. */
export function useDraft<F extends object>(name: string, defaults: F, ofBranch: readonly (keyof F)[] = []): F {
  return { ...defaults, ...fieldsOf(useStore(drafts)[name], defaults, ofBranch) }
}

function fieldsOf<F extends object>(draft: Draft | undefined, defaults: F, ofBranch: readonly (keyof F)[]): Partial<F> {
  if (draft === undefined) return {}
  const here = sameBranch(draft.branch, identity().branch)
  // A field whose type has changed since starts empty.
  const fits = Object.entries(draft.values).filter(
    ([field, value]) =>
      field in defaults && typeof value === typeof defaults[field as keyof F] && (here || !ofBranch.includes(field as keyof F)),
  )
  return Object.fromEntries(fits) as Partial<F>
}

export function writeDraft(name: string, values: FieldValues): void {
  const kept = Object.fromEntries(Object.entries(values).filter(([field]) => !field.includes('password')))
  drafts.set({ ...drafts.get(), [name]: { branch: identity().branch, values: kept } })
}

/** Removes the draft of a form: it was sent, or given up. */
export function removeDraft(name: string): void {
  drafts.set(Object.fromEntries(Object.entries(drafts.get()).filter(([each]) => each !== name)))
}

/** Whether a form's values differ from its initial ones; passwords are ignored, since they are never stored. */
export function differs(values: FieldValues, start: FieldValues): boolean {
  return Object.entries(values).some(
    ([name, value]) => name in start && !name.includes('password') && JSON.stringify(value) !== JSON.stringify(start[name]),
  )
}
