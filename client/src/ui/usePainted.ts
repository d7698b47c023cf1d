import { startTransition, useEffect, useState } from 'react'

let done = false

/** Becomes true after the first paint, and stays so: what is no part of the first screen is made and asked for then (docs/bench-client.md). */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(done)
  useEffect(() => {
    if (painted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        done = true
        startTransition(() => setPainted(true))
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [painted])
  return painted
}
