import { useEffect, useRef, useState } from 'react'
import { navigating, waitShownAfter } from './navigating.ts'

/** For buttons and links that lead to another screen: the name of the pressed one, once the screen has been loading for `waitShownAfter`, else null; and the function that is called with the name at each press. */
export function usePendingButton(): [pending: string | null, pressed: (name: string) => void] {
  const loading = navigating.use()
  const last = useRef<string | null>(null)
  const [pending, setPending] = useState<string | null>(null)
  useEffect(() => {
    if (!loading) return undefined
    const timer = setTimeout(() => setPending(last.current), waitShownAfter)
    return () => {
      clearTimeout(timer)
      last.current = null
      setPending(null)
    }
  }, [loading])
  const pressed = (name: string): void => {
    last.current = name
  }
  return [pending, pressed]
}
