import { useEffect, useEffectEvent } from 'react'
import { useAddedNotice } from '../../../cart/useAddedNotice.ts'
import { useCheckoutEntry } from '../../../cart/useCheckoutEntry.ts'
import { useDelivery } from '../../../cart/deliveryStore.ts'
import type { Catalogue } from '../useCatalogue.ts'
import { toolsOf, type Shown } from './tools.ts'

interface ModelContext {
  registerTool: (tool: unknown) => unknown
  unregisterTool?: (name: string) => void
}

/** Registers the menu's tools while the menu is shown (docs/agents.md). Only loaded where the browser has WebMCP. */
export function AgentTools({ catalogue }: { catalogue: Catalogue }): null {
  const delivery = useDelivery()
  const added = useAddedNotice()
  const openCheckout = useCheckoutEntry()
  const now = useEffectEvent(() => ({ catalogue, delivery, added, openCheckout }))
  useEffect(() => {
    const { modelContext } = navigator as { modelContext?: ModelContext }
    if (modelContext === undefined) return undefined
    const shown: Shown = {
      catalogue: () => now().catalogue,
      delivery: () => now().delivery,
      added: (name, tooMany) => now().added(name, tooMany),
      openCheckout: () => now().openCheckout(),
    }
    const tools = toolsOf(shown)
    for (const tool of tools) modelContext.registerTool(tool)
    return () => {
      for (const { name } of tools) modelContext.unregisterTool?.(name)
    }
  }, [])
  return null
}
