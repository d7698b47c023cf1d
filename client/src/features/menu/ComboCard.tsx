import { memo } from 'react'
import type { Menu } from '../../../../contracts/types.ts'
import { judgeCombo } from '../../domain/allergens.ts'
import { toMinor } from '../../domain/money.ts'
import { comboPrice, isSoldOut, slotsOf } from '../../domain/pricing.ts'
import { comboAddress } from '../../navigation/paths.ts'
import { pictureOf } from '../../restaurant/pictures.ts'
import { VerdictLine } from '../../cart/VerdictLine.tsx'
import { Badge, CountBadge } from '../../ui/Badge.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../../ui/Price.tsx'
import { useCardContext } from './cards.ts'
import { comboPicture, ComboCardView } from './ComboCardView.tsx'

/** The card of a combo: image, content, and the price before the discount struck through. */
export const ComboCard = memo(function ComboCard({
  menu,
  count,
  plain = false,
  eager = false,
  lead = false,
}: {
  menu: Menu
  count: number
  plain?: boolean
  eager?: boolean
  lead?: boolean
}) {
  const { t, money, avoided } = useCardContext()
  const verdict = judgeCombo(menu, avoided)
  const price = comboPrice(menu, money.currency)
  const before = toMinor(menu.price, money.currency)
  const parts = slotsOf(menu).length
  return (
    <ComboCardView
      name={menu.name}
      href={comboAddress(menu.id)}
      description={menu.description ?? ''}
      picture={
        plain ? null : (
          <Picture src={pictureOf(menu.media?.poster, 'wide', 'url')} alt="" name={menu.name} {...comboPicture} eager={eager} lead={lead} />
        )
      }
      price={
        price !== null && (
          <Price {...(before !== null && before > price && { was: money.format(before), wasLabel: t('instead of') })}>
            {money.format(price)}
          </Price>
        )
      }
      parts={parts > 1 ? t('{{count}} items', { count: parts }) : ''}
      {...(isSoldOut(menu) && { discount: <Badge>{t('Sold out')}</Badge> })}
      {...(!isSoldOut(menu) &&
        price !== null &&
        menu.discount > 0 && { discount: <Badge kind="filled">{money.percent(-menu.discount)}</Badge> })}
      verdict={verdict.kind !== 'fits' && <VerdictLine verdict={verdict} />}
      dimmed={verdict.kind === 'contains'}
      badge={count > 0 && <CountBadge count={count} label={t('In the cart: {{count}}', { count })} />}
    />
  )
})
