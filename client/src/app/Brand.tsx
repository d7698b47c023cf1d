import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../shop/paths.ts'
import { RouteLink } from '../shop/RouteLink.tsx'
import { useSettings } from '../shop/settings.ts'
import { BrandView } from './HeaderView.tsx'

/**
 * The restaurant's logo, which leads home; its name in letters where there is no logo. LOGO is in the header, in the dark on a soft plate, since it
 * is drawn for light ground. FOOTER_LOGO, drawn for dark ground, is in the footer only; a restaurant without one has LOGO on its plate there.
 */
export function Brand({ of = 'LOGO' }: { of?: 'LOGO' | 'FOOTER_LOGO' }) {
  const { t } = useTranslation()
  const settings = useSettings()
  const own = settings.picture(of)
  const logo = own === '' ? settings.picture('LOGO') : own
  const title = settings.text('SITE_TITLE')
  const [failed, setFailed] = useState('')
  return (
    <BrandView
      href={paths.home}
      name={title === '' ? t('Home') : title}
      logo={failed === logo ? '' : logo}
      plate={of === 'LOGO' ? 'inDark' : own === '' ? 'always' : 'never'}
      onError={() => setFailed(logo)}
      link={RouteLink}
    />
  )
}
