import { useEffect, useEffectEvent } from 'react'
import { notifyOfItems, type EventItem } from '../../events/events.ts'

/** The event of a dish or combo that is open; null: none is. */
export function useViewItem(item: EventItem | null): void {
  const id = item?.item_id
  const viewed = useEffectEvent(() => {
    if (item !== null) notifyOfItems('view_item', [item], {})
  })
  useEffect(() => {
    if (id !== undefined) viewed()
  }, [id])
}
