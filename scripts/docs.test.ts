// The pages name only what is there.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { walks } from './walks.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const pages = globSync(['*.md', '{docs,mocks,client}/**/*.md'], { cwd: root, exclude: (name) => name === 'node_modules' })
const codeOf = (page: string): string[] => [...read(page).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
/** The files that a walk of CONTRIBUTING.md makes. */
const made = Object.values(walks).flatMap(({ edits }) => edits.filter(({ after }) => after === undefined).map(({ file }) => file))
const exists = (path: string): boolean =>
  made.includes(path) || ['', 'client', 'client/src'].some((folder) => existsSync(join(root, folder, path)))
const [makefile, scripts, tokens] = [read('Makefile'), read('package.json'), read('client/src/ui/tokens.css')]

it('there are pages', () => expect(pages.length).toBeGreaterThan(40))

it.each(pages)('%s: files, folders, targets of make and scripts of npm', (page) => {
  const missing = codeOf(page).filter((code) => {
    const target = /(?:^| )make ([a-z][a-z0-9-]*)/.exec(code)?.[1]
    const script = /^npm run ([a-z0-9]+)/.exec(code)?.[1]
    if (target !== undefined) return !makefile.includes(`\n${target}:`)
    if (script !== undefined) return !scripts.includes(`"${script}":`)
    return /^(bff|client|contracts|docs|mocks|scripts)\/[\w./-]+$/.test(code) && !code.startsWith('client/dist') && !exists(code)
  })
  expect(missing).toEqual([])
})

/** The addresses of a page's headings, as GitHub makes them. */
const headings = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

it.each(pages)('%s: links, also to a heading', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)]*))?\)/g)]
  const broken = links.filter(([, file = '', heading]) => {
    const path = file === '' ? page : join(dirname(page), file)
    return !existsSync(join(root, path)) || (heading !== undefined && path.endsWith('.md') && !headings(path).includes(heading))
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

it('docs/state.md: files of the client', () => {
  const paths = codeOf('docs/state.md').filter((code) => /^[\w.-]+\/[\w./-]+\.tsx?$/.test(code))
  expect(paths.length).toBeGreaterThan(15)
  expect(paths.filter((path) => !exists(path))).toEqual([])
})

it('docs/frontend.md: paths in the client, and tokens', () => {
  const named = codeOf('docs/frontend.md')
  const paths = named.filter((code) => /^[\w.-]+\/[\w./-]*$/.test(code) && !/^(dist|gallery|compat)\//.test(code))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !exists(path))).toEqual([])
  expect(named.filter((code) => /^--(?!scenario)/.test(code) && !tokens.includes(`  ${code}:`))).toEqual([])
})

// docs/brand.md: an update merges without a conflict, since the product has no file where an operator's brand is.
it('the folders of a brand have nothing of the product', () => {
  expect(globSync('{client/brand,brands}/**/*.*', { cwd: root })).toEqual(['client/brand/README.md'])
})
