/** Every handler, by operation. */
import { getResponse, HttpResponse, type HttpHandler } from 'msw'
import type { OperationName } from '../operations.ts'
import type { Runtime } from '../runtime.ts'
import { unlawful } from '../law.ts'
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

/** Answers an operation's call by its handler, and as the scenarios `sparse` and `unlawful` have it. */
export const answerOf = async (
  runtime: Runtime,
  handlers: Record<OperationName, HttpHandler>,
  operation: OperationName,
  request: Request,
): Promise<Response | undefined> => {
  const answer = await getResponse([handlers[operation]], request)
  const active = (['unlawful', 'sparse'] as const).filter((name) => runtime.world.is(name, runtime.shopOf(request)))
  if (!answer?.ok || answer.body === null || active.length === 0) return answer
  let body: unknown = await answer.json()
  for (const name of active) body = name === 'sparse' ? sparse(operation, body) : unlawful(operation, body)
  return HttpResponse.json(body as Record<string, unknown>, { status: answer.status })
}
