import X from 'lucide-react/icons/x'
import { memo, startTransition, useEffect, useId, useState, type ReactNode, type RefObject, useEffectEvent } from 'react'
import { Button, IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { InDialogSlot } from './InDialog.tsx'
import { Bar } from './Layout.tsx'
import { useModal } from './modal.ts'
import styles from './Sheet.module.css'
import { sheetClass, SheetCloseView, SheetView, type SheetViewProps } from './SheetView.tsx'

interface ModalFrame {
  open: boolean
  onClose: () => void
  closeLabel: string
}

interface SheetProps extends ModalFrame, Omit<SheetViewProps, 'titleId' | 'close' | 'messages'> {
  /** m: forms and questions; l: a dish. */
  size?: 'm' | 'l'
}

/**
 * A modal: a dialog on wide screens, a bottom sheet on phones. Esc, the close button, a press outside and a drag down close it; the focus returns to
 * where it was.
 */
export function Sheet({ open, onClose, closeLabel, size = 'm', ...view }: SheetProps) {
  const id = useId()
  const modal = useModal(open, onClose)
  useDragToClose(modal.ref, open, onClose)
  return (
    <dialog
      {...modal}
      // Implicit for a dialog element, but some tools look for the attribute.
      role="dialog" // oxlint-disable-line jsx-a11y/no-redundant-roles
      tabIndex={-1}
      aria-modal="true"
      aria-labelledby={id}
      className={sheetClass(size)}
    >
      <SheetView {...view} titleId={id} close={<SheetCloseView label={closeLabel} onClick={onClose} />} messages={<InDialogSlot />} />
    </dialog>
  )
}

/** Closes the sheet when its handle is dragged down on a touch screen. */
function useDragToClose(sheet: RefObject<HTMLDialogElement | null>, open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const dialog = sheet.current
    const handle = dialog?.querySelector<HTMLElement>('[data-handle]')
    if (!open || dialog === null || !handle || navigator.maxTouchPoints === 0) return
    let closed = false
    let stop = (): void => undefined
    // Not part of the first screen. If it can't be loaded, the close button remains.
    import('./dragToClose.ts').then(
      ({ dragToClose }) => {
        if (!closed) stop = dragToClose(dialog, handle, () => close())
      },
      () => undefined,
    )
    return () => {
      closed = true
      stop()
    }
  }, [sheet, open])
}

interface DrawerProps extends ModalFrame, Pick<SheetViewProps, 'footer' | 'children'> {
  title: ReactNode
  /** The accessible name, if it is not the title. */
  label?: string
  /** Beside the button that closes it. */
  actions?: ReactNode
  /** The edge at which it opens, in reading direction. */
  side?: 'start' | 'end'
}

/** A modal panel at the side: the cart, the side menu. What it shows is mounted while it is open, and as it was until it has moved away. */
export function Drawer({ open, onClose, title, label, actions, closeLabel, children, footer, side = 'end' }: DrawerProps) {
  const id = useId()
  const modal = useModal(open, onClose)
  const shown = useShown(modal.ref, open)
  const named = label === undefined ? { 'aria-labelledby': id } : { 'aria-label': label }
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <dialog {...modal} {...named} role="dialog" tabIndex={-1} aria-modal="true" className={classes(styles.drawer, styles[side])}>
      {shown && (
        <KeptWhenClosed open={open}>
          <div className={styles.frame}>
            <header role="none" className={styles.drawerHead}>
              <h2 id={id} className={styles.title}>
                {title}
              </h2>
              {actions}
              <IconButton label={closeLabel} icon={<X />} onClick={onClose} />
            </header>
            <div className={classes(styles.scroll, styles.drawerBody)}>{children}</div>
            <InDialogSlot />
            {footer !== undefined && (
              <footer role="none" className={styles.foot}>
                {footer}
              </footer>
            )}
          </div>
        </KeptWhenClosed>
      )}
    </dialog>
  )
}

const KeptWhenClosed = memo(
  ({ children }: { open: boolean; children: ReactNode }) => children,
  (_, { open }) => !open,
)

/** Whether a dialog is open or its closing animation runs. */
function useShown(dialog: RefObject<HTMLDialogElement | null>, open: boolean): boolean {
  const [shown, setShown] = useState(open)
  if (open && !shown) setShown(true)
  useEffect(() => {
    if (open || !shown) return undefined
    let opened = false
    const animations = dialog.current?.getAnimations().map(({ finished }) => finished) ?? []
    void Promise.allSettled(animations).then(() => {
      if (!opened) startTransition(() => setShown(false))
    })
    return () => {
      opened = true
    }
  }, [dialog, open, shown])
  return shown
}

interface AlertDialogProps {
  open: boolean
  title: string
  children: ReactNode
  /** The label of the confirming button; Ok in an alert. */
  agree: string
  onAgree: () => void
  /** The label of the cancelling button; absent in an alert. */
  decline?: string
  onDecline: () => void
  danger?: boolean
}

/** An alert or a confirmation (docs/specification.md section 8: Success or Error with Ok). Esc cancels. */
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
        <InDialogSlot />
        <Bar align="stretch" gap={2} fills className={styles.alertButtons}>
          {decline !== undefined && <Button onClick={onDecline}>{decline}</Button>}
          <Button data-first variant={danger ? 'danger' : 'primary'} onClick={onAgree}>
            {agree}
          </Button>
        </Bar>
      </div>
    </dialog>
  )
}
