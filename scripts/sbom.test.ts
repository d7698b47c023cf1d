import { describe, expect, it } from 'vitest'
import { bom, goModules, licensed, npmPackages } from './sbom.ts'

describe('the list of what is inside a release', () => {
  it('reads the modules of an executable', () => {
    const text =
      'dist/x: go1.26.8\n\tpath\ttablefront/bff\n\tmod\ttablefront\t(devel)\t\n\tdep\tgithub.com/a/b\tv1.2.3\th1:abc=\n\tbuild\tGOOS=linux\n'
    expect(goModules(text)).toEqual([
      { type: 'library', name: 'github.com/a/b', version: 'v1.2.3', purl: 'pkg:golang/github.com/a/b@v1.2.3' },
    ])
  })
  it('reads what the client is built from, and leaves out what only development needs', () => {
    const lock = JSON.stringify({
      packages: {
        '': { version: '1' },
        'node_modules/@scope/shown': { version: '1.0.0', integrity: 'sha512-AAEC' },
        'node_modules/shown/node_modules/inner': { version: '2.0.0' },
        'node_modules/tool': { version: '3.0.0', dev: true },
        'node_modules/tool-or-optional': { version: '4.0.0', devOptional: true },
      },
    })
    expect(npmPackages(lock).map((p) => [p.purl, p.hashes?.[0]?.content])).toEqual([
      ['pkg:npm/%40scope/shown@1.0.0', '000102'],
      ['pkg:npm/inner@2.0.0', undefined],
    ])
  })
  it('has the licence of each part, and names the one without', () => {
    const a = { type: 'library' as const, name: 'a', version: '1', purl: 'pkg:npm/a@1' }
    expect(licensed([a], 'Tablefront contains:\n\na 1\tMIT\n\na 1\n\nThe text of its licence\n')).toEqual([
      { ...a, licenses: [{ expression: 'MIT' }] },
    ])
    expect(() => licensed([a], 'a 2\tMIT\n')).toThrow('a 1 has no licence')
  })
  it('is the same whatever the order it was read in', () => {
    const a = { type: 'library' as const, name: 'a', version: '1', purl: 'pkg:npm/a@1' }
    const b = { type: 'library' as const, name: 'b', version: '1', purl: 'pkg:npm/b@1' }
    expect(bom('1', [b, a])).toEqual(bom('1', [a, b]))
  })
})
