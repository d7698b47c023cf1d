import { mkdtempSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type CSSOptions, type Plugin, type PluginOption } from 'vite'
import { brand, brandFolder } from './brand.build.ts'
import type { FirstPaint } from './src/first/fragments.tsx'

/** The class names of a CSS module: File_name, the same in the client and in the first paint; a brand's own begin with Brand. */
function className(local: string, file: string): string {
  const module = `${file.startsWith(import.meta.dirname) && !file.startsWith(brandFolder) ? '' : 'Brand'}${basename(file.split('?')[0] ?? file).replace(/\.module\.css$/, '')}`
  const known = modules.get(module)
  if (known !== undefined && known !== file) throw new Error(`two CSS modules are called ${module}: ${known} and ${file}`)
  modules.set(module, file)
  return `${module}_${local}`
}
const modules = new Map<string, string>()

/** No build reports how long its plugins took: nobody who builds the shop can change it. */
export const checks = { bundlerTimings: false }

/** The build's options for CSS modules. */
export const css: CSSOptions = { modules: { localsConvention: 'camelCaseOnly', generateScopedName: className } }

const table = join(import.meta.dirname, 'src/app/routes.ts')

/** Replaces the screens of the route table by modules that throw their name: the first paint needs none of them, but which is whose. */
const namedScreens = (): Plugin => ({
  name: 'named-screens',
  enforce: 'pre',
  resolveId(source, importer, { kind }) {
    if (importer !== table || kind !== 'dynamic-import') return null
    return `\0screen:${relative(import.meta.dirname, resolve(dirname(table), source))}`
  },
  load: (id) => (id.startsWith('\0screen:') ? `throw ${JSON.stringify(id.slice(8))}` : null),
})

/** Renders the fragments of the first paint (src/first) with the build's class names. `plugins` may transform the sources, as a test does. */
export async function renderFirstPaint(plugins: PluginOption[] = []): Promise<FirstPaint> {
  // In a folder from which Node can resolve React.
  const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/.first-paint-'))
  try {
    await build({
      configFile: false,
      root: import.meta.dirname,
      publicDir: false,
      logLevel: 'warn',
      plugins: [...plugins, namedScreens(), brand()],
      css,
      define: { 'process.env.NODE_ENV': '"production"', __MOCK__: 'false' },
      build: {
        ssr: 'src/first/fragments.tsx',
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: { checks, output: { entryFileNames: 'fragments.mjs' } },
      },
    })
    const made = (await import(pathToFileURL(join(folder, 'fragments.mjs')).href)) as { renderFirstPaint: () => Promise<FirstPaint> }
    return await made.renderFirstPaint()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
