import { Quiet } from '../ui/Layout.tsx'
import { useTranslation } from 'react-i18next'
import { formatList } from '../domain/text.ts'
import { isTaxKnown } from '../domain/totals.ts'
import { useMoney } from '../i18n/useMoney.ts'
import { taxesQuery } from '../restaurant/taxes.ts'
import { useShopQuery } from '../session/useShopQuery.ts'
import { useFormattingLocale } from '../i18n/language.ts'

/** Says beside prices whether taxes are added to them; nothing while that is unknown. */
export function TaxNote({ className }: { className?: string | undefined }) {
  const { t } = useTranslation()
  const { tax } = useMoney()
  const locale = useFormattingLocale()
  const { data } = useShopQuery(taxesQuery)
  if (data === undefined || !data.every(isTaxKnown)) return null
  const added = data.filter(({ value, included }) => included !== true && value !== 0)
  const taxes = formatList(
    added.map(({ name, value }) => tax({ name, percent: value })),
    locale,
  )
  return <Quiet className={className}>{added.length > 0 ? t('Prices plus {{taxes}}', { taxes }) : t('Prices include all taxes.')}</Quiet>
}
