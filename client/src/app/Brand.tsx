import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../shop/paths.ts'
import { useSettings } from '../shop/settings.ts'
import { classes } from '../ui/classes.ts'
import styles from './Brand.module.css'

/** The restaurant's logo, which leads home; its name in letters where there is no logo. */
export function Brand({ of = 'LOGO' }: { of?: 'LOGO' | 'FOOTER_LOGO' }) {
  const { t } = useTranslation()
  const settings = useSettings()
  const logo = settings.picture(of) || settings.picture('LOGO')
  const title = settings.text('SITE_TITLE')
  const [failed, setFailed] = useState('')
  return (
    <Link to={paths.home} className={styles.brand} aria-label={title === '' ? t('Home') : title}>
      {logo === '' || failed === logo ? (
        <span className={styles.name}>{title === '' ? t('Home') : title}</span>
      ) : (
        <img src={logo} alt="" className={classes(styles.logo, of === 'LOGO' && styles.onLight)} onError={() => setFailed(logo)} />
      )}
    </Link>
  )
}
