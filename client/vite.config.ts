import { createHash } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { brand, brandName } from './brand.build.ts'
import { chunksOf, screenScripts, shopModule } from './chunks.build.ts'
import { prefetched } from './src/app/prefetched.ts'
import { checks, css, renderFirstPaint } from './firstPaint.build.ts'
import { devNonce, productionPolicy } from './policy.dev.ts'

// The build that the BFF embeds, and the mock mode (`--mode mock`), which runs on MSW without a server.
const mocks = join(import.meta.dirname, '../mocks')
const bff = process.env['TABLEFRONT_DEV_BFF'] ?? 'http://127.0.0.1:8080'

/** The supported browsers, as targets of the minifiers. */
const browsers = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { browserslist: string[] }
).browserslist.map((query) => query.replace('ios_saf', 'ios').replace(' >= ', ''))

// Every style sheet begins with the order of the layers (ui/tokens.css): whichever is loaded first, component styles override base styles. Otherwise
// a sheet shared by several screens may precede the one with the order.
const layerOrder = (): Plugin => ({
  name: 'layer-order',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css') && String(file.source).includes('@layer'))
        file.source = `@layer tokens,base,layout,kit,shop,features;${String(file.source)}`
  },
})

// The service worker and the one that unregisters it (client/src/worker), each bundled into one file at the root after the build whose files it
// lists.
const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const named = (pattern: RegExp): string[] =>
      Object.keys(bundle)
        .filter((name) => pattern.test(name))
        .map((name) => `/${name}`)
        .sort()
    const files = named(/^assets\/.*\.(js|css)$/)
    const fonts = named(/^assets\/.*\.woff2$/)
    const chunks = chunksOf(bundle)
    const shop = chunks.of(shopModule)
    // The style sheet beyond the first screen is loaded with it (src/start.ts).
    const first = Object.values(bundle)
      .filter((file) => file.type === 'chunk')
      .filter((chunk) => chunks.withImports(shop).has(chunk) || chunk.name === 'look')
      .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
      .map((name) => `/${name}`)
      .filter((name) => files.includes(name))
    const later = files.filter((file) => !first.includes(file))
    // The name of the entry's file identifies the build.
    const entry = shop.fileName
    const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12)
    for (const [name, source] of [
      ['sw.js', 'sw.ts'],
      ['sw-off.js', 'unregister.ts'],
    ] as const)
      await build({
        configFile: false,
        root: import.meta.dirname,
        publicDir: false,
        logLevel: 'warn',
        define: { __BUILD__: JSON.stringify({ version, first: [...new Set(first)], later, fonts, entry: `/${entry}` }) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: browsers,
          rolldownOptions: {
            checks,
            input: `${import.meta.dirname}/src/worker/${source}`,
            output: { format: 'iife', entryFileNames: name },
          },
        },
      })
  },
})

// The fragments of the first paint, for the BFF (bff/site/firstpaint), and each screen's own scripts.
const firstPaint = (): Plugin => ({
  name: 'first-paint',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const first = await renderFirstPaint()
    const modules = new Map(first.places.flatMap(({ path, module }) => (module === undefined ? [] : [[path, module]])))
    const places = first.places.map(({ module: _, ...place }) => {
      const module = modules.get(place.path)
      return { ...place, ...(module !== undefined && { scripts: screenScripts(bundle, module, '/') }) }
    })
    writeFileSync(join(dir, 'first.json'), JSON.stringify({ ...first, places, brand: brandName }))
  },
})

// What a customer opens next from the menu (src/app/prefetched.ts): Chromium compiles all of its functions in the background when it is loaded, instead
// of each at the press that needs it. For other browsers the line is a comment.
const compileEarly = (): Plugin => ({
  name: 'compile-early',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    // After Vite, which begins some files with a list.
    order: 'post',
    handler(_options, bundle) {
      for (const name of new Set(prefetched.flatMap((module) => screenScripts(bundle, `src/${module}`, '')))) {
        const file = bundle[name]
        if (file?.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      }
    },
  },
})

/** The modules of the first screen: all static imports of src/main.tsx, transitively. */
const firstScreen = new Set<string>()
const findFirstScreen = (): Plugin => ({
  name: 'find-first-screen',
  apply: 'build',
  buildEnd() {
    const walk = (id: string): void => {
      // Vite's helpers belong to the first chunk.
      if (firstScreen.has(id) || id.startsWith('\0')) return
      firstScreen.add(id)
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) walk(imported)
    }
    walk(`${import.meta.dirname}/src/main.tsx`)
  },
})

/** Builds a script that is inlined in the page. */
const inPage = async (module: string, define: Record<string, string>, format: 'es' | 'iife'): Promise<string> => {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      target: browsers,
      modulePreload: false,
      rolldownOptions: { checks, input: `${import.meta.dirname}${module}`, external: /main\.tsx$/, output: { format } },
    },
  })
  const [script] = 'output' in built ? built.output : []
  if (script === undefined) throw new Error(`${module} was not built`)
  return script.code.trim()
}

// The page starts with an inline script (src/start.ts): the first paint waits for one style sheet and no script. The inlined script contains the list
// of the application's scripts, each after those it imports.
const startInPage = (): Plugin => {
  let base = '/'
  return {
    name: 'start-in-page',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const chunks = chunksOf(bundle)
        const shop = chunks.of(shopModule)
        const first = [...chunks.withImports(shop)]
        const sheetsOf = (some: typeof first): string[] => some.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
        const scripts = first.map(({ fileName }) => base + fileName)
        const styles = new Set(sheetsOf(first).map((name) => base + name))
        const [look] = sheetsOf(
          Object.values(bundle)
            .filter((file) => file.type === 'chunk')
            .filter(({ name }) => name === 'look'),
        )
        if (look === undefined) throw new Error('there is no sheet beyond the first screen')
        const files = { scripts, look: base + look }
        const start = await inPage('/src/start.ts', { __FILES__: JSON.stringify(files) }, 'es')
        // Removes Vite's entry script and its preloads.
        Reflect.deleteProperty(bundle, chunks.of('src/start.ts').fileName)
        const tags: HtmlTagDescriptor[] = [
          // Not a module: it runs before anything is painted.
          { tag: 'script', children: await inPage('/src/scheme.ts', {}, 'iife'), injectTo: 'head' },
          ...[...styles].map((href): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'stylesheet', crossorigin: true, href },
            injectTo: 'head',
          })),
          { tag: 'script', attrs: { type: 'module', 'data-shop': base + shop.fileName }, children: start, injectTo: 'head' },
        ]
        return { html: html.replace(/\s*<(script type="module"|link rel="(modulepreload|stylesheet)")[^>]*>(<\/script>)?/g, ''), tags }
      },
    },
  }
}

// The mock mode serves the mock backend's images and providers' pages under the same paths.
const mockUpstreamFiles = (): Plugin => {
  let out = ''
  return {
    name: 'mock-upstream-files',
    configResolved(config) {
      out = resolve(config.root, config.build.outDir)
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(/^\/(media|providers)\//, `/@fs${mocks}/$1/`)
        next()
      })
    },
    closeBundle() {
      for (const folder of ['media', 'providers']) cpSync(`${mocks}/${folder}`, join(out, folder), { recursive: true })
    },
  }
}

export default defineConfig(({ command, mode }) => ({
  root: import.meta.dirname,
  // The base path of the demo (`make demo`); the BFF serves the shop at its root.
  base: process.env['DEMO_BASE'] ?? '/',
  publicDir: mode === 'mock' ? 'public-mock' : 'public',
  plugins: [
    brand(),
    react({ jsxImportSource: '#jsx' }),
    findFirstScreen(),
    layerOrder(),
    startInPage(),
    ...(mode === 'mock' ? [mockUpstreamFiles()] : [compileEarly(), firstPaint(), serviceWorker(), productionPolicy(bff)]),
  ],
  define: { __MOCK__: JSON.stringify(mode === 'mock'), __FILES__: 'null' },
  css,
  ...(command === 'serve' && mode !== 'mock' && { html: { cspNonce: devNonce } }),
  build: {
    outDir: mode === 'mock' ? 'dist-mock' : 'dist',
    // make removes what is in dist but .gitkeep.
    emptyOutDir: mode === 'mock',
    target: browsers,
    // The policy of the page allows no inline script and no data: font (docs/threat-model.md T16).
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    sourcemap: false,
    // The first screen's scripts are bundled into three files instead of forty: smaller together and fewer requests; each runs in a task of its own
    // (src/start.ts), and the vendor file outlives releases.
    rolldownOptions: {
      checks,
      output: {
        chunkFileNames: 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: (id) => firstScreen.has(id) && /\/node_modules\/(react|react-dom|scheduler)\/|\/src\/createRoot\.ts$/.test(id),
              priority: 2,
            },
            { name: 'vendor', test: (id) => firstScreen.has(id) && id.includes('/node_modules/'), priority: 1 },
            { name: 'shop', test: (id) => firstScreen.has(id) || id.includes('vite/preload-helper') },
            // One style sheet for everything beyond the first screen, and one for the fonts. Each loaded sheet makes the browser recalculate the layout of the
            // whole page; a dozen, one per chunk, would cost more than all rendering.
            { name: 'look', test: (id) => !firstScreen.has(id) && /\.module\.css$/.test(id), priority: 0.6 },
            { name: 'fonts', test: /@fontsource.*\.css$/, priority: 0.6 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['TABLEFRONT_DEV_PORT'] ?? 5173),
    strictPort: true,
    fs: { allow: ['..'] },
    ...(mode === 'mock' ? {} : { proxy: { '/api': bff, '/bff': bff, '/look.css': bff } }),
  },
}))
