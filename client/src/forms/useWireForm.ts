import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError, isNotOffered, sentenceFor } from '../api/apiError.ts'
import { text } from '../api/translatable.ts'
import { trimmedText, withoutInvisible } from '../domain/invisible.ts'
import { retractAnnouncements } from '../ui/announcements.ts'
import { showAlert } from '../notices/notices.ts'
import { readFields } from './programInput.ts'
import { useFormFields, type FormFields, type FormOptions } from './formFields.ts'

/** A form that sends one call: its fields, whether it is pending and its error. */
export interface WireForm<F extends FieldValues> extends Omit<FormFields<F>, 'refuse'> {
  formProps: { noValidate: true; onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void; 'data-validated': true | undefined }
  pending: boolean
  /** All client-side rules are met. */
  valid: boolean
  /** The error that belongs to no single field, translated; null if there is none. */
  failure: string | null
}

interface WireFormOptions<F extends FieldValues, A> extends FormOptions<F> {
  /** Sends the call. The values are without outer spaces and unseen characters, but for passwords. */
  send: (values: F) => Promise<A>
  /** Called after success. */
  done: (answer: A, values: F) => unknown
}

/**
 * A form of docs/specification.md section 8: the server's first message of each field is shown at that field, the rest above the button; a new
 * response clears the old errors, the first invalid field is focused, and nothing typed is lost.
 */
export function useWireForm<F extends FieldValues, A>({ send, done, ...options }: WireFormOptions<F, A>): WireForm<F> {
  const { t } = useTranslation()
  const { refuse, ...fields } = useFormFields<F>(options)
  const { form, discard } = fields
  const { errors, isValid } = form.formState
  const [failure, setFailure] = useState<string | null>(null)
  const [validated, setValidated] = useState(false)

  const mutation = useMutation({
    mutationFn: (values: F) => send(values),
    onMutate: () => {
      setFailure(null)
      setValidated(false)
      form.clearErrors()
    },
    onSuccess: async (answer, values) => {
      discard()
      retractAnnouncements()
      await done(answer, values)
      // Resetting the form in `done` may have written a draft again.
      discard()
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) {
        setFailure(text("The restaurant can't be reached right now. Please try again in a moment."))
        return
      }
      // In a dialog: the form may not be offered any more.
      if (isNotOffered(error)) {
        void showAlert(t('Error'), t(error.message))
        return
      }
      const { beside, rest } = refuse(error, true)
      setValidated(beside + rest.length > 0)
      if (rest.length > 0) setFailure(rest.join(', '))
      // An upstream's message for a 401 ("Unauthenticated.") is no help.
      else if (beside === 0) setFailure(error.status === 401 ? sentenceFor(401) : error.message)
    },
  })

  return {
    ...fields,
    formProps: {
      noValidate: true,
      onSubmit: (event) => {
        readFields(event.currentTarget)
        if (mutation.isPending) event.preventDefault()
        else void form.handleSubmit((values) => mutation.mutate(trimmed(values)))(event)
      },
      'data-validated': validated || undefined,
    },
    pending: mutation.isPending,
    // The server's errors do not keep the form from being sent again; only the client-side rules do.
    valid: isValid || (Object.keys(errors).length > 0 && Object.values(errors).every((error) => error?.type === 'server')),
    failure: failure === null ? null : t(failure),
  }
}

function trimmed<F extends FieldValues>(values: F): F {
  const trim = ([name, value]: [string, unknown]) => {
    if (typeof value !== 'string' || name.includes('password')) return [name, value]
    return [name, trimmedText(name === 'email' ? withoutInvisible(value) : value)]
  }
  return Object.fromEntries(Object.entries(values).map(trim)) as F
}
