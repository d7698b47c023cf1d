import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../shop/paths.ts'
import { RouteLink } from '../shop/RouteLink.tsx'
import { useSettings } from '../shop/settings.ts'
import { BrandView } from './HeaderView.tsx'

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
    <BrandView
      href={paths.home}
      name={title === '' ? t('Home') : title}
      logo={failed === logo ? '' : logo}
      logoInDark={inFooter ? '' : forDark}
      plate={forDark !== '' ? 'never' : inFooter ? 'always' : 'inDark'}
      onError={() => setFailed(logo)}
      link={RouteLink}
    />
  )
}
