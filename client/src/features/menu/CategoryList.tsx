import { useTranslation } from 'react-i18next'
import { Bar, Quiet, Stack } from '../../ui/Layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import type { Slide } from './CategorySlider.tsx'
import { slidePicture } from './CategorySliderView.tsx'
import styles from './CategoryList.module.css'

/** A list of all categories, for long menus. The focus begins at the current one, which scrolls it into view. */
export function CategoryList({
  open,
  onClose,
  categories,
  pictures,
  active,
  onGo,
}: {
  open: boolean
  onClose: () => void
  categories: readonly Slide[]
  pictures: boolean
  active: string | null
  onGo: (id: string) => void
}) {
  const { t } = useTranslation()
  return (
    <Sheet open={open} onClose={onClose} title={t('All categories')} closeLabel={t('Close')}>
      <Stack as="ul" className={styles.list}>
        {categories.map((category) => (
          <li key={category.id}>
            <Bar
              as="button"
              noWrap
              gap={3}
              type="button"
              className={styles.place}
              data-first={category.id === active || undefined}
              aria-current={category.id === active ? 'true' : undefined}
              onClick={() => onGo(category.id)}
            >
              {pictures && <Picture src={category.picture} alt="" name={category.name} {...slidePicture} />}
              {category.name}
              {category.count !== undefined && (
                <Quiet as="span" className={styles.count} aria-hidden="true">
                  {category.count}
                </Quiet>
              )}
            </Bar>
          </li>
        ))}
      </Stack>
    </Sheet>
  )
}
