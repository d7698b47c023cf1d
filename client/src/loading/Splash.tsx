import { useEffect, useState } from 'react'
import styles from './Splash.module.css'
import { useSettings } from '../restaurant/settings.ts'

/** Milliseconds between the menu being ready and the splash leaving the page (docs/specification.md section 9). */
export const splashTime = 1500

/**
 * The splash of the home page: the restaurant's SPLASH_LOGO over the page while the menu loads. It fades when the menu is ready and is removed 1.5 s later.
 * It does not block input, and is not shown if the menu is part of the page.
 */
export function Splash({ ready }: { ready: boolean }) {
  const logo = useSettings().picture('SPLASH_LOGO')
  const [late] = useState(!ready)
  const [removed, setRemoved] = useState(false)
  useEffect(() => {
    if (!ready) return
    const timer = setTimeout(() => setRemoved(true), splashTime)
    return () => clearTimeout(timer)
  }, [ready])
  if (!late || removed || logo === '') return null
  return (
    <div className={styles.splash} data-fades={ready || undefined} aria-hidden="true">
      <img src={logo} alt="" className={styles.logo} />
    </div>
  )
}
