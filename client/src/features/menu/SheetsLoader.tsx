import { lazy, useEffect, useState } from 'react'
import { useOverlay } from '../../shop/parts/overlay.ts'
import { Part } from '../../shop/parts/Part.tsx'
import { prefetchScripts } from '../../shop/parts/prefetch.ts'
import { homeQuery } from '../../shop/routes/paths.ts'
import { firstSheet } from '../../ui/firstSheet.ts'
import type { Catalogue } from './useCatalogue.ts'

const loadSheets = () => import('./Sheets.tsx')
const Sheets = lazy(async () => ({ default: (await loadSheets()).Sheets }))

/** Loads the sheets' code when the browser is idle after the first paint, and at the latest when a sheet is opened. */
export function SheetsLoader({ catalogue }: { catalogue: Catalogue }) {
  const product = useOverlay(homeQuery.product).value
  const menu = useOverlay(homeQuery.menu).value
  const [entered, setEntered] = useState(false)
  useEffect(() => prefetchScripts([loadSheets]), [])
  const asked = product !== null || menu !== null
  if (asked && !entered) setEntered(true)
  // The first paint's sheet is removed when its parameter leaves the URL, also if the sheet itself was not loaded yet.
  useEffect(() => {
    const leave = (): void => firstSheet()?.remove()
    if (!asked) leave()
    return leave
  }, [asked])
  return entered ? (
    <Part>
      <Sheets catalogue={catalogue} />
    </Part>
  ) : null
}
