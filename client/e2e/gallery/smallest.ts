// The smallest backend of examples/ with a shop in front of it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { end, executable, run, until } from '../programs.ts'

/** The smallest backend of examples/, behind a shop of its own. */
export async function withSmallest<T>(port: number, use: (url: string) => Promise<T>): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), 'tablefront-'))
  const backend = run(process.execPath, ['examples/smallest-backend.mjs'], { PORT: String(port) })
  const shop = run(executable, ['serve'], {
    TABLEFRONT_ADDR: `127.0.0.1:${String(port + 1)}`,
    TABLEFRONT_METRICS_ADDR: '',
    TABLEFRONT_UPSTREAM: `http://127.0.0.1:${String(port)}`,
    TABLEFRONT_DATA_DIR: data,
    TABLEFRONT_LOG_LEVEL: 'warn',
  })
  try {
    const url = `http://127.0.0.1:${String(port + 1)}`
    await until('The shop', async () => (await fetch(`${url}/readyz`)).ok)
    return await use(url)
  } finally {
    await end(shop)
    await end(backend)
    rmSync(data, { recursive: true, force: true })
  }
}
