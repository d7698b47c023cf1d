import type { ReactNode } from 'react'
import { useCardContext } from './cards.ts'
import { Boundary } from '../../loading/Part.tsx'
import styles from './MenuSection.module.css'
import { MenuItemView } from './MenuSectionView.tsx'

/** The place of a card on the menu: a dish that can't be shown says so and leaves the others alone. `of`: the dish or combo. */
export function MenuItem({ of, children }: { of: object; children: ReactNode }) {
  const { t } = useCardContext()
  return (
    <MenuItemView>
      <Boundary kind="part" reset={of} fallback={() => <p className={styles.none}>{t("This dish can't be shown right now.")}</p>}>
        {children}
      </Boundary>
    </MenuItemView>
  )
}
