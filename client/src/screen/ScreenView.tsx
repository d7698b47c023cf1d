import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import type { LinkKind } from '../ui/link.ts'
import { Bar } from '../ui/Layout.tsx'
import hidden from '../ui/VisuallyHidden.module.css'
import styles from './Screen.module.css'

/** How wide a screen is. narrow: a form; wide: everything else. */
export type ScreenWidth = 'narrow' | 'wide'

interface ScreenHeadViewProps {
  label: string
  title: string
  trail: ReactNode
  width: ScreenWidth
  /** It has a background image, from the custom property --screen-picture. */
  pictured: boolean
}

/** The head of an inner page: breadcrumb and h1. */
export function ScreenHeadView({ label, title, trail, width, pictured, ...rest }: ScreenHeadViewProps) {
  return (
    <div {...rest} className={classes(styles.head, pictured && styles.pictured)}>
      <div className={classes(styles.inside, styles[width])}>
        <div className={styles.words}>
          <nav aria-label={label}>
            <Bar as="ol" gap={1} quiet className={styles.trail}>
              {trail}
              <li aria-current="page" className={hidden.hiddenOnPhones}>
                {title}
              </li>
            </Bar>
          </nav>
          <h1 className={styles.title}>{title}</h1>
        </div>
      </div>
    </div>
  )
}

export function StepView({ href, label, link: Link = 'a' }: { href: string; label: string; link?: LinkKind }) {
  return (
    <li>
      <Link href={href}>{label}</Link>
      <ChevronRight aria-hidden="true" data-flips />
    </li>
  )
}

export function ScreenContentView({ width, children }: { width: ScreenWidth; children: ReactNode }) {
  return <div className={classes(styles.content, styles[width])}>{children}</div>
}
