import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { useEffect, useState, useEffectEvent, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { announce } from './announcements.ts'
import { Button, IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { useInDialogSlot } from './InDialog.tsx'
import styles from './Toasts.module.css'

/** A button in a toast; pressing it closes the toast. */
export interface ToastAction {
  label: string
  act: () => void
  primary?: boolean
}

export interface Toast {
  id: number
  kind: 'info' | 'success' | 'error'
  title?: string
  text: string
  actions: readonly ToastAction[]
  /** Milliseconds on the screen; hover and focus pause the timer. */
  duration: number
  /** With buttons of full height; on wide screens in one line. */
  slim?: boolean
}

/** The toasts, above everything else; in the open dialog if there is one, where they can be pressed. Each is announced. Hover, focus and a hidden page pause their timers. */
export function Toasts({
  toasts,
  onClose,
  label,
  closeLabel,
  hideLabel,
}: {
  toasts: readonly Toast[]
  onClose: (id: number) => void
  label: string
  closeLabel: string
  /** The label of the closing button in a dialog, which has a button to close of its own. */
  hideLabel: string
}) {
  const slot = useInDialogSlot()
  const newest = toasts.at(-1)
  const message = newest === undefined ? undefined : [newest.title, newest.text].filter(Boolean).join(': ')
  const id = newest?.id
  useEffect(() => {
    if (message !== undefined && id !== undefined) announce(message)
  }, [message, id])
  const shown = toasts.map((toast) => (
    <OneToast key={toast.id} toast={toast} onClose={() => onClose(toast.id)} closeLabel={slot === null ? closeLabel : hideLabel} />
  ))
  return (
    <>
      <section data-toasts className={styles.region} aria-label={label}>
        <div className={styles.list}>{slot === null && shown}</div>
      </section>
      {slot !== null &&
        toasts.length > 0 &&
        createPortal(
          <div data-toasts className={classes(styles.list, styles.inDialog)}>
            {shown}
          </div>,
          slot,
        )}
    </>
  )
}

const icons = { info: <Info aria-hidden="true" />, success: <CircleCheck aria-hidden="true" />, error: <CircleAlert aria-hidden="true" /> }

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function OneToast({ toast, onClose, closeLabel }: { toast: Toast; onClose: () => void; closeLabel: string }) {
  const [paused, setPaused] = useState(false)
  const hidden = useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'hidden')
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (paused || hidden) return
    const timer = setTimeout(() => close(), toast.duration)
    return () => clearTimeout(timer)
  }, [paused, hidden, toast.duration])
  return (
    // Hover and focus only pause the timer; there is nothing to press here.
    <div
      className={classes(styles.toast, styles[toast.kind], toast.slim && styles.slim)}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <span className={styles.icon}>{icons[toast.kind]}</span>
      <div className={styles.words}>
        {toast.title !== undefined && <strong>{toast.title}</strong>} <p>{toast.text}</p>{' '}
      </div>
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
      <IconButton label={closeLabel} icon={<X />} size="s" className={styles.close} onClick={onClose} />
    </div>
  )
}
