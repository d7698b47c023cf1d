import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { announce } from './announcements.ts'
import { classes } from './classes.ts'
import styles from './Stepper.module.css'

interface StepperProps {
  value: number
  min?: number
  /** The maximum that can be typed; `canIncrease` decides about stepping further. */
  max?: number
  canIncrease?: boolean
  onIncrease: () => void
  onDecrease: () => void
  /** Called with a typed number; if absent, the value is read-only. */
  onType?: (value: number) => void
  /** Called with the limit when a larger number was typed. */
  onTooMany?: (max: number) => void
  /** At the minimum, minus becomes a button that removes the item. */
  onRemove?: () => void
  /** The accessible name: "Quantity of Margherita". */
  label: string
  increaseLabel: string
  decreaseLabel: string
  removeLabel?: string
  /** The field of the API. */
  name?: string
  size?: 's' | 'm'
}

/** Minus, a number, plus. Each button has an accessible name; the number is a spinbutton. */
export function Stepper({
  value,
  min = 1,
  max,
  canIncrease = true,
  onIncrease,
  onDecrease,
  onType,
  onTooMany,
  onRemove,
  label,
  increaseLabel,
  decreaseLabel,
  removeLabel,
  name,
  size = 'm',
}: StepperProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const group = useRef<HTMLDivElement>(null)
  // A button that becomes disabled would lose the focus: the other one receives it.
  const pressed = useRef<HTMLButtonElement | null>(null)
  useLayoutEffect(() => {
    if (pressed.current?.disabled === true) group.current?.querySelector<HTMLElement>('button:enabled')?.focus()
    pressed.current = null
  }, [value, canIncrease])
  // A read-only number has no focus that would announce it.
  const before = useRef(value)
  const readOnly = onType === undefined
  useEffect(() => {
    if (readOnly && before.current !== value) announce(String(value))
    before.current = value
  }, [readOnly, value])
  const removes = value <= min && onRemove !== undefined
  const commit = (): void => {
    setTyped(null)
    if (typed === null || onType === undefined || typed.trim() === '') return
    const next = Number(typed)
    if (max !== undefined && next > max) onTooMany?.(max)
    // A quantity that the buttons have raised above the limit stays.
    if (max === undefined || next <= max) onType(next)
    else if (value < max) onType(max)
  }
  return (
    <div ref={group} role="group" aria-label={label} className={classes(styles.stepper, styles[size])}>
      <button
        type="button"
        className={styles.step}
        aria-label={removes ? (removeLabel ?? decreaseLabel) : decreaseLabel}
        disabled={value <= min && !removes}
        onClick={(event) => {
          pressed.current = event.currentTarget
          if (removes) onRemove()
          else onDecrease()
        }}
      >
        {removes ? <Trash2 aria-hidden="true" /> : <Minus aria-hidden="true" />}
      </button>
      {onType === undefined ? (
        <span className={styles.value}>{value}</span>
      ) : (
        <input
          className={styles.value}
          type="number"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          name={name}
          aria-label={label}
          min={min}
          max={max}
          step={1}
          required
          value={typed ?? String(value)}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={commit}
          // Browsers step a focused number by the wheel, which is turned to scroll the page.
          onWheel={(event) => event.currentTarget.blur()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              commit()
            } else if (event.key === 'ArrowUp') {
              event.preventDefault()
              setTyped(null)
              if (canIncrease) onIncrease()
            } else if (event.key === 'ArrowDown') {
              event.preventDefault()
              setTyped(null)
              if (value > min) onDecrease()
            }
          }}
        />
      )}
      <button
        type="button"
        className={styles.step}
        aria-label={increaseLabel}
        disabled={!canIncrease}
        onClick={(event) => {
          pressed.current = event.currentTarget
          onIncrease()
        }}
      >
        <Plus aria-hidden="true" />
      </button>
    </div>
  )
}
