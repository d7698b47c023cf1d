import CircleHelp from 'lucide-react/icons/circle-question-mark'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useTranslation } from 'react-i18next'
import type { Additive, Allergen, Product } from '../../../../contracts/types.ts'
import { codeOf, judgeProduct } from '../../domain/allergens.ts'
import { formatList } from '../../domain/text.ts'
import { useAvoidedAllergens } from '../../cart/avoidedAllergens.ts'
import { NoticeBar } from '../../ui/States.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { useFormattingLocale } from '../../i18n/language.ts'
import { Fact } from '../../ui/Card.tsx'
import styles from './Allergens.module.css'

/** Allergens and additives of a dish as text. "No information" is shown as such and is not the same as "None" (docs/specification.md). */
export function AllergenList({
  allergens,
  additives,
}: {
  allergens: readonly Allergen[] | undefined
  additives: readonly Additive[] | undefined
}) {
  const { t } = useTranslation()
  const locale = useFormattingLocale()
  const nameOf = (one: Allergen): string => {
    const code = codeOf(one)
    return !one.description ? code : code === '' ? one.description : `${one.description} (${code})`
  }
  const words = (list: readonly Allergen[]): string => formatList(list.map(nameOf), locale)
  const added = words(additives ?? [])
  return (
    <Stack as="dl" gap={1} quiet className={styles.words}>
      <Fact label={t('Allergens')}>{allergens?.length === 0 ? t('None') : words(allergens ?? []) || t('No information')}</Fact>
      {added !== '' && <Fact label={t('Additives')}>{added}</Fact>}
    </Stack>
  )
}

export function VerdictBar({ product }: { product: Pick<Product, 'allergens'> }) {
  const { t } = useTranslation()
  const avoided = useAvoidedAllergens()
  const verdict = judgeProduct(product, avoided)
  if (verdict.kind === 'fits') return null
  return (
    <NoticeBar kind="warning" icon={verdict.kind === 'contains' ? <TriangleAlert /> : <CircleHelp />}>
      {verdict.kind === 'contains'
        ? t('Contains what you avoid: {{codes}}', { codes: verdict.names.join(', ') })
        : t('The restaurant gives no allergen information for this dish. Please ask before you order.')}
    </NoticeBar>
  )
}
