import type { ReactNode } from 'react'
import type { WholeMenu } from '../../domain/reorder.ts'
import { OrderStrip } from './OrderStrip.tsx'
import { YourUsual } from './YourUsual.tsx'

/** What stands above the menu for customers who have ordered before. `place`: what reserves the strip's. */
export function OrderedBefore({ menu, place }: { menu: WholeMenu | null; place: ReactNode }) {
  return (
    <>
      <OrderStrip menu={menu} place={place} />
      <YourUsual menu={menu} />
    </>
  )
}
