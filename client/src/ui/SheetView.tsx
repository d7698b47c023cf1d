import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { IconButton, iconButtonClass } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './Sheet.module.css'

export interface SheetViewProps {
  title: string
  titleId?: string
  /** An image above the heading, up to the edges. */
  picture?: ReactNode
  /** Buttons on the image; without one, below the heading. */
  actions?: ReactNode
  /** What is said before the content; on wide screens heading and image stay with it beside the content. */
  intro?: ReactNode
  close: ReactNode
  /** Messages of the page, above the footer. */
  messages?: ReactNode
  /** A footer that stays at the bottom while the content scrolls. */
  footer?: ReactNode
  children: ReactNode
}

// role="none": outside of main, header and footer would be landmarks of the page.

/** The content of a sheet: image, heading, content, close button and footer. */
export function SheetView({ title, titleId, picture, actions, intro, close, messages, footer, children }: SheetViewProps) {
  return (
    <div className={styles.frame}>
      <div className={classes(styles.scroll, intro !== undefined && styles.columns)}>
        <div className={styles.about}>
          {picture !== undefined && (
            <div className={styles.picture}>
              {picture}
              {actions !== undefined && <div className={styles.actions}>{actions}</div>}
            </div>
          )}
          <header role="none" className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
          </header>
          {intro !== undefined && (
            <div className={styles.intro}>
              {intro}
              {picture === undefined && actions !== undefined && <div className={styles.actions}>{actions}</div>}
            </div>
          )}
        </div>
        <div className={styles.body}>{children}</div>
      </div>
      <div data-handle className={styles.handle} />
      {close}
      {messages}
      {footer !== undefined && (
        <footer role="none" className={styles.foot}>
          {footer}
        </footer>
      )}
    </div>
  )
}

/** The format of an image at the top of a sheet. */
export const sheetPicture = { ratio: '16/9' as const, sizes: '(width >= 40rem) 40rem, 100vw' }

/** The classes of a sheet's frame on the page. */
export const sheetClass = (size: 'm' | 'l', className?: string): string => classes(styles.sheet, styles[size], className)

export function SheetCloseView({ label, onClick }: { label: string; onClick: () => void }) {
  return <IconButton label={label} icon={<X />} variant="raised" className={styles.close} onClick={onClick} />
}

/** A sheet in the first paint, before any script has run; a link closes it. */
export function FirstSheetView({
  closeHref,
  closeLabel,
  ...sheet
}: Omit<SheetViewProps, 'close'> & { closeHref: string; closeLabel: string }) {
  return (
    <div id="first-sheet">
      <div className={styles.scrim} />
      <section className={sheetClass('l', styles.first)}>
        <SheetView
          {...sheet}
          close={
            <a href={closeHref} aria-label={closeLabel} className={classes(iconButtonClass('raised'), styles.close)}>
              <X />
            </a>
          }
        />
      </section>
    </div>
  )
}
