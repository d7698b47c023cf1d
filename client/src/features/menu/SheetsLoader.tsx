import { useEffect } from 'react'
import { lazyPart, useOpened } from '../../loading/lazyPart.tsx'
import { useOverlay } from '../../overlays/useOverlay.ts'
import { homeQuery } from '../../navigation/paths.ts'
import { firstSheet } from '../../ui/firstSheet.ts'
import type { Catalogue } from './useCatalogue.ts'

/** The sheets of dishes and combos. */
export const Sheets = lazyPart(async () => (await import('./Sheets.tsx')).Sheets)

/** Mounts the sheets when one is first opened; their script is requested before, with those of cart and checkout. */
export function SheetsLoader({ catalogue }: { catalogue: Catalogue }) {
  const product = useOverlay(homeQuery.product).value
  const menu = useOverlay(homeQuery.menu).value
  const asked = product !== null || menu !== null
  const opened = useOpened(asked)
  // The first paint's sheet is removed when its parameter leaves the URL, also if the sheet itself was not loaded yet.
  useEffect(() => {
    const leave = (): void => firstSheet()?.remove()
    if (!asked) leave()
    return leave
  }, [asked])
  return opened && <Sheets catalogue={catalogue} />
}
