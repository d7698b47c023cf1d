import { useTranslation } from 'react-i18next'
import { allergenChips } from '../../domain/allergens.ts'
import { avoidAllergens, onlyFitting, useAvoidedAllergens } from '../../cart/avoidedAllergens.ts'
import { Button } from '../../ui/Button.tsx'
import { Chips } from '../../ui/Choice.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { Bar } from '../../ui/Layout.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { EmptyState } from '../../ui/States.tsx'
import type { CatalogueSection } from './useCatalogue.ts'
import styles from './AllergenFilter.module.css'
import { useStore } from '../../createStore.ts'

/**
 * The allergen filter: the allergens to avoid, as toggle chips. Dishes that contain one are dimmed with the reason, or hidden if the customer wants only
 * what fits (docs/specification.md section 10).
 */
export function AllergenFilter({ open, onClose, sections }: { open: boolean; onClose: () => void; sections: readonly CatalogueSection[] }) {
  const { t } = useTranslation()
  const avoided = useAvoidedAllergens()
  const hides = useStore(onlyFitting)
  const chips = allergenChips(sections.flatMap(({ products }) => products ?? []))
  // Allergens chosen at another branch are listed too, so that they can be deselected.
  const missing = [...avoided].filter((code) => !chips.some((chip) => chip.code === code)).map((code) => ({ code, description: '' }))
  const items = [...chips, ...missing].map((chip) => ({
    value: chip.code,
    label: chip.description === '' ? chip.code : `${chip.description} (${chip.code})`,
  }))
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('What do you avoid?')}
      closeLabel={t('Close')}
      footer={
        <Bar align="stretch" gap={3} fills>
          <Button disabled={avoided.size === 0} onClick={() => avoidAllergens([])}>
            {t('Clear selection')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('Show the menu')}
          </Button>
        </Bar>
      }
    >
      <p className={styles.note}>
        {t('Dishes that contain it are marked on the menu, on their sheets and in the cart. A dish without information is marked as well.')}
      </p>
      {items.length === 0 ? (
        <EmptyState title={t('The restaurant lists no allergens.')} />
      ) : (
        <Chips
          label={t('Allergens')}
          items={items}
          pressed={avoided}
          onToggle={(code) => {
            const next = new Set(avoided)
            if (!next.delete(code)) next.add(code)
            avoidAllergens(next)
          }}
        />
      )}
      {items.length > 0 && (
        <Checkbox
          name="onlyFitting"
          label={t('Show only what fits')}
          checked={hides}
          onChange={(event) => onlyFitting.set(event.target.checked)}
        />
      )}
    </Sheet>
  )
}
