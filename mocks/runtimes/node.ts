/** The mock backend in unit tests: MSW's node server in the BFF's runtime. Each test file has its own instance. */
import type { SetupServer } from 'msw/node'
import { setupServer } from 'msw/node'
import type { BffConfig } from '../../contracts/bff-types.ts'
import { bffHandlers, makeBffRuntime } from './bff.ts'
import type { Runtime } from '../backend/runtime.ts'
import { makeWorld, type World, type WorldOptions } from '../backend/world.ts'

/** A server for unit tests. Call `server.listen({ onUnhandledRequest: 'error' })`, `world.reset()` between tests, `server.close()` after. */
export interface MockServer {
  server: SetupServer
  world: World
  runtime: Runtime
}

/** Creates a server. `config` overrides `/bff/config`; `hangTimeout` is the timeout of a hanging upstream in milliseconds. */
export const makeMockServer = (options: WorldOptions & { config?: Partial<BffConfig>; hangTimeout?: number } = {}): MockServer => {
  const world = makeWorld(options)
  const runtime = makeBffRuntime({
    world,
    hangTimeout: options.hangTimeout ?? 50,
    paymentUrl: (sess, shop, lang) => `${shop.url}/pay/${sess}?lang=${lang}`,
  })
  return { world, runtime, server: setupServer(...bffHandlers(runtime, options.config)) }
}
