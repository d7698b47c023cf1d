import { useId, type FocusEventHandler, type ReactNode, type Ref } from 'react'
import { Quiet, Stack } from './Layout.tsx'
import styles from './Choice.module.css'
import hidden from './VisuallyHidden.module.css'
import { classes } from './classes.ts'
import { descriptionOf, FieldError } from './Field.tsx'
import { moveRovingFocus } from './rovingFocus.ts'

interface ChoiceItem {
  value: string
  label: ReactNode
  /** A second line in small type. */
  detail?: ReactNode
  /** Content at the end of the line, such as a price. */
  end?: ReactNode
  icon?: ReactNode
  disabled?: boolean
}

interface ChoiceProps {
  /** A list; cards, for a delivery type or a payment method; cards in a stack, for addresses; chips, for sizes or days. */
  looks?: 'list' | 'cards' | 'stack' | 'chips'
  /** Chips in columns of equal width. */
  even?: boolean
  /** The `name` of every radio: the field of the API. */
  name: string
  legend: ReactNode
  /** The legend is visually hidden, since a heading already says it. */
  hideLegend?: boolean
  items: readonly ChoiceItem[]
  /** The chosen value; null when nothing is chosen yet. */
  value: string | null
  onChoose: (value: string) => void
  error?: string | undefined
  required?: boolean
  /** The group's id, for links to it. */
  id?: string
  /** What connects the radios with a form. */
  radios?: { ref?: Ref<HTMLInputElement>; onBlur?: FocusEventHandler<HTMLInputElement> }
}

export function Choice({
  looks = 'list',
  even = false,
  name,
  legend,
  hideLegend = false,
  items,
  value,
  onChoose,
  error,
  required,
  id: given,
  radios,
}: ChoiceProps) {
  const made = useId()
  const id = given ?? made
  const { hasError, ...attributes } = descriptionOf(id, error, undefined)
  return (
    <Stack gap={2} role="radiogroup" aria-labelledby={`${id}-legend`} className={styles.group} id={id} {...attributes}>
      <span id={`${id}-legend`} className={hideLegend ? hidden.visuallyHidden : styles.legend}>
        {legend}
      </span>
      <div className={classes(styles[looks], even && styles.even)}>
        {items.map((item) => (
          <label key={item.value} className={classes(styles.item, styles[`${looks === 'stack' ? 'cards' : looks}Item`])}>
            <input
              {...radios}
              type="radio"
              name={name}
              value={item.value}
              checked={item.value === value}
              disabled={item.disabled}
              required={required}
              aria-describedby={attributes['aria-describedby']}
              onChange={() => onChoose(item.value)}
              className={styles.radio}
            />
            {item.icon !== undefined && <span className={styles.icon}>{item.icon}</span>}
            <span className={styles.row}>
              <span className={styles.words}>
                <span>{typeof item.label === 'string' ? <bdi>{item.label}</bdi> : item.label}</span>
                {item.detail !== undefined && <Quiet as="span">{item.detail}</Quiet>}
              </span>
              {item.end !== undefined && <span className={styles.end}>{item.end}</span>}
            </span>
          </label>
        ))}
      </div>
      {hasError && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </Stack>
  )
}

interface ToggleChip {
  value: string
  label: ReactNode
}

/** A multiple choice as toggle chips. One tab stop; arrow keys move between the chips. */
export function Chips({
  label,
  items,
  pressed,
  onToggle,
}: {
  label: string
  items: readonly ToggleChip[]
  pressed: ReadonlySet<string>
  onToggle: (value: string) => void
}) {
  return (
    // The arrow keys belong to the group as a whole; each chip is a button of its own.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div role="toolbar" aria-label={label} className={styles.chips} onKeyDown={moveRovingFocus}>
      {items.map((item, at) => (
        <button
          key={item.value}
          type="button"
          className={classes(styles.item, styles.chipsItem, styles.toggle)}
          aria-pressed={pressed.has(item.value)}
          tabIndex={at === 0 ? 0 : -1}
          onClick={() => onToggle(item.value)}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}
