import type { WholeMenu } from '../../domain/reorder.ts'
import { OrderStrip } from './OrderStrip.tsx'
import { YourUsual } from './YourUsual.tsx'

/** What stands above the menu for customers who have ordered before. */
export function OrderedBefore({ menu }: { menu: WholeMenu | null }) {
  return (
    <>
      <OrderStrip menu={menu} />
      <YourUsual menu={menu} />
    </>
  )
}
