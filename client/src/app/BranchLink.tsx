import { Store } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useBranches } from '../shop/branch.ts'
import { paths } from '../shop/paths.ts'
import styles from './BranchLink.module.css'

/** The chosen branch; pressing it opens the selector. Nothing where the restaurant has no branches. */
export function BranchLink() {
  const { t } = useTranslation()
  const { branches, chosen } = useBranches()
  if (branches.length < 2 && chosen === undefined) return null
  return (
    <Link to={paths.selectBranch} className={styles.branch}>
      <Store aria-hidden="true" />
      <span className={styles.name}>{chosen?.name ?? t('Choose a branch')}</span>
    </Link>
  )
}
