// Free ports. Chooses those of `make run`: the preferred one, else the next free one, with a message. A port set by a variable is not replaced.
import { connect, createServer } from 'node:net'

/** Host and port of an address such as 127.0.0.1:8080 or :8080; a host that means every address is reached through 127.0.0.1. */
export function hostAndPort(address: string): { host: string; port: number } {
  const colon = address.lastIndexOf(':')
  const host = address.slice(0, Math.max(colon, 0))
  const port = Number(address.slice(colon + 1))
  return { host: ['', '0.0.0.0', '[::]'].includes(host) ? '127.0.0.1' : host, port }
}

/** Whether a program can listen on the port. macOS lets a second one bind beside a listener on every address, hence the connection. */
export async function isFree(port: number): Promise<boolean> {
  const bound = await new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  if (!bound) return false
  return await new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const done = (free: boolean): void => {
      socket.destroy()
      resolve(free)
    }
    socket.once('connect', () => done(false))
    socket.once('error', () => done(true))
  })
}

/** What listens, its preferred port, how many consecutive ports it needs, and the variable that sets another. */
export interface Wanted {
  what: string
  first: number
  count?: number
  variable: string
  /** The variable's value for a port; the port itself when left out. */
  written?: (port: number) => string
}

/** The port to use. Throws an error with the variable's name if the environment sets a port in use, or none is free. */
export async function choosePort(wanted: Wanted, environment: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { what, variable, written = String } = wanted
  const { port, taken } = await freePort(wanted)
  if (taken === null) return port
  if (environment[variable])
    throw new Error(`Port ${taken} for ${what} is taken. Choose another with ${variable}, for example ${variable}=${written(port)}`)
  console.log(`· Port ${taken} is taken: ${what} will use ${port} (${variable}=${written(port)} says another).`)
  return port
}

/** The first free ports from the preferred one on, and the port that is taken instead of it; null if none is. */
async function freePort({ what, first, count = 1, variable }: Wanted): Promise<{ port: number; taken: number | null }> {
  let taken: number | null = null
  for (let port = first; port < first + 100 * count && port + count <= 65536; port += count) {
    const free = await Promise.all(Array.from({ length: count }, (_, i) => isFree(port + i)))
    const busy = free.indexOf(false)
    if (busy < 0) return { port, taken }
    taken ??= port + busy
  }
  throw new Error(`No port is free for ${what} from ${first} on. Choose one with ${variable}.`)
}
