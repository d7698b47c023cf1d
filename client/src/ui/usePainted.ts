import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from './whenIdle.ts'

let done = false

/** Becomes true after the first paint and stays true: what the first screen does not need is rendered and loaded after it (docs/bench-client.md). */
export function usePainted(): boolean {
  const [painted, setPainted] = useState(done)
  useEffect(() => {
    if (painted) return
    let stop: (() => void) | undefined
    const frame = requestAnimationFrame(() => {
      // A screen may still be rendering its form.
      stop = whenIdle(() => {
        done = true
        startTransition(() => setPainted(true))
      }, 1000)
    })
    return () => {
      cancelAnimationFrame(frame)
      stop?.()
    }
  }, [painted])
  return painted
}
