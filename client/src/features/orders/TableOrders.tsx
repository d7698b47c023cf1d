import ReceiptText from 'lucide-react/icons/receipt-text'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isUnnamed, useDeviceOrders } from './queries.ts'
import { sameBranch, useIdentity } from '../../session/identity.ts'
import { confirmationPath } from '../../navigation/paths.ts'
import { tableSessionStart } from '../../session/table.ts'

/** The orders of this table session, as list items; each links to its confirmation. */
export function TableOrders({ table, onOpen }: { table: string; onOpen: () => void }) {
  const { t } = useTranslation()
  const { branch } = useIdentity()
  const since = Date.parse(tableSessionStart() ?? '')
  const orders = useDeviceOrders().filter(
    (each) => each.table === table && sameBranch(each.branchUrl, branch) && Date.parse(each.order.createdAt) >= since,
  )
  return orders.map(({ order: { code } }) => (
    <li key={code}>
      <Link to={confirmationPath(code)} onClick={onOpen}>
        <ReceiptText aria-hidden="true" />
        {isUnnamed(code) ? t('Order') : t('Order {{code}}', { code })}
      </Link>
    </li>
  ))
}
