// Writes the SBOM of a release (CycloneDX 1.6): the Go modules of the executable, from `go version -m`, and the npm packages of the client, from the lock
// file, each with its licence from the table of scripts/licenses. It is reproducible.
//
//	node scripts/sbom.ts VERSION MODULES.txt package-lock.json LICENSES.txt
import { readFileSync } from 'node:fs'

interface Component {
  type: 'library'
  name: string
  version: string
  purl: string
  licenses?: { expression: string }[]
  hashes?: { alg: string; content: string }[]
}

interface LockEntry {
  version?: string
  dev?: boolean
  devOptional?: boolean
  link?: boolean
  integrity?: string
}

/** goModules reads the lines `dep path version sum` of `go version -m`. */
export function goModules(text: string): Component[] {
  const found: Component[] = []
  for (const line of text.split('\n')) {
    const [kind, name, version] = line.trim().split(/\s+/)
    if (kind !== 'dep' || name === undefined || version === undefined) continue
    found.push({ type: 'library', name, version, purl: `pkg:golang/${name}@${version}` })
  }
  return found
}

/** npmPackages reads the packages that end up in the client: those that are not for development alone. */
export function npmPackages(lock: string): Component[] {
  const { packages } = JSON.parse(lock) as { packages: Record<string, LockEntry> }
  const found: Component[] = []
  for (const [path, entry] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1)
    if (
      path === '' ||
      name === undefined ||
      entry.dev === true ||
      entry.devOptional === true ||
      entry.link === true ||
      entry.version === undefined
    )
      continue
    const sha512 = entry.integrity?.match(/^sha512-(.+)$/)?.[1]
    found.push({
      type: 'library',
      name,
      version: entry.version,
      purl: `pkg:npm/${name.replace(/^@/, '%40')}@${entry.version}`,
      ...(sha512 === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }),
    })
  }
  return found
}

/** licensed adds each component's licence from the lines `name version TAB licence`; one without is an error. */
export function licensed(components: Component[], text: string): Component[] {
  const known = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [part = '', licence] = line.split('\t')
    if (licence !== undefined) known.set(part, licence)
  }
  return components.map((component) => {
    const expression = known.get(`${component.name} ${component.version}`)
    if (expression === undefined) throw new Error(`${component.name} ${component.version} has no licence in the table`)
    return { ...component, licenses: [{ expression }] }
  })
}

/** bom is the whole list, in the order of its names. */
export function bom(version: string, components: Component[]): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'tablefront', version } },
    components: components.toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
  }
}

if (import.meta.main) {
  const [version, modules, lock, licenses] = process.argv.slice(2)
  if (version === undefined || modules === undefined || lock === undefined || licenses === undefined)
    throw new Error('usage: sbom.ts VERSION MODULES.txt package-lock.json LICENSES.txt')
  const components = [...goModules(readFileSync(modules, 'utf8')), ...npmPackages(readFileSync(lock, 'utf8'))]
  process.stdout.write(`${JSON.stringify(bom(version, licensed(components, readFileSync(licenses, 'utf8'))), null, 2)}\n`)
}
