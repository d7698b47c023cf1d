import { useTranslation } from 'react-i18next'
import { allergenChips } from '../../domain/allergens.ts'
import { avoidAllergens, onlyFitting, useAvoidedAllergens } from '../../cart/avoidedAllergens.ts'
import { Button } from '../../ui/Button.tsx'
import { Chips } from '../../ui/Choice.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { Bar } from '../../ui/Layout.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { EmptyState, Skeleton } from '../../ui/States.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { Catalogue } from './useCatalogue.ts'
import styles from './AllergenFilter.module.css'
import { NotLoaded } from '../../screen/NotLoaded.tsx'
import { useStore } from '../../createStore.ts'

/**
 * The allergen filter: the allergens to avoid, as toggle chips. Dishes that contain one are dimmed with the reason, or hidden if the customer wants only
 * what fits (docs/specification.md section 10). The choice is shown when all dishes are known: an allergen that is missing from it looks as if no dish contained it.
 */
export function AllergenFilter({ open, onClose, catalogue }: { open: boolean; onClose: () => void; catalogue: Catalogue }) {
  const { t } = useTranslation()
  const avoided = useAvoidedAllergens()
  const hides = useStore(onlyFitting)
  const { sections, complete } = catalogue
  const failedSections = sections.filter(({ failed }) => failed)
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
        <Bar align="stretch" gap={2} fills>
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
      {complete ? (
        <>
          {failedSections.length > 0 && (
            <NotLoaded
              title={t('A part of the menu could not be loaded. It may contain other allergens.')}
              variant="secondary"
              onRetry={() => failedSections.forEach(({ retry }) => retry())}
            />
          )}
          {items.length === 0 ? (
            <EmptyState title={t('The restaurant lists no allergens.')} />
          ) : (
            <>
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
              <Checkbox
                name="onlyFitting"
                className={styles.only}
                label={t('Show only what fits')}
                checked={hides}
                onChange={(event) => onlyFitting.set(event.target.checked)}
              />
            </>
          )}
        </>
      ) : (
        <>
          <VisuallyHidden>{t('The menu is still loading')}</VisuallyHidden>
          <Skeleton height="10rem" />
        </>
      )}
    </Sheet>
  )
}
