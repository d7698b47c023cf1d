import { startTransition, useEffect, useState } from 'react'

let done = false

/** Becomes true after the first paint and stays true: what the first screen does not need is rendered and loaded after it (docs/bench-client.md). */
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
