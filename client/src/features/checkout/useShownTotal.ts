import { useState } from 'react'
import type { Minor } from '../../domain/money.ts'

/**
 * The total that the customer has seen. `choices`: everything of the customer's that the total depends on, as text; `total`: the current one, null while it
 * is unknown. A total that changes while the choices stay, such as after a tax or a fee has changed, is ordered only once it is accepted.
 */
export function useShownTotal(choices: string, total: Minor | null): { changed: Minor | null; accept: () => void } {
  const [seen, setSeen] = useState<{ choices: string; total: Minor } | null>(null)
  const [changed, setChanged] = useState(false)
  if (total !== null && seen?.choices !== choices) setSeen({ choices, total })
  else if (total !== null && seen !== null && !changed && seen.total !== total) setChanged(true)
  return {
    changed: changed ? total : null,
    accept: () => {
      setChanged(false)
      if (total !== null) setSeen({ choices, total })
    },
  }
}
