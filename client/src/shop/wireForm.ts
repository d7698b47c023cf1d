import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, type SyntheticEvent } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError, sentenceFor } from '../api/apiError.ts'
import { text } from '../api/text.ts'
import { session, sessionKeys } from './storage.ts'

/** The rules that several forms share; the messages are translation keys. */
export const rules = {
  /** Anything but blanks. */
  filled: {
    required: text('Please fill in this field.'),
    validate: (value: unknown) => (typeof value === 'string' && value.trim() === '' ? text('Please fill in this field.') : true),
  },
  /** Looks like an e-mail address; whether it is one only the mail will tell. */
  email: {
    required: text('Please fill in this field.'),
    pattern: { value: /^\s*[^\s@]+@[^\s@]+\s*$/, message: text('Please enter a valid e-mail address.') },
  },
  /** The box is ticked. */
  terms: { required: text('Please accept the terms to continue.') },
  /** The phone field holds a number only while it is a valid one (docs/specification.md section 5). */
  phone: { required: text('Please enter a valid telephone number.') },
} as const

/** What a kit field takes to be the control of a form's field. */
export type FieldProps = UseFormRegisterReturn & { required: boolean; error: string | undefined }

/** A form of the wire: its fields, whether it is under way and what the server said. */
export interface WireForm<F extends FieldValues> {
  form: UseFormReturn<F>
  /** The props of a kit field: `<TextInput label={t('Name')} {...field('name', rules.filled)} />`. */
  field: (name: Path<F>, options?: RegisterOptions<F, Path<F>>) => FieldProps
  /** The error beside a field, translated; undefined when there is none. */
  errorOf: (name: Path<F>) => string | undefined
  /** The props of the `<form>`. */
  formProps: { noValidate: true; onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void; 'data-validated': true | undefined }
  /** The call is on its way: its button shows it and can't be pressed again. */
  pending: boolean
  /** Every rule of the page is kept. */
  valid: boolean
  /** What went wrong beyond single fields, translated; null when nothing did. */
  failure: string | null
  /** The form began with what was typed here before and never sent. */
  restored: boolean
  /** Forgets what was typed: the customer gave the form up. */
  discard: () => void
}

interface WireFormOptions<F extends FieldValues, A> {
  defaultValues: DefaultValues<F>
  /** What the shop knows of the customer who fills it in. It may become known after the form is drawn: then it fills the fields that are empty. */
  known?: Partial<F>
  /** The call. */
  send: (values: F) => Promise<A>
  /** What follows a success. */
  done: (answer: A, values: F) => unknown
  /** Server fields whose messages belong under another field, such as `login` under `email`. */
  under?: Partial<Record<string, Path<F>>>
  /** Fields that the screen does not show: what the server says about them stands above the button, with the rest. */
  hidden?: readonly Path<F>[]
  /** Keeps what is typed under this name until it is sent, across reloads and a login in between; passwords are never kept. */
  draft?: string
}

/**
 * A form as docs/specification.md section 8 has it: errors show after leaving a field or sending, the server's first message of each field beside that field, the rest above the button;
 * a new answer clears the old errors, the first wrong field takes the focus, and nothing typed is lost.
 */
export function useWireForm<F extends FieldValues, A>({
  defaultValues,
  known,
  send,
  done,
  under,
  hidden = [],
  draft,
}: WireFormOptions<F, A>): WireForm<F> {
  const { t } = useTranslation()
  const [kept] = useState(() => (draft === undefined ? {} : keptDraft(draft, defaultValues)))
  const [plain] = useState(defaultValues)
  const [start] = useState(() => Object.assign({}, defaultValues, known, kept))
  const form = useForm<F>({ mode: 'onTouched', defaultValues: start })
  const knownNow = JSON.stringify(known ?? {})
  const { errors, isValid } = form.formState
  const [failure, setFailure] = useState<string | null>(null)
  const [validated, setValidated] = useState(false)

  const { subscribe, getValues, resetField } = form
  useEffect(() => {
    const values = JSON.parse(knownNow) as F
    for (const name of Object.keys(values) as Path<F>[]) if (getValues(name) === '') resetField(name, { defaultValue: values[name] })
  }, [knownNow, getValues, resetField])

  useEffect(() => {
    if (draft === undefined) return
    const untouched = Object.assign({}, plain, JSON.parse(knownNow) as Partial<F>)
    // A form that was only looked at leaves nothing: it would hide what changes elsewhere meanwhile.
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => keepDraft(draft, differs(values, untouched) ? values : null),
    })
  }, [draft, plain, knownNow, subscribe])

  const mutation = useMutation({
    mutationFn: (values: F) => send(values),
    onMutate: () => {
      setFailure(null)
      setValidated(false)
      form.clearErrors()
    },
    onSuccess: async (answer, values) => {
      if (draft !== undefined) keepDraft(draft, null)
      await done(answer, values)
      // A form that was emptied after its success has nothing to keep either.
      if (draft !== undefined) keepDraft(draft, null)
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) {
        setFailure(text("The restaurant can't be reached right now. Please try again in a moment."))
        return
      }
      const beside: string[] = []
      let first = true
      for (const [name, message] of Object.entries(error.firstMessages())) {
        const target = under?.[name] ?? (name as Path<F>)
        // An error on a field that is not there could neither be seen nor fixed.
        const shown = target in start && !hidden.includes(target)
        if (!shown) beside.push(message)
        if (!shown || form.getFieldState(target).error !== undefined) continue
        form.setError(target, { type: 'server', message }, { shouldFocus: first })
        first = false
      }
      setValidated(!first || beside.length > 0)
      if (beside.length > 0) setFailure(beside.join(', '))
      // An upstream's word for a 401 ("Unauthenticated.") is no help.
      else if (first) setFailure(error.status === 401 ? sentenceFor(401) : error.message)
    },
  })

  const errorOf = (name: Path<F>): string | undefined => {
    const message = errors[name]?.message
    return typeof message === 'string' && message !== '' ? t(message) : undefined
  }

  return {
    form,
    field: (name, options) => ({
      ...errorsWhenLeft(form.register(name, options)),
      required: options?.required !== undefined && options.required !== false,
      error: errorOf(name),
    }),
    errorOf,
    formProps: {
      noValidate: true,
      onSubmit: (event) => {
        if (mutation.isPending) event.preventDefault()
        else void form.handleSubmit((values) => mutation.mutate(values))(event)
      },
      'data-validated': validated || undefined,
    },
    pending: mutation.isPending,
    // What the server refused may be right by now: only the page's own rules keep a form from being sent.
    valid: isValid || (Object.keys(errors).length > 0 && Object.values(errors).every((error) => error?.type === 'server')),
    failure: failure === null ? null : t(failure),
    restored: differs(kept, Object.assign({}, plain, known)),
    discard: () => {
      if (draft !== undefined) keepDraft(draft, null)
    },
  }
}

/** The fields in which something was typed or cleared. */
const edited = new WeakSet<object>()

/** A registered field that shows an error when it is left wrong, not when somebody only passed through it empty. */
export function errorsWhenLeft<R extends Pick<UseFormRegisterReturn, 'onBlur' | 'onChange'>>(registered: R): R {
  const onChange: R['onChange'] = (event: { target: unknown }) => {
    if (typeof event.target === 'object' && event.target !== null) edited.add(event.target)
    return registered.onChange(event)
  }
  const onBlur: R['onBlur'] = (event: { target: unknown }) =>
    isEmpty(event.target) && !edited.has(event.target) ? Promise.resolve() : registered.onBlur(event)
  return { ...registered, onBlur, onChange }
}

function isEmpty(field: unknown): field is HTMLElement {
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
  return isText && field.type !== 'checkbox' && field.value === ''
}

/** Whether a form's values are others than those it begins with; passwords are not looked at, since they are never kept. */
function differs(values: FieldValues, plain: FieldValues): boolean {
  return Object.entries(values).some(
    ([name, value]) => name in plain && !name.includes('password') && JSON.stringify(value) !== JSON.stringify(plain[name]),
  )
}

function drafts(): Record<string, unknown> {
  const kept = session.readJson(sessionKeys.formDraft)
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {}
}

function keptDraft<F extends FieldValues>(name: string, defaults: DefaultValues<F>): Partial<F> {
  const kept = drafts()[name]
  if (typeof kept !== 'object' || kept === null) return {}
  // A field that has another shape by now starts afresh.
  const fits = Object.entries(kept).filter(([key, value]) => key in defaults && typeof value === typeof (defaults as FieldValues)[key])
  return Object.fromEntries(fits) as Partial<F>
}

function keepDraft(name: string, values: FieldValues | null): void {
  const rest = Object.fromEntries(Object.entries(drafts()).filter(([key]) => key !== name))
  const plain = values && Object.fromEntries(Object.entries(values).filter(([key]) => !key.includes('password')))
  session.writeJson(sessionKeys.formDraft, plain ? { ...rest, [name]: plain } : rest)
}
