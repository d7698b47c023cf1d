import { useCallback, useEffect, useRef } from 'react'

/** Runs work once for each value of `key`: ignores the second press of a double press. */
export function useOnce(key: unknown): (work: () => void) => void {
  const done = useRef(false)
  useEffect(() => {
    done.current = false
  }, [key])
  return useCallback((work) => {
    if (done.current) return
    done.current = true
    work()
  }, [])
}
