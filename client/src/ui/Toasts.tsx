import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { announce, usePageAnnouncement } from './announcements.ts'
import { Button, IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import styles from './Toasts.module.css'
import { usePageHidden } from './usePageHidden.ts'

/** A toast, as the view needs it. */
export interface ToastItem {
  id: number
  kind: 'info' | 'success' | 'error'
  title?: string
  text: string
  actions: readonly { label: string; act: () => void; primary?: boolean }[]
  /** Milliseconds on the screen. */
  duration: number
}

/**
 * The toasts, above everything else. Hover, focus and a hidden page pause their timers. The live region exists before its text, since screen readers
 * do not read a region that is inserted with its text; an alert is read.
 */
export function Toasts({
  toasts,
  onClose,
  label,
  closeLabel,
}: {
  toasts: readonly ToastItem[]
  onClose: (id: number) => void
  label: string
  closeLabel: string
}) {
  const region = useRef<HTMLElement>(null)
  const newest = toasts.at(-1)
  useLayoutEffect(() => {
    const element = region.current
    const covered = document.querySelector('dialog[open]') !== null
    if (newest !== undefined && covered) announce(newest.title === undefined ? newest.text : `${newest.title}: ${newest.text}`)
    if (element === null || typeof element.showPopover !== 'function') return
    const open = element.matches(':popover-open')
    // The top layer is a stack: showing the popover again puts the toasts above a dialog that was opened since. Otherwise the live region is left
    // alone.
    if (open && covered) element.hidePopover()
    if (!open || covered) element.showPopover()
  }, [newest])
  const shown = (errors: boolean): ReactNode =>
    toasts
      .filter(({ kind }) => (kind === 'error') === errors)
      .map((toast) => <OneToast key={toast.id} toast={toast} onClose={() => onClose(toast.id)} closeLabel={closeLabel} />)
  return (
    <>
      <Announcement />
      <section ref={region} popover="manual" className={styles.region} aria-label={label}>
        <div role="status" className={styles.list}>
          {shown(false)}
        </div>
        <div className={styles.list}>{shown(true)}</div>
      </section>
    </>
  )
}

/** What the page says that nobody sees. */
function Announcement() {
  return (
    <VisuallyHidden>
      <span aria-live="polite">{usePageAnnouncement()}</span>
    </VisuallyHidden>
  )
}

const icons = { info: <Info aria-hidden="true" />, success: <CircleCheck aria-hidden="true" />, error: <CircleAlert aria-hidden="true" /> }

function OneToast({ toast, onClose, closeLabel }: { toast: ToastItem; onClose: () => void; closeLabel: string }) {
  const [paused, setPaused] = useState(false)
  const hidden = usePageHidden()
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (paused || hidden) return
    const timer = setTimeout(() => close.current(), toast.duration)
    return () => clearTimeout(timer)
  }, [paused, hidden, toast.duration])
  return (
    // Hover and focus only pause the timer; there is nothing to press here.
    <div
      className={classes(styles.toast, styles[toast.kind])}
      role={toast.kind === 'error' ? 'alert' : undefined}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <span className={styles.icon}>{icons[toast.kind]}</span>
      <div className={styles.words}>
        {toast.title !== undefined && <strong>{toast.title}</strong>} <p>{toast.text}</p>{' '}
      </div>
      <IconButton label={closeLabel} icon={<X />} size="s" className={styles.close} onClick={onClose} />
      {toast.actions.length > 0 && (
        <div className={styles.actions}>
          {toast.actions.map((action) => (
            <Button
              key={action.label}
              size="s"
              variant={action.primary === true ? 'primary' : 'secondary'}
              onClick={() => {
                action.act()
                onClose()
              }}
            >
              {action.label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
