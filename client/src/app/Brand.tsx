import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBranches } from '../session/branch.ts'
import { paths } from '../navigation/paths.ts'
import { RouteLink } from '../screen/RouteLink.tsx'
import { useSettings } from '../restaurant/settings.ts'
import { BrandView } from './HeaderView.tsx'

type Which = 'LOGO' | 'FOOTER_LOGO'

/**
 * The restaurant's logo, a link to the home page; without a logo, its name. LOGO is in the header; in dark mode it has a light background, since it
 * is drawn for one. FOOTER_LOGO, drawn for a dark background, is in the footer only; without one the footer shows LOGO on a light background.
 */
export function Brand({ of = 'LOGO' }: { of?: Which }) {
  const title = useSettings().text('SITE_TITLE')
  return title === '' ? <Untitled of={of} /> : <Logo of={of} name={title} />
}

/** Without SITE_TITLE the name is the branch's, else a word that no other link in the header has. */
function Untitled({ of }: { of: Which }) {
  const { t } = useTranslation()
  return <Logo of={of} name={useBranches().chosen?.name ?? t('Menu')} />
}

function Logo({ of, name }: { of: Which; name: string }) {
  const settings = useSettings()
  const own = settings.picture(of)
  const logo = own === '' ? settings.picture('LOGO') : own
  const [failed, setFailed] = useState('')
  return (
    <BrandView
      href={paths.home}
      name={name}
      logo={failed === logo ? '' : logo}
      background={of === 'LOGO' ? 'inDark' : own === '' ? 'always' : 'never'}
      onError={() => setFailed(logo)}
      link={RouteLink}
    />
  )
}
