import { useEffect, useRef } from 'react'
import type { Menu } from '../../../../contracts/types.ts'
import { itemOfCombo, itemOfProduct, notifyOfItems, type EventItem } from '../../events/events.ts'
import { combosId, sectionId } from './cards.ts'
import type { CatalogueSection } from './useCatalogue.ts'

/** How long a category has to be in view, in milliseconds: one that is scrolled past is not viewed. */
const dwell = 500
/** How much of it has to be in view, in pixels. */
const visiblePart = 120

/** The event of each category that comes into view, once while the menu is shown. */
export function useListEvents(sections: readonly CatalogueSection[], menus: readonly Menu[]): void {
  const told = useRef(new Set<string>())
  useEffect(() => {
    const lists = new Map<string, { id: string; items: () => EventItem[] }>()
    if (menus.length > 0) lists.set(combosId, { id: combosId, items: () => menus.map(itemOfCombo) })
    for (const { category, products } of sections)
      if (products !== undefined && products.length > 0)
        lists.set(sectionId(category), {
          id: String(category.id),
          items: () => products.map((product) => itemOfProduct(product, category)),
        })
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          clearTimeout(timers.get(target.id))
          const list = lists.get(target.id)
          if (!isIntersecting || list === undefined) continue
          const tell = (): void => {
            observer.unobserve(target)
            told.current.add(target.id)
            notifyOfItems('view_item_list', list.items(), { item_list_id: list.id })
          }
          timers.set(target.id, setTimeout(tell, dwell))
        }
      },
      { rootMargin: `-${visiblePart}px 0px` },
    )
    for (const id of lists.keys()) {
      const section = told.current.has(id) ? null : document.getElementById(id)
      if (section !== null) observer.observe(section)
    }
    return () => {
      observer.disconnect()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [sections, menus])
}
