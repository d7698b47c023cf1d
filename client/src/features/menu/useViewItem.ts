import { useEffect, useEffectEvent } from 'react'
import { notify, type EventItem } from '../../events/events.ts'

/** The event of a dish or combo that is open; null: none is. */
export function useViewItem(item: EventItem | null): void {
  const id = item?.item_id
  const viewed = useEffectEvent(() => {
    if (item !== null) notify('view_item', {}, [item])
  })
  useEffect(() => {
    if (id !== undefined) viewed()
  }, [id])
}
