import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import styles from './Disclosure.module.css'

/** A button that shows a list below itself: the account menu. Esc, a press outside and moving the focus out of it close it. */
export function Disclosure({
  label,
  name,
  children,
}: {
  label: ReactNode
  /** The accessible name if the label is an icon. */ name?: string
  children: (close: () => void) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return
    const outside = (event: Event): void => {
      if (event.target instanceof Node && frame.current?.contains(event.target) !== true) setOpen(false)
    }
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [open])
  return (
    <div ref={frame} className={styles.frame}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={name}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
        <ChevronDown aria-hidden="true" className={styles.chevron} />
      </button>
      <div id={id} className={styles.panel} hidden={!open}>
        {children(() => setOpen(false))}
      </div>
    </div>
  )
}
