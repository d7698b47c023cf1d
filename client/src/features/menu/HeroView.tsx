import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { Bar } from '../../ui/Layout.tsx'
import styles from './Hero.module.css'

interface HeroViewProps {
  /** The name of a row of several, translated; empty for a single picture. */
  label: string
  children: ReactNode
}

/** The restaurant's pictures above the menu: one, or several in a row that scrolls. The settings have no words for them: they are decoration. */
export function HeroView({ label, children }: HeroViewProps) {
  const several = label !== ''
  return (
    // A row that scrolls can be scrolled by keyboard.
    <Bar
      scrolls
      gap={2}
      data-hero
      className={classes(styles.hero, several && styles.several)}
      {...(several && { role: 'group', 'aria-label': label, tabIndex: 0 })}
    >
      {children}
    </Bar>
  )
}

export const heroPicture = { className: styles.picture, sizes: '(width >= 75rem) 58rem, 100vw', ratio: '16/9' as const }
