import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** The modules that a brand may replace (docs/brand.md), by the name of its file. */
export const replaceable: Readonly<Record<string, string>> = {
  'ProductCardView.tsx': 'src/features/menu/ProductCardView.tsx',
  'ComboCardView.tsx': 'src/features/menu/ComboCardView.tsx',
  'HeaderView.tsx': 'src/app/HeaderView.tsx',
  'Footer.tsx': 'src/app/Footer.tsx',
  'Thanks.tsx': 'src/features/orders/Thanks.tsx',
  'brand.css': 'src/brand.css',
}

/** The folder without replacements: the plain product. */
const plain = 'client/brand'

/** The folder of the brand that is built: client/brand, or BRAND. */
export const brandFolder = resolve(import.meta.dirname, '..', process.env['BRAND'] ?? plain)

/** The name of the brand that is built: its folder's, empty for the plain product. */
export const brandName = brandFolder === resolve(import.meta.dirname, '..', plain) ? '' : basename(brandFolder)

/** Replaces the product's modules by those of the brand's folder. In that folder an import of such a module is the product's own. */
export const brand = (folder = brandFolder): Plugin => {
  const own = new Map(
    Object.entries(replaceable)
      .map(([name, path]) => [join(import.meta.dirname, path), join(folder, name)] as const)
      .filter(([, file]) => existsSync(file)),
  )
  if (own.size === 0 && basename(folder) === brandName)
    throw new Error(`BRAND=${folder} replaces nothing: it has none of ${Object.keys(replaceable).join(', ')} (docs/brand.md)`)
  return {
    name: 'brand',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.') || importer.startsWith(folder)) return null
      return own.get(resolve(dirname(importer), source)) ?? null
    },
  }
}
