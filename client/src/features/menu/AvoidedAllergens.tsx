import X from 'lucide-react/icons/x'
import { useMemo, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { avoidAllergens } from '../../cart/avoidedAllergens.ts'
import { allergenChips } from '../../domain/allergens.ts'
import { Button } from '../../ui/Button.tsx'
import { Bar } from '../../ui/Layout.tsx'
import styles from './MenuPage.module.css'
import type { CatalogueSection } from './useCatalogue.ts'

/** The allergens that the menu is filtered by, in words; a press avoids one no longer. `filter`: the button that opens the filter. */
export function AvoidedAllergens({
  avoided,
  sections,
  filter,
}: {
  avoided: ReadonlySet<string>
  sections: readonly CatalogueSection[]
  filter: RefObject<HTMLButtonElement | null>
}) {
  const { t } = useTranslation()
  const words = useMemo(
    () => new Map(allergenChips(sections.flatMap(({ products }) => products ?? [])).map(({ code, description }) => [code, description])),
    [sections],
  )
  return (
    <Bar as="ul" scrolls gap={2} className={styles.avoided} aria-label={t('What do you avoid?')}>
      {[...avoided].map((code) => (
        <li key={code}>
          <Button
            size="s"
            icon={<X aria-hidden="true" />}
            aria-label={t('Remove {{name}}', { name: words.get(code) || code })}
            onClick={({ currentTarget }) => {
              const chip = currentTarget.parentElement
              const next = (chip?.nextElementSibling ?? chip?.previousElementSibling)?.querySelector('button') ?? filter.current
              next?.focus()
              avoidAllergens([...avoided].filter((other) => other !== code))
            }}
          >
            {words.get(code) || code}
          </Button>
        </li>
      ))}
    </Bar>
  )
}
