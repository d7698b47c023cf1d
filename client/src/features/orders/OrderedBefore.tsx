import type { WholeMenu } from '../../domain/reorder.ts'
import { OrderStrip } from './OrderStrip.tsx'
import { YourUsual } from './YourUsual.tsx'

/** What stands above the menu for customers who have ordered before. `reserved`: the place of the strip was there before it. */
export function OrderedBefore({ menu, reserved }: { menu: WholeMenu | null; reserved: boolean }) {
  return (
    <>
      <OrderStrip menu={menu} reserved={reserved} />
      <YourUsual menu={menu} />
    </>
  )
}
