import { Loader } from '../shop/parts/Loader.tsx'
import { Notices } from '../shop/parts/Notices.tsx'
import { useTabIntoView } from '../ui/useTabIntoView.ts'
import { ClosedToast } from './ClosedToast.tsx'

/** What every screen has and the first paint does not need: notices and the loading indicator. */
export function AfterPaint() {
  useTabIntoView()
  return (
    <>
      <ClosedToast />
      <Loader />
      <Notices />
    </>
  )
}
