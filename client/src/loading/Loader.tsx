import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Announced } from '../ui/Announced.tsx'
import { classes } from '../ui/classes.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './Loader.module.css'
import { navigating, waitShownAfter } from '../navigation/navigating.ts'
import { useSettings } from '../restaurant/settings.ts'
import { useStore } from '../createStore.ts'

/** Milliseconds after which the loader hides (docs/specification.md section 9). */
export const loaderTime = 7500

/** The loader's animations by setting (docs/specification.md section 2). */
export type LoaderAnimation = 'pizza' | 'burger' | 'infinite' | 'logo'
const animations: readonly string[] = ['pizza', 'burger', 'infinite', 'logo'] satisfies LoaderAnimation[]

/** The animation of the setting LOADER_ANIMATION; default: infinite. */
export function animationOf(setting: string): LoaderAnimation {
  const name = setting.toLowerCase()
  return animations.includes(name) ? (name as LoaderAnimation) : 'infinite'
}

/**
 * The loading indicator, derived from pending queries. It never covers anything interactive, appears with a delay, and hides after 7.5 s in any case.
 */
export function Loader() {
  const waiting = useIsFetching({ predicate: (query) => query.state.data === undefined && query.getObserversCount() > 0 }) > 0
  const sending = useIsMutating() > 0
  const loadingScreen = useStore(navigating) !== null
  return waiting || sending || loadingScreen ? <Running delay={loadingScreen ? 0 : waitShownAfter} /> : null
}

function Running({ delay }: { delay: number }) {
  const { t } = useTranslation()
  const settings = useSettings()
  const [phase, setPhase] = useState<'early' | 'on' | 'over'>('early')
  useEffect(() => {
    const on = setTimeout(() => setPhase('on'), delay)
    const over = setTimeout(() => setPhase('over'), loaderTime)
    return () => {
      clearTimeout(on)
      clearTimeout(over)
    }
  }, [delay])
  if (phase !== 'on') return null
  return (
    <LoaderFrame>
      <VisuallyHidden>
        <Announced as="span">{t('Loading')}</Announced>
      </VisuallyHidden>
      <LoaderPicture animation={animationOf(settings.text('LOADER_ANIMATION'))} logo={settings.picture('LOGO')} />
    </LoaderFrame>
  )
}

/**
 * Positions the loader over the first placeholder of missing content; if there is none, small at the edge of the header. It never covers readable
 * content.
 */
function LoaderFrame({ children }: { children: ReactNode }) {
  const [centre, setCentre] = useState(centreOfPlaceholder)
  useEffect(() => {
    let frame = 0
    const follow = (): void => {
      setCentre((before) => {
        const now = centreOfPlaceholder()
        return before?.left === now?.left && before?.top === now?.top ? before : now
      })
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div
      // Moved by a transformation, and an element of its own in the other place: the browser counts neither as a layout shift.
      key={centre === null ? 'aside' : 'there'}
      className={classes(styles.loader, centre === null && styles.aside)}
      style={centre === null ? undefined : { transform: `translate(${centre.left}px, ${centre.top}px)` }}
      data-loader
    >
      {children}
    </div>
  )
}

/** The centre of the visible part of the first placeholder; null if there is none. */
function centreOfPlaceholder(): { left: number; top: number } | null {
  for (const place of document.querySelectorAll('main [aria-busy="true"]:not(button), main [data-waiting]')) {
    const { left, right, top, bottom } = place.getBoundingClientRect()
    const [from, to] = [Math.max(top, 64), Math.min(bottom, window.innerHeight)]
    if (right > left && to - from > 24) return { left: Math.round((left + right) / 2), top: Math.round((from + to) / 2) }
  }
  return null
}

/** One of the four animations as SVG. The logo animation without a logo is `infinite`. */
export function LoaderPicture({ animation, logo }: { animation: LoaderAnimation; logo: string }) {
  if (animation === 'logo' && logo !== '') return <img className={styles.logo} src={logo} alt="" />
  if (animation === 'pizza')
    return (
      <svg className={styles.pizza} viewBox="0 0 48 48" aria-hidden="true">
        {[0, 60, 120, 180, 240, 300].map((turn, at) => (
          <g key={turn} className={styles.slice} style={{ animationDelay: `${at * 130}ms` }} transform={`rotate(${turn} 24 24)`}>
            <path d="M24 23 33.5 6.6a19 19 0 0 0-19 0Z" fill="#f2c14e" />
            <path d="M33.5 6.6a19 19 0 0 0-19 0l-1.5-2.6a22 22 0 0 1 22 0Z" fill="#c8823a" />
            <circle cx="24" cy="11" r="2.6" fill="#c0392b" />
          </g>
        ))}
      </svg>
    )
  if (animation === 'burger')
    return (
      <svg className={styles.burger} viewBox="0 0 48 48" aria-hidden="true">
        <path className={styles.layer} d="M8 20c0-9 7-14 16-14s16 5 16 14Z" fill="#d9923b" />
        <path className={styles.layer} d="M6 22h36l-4 5-5-3-5 4-5-4-5 4-5-4-4 2Z" fill="#5fae57" />
        <rect className={styles.layer} x="7" y="28" width="34" height="6" rx="3" fill="#7a4528" />
        <path className={styles.layer} d="M8 36h32c0 4-3 6-7 6H15c-4 0-7-2-7-6Z" fill="#d9923b" />
      </svg>
    )
  return (
    <svg className={styles.infinite} viewBox="0 0 64 32" aria-hidden="true">
      <path
        d="M16 26c-6 0-10-4.5-10-10s4-10 10-10c11 0 21 20 32 20 6 0 10-4.5 10-10s-4-10-10-10c-11 0-21 20-32 20Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
        pathLength="100"
      />
    </svg>
  )
}
