import { brotliCompressSync, constants } from 'node:zlib'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { chunksOf, shopModule } from './chunks.build.ts'

/**
 * The maximum transfer sizes in kilobytes after Brotli: scripts that a module needs beyond those of the menu, styles in the page's head. A build
 * beyond a budget fails. The commit that raises a budget gives the reason.
 */
export const budgets: Readonly<Record<string, { scripts: number; styles?: number }>> = {
  // The menu, until it can be used.
  [shopModule]: { scripts: 140, styles: 10 },
  // The screens of the route table.
  'src/features/contact/ContactPage.tsx': { scripts: 32 },
  'src/app/UnavailablePage.tsx': { scripts: 6 },
  'src/app/SelectBranchPage.tsx': { scripts: 15 },
  'src/features/login/LoginPage.tsx': { scripts: 32 },
  'src/features/login/ResetPasswordPage.tsx': { scripts: 24 },
  'src/features/login/RegisterPage.tsx': { scripts: 34 },
  'src/app/CheckoutRoute.tsx': { scripts: 55 },
  'src/features/account/ProfilePage.tsx': { scripts: 31 },
  'src/features/orders/OrdersPage.tsx': { scripts: 23 },
  'src/features/orders/OrderPage.tsx': { scripts: 28 },
  'src/features/account/TransactionsPage.tsx': { scripts: 15 },
  'src/features/addresses/AddressListPage.tsx': { scripts: 13 },
  'src/features/addresses/PlainAddressPage.tsx': { scripts: 32 },
  'src/features/addresses/MapAddressPages.tsx': { scripts: 35 },
  'src/app/AccessibilityPage.tsx': { scripts: 8 },
  'src/features/tableCards/TableCardsPage.tsx': { scripts: 16 },
  // The sheets over the menu.
  'src/features/menu/Sheets.tsx': { scripts: 17 },
  // The service worker, with the names of all fonts.
  'src/worker/sw.ts': { scripts: 4.7 },
}

const kilobytes = (source: string | Uint8Array): number =>
  brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1000

/** Returns what exceeds its budget; empty if nothing does. */
function judge(module: string, now: { scripts: number; styles?: number }): string[] {
  const most = budgets[module]
  if (most === undefined) return [`${module} has no budget`]
  return (['scripts', 'styles'] as const)
    .filter((kind) => (now[kind] ?? 0) > (most[kind] ?? Infinity))
    .map((kind) => `${module}: ${kind} of ${(now[kind] ?? 0).toFixed(1)} KB, the budget is ${most[kind] ?? 0}`)
}

/** Fails the build if the service worker exceeds its budget. */
export function checkWorker(source: string): void {
  const beyond = judge('src/worker/sw.ts', { scripts: kilobytes(source) })
  if (beyond.length > 0) throw new Error(beyond.join('\n'))
}

/** Fails a build that exceeds a budget, or has a screen without one. */
export const checkBudgets = (): Plugin => ({
  name: 'budgets',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const { of: chunkOf, withImports } = chunksOf(bundle)
      const scriptsOf = (some: Iterable<Rolldown.OutputChunk>): number => [...some].reduce((sum, { code }) => sum + kilobytes(code), 0)
      const first = withImports(chunkOf(shopModule))
      const beyondFirst = (module: string): Rolldown.OutputChunk[] => [...withImports(chunkOf(module))].filter((chunk) => !first.has(chunk))
      const sheets = new Set([...first].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
      const styles = [...sheets].reduce((sum, name) => {
        const sheet = bundle[name]
        return sum + (sheet?.type === 'asset' ? kilobytes(sheet.source) : 0)
      }, 0)
      // Every screen of the route table has a budget.
      const screens = this.getModuleInfo(join(import.meta.dirname, 'src/app/routes.ts'))?.dynamicallyImportedIds ?? []
      const modules = new Set([...Object.keys(budgets), ...screens.map((id) => id.slice(import.meta.dirname.length + 1))])
      modules.delete('src/worker/sw.ts')
      const beyond = [...modules].flatMap((module) =>
        module === shopModule
          ? judge(module, { scripts: scriptsOf(first), styles })
          : judge(module, { scripts: scriptsOf(beyondFirst(module)) }),
      )
      if (beyond.length > 0) this.error(beyond.join('\n'))
    },
  },
})
