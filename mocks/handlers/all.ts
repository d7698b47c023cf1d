/** Every handler, by operation. */
import { getResponse, HttpResponse, type HttpHandler } from 'msw'
import type { OperationName } from '../operations.ts'
import type { Seat } from '../seat.ts'
import { sparse } from '../sparse.ts'
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

/** Answers an operation's call by its handler; with the scenario `sparse`, without anything optional. */
export const answerOf = async (
  seat: Seat,
  handlers: Record<OperationName, HttpHandler>,
  operation: OperationName,
  request: Request,
): Promise<Response | undefined> => {
  const answer = await getResponse([handlers[operation]], request)
  if (!answer?.ok || answer.body === null || !seat.world.is('sparse', seat.shopOf(request))) return answer
  return HttpResponse.json(sparse(operation, await answer.json()) as Record<string, unknown>, { status: answer.status })
}
