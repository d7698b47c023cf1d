import { useTranslation } from 'react-i18next'
import { Sheet } from '../../ui/Sheet.tsx'
import { Stack } from '../../ui/Layout.tsx'
import styles from './CategoryList.module.css'

/** A list of all categories, for long menus. The focus begins at the current one, which scrolls it into view. */
export function CategoryList({
  open,
  onClose,
  categories,
  active,
  onGo,
}: {
  open: boolean
  onClose: () => void
  categories: readonly { id: string; name: string }[]
  active: string | null
  onGo: (id: string) => void
}) {
  const { t } = useTranslation()
  return (
    <Sheet open={open} onClose={onClose} title={t('All categories')} closeLabel={t('Close')}>
      <Stack as="ul" className={styles.list}>
        {categories.map((category) => (
          <li key={category.id}>
            <button
              type="button"
              className={styles.place}
              data-first={category.id === active || undefined}
              aria-current={category.id === active ? 'true' : undefined}
              onClick={() => onGo(category.id)}
            >
              {category.name}
            </button>
          </li>
        ))}
      </Stack>
    </Sheet>
  )
}
