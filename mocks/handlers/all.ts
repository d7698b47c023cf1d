/** Every handler, by operation. */
import { getResponse, HttpResponse, type HttpHandler } from 'msw'
import type { OperationName } from '../operations.ts'
import type { Runtime } from '../runtime.ts'
import { sparse } from '../sparse.ts'
import { accountHandlers } from './account.ts'
import { addressesHandlers } from './addresses.ts'
import { checkoutHandlers } from './checkout.ts'
import { contactHandlers } from './contact.ts'
import { menuHandlers } from './menu.ts'
import { ordersHandlers } from './orders.ts'
import { shopHandlers } from './shop.ts'
import { tablesHandlers } from './tables.ts'

/** The handlers of one instance. A fixed path comes before one with a parameter at the same position. */
export const makeHandlers = (runtime: Runtime): Record<OperationName, HttpHandler> => ({
  ...shopHandlers(runtime),
  ...accountHandlers(runtime),
  ...tablesHandlers(runtime),
  ...contactHandlers(runtime),
  ...menuHandlers(runtime),
  ...checkoutHandlers(runtime),
  ...addressesHandlers(runtime),
  ...ordersHandlers(runtime),
})

/** Answers an operation's call by its handler; with the scenario `sparse`, without anything optional. */
export const answerOf = async (
  runtime: Runtime,
  handlers: Record<OperationName, HttpHandler>,
  operation: OperationName,
  request: Request,
): Promise<Response | undefined> => {
  const answer = await getResponse([handlers[operation]], request)
  if (!answer?.ok || answer.body === null || !runtime.world.is('sparse', runtime.shopOf(request))) return answer
  return HttpResponse.json(sparse(operation, await answer.json()) as Record<string, unknown>, { status: answer.status })
}
