import { useTranslation } from 'react-i18next'
import { splitBranchName } from '../domain/text.ts'
import { useSettings } from '../restaurant/settings.ts'
import { useBranches } from '../session/branch.ts'
import { paths } from '../navigation/paths.ts'
import { RouteLink } from '../screen/RouteLink.tsx'
import { BranchLinkView } from './HomePageView.tsx'

/** The chosen branch; opens the branch selector. Renders nothing if the restaurant has no branches. */
export function BranchLink() {
  const { t } = useTranslation()
  const settings = useSettings()
  const { branches, chosen } = useBranches()
  if (branches.length < 2 && chosen === undefined) return null
  const [restaurant, name] = splitBranchName(chosen?.name ?? t('Choose a branch'), settings.text('SITE_TITLE'))
  return <BranchLinkView restaurant={restaurant} name={name} href={paths.selectBranch} link={RouteLink} />
}
