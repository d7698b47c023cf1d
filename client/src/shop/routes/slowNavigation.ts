import { useEffect, useState } from 'react'
import { navigating } from './navigating.ts'

/** Whether another screen has been loading for 300 ms: the button that leads to it says so. */
export function useSlowNavigation(): boolean {
  const loading = navigating.use()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!loading) return undefined
    const timer = setTimeout(() => setSlow(true), 300)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [loading])
  return slow
}
