import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import styles from './SelectSwitcher.module.css'

interface SelectSwitcherProps {
  icon: ReactNode
  /** The accessible name, translated. */
  label: string
  name: string
  value: string
  /** What was chosen is loading. The select keeps the focus, and another choice replaces this one. */
  busy?: boolean
  options: readonly { value: string; label: string; lang?: string }[]
  onChoose: (value: string) => void
}

/** A small select with an icon, in bars. */
export function SelectSwitcher({ icon, label, name, value, busy, options, onChoose }: SelectSwitcherProps) {
  return (
    <label className={styles.switcher}>
      {icon}
      <select
        className={styles.select}
        name={name}
        aria-label={label}
        value={value}
        aria-busy={busy}
        onChange={(event) => onChoose(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className={styles.chevron} />
    </label>
  )
}
