import { useTranslation } from 'react-i18next'
import { useBranches } from '../shop/session/branch.ts'
import { paths } from '../shop/routes/paths.ts'
import { RouteLink } from '../shop/parts/RouteLink.tsx'
import { BranchLinkView } from './HomePageView.tsx'

/** The chosen branch; opens the branch selector. Renders nothing if the restaurant has no branches. */
export function BranchLink() {
  const { t } = useTranslation()
  const { branches, chosen } = useBranches()
  if (branches.length < 2 && chosen === undefined) return null
  return <BranchLinkView name={chosen?.name ?? t('Choose a branch')} href={paths.selectBranch} link={RouteLink} />
}
