import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBranches } from '../shop/branch.ts'
import { paths } from '../shop/paths.ts'
import { RouteLink } from '../shop/RouteLink.tsx'
import { useSettings } from '../shop/settings.ts'
import { BrandView } from './HeaderView.tsx'

type Which = 'LOGO' | 'FOOTER_LOGO'

/**
 * The restaurant's logo, which leads home; where there is no logo its name in letters. LOGO is in the header, in the dark on a soft plate, since it
 * is drawn for light ground. FOOTER_LOGO, drawn for dark ground, is in the footer only; a restaurant without one has LOGO on its plate there.
 */
export function Brand({ of = 'LOGO' }: { of?: Which }) {
  const title = useSettings().text('SITE_TITLE')
  return title === '' ? <Untitled of={of} /> : <Logo of={of} name={title} />
}

/** Without SITE_TITLE the name is the branch's; a word that no link beside it has, where there is none. */
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
      plate={of === 'LOGO' ? 'inDark' : own === '' ? 'always' : 'never'}
      onError={() => setFailed(logo)}
      link={RouteLink}
    />
  )
}
