import ArrowRight from 'lucide-react/icons/arrow-right'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Obstacle } from '../../domain/obstacle.ts'
import { firstSlot } from '../../domain/slots.ts'
import { now } from '../../restaurant/clock.ts'
import { chooseDelivery } from '../../cart/deliveryStore.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { showPanel } from '../../overlays/panels.ts'
import { paths } from '../../navigation/paths.ts'
import { Announced } from '../../ui/Announced.tsx'
import styles from './Checkout.module.css'
import { lineField } from './jump.ts'
import { obstacleMessage } from './obstacleMessages.ts'
import type { Checkout } from './useCheckout.ts'
import type { ShopHours } from '../../restaurant/workingHours.ts'
import { useFormattingLocale } from '../../i18n/language.ts'

/** The field of an obstacle; null if no field resolves it. */
const fieldOf: Partial<Record<Obstacle['kind'], string>> = {
  changed: 'review',
  deliverType: 'deliverType',
  address: 'addressId',
  outOfRange: 'addressId',
  area: 'areaId',
  addressText: 'address',
  date: 'deliverDate',
  dateProblem: 'deliverDate',
  provider: 'paymentType',
  tip: 'tip',
  terms: 'terms',
}

/** The next obstacle as a message; a press resolves it or jumps to its field (docs/specification.md). */
export function ObstacleBar({ checkout, obstacle, jump }: { checkout: Checkout; obstacle: Obstacle; jump: (field: string) => void }) {
  const { hours } = checkout.time
  const { t } = useTranslation()
  const { format } = useMoney()
  const locale = useFormattingLocale()
  const navigate = useNavigate()
  const message = obstacleMessage(obstacle, { t, format, zone: hours.zone, locale })
  const resolve = obstacle.kind === 'total' ? checkout.acceptTotal : resolverOf(obstacle, hours, jump, (path) => void navigate(path))
  if (resolve === null)
    return (
      <Announced className={styles.obstacle} data-field="obstacle" tabIndex={-1}>
        {message}
      </Announced>
    )
  return (
    <button type="button" className={styles.obstacle} data-field="obstacle" onClick={resolve}>
      <Announced as="span">{message}</Announced>
      <ArrowRight aria-hidden="true" data-flips />
    </button>
  )
}

function resolverOf(
  obstacle: Obstacle,
  { week, zone }: ShopHours,
  jump: (field: string) => void,
  go: (path: string) => void,
): (() => void) | null {
  switch (obstacle.kind) {
    case 'branch':
      return () => go(paths.selectBranch)
    case 'empty':
    case 'minimumOrder':
      return () => go(paths.home)
    case 'closed': {
      const first = week && firstSlot(week, zone, now().getTime(), obstacle.opens)
      if (first === null) return null
      return () => {
        chooseDelivery({ deliverAt: 'later', deliverDate: first?.iso ?? null })
        jump('deliverAt')
      }
    }
    case 'notes':
      return () => (obstacle.where === 'cart' ? showPanel('cart') : jump('notes'))
    case 'unknown':
      return obstacle.part === 'tax' ? null : () => jump('areaId')
    case 'line':
      return () => jump(lineField(obstacle.at))
    case 'contact':
      return () => jump(obstacle.field)
    default: {
      const field = fieldOf[obstacle.kind]
      return field === undefined ? null : () => jump(field)
    }
  }
}
