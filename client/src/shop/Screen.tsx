import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { classes } from '../ui/classes.ts'
import { paths } from './paths.ts'
import styles from './Screen.module.css'
import { useSettings } from './settings.ts'
import { useTitle } from './useTitle.ts'

interface ScreenProps {
  /** The screen's title, translated: its h1 and the document's title. */
  title: string
  /** The way between Home and this screen. */
  trail?: readonly { label: string; to: string }[]
  /** narrow: a form; wide: everything else. */
  width?: 'narrow' | 'wide'
  children: ReactNode
}

/** An inner page: the breadcrumb bar with its optional background picture (SPEC.md section 2), the h1, and the content. */
export function Screen({ title, trail = [], width = 'wide', children }: ScreenProps) {
  const { t } = useTranslation()
  const background = useSettings().picture('BREADCRUMB_BACKGROUND')
  useTitle(title)
  return (
    <>
      <div
        className={classes(styles.head, background !== '' && styles.pictured)}
        style={background === '' ? undefined : { backgroundImage: `url("${background.replace(/["\\\n]/g, encodeURIComponent)}")` }}
      >
        <div className={classes(styles.inside, styles[width])}>
          <div className={styles.words}>
            <nav aria-label={t('Breadcrumb')}>
              <ol className={styles.trail}>
                {[{ label: t('Home'), to: paths.home }, ...trail].map((step) => (
                  <li key={step.to}>
                    <Link to={step.to}>{step.label}</Link>
                    <ChevronRight aria-hidden="true" data-flips />
                  </li>
                ))}
                <li aria-current="page">{title}</li>
              </ol>
            </nav>
            <h1 className={styles.title}>{title}</h1>
          </div>
        </div>
      </div>
      <div className={classes(styles.content, styles[width])}>{children}</div>
    </>
  )
}
