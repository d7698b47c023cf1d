/** Every handler, by operation. */
import type { HttpHandler } from 'msw'
import type { OperationName } from '../operations.ts'
import type { Seat } from '../seat.ts'
import { accountHandlers } from './account.ts'
import { addressesHandlers } from './addresses.ts'
import { checkoutHandlers } from './checkout.ts'
import { contactHandlers } from './contact.ts'
import { menuHandlers } from './menu.ts'
import { ordersHandlers } from './orders.ts'
import { shopHandlers } from './shop.ts'
import { tablesHandlers } from './tables.ts'

/** The handlers of one instance. A fixed path stands before one with a parameter in its place. */
export const makeHandlers = (seat: Seat): Record<OperationName, HttpHandler> => ({
  ...shopHandlers(seat),
  ...accountHandlers(seat),
  ...tablesHandlers(seat),
  ...contactHandlers(seat),
  ...menuHandlers(seat),
  ...checkoutHandlers(seat),
  ...addressesHandlers(seat),
  ...ordersHandlers(seat),
})
