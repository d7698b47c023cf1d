import { useCallback, useEffect, useState } from 'react'
import {
  createFormControl,
  useFormState,
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../api/apiError.ts'
import { text } from '../api/translatable.ts'
import { trimmedText } from '../domain/invisible.ts'
import { announce } from '../ui/announcements.ts'
import { keepInStep, watchPrograms } from './programInput.ts'
import { differs, readDraft, removeDraft, writeDraft } from './formDraft.ts'
import { currentVisitor } from '../session/identity.ts'

/** A permissive pattern of an e-mail address, with the unseen characters that are not sent. */
export const emailShape = /^\s*(?:[^\s@]|\ufeff)+@(?:[^\s@]|\ufeff)+\s*$/

/** The rules that several forms share; the messages are translation keys. */
export const rules = {
  filled: {
    required: text('Please fill in this field.'),
    validate: (value: unknown) => (typeof value === 'string' && trimmedText(value) === '' ? text('Please fill in this field.') : true),
  },
  email: {
    required: text('Please fill in this field.'),
    pattern: { value: emailShape, message: text('Please enter a valid e-mail address.') },
  },
  terms: { required: text('Please accept the terms to continue.') },
  /** The phone field's value is empty unless the number is valid (docs/specification.md section 5). */
  phone: { required: text('Please enter a valid telephone number.') },
} as const

/** The props that connect a field component with a form's field. */
export type FieldProps = UseFormRegisterReturn & { required: boolean; error: string | undefined }

/** The fields of a form: their rules and errors, and what was typed before. */
export interface FormFields<F extends FieldValues> {
  form: Omit<UseFormReturn<F>, 'reset'>
  /** The props of a field component: `<TextInput label={t('Name')} {...field('name', rules.filled)} />`. */
  field: (name: Path<F>, options?: RegisterOptions<F, Path<F>>) => FieldProps
  /** The translated error of a field; undefined if there is none. */
  errorOf: (name: string) => string | undefined
  /** Shows the server's first message of each field at that field. Returns the number of these fields, and the messages that belong to none. */
  refuse: (error: ApiError, focusFirst: boolean) => { beside: number; rest: string[] }
  /** Starts the form again with these values. */
  reset: (values: F) => void
  restored: boolean
  /** Removes the draft: it was sent, or given up. */
  discard: () => void
}

export interface FormOptions<F extends FieldValues> {
  defaultValues: DefaultValues<F>
  /** Known values of the customer. They may arrive after the form is rendered; then they fill the fields that are empty. */
  known?: Partial<F>
  /** Fields that are one value together, such as a first and a last name: known values fill them only if all of them are empty. */
  together?: readonly Path<F>[]
  /** Server fields whose messages are shown at another field, such as `login` at `email`. */
  under?: Partial<Record<string, Path<F>>>
  /** Fields that the screen does not show: their messages are shown above the button, with the rest. */
  hidden?: readonly Path<F>[]
  /** API fields that the screen shows but the form does not hold, such as a choice of the whole shop. */
  beyond?: readonly string[]
  /** The name of the form's draft, stored until it is sent, across reloads and a login in between. */
  draft?: string | undefined
  /** Fields that are valid at one branch only: they are not restored at another one. */
  ofBranch?: readonly Path<F>[]
}

/** The fields of a form (docs/specification.md section 8): errors show after leaving a field or sending, and nothing typed is lost. */
export function useFormFields<F extends FieldValues>({
  defaultValues,
  known,
  together,
  under,
  hidden = [],
  beyond = [],
  draft,
  ofBranch,
}: FormOptions<F>): FormFields<F> {
  const { t } = useTranslation()
  const [visitor] = useState(currentVisitor)
  const [plain] = useState(defaultValues as F)
  const [before] = useState(() => (draft === undefined ? {} : readDraft(draft, plain, ofBranch)))
  const [start] = useState((): F => ({ ...plain, ...known, ...before }))
  // useForm would render the whole form a second time before its first paint, only to report that it is ready.
  const [created] = useState(() => createFormControl<F>({ mode: 'onTouched', defaultValues: start as DefaultValues<F> }))
  const formState = useFormState({ control: created.control })
  const { reset, ...form } = { ...created, formState }
  const { errors } = formState
  const knownNow = JSON.stringify(known ?? {})

  useEffect(watchPrograms, [])

  const { subscribe, getValues, resetField } = created
  useEffect(() => {
    const values = JSON.parse(knownNow) as F
    const isEmpty = (name: Path<F>): boolean => getValues(name) === ''
    const filled = (Object.keys(values) as Path<F>[]).filter(
      (name) => isEmpty(name) && (together?.includes(name) !== true || together.every(isEmpty)),
    )
    for (const name of filled) resetField(name, { defaultValue: values[name] })
  }, [knownNow, together, getValues, resetField])

  useEffect(() => {
    const untouched = { ...plain, ...(JSON.parse(knownNow) as Partial<F>) }
    // Also without a draft: until the first subscription, the form returns its default values instead of what was entered.
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        // The draft of a customer who has logged out is not stored again.
        if (draft === undefined || visitor !== currentVisitor()) return
        // An unchanged form leaves no draft: it would hide values that change elsewhere meanwhile.
        if (differs(values, untouched)) writeDraft(draft, values)
        else removeDraft(draft)
      },
    })
  }, [draft, plain, knownNow, visitor, subscribe])

  const errorOf = (name: string): string | undefined => {
    const message = errors[name]?.message
    return typeof message === 'string' && message !== '' ? t(message) : undefined
  }

  return {
    form,
    field: (name, options) => ({
      ...inStep(
        errorsWhenLeft(form.register(name, options), () => {
          const message = form.getFieldState(name).error?.message
          return message === undefined ? '' : t(message)
        }),
        () => {
          const value: unknown = getValues(name)
          return typeof value === 'string' ? value : ''
        },
      ),
      required: options?.required !== undefined && options.required !== false,
      error: errorOf(name),
    }),
    errorOf,
    refuse: (error, focusFirst) => {
      const rest: string[] = []
      let beside = 0
      for (const [name, message] of Object.entries(error.firstMessages())) {
        // A backend may name a field inside of what it belongs to.
        const own = name in start || under?.[name] !== undefined ? name : name.slice(name.lastIndexOf('.') + 1)
        const target = under?.[own] ?? (own as Path<F>)
        // An error on a field that is not shown could neither be seen nor corrected.
        const shown = (target in start && !hidden.includes(target)) || beyond.includes(target)
        if (!shown) rest.push(message)
        if (!shown || form.getFieldState(target).error !== undefined) continue
        form.setError(target, { type: 'server', message }, { shouldFocus: focusFirst && beside === 0 })
        beside += 1
      }
      return { beside, rest }
    },
    // Without useForm, fields that are registered anew would keep what is typed in them.
    reset: (values) => reset(values, { keepFieldsRef: true }),
    restored: differs(before, { ...plain, ...known }),
    discard: useCallback(() => {
      if (draft !== undefined) removeDraft(draft)
    }, [draft]),
  }
}

/** A registered field that its form reads also after a program has filled it in. */
function inStep<R extends Pick<UseFormRegisterReturn, 'ref'>>(registered: R, text: () => string): R {
  return {
    ...registered,
    ref: (element: Element | null) => {
      registered.ref(element)
      keepInStep(element, text)
    },
  }
}

const edited = new WeakSet<object>()

/** A registered field that shows an error on blur only if it was edited or is not empty. The error is announced with the field's label, since the focus is elsewhere by then. */
function errorsWhenLeft<R extends Pick<UseFormRegisterReturn, 'onBlur' | 'onChange'>>(registered: R, error: () => string): R {
  const onChange: R['onChange'] = (event: { target: unknown }) => {
    if (typeof event.target === 'object' && event.target !== null) edited.add(event.target)
    return registered.onChange(event)
  }
  const onBlur: R['onBlur'] = async (event: { target: unknown }) => {
    if (isEmpty(event.target) && !edited.has(event.target)) return
    await registered.onBlur(event)
    const label = event.target instanceof HTMLInputElement ? event.target.labels?.[0]?.textContent : undefined
    if (error() !== '') announce([label, error()].filter(Boolean).join(': '))
  }
  return { ...registered, onBlur, onChange }
}

function isEmpty(field: unknown): field is HTMLElement {
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
  return isText && field.type !== 'checkbox' && field.value === ''
}
