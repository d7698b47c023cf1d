import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../shop/paths.ts'
import { useSettings } from '../shop/settings.ts'
import { classes } from '../ui/classes.ts'
import styles from './Brand.module.css'

/**
 * The restaurant's logo, which leads home; its name in letters where there is no logo. FOOTER_LOGO is drawn for dark ground, so it stands in the
 * footer and, in the dark, in the header too. A restaurant with one logo only gets a soft plate below it there.
 */
export function Brand({ of = 'LOGO' }: { of?: 'LOGO' | 'FOOTER_LOGO' }) {
  const { t } = useTranslation()
  const settings = useSettings()
  const forDark = settings.picture('FOOTER_LOGO')
  const forLight = settings.picture('LOGO') || forDark
  const title = settings.text('SITE_TITLE')
  const [failed, setFailed] = useState('')
  const inFooter = of === 'FOOTER_LOGO'
  const logo = inFooter ? forDark || forLight : forLight
  return (
    <Link to={paths.home} className={styles.brand} aria-label={title === '' ? t('Home') : title}>
      {logo === '' || failed === logo ? (
        <span className={styles.name}>{title === '' ? t('Home') : title}</span>
      ) : (
        <picture>
          {!inFooter && forDark !== '' && <source media="(prefers-color-scheme: dark)" srcSet={forDark} />}
          <img
            src={logo}
            alt=""
            className={classes(styles.logo, forDark === '' && (inFooter ? styles.plate : styles.plateInDark))}
            onError={() => setFailed(logo)}
          />
        </picture>
      )}
    </Link>
  )
}
