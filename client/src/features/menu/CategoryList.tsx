import { useTranslation } from 'react-i18next'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './CategoryList.module.css'

/** Every category in a list, for long menus. */
export function CategoryList({
  open,
  onClose,
  places,
  active,
  onGo,
}: {
  open: boolean
  onClose: () => void
  places: readonly { id: string; name: string }[]
  active: string | null
  onGo: (id: string) => void
}) {
  const { t } = useTranslation()
  return (
    <Sheet open={open} onClose={onClose} title={t('All categories')} closeLabel={t('Close')}>
      <ul className={styles.list}>
        {places.map((place) => (
          <li key={place.id}>
            <button
              type="button"
              className={styles.place}
              aria-current={place.id === active ? 'true' : undefined}
              onClick={() => onGo(place.id)}
            >
              {place.name}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
