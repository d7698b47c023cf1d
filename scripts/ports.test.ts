// @vitest-environment node
import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { choosePort, hostAndPort } from './ports.ts'

const servers: Server[] = []

/** A port with a listener; `host` left out listens on every address. */
async function taken(host?: string): Promise<number> {
  const server = createServer()
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

const wanted = (first: number, count = 1) => ({
  what: 'the shop',
  first,
  count,
  variable: 'TABLEFRONT_ADDR',
  written: (port: number) => `127.0.0.1:${port}`,
})

describe('the ports of make run', () => {
  it('replaces a taken port by the next free one and says so', async () => {
    const said = vi.spyOn(console, 'log').mockReturnValue()
    for (const host of ['127.0.0.1', undefined]) {
      const busy = await taken(host)
      const port = await choosePort(wanted(busy), {})
      expect(port).toBeGreaterThan(busy)
      expect(said).toHaveBeenLastCalledWith(expect.stringMatching(new RegExp(`Port ${busy} is taken.*${port}.*TABLEFRONT_ADDR=`)))
    }
  })

  it('looks at every port of a row', async () => {
    vi.spyOn(console, 'log').mockReturnValue()
    const busy = await taken()
    expect(await choosePort(wanted(busy - 3, 4), {})).toBeGreaterThan(busy)
  })

  it('names the variable when it asks for a taken port', async () => {
    const said = vi.spyOn(console, 'log').mockReturnValue()
    const busy = await taken()
    await new Promise<void>((resolve) => servers[servers.push(createServer()) - 1]?.listen(busy + 1, resolve).on('error', resolve))
    await expect(choosePort(wanted(busy), { TABLEFRONT_ADDR: `127.0.0.1:${busy}` })).rejects.toThrow(
      /is taken\. Choose another with TABLEFRONT_ADDR, for example TABLEFRONT_ADDR=127\.0\.0\.1:\d+/,
    )
    expect(said).not.toHaveBeenCalled()
  })

  it('says nothing about a free port', async () => {
    const said = vi.spyOn(console, 'log').mockReturnValue()
    const busy = await taken()
    const free = await choosePort(wanted(busy + 1), {})
    said.mockClear()
    expect(await choosePort(wanted(free), { TABLEFRONT_ADDR: `127.0.0.1:${free}` })).toBe(free)
    expect(said).not.toHaveBeenCalled()
  })

  it('reads addresses as the shop does', () => {
    expect(hostAndPort(':8080')).toEqual({ host: '127.0.0.1', port: 8080 })
    expect(hostAndPort('0.0.0.0:81')).toEqual({ host: '127.0.0.1', port: 81 })
    expect(hostAndPort('[::1]:81')).toEqual({ host: '[::1]', port: 81 })
  })
})
