import { List, Search } from 'lucide-react'
import { lazy, memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Part } from '../../shop/Part.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { PillBar } from '../../ui/PillBar.tsx'
import styles from './JumpBar.module.css'
import { useActive, type Reading } from './useScrollSpy.ts'

const CategoryList = lazy(async () => ({ default: (await import('./CategoryList.tsx')).CategoryList }))

interface JumpBarProps {
  /** Shown once the slider has left the screen. */
  shown: boolean
  places: readonly { id: string; name: string }[]
  reading: Reading
  onGo: (id: string) => void
  onSearch: () => void
}

/** The slider's second shape: one row of pills that stays below the header, with a list of everything for long menus. */
export const JumpBar = memo(function JumpBar({ shown, places, reading, onGo, onSearch }: JumpBarProps) {
  const { t } = useTranslation()
  const active = useActive(reading)
  const pills = useMemo(() => places.map((place) => ({ id: place.id, label: place.name, href: `#${place.id}` })), [places])
  const [listed, setListed] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <div className={classes(styles.bar, shown && styles.shown)}>
      <div className={styles.inside}>
        <PillBar
          label={t('Jump to a category')}
          pills={pills}
          // A row that nobody sees does not move.
          active={shown ? active : null}
          onChoose={onGo}
          end={
            <>
              {places.length > 7 && <IconButton label={t('All categories')} icon={<List />} onClick={() => setListed('open')} />}
              <IconButton label={t('Search the menu')} icon={<Search />} onClick={onSearch} />
            </>
          }
        />
      </div>
      {listed !== 'never' && (
        <Part>
          <CategoryList
            open={listed === 'open'}
            onClose={() => setListed('closed')}
            places={places}
            active={active}
            onGo={(id) => {
              setListed('closed')
              // The sheet gives the focus back first; the place then takes it.
              requestAnimationFrame(() => onGo(id))
            }}
          />
        </Part>
      )}
    </div>
  )
})
