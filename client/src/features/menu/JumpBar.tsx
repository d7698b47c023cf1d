import List from 'lucide-react/icons/list'
import Search from 'lucide-react/icons/search'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazySheet } from '../../loading/lazyPart.tsx'
import { useStore, type Store } from '../../createStore.ts'
import { IconButton } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { PillBar } from '../../ui/PillBar.tsx'
import type { Slide } from './CategorySlider.tsx'
import styles from './JumpBar.module.css'
import type { ActiveSection } from './useScrollSpy.ts'

const CategoryList = lazySheet(async () => (await import('./CategoryList.tsx')).CategoryList)

interface JumpBarProps {
  /** Whether the slider is scrolled out of view. */
  scrolled: Store<boolean>
  /** Search results are shown instead of the menu. */
  hidden: boolean
  categories: readonly Slide[]
  /** Whether the categories have pictures. */
  pictures: boolean
  activeSection: ActiveSection
  onGo: (id: string) => void
  onSearch: () => void
}

/**
 * The navigation that replaces the scrolled-out slider: a row of pills that sticks below the header, with a list of all categories for long menus.
 */
export const JumpBar = memo(function JumpBar({ scrolled, hidden, categories, pictures, activeSection, onGo, onSearch }: JumpBarProps) {
  const { t } = useTranslation()
  const active = useStore(activeSection)
  const shown = useStore(scrolled) && !hidden
  const pills = useMemo(
    () => categories.map((category) => ({ id: category.id, label: category.name, href: `#${category.id}` })),
    [categories],
  )
  const [listed, setListed] = useState(false)
  return (
    <div className={classes(styles.bar, shown && styles.shown)}>
      <div className={styles.inside}>
        <PillBar
          label={t('Jump to a category')}
          pills={pills}
          // A hidden row does not scroll.
          active={shown ? active : null}
          onChoose={onGo}
          end={
            <>
              {categories.length > 7 && <IconButton label={t('All categories')} icon={<List />} onClick={() => setListed(true)} />}
              <IconButton label={t('Search the menu')} icon={<Search />} onClick={onSearch} />
            </>
          }
        />
      </div>
      <CategoryList
        open={listed}
        onClose={() => setListed(false)}
        categories={categories}
        pictures={pictures}
        active={active}
        onGo={(id) => {
          setListed(false)
          // Closing the sheet restores the focus first; then the section is focused.
          requestAnimationFrame(() => onGo(id))
        }}
      />
    </div>
  )
})
