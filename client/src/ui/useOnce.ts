import { useCallback, useEffect, useRef } from 'react'

/** Runs work once for each value of `turn`: a double press is one press, also while the screen that would prevent the second one is still on its way. */
export function useOnce(turn: unknown): (work: () => void) => void {
  const done = useRef(false)
  useEffect(() => {
    done.current = false
  }, [turn])
  return useCallback((work) => {
    if (done.current) return
    done.current = true
    work()
  }, [])
}
