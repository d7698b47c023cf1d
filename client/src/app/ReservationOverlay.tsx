import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { lazyPart } from '../loading/lazyPart.ts'
import { Part } from '../loading/Part.tsx'
import { homeQuery } from '../navigation/paths.ts'

const ReservationSheet = lazyPart(async () => (await import('../features/reservation/ReservationSheet.tsx')).ReservationSheet)

/** The reservation modal of `?reservation=` over any screen (docs/specification.md section 2); its code is loaded when it is first opened. */
export function ReservationOverlay() {
  const [search] = useSearchParams()
  const [asked, setAsked] = useState(false)
  if (search.has(homeQuery.reservation) && !asked) setAsked(true)
  return asked ? (
    <Part>
      <ReservationSheet />
    </Part>
  ) : null
}
