import { createHash } from 'node:crypto'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

// Two seats of one client: the build that the BFF embeds, and the mock mode (`--mode mock`) that runs on MSW without any server.
// The service worker of MSW lives in a public folder of its own, so that no production build can carry it.
const bff = process.env['TABLEFRONT_DEV_BFF'] ?? 'http://127.0.0.1:8080'

// The order of the layers (ui/tokens.css) stands at the head of every sheet: whichever is read first, the kit lies above the base.
// Without it a sheet that several screens share may come before the one with the order, and links lose the look of buttons.
const layerOrder = (): Plugin => ({
  name: 'layer-order',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css') && String(file.source).includes('@layer'))
        file.source = `@layer tokens,base,kit,shop,features;${String(file.source)}`
  },
})

// The service worker and the one that ends it (client/src/worker), each one file at the root, made after the build whose files it lists by their hashes.
const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle)
      .filter((name) => /^assets\/.*\.(js|css)$/.test(name))
      .map((name) => `/${name}`)
      .sort()
    const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)?.fileName ?? ''
    const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12)
    for (const [name, source] of [
      ['sw.js', 'sw.ts'],
      ['sw-off.js', 'off.ts'],
    ] as const)
      await build({
        configFile: false,
        root: import.meta.dirname,
        publicDir: false,
        logLevel: 'warn',
        define: { __BUILD__: JSON.stringify({ version, files, entry: `/${entry}` }) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: 'es2022',
          rolldownOptions: { input: `${import.meta.dirname}/src/worker/${source}`, output: { format: 'iife', entryFileNames: name } },
        },
      })
  },
})

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  publicDir: mode === 'mock' ? 'public-mock' : 'public',
  plugins: [react(), layerOrder(), ...(mode === 'mock' ? [] : [serviceWorker()])],
  define: { __MOCK__: JSON.stringify(mode === 'mock') },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: mode === 'mock' ? 'dist-mock' : 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of the page allows no inline script and no data: font (HARDENING.md T16).
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    sourcemap: false,
    // What every screen needs comes in two pieces instead of twenty: smaller together, fewer to ask for, and the first one outlives releases.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|i18next|react-i18next)\// },
            {
              name: 'shop',
              test: /client\/src\/(api|domain\/(money|ids|pricing|cart|hours|text|delivery|allergens)|shop\/(storage|settings|config|language|login|table|plainCookies|money|pictures|cart|boot|hours|head|clock|branch|pages|fonts)\.ts)/,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['TABLEFRONT_DEV_PORT'] ?? 5173),
    strictPort: true,
    ...(mode === 'mock' ? {} : { proxy: { '/api': bff, '/bff': bff } }),
  },
}))
