// Writes .br and .gz files of every built file that gets smaller, so that the BFF never compresses assets (docs/architecture.md section 4).
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const smallest = 1024
const gains = /\.(js|css|html|svg|json|webmanifest|txt|xml|ico)$/
const root = process.argv[2] ?? 'client/dist'

for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
  const file = join(root, name)
  // The fragments of the first paint are read only by the BFF.
  if (!gains.test(name) || name === 'first.json' || name.startsWith('.vite') || !statSync(file).isFile()) continue
  const bytes = readFileSync(file)
  if (bytes.length < smallest) continue
  const br = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
  const gz = gzipSync(bytes, { level: 9 })
  if (br.length < bytes.length) writeFileSync(`${file}.br`, br)
  if (gz.length < bytes.length) writeFileSync(`${file}.gz`, gz)
}
