import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react'
import { classes } from './classes.ts'
import { Quiet, Stack } from './Layout.tsx'
import styles from './Field.module.css'

/** What every field shows around its control. The texts are translated already. */
export interface FieldFrame {
  label: ReactNode
  /** Help shown below the field. */
  hint?: ReactNode
  /** The error, shown at the field and announced with it. */
  error?: string | undefined
  /** The translated word "optional", for a field that may stay empty. */
  optional?: string
  /** The longest error that may be shown when the field is left: its place is reserved, so that nothing moves. */
  reserve?: string
}

/** The attributes that connect a control with its label, hint and error. */
export interface FieldAttributes {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A label, a control, its hint and its error, connected by ids; `children` renders the control. */
export function Field({
  label,
  hint,
  error,
  optional,
  reserve,
  id: given,
  children,
}: FieldFrame & { id?: string | undefined; children: (attributes: FieldAttributes) => ReactNode }) {
  const made = useId()
  const id = given ?? made
  const { hasError, ...attributes } = descriptionOf(id, error, hint)
  return (
    <Stack gap={1} className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional !== undefined && <span className={styles.optional}> ({optional})</span>}
      </label>
      {children({ id, ...attributes })}
      {reserve === undefined ? (
        hasError && <FieldError id={`${id}-error`}>{error}</FieldError>
      ) : (
        <div className={styles.reserve}>
          <p className={styles.error} aria-hidden="true">
            {reserve}
          </p>
          {hasError && <FieldError id={`${id}-error`}>{error}</FieldError>}
        </div>
      )}
      {hint !== undefined && <Quiet id={`${id}-hint`}>{hint}</Quiet>}
    </Stack>
  )
}

/** Whether a control has an error, and what connects it with its error and its hint. */
export function descriptionOf(id: string, error: string | undefined, hint: ReactNode) {
  const hasError = error !== undefined && error !== ''
  const ids = [...(hasError ? [`${id}-error`] : []), ...(hint === undefined ? [] : [`${id}-hint`])]
  return {
    hasError,
    'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
    'aria-invalid': hasError ? (true as const) : undefined,
  }
}

/** The error of a field, for controls with a layout of their own. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={id}>
      {children}
    </p>
  )
}

type TextInputProps = FieldFrame &
  InputHTMLAttributes<HTMLInputElement> & {
    name: string
    ref?: Ref<HTMLInputElement>
    /** An icon inside the field, before the text. */ before?: ReactNode
    /** Something inside the field, after the text. */ after?: ReactNode
  }

/** A one-line text field. `name` is the field of the API; set `type`, `autoComplete`, `inputMode` and `enterKeyHint` to match it. */
export function TextInput({ label, hint, error, optional, reserve, className, id, before, after, ...rest }: TextInputProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} optional={optional} reserve={reserve}>
      {(attributes) => (
        <span className={styles.box}>
          {before !== undefined && <span className={styles.before}>{before}</span>}
          <input {...rest} {...attributes} className={classes(styles.control, after !== undefined && styles.withAfter, className)} />
          {after !== undefined && <span className={styles.after}>{after}</span>}
        </span>
      )}
    </Field>
  )
}

type TextAreaProps = FieldFrame & TextareaHTMLAttributes<HTMLTextAreaElement> & { name: string; ref?: Ref<HTMLTextAreaElement> }

/** A text field of several lines; `rows` as in docs/specification.md section 9 (address 4, order notes 5). */
export function TextArea({ label, hint, error, optional, reserve, className, id, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} optional={optional} reserve={reserve}>
      {(attributes) => (
        <textarea
          // Most are free text, which the browser can't know.
          autoComplete="off"
          {...rest}
          {...attributes}
          className={classes(styles.control, styles.area, className)}
          onFocus={(event) => {
            // Browsers scroll only the line of the caret into view.
            event.currentTarget.scrollIntoView({ block: 'nearest' })
            rest.onFocus?.(event)
          }}
        />
      )}
    </Field>
  )
}

type SelectProps = FieldFrame & SelectHTMLAttributes<HTMLSelectElement> & { name: string; ref?: Ref<HTMLSelectElement> }

/** A native select; the options are its children. */
export function Select({ label, hint, error, optional, className, id, children, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} optional={optional}>
      {(attributes) => (
        <span className={styles.box}>
          <select {...rest} {...attributes} className={classes(styles.control, styles.select, className)}>
            {children}
          </select>
          <svg className={styles.chevron} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
            <path d="m6 9 6 6 6-6" />
          </svg>
        </span>
      )}
    </Field>
  )
}

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
  /** Content at the end of the line, such as a price. */ end?: ReactNode
}

/** A checkbox with its label; links inside the label stay links. */
export function Checkbox({ label, hint, error, end, className, id: given, ...rest }: CheckboxProps) {
  const made = useId()
  const id = given ?? made
  const { hasError, ...attributes } = descriptionOf(id, error, hint)
  return (
    <Stack gap={1} className={className}>
      <label className={styles.tick} htmlFor={id}>
        <input {...rest} type="checkbox" id={id} className={styles.tickBox} {...attributes} />
        <span className={styles.tickRow}>
          <span className={styles.tickWords}>{label}</span>
          {end !== undefined && <span className={styles.tickEnd}>{end}</span>}
        </span>
      </label>
      {hasError && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint !== undefined && <Quiet id={`${id}-hint`}>{hint}</Quiet>}
    </Stack>
  )
}
