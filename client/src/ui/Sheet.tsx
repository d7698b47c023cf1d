import { X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react'
import { IconButton } from './Button.tsx'
import { useAnnouncement } from './announcements.ts'
import { classes } from './classes.ts'
import { useModal } from './modal.ts'
import styles from './Sheet.module.css'
import { sheetClass, SheetCloseView, SheetView } from './SheetView.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface SheetProps {
  open: boolean
  onClose: () => void
  /** The sheet's name, named after the thing: its heading. */
  title: string
  closeLabel: string
  children: ReactNode
  /** What stays at the bottom while the rest scrolls. */
  footer?: ReactNode
  /** A picture above the heading, up to the edges. */
  picture?: ReactNode
  /** m: forms and questions; l: a dish. */
  size?: 'm' | 'l'
  /** Asked under a name of its own, so that two sheets may lie over each other. */
  className?: string
}

/** A dialog on wide screens, a sheet from the bottom on phones. Esc, the button, a press outside and a drag down close it; the focus returns. */
export function Sheet({ open, onClose, title, closeLabel, children, footer, picture, size = 'm', className }: SheetProps) {
  const id = useId()
  const modal = useModal(open, onClose)
  useDragToClose(modal.ref, open, onClose)
  return (
    <dialog
      {...modal}
      // Written out for those who look for the attribute.
      role="dialog" // oxlint-disable-line jsx-a11y/no-redundant-roles
      tabIndex={-1}
      aria-modal="true"
      aria-labelledby={id}
      className={sheetClass(size, className)}
    >
      <SheetView
        title={title}
        titleId={id}
        {...(picture !== undefined && { picture })}
        close={<SheetCloseView label={closeLabel} onClick={onClose} />}
        {...(footer !== undefined && { footer })}
      >
        {children}
      </SheetView>
      {open && <Announcement />}
    </dialog>
  )
}

/** A finger drags the sheet away by its handle. */
function useDragToClose(sheet: RefObject<HTMLDialogElement | null>, open: boolean, onClose: () => void): void {
  const asked = useRef(onClose)
  useEffect(() => {
    asked.current = onClose
  })
  useEffect(() => {
    const dialog = sheet.current
    const handle = dialog?.querySelector<HTMLElement>('[data-handle]')
    if (!open || dialog === null || !handle || !matchMedia('(any-pointer: coarse)').matches) return
    let gone = false
    let stop = (): void => undefined
    // Not part of the first screen. Where it can't be loaded, the sheet has its button.
    import('./dragToClose.ts').then(
      ({ dragToClose }) => {
        if (!gone) stop = dragToClose(dialog, handle, () => asked.current())
      },
      () => undefined,
    )
    return () => {
      gone = true
      stop()
    }
  }, [sheet, open])
}

/** Says what happens meanwhile: the page below a dialog can't. */
function Announcement() {
  return (
    <VisuallyHidden>
      <span role="status">{useAnnouncement()}</span>
    </VisuallyHidden>
  )
}

interface DrawerProps {
  open: boolean
  onClose: () => void
  title: string
  closeLabel: string
  children: ReactNode
  footer?: ReactNode
  /** The edge it comes from, in the direction of reading. */
  side?: 'start' | 'end'
}

/** A panel from the side: the cart, the side menu. */
export function Drawer({ open, onClose, title, closeLabel, children, footer, side = 'end' }: DrawerProps) {
  const id = useId()
  const modal = useModal(open, onClose)
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <dialog {...modal} role="dialog" tabIndex={-1} aria-modal="true" aria-labelledby={id} className={classes(styles.drawer, styles[side])}>
      <div className={styles.frame}>
        <header role="none" className={styles.drawerHead}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <IconButton label={closeLabel} icon={<X />} onClick={onClose} />
        </header>
        <div className={classes(styles.scroll, styles.drawerBody)}>{children}</div>
        {open && <Announcement />}
        {footer !== undefined && (
          <footer role="none" className={styles.foot}>
            {footer}
          </footer>
        )}
      </div>
    </dialog>
  )
}

interface AlertDialogProps {
  open: boolean
  title: string
  children: ReactNode
  /** The button that agrees; Ok in an alert. */
  agree: string
  onAgree: () => void
  /** The button that declines; absent in an alert. */
  decline?: string
  onDecline: () => void
  danger?: boolean
}

/** A question or a message that waits for an answer (docs/specification.md section 8: Success or Error with Ok). Esc declines. */
export function AlertDialog({ open, title, children, agree, onAgree, decline, onDecline, danger = false }: AlertDialogProps) {
  const id = useId()
  const { onMouseDown: _outside, ...modal } = useModal(open, onDecline)
  return (
    <dialog
      {...modal}
      role="alertdialog"
      tabIndex={-1}
      aria-modal="true"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      className={styles.alert}
    >
      <div className={styles.alertBody}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <div id={`${id}-text`} className={styles.alertText}>
          {children}
        </div>
        <div className={styles.alertButtons}>
          {decline !== undefined && (
            <button type="button" className={styles.alertButton} onClick={onDecline}>
              {decline}
            </button>
          )}
          <button
            type="button"
            data-first
            className={classes(styles.alertButton, danger ? styles.alertDanger : styles.alertMain)}
            onClick={onAgree}
          >
            {agree}
          </button>
        </div>
      </div>
    </dialog>
  )
}
