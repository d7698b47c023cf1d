/** Control of the mock backend over HTTP, on the main host: reset, scenario, orders, log and faults of single calls. */
import { ORDER_STATUSES } from '../../backend/orders.ts'
import { FAULT_KINDS, type Backend } from '../backend.ts'

interface Answer {
  status: number
  body: unknown
}

const text = (value: unknown): value is string => typeof value === 'string'

const wrong = (message: string): Answer => ({ status: 400, body: { message } })

/** "POST /api/checkout/v2" as a pattern; `*` stands for anything. */
const patternOf = (match: string): RegExp =>
  new RegExp(
    `^${match
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  )

const scenario = (backend: Backend, body: Record<string, unknown>): Answer => {
  const { names = [], settings = {}, now, branch = null } = body
  if (!Array.isArray(names) || !names.every(text)) return wrong('names: a list of scenario names')
  if (typeof settings !== 'object' || settings === null || !Object.values(settings).every(text))
    return wrong('settings: from keys to texts')
  if (branch !== null && !text(branch)) return wrong('branch: an address of the branch list, or null')
  if (now !== undefined && now !== null && !text(now)) return wrong('now: an ISO instant, or null')
  try {
    backend.world.setScenario({ names, settings: settings as Record<string, string>, branch })
    if (now !== undefined) backend.world.clock.set(now)
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
  return { status: 200, body: { ...backend.world.scenario, now: backend.world.clock.now().toISOString() } }
}

const fault = (backend: Backend, body: Record<string, unknown>): Answer => {
  const { match, kind, times = 1, status = 500, ms = 3000, body: answer = { message: 'Server error.' } } = body
  if (match === undefined && kind === undefined) {
    backend.faults.length = 0
    return { status: 200, body: { faults: 0 } }
  }
  if (!text(match) || !/^(\*|[A-Z]+) ?(\*|\/)/.test(match))
    return wrong('match: a method and a path, as in "POST /api/checkout/v2"; * stands for anything')
  const known = FAULT_KINDS.find((name) => name === kind)
  if (!known) return wrong(`kind: one of ${FAULT_KINDS.join(', ')}`)
  if (typeof times !== 'number' || typeof status !== 'number' || typeof ms !== 'number') return wrong('times, status, ms: numbers')
  backend.faults.push({ match: patternOf(match), kind: known, times, status, body: answer, ms })
  return { status: 200, body: { faults: backend.faults.filter((entry) => entry.times > 0).length } }
}

/** The operator moves an order on, as in a kitchen's own program: its status, and when it is expected. */
const decide = (backend: Backend, { code, status, deliverAt }: Record<string, unknown>): Answer => {
  const order = backend.world.state.orders.find((each) => each.code === code)
  if (!order) return { status: 404, body: { message: 'code: of an order' } }
  const known = ORDER_STATUSES.find((name) => name === status)
  if (!known) return wrong(`status: one of ${ORDER_STATUSES.join(', ')}`)
  if (deliverAt !== undefined && !(text(deliverAt) && /[+-]\d\d:\d\d$/.test(deliverAt)))
    return wrong('deliverAt: an ISO instant with an offset')
  order.decided = known
  if (text(deliverAt)) order.deliverAt = deliverAt
  return { status: 200, body: { code, status: known, deliverAt: order.deliverAt } }
}

/** Answers a call to `/__…`. */
export const answerControl = (backend: Backend, method: string, url: URL, body: string): Answer => {
  const { world } = backend
  let given: unknown = {}
  try {
    if (body !== '') given = JSON.parse(body)
  } catch {
    return wrong('the body is not JSON')
  }
  if (typeof given !== 'object' || given === null) return wrong('the body is not an object')
  const input = given as Record<string, unknown>
  switch (`${method} ${url.pathname}`) {
    case 'POST /__reset':
      world.reset()
      backend.log.length = 0
      backend.faults.length = 0
      return { status: 200, body: { orders: world.state.orders.length } }
    case 'POST /__scenario':
      return scenario(backend, input)
    case 'GET /__scenario':
      return { status: 200, body: { ...world.scenario, now: world.clock.now().toISOString() } }
    case 'GET /__orders':
      return { status: 200, body: world.state.orders }
    case 'POST /__order':
      return decide(backend, input)
    case 'GET /__state':
      return { status: 200, body: world.state }
    case 'GET /__log':
      return { status: 200, body: backend.log }
    case 'DELETE /__log':
      backend.log.length = 0
      return { status: 200, body: {} }
    case 'POST /__fault':
      return fault(backend, input)
    default:
      return {
        status: 404,
        body: {
          message:
            'POST /__reset, POST /__scenario, GET /__scenario, GET /__orders, POST /__order, GET /__state, GET /__log, DELETE /__log, POST /__fault',
        },
      }
  }
}
