import { vi } from 'vitest'

/** Replaces ResizeObserver until `vi.unstubAllGlobals`; `resize` calls the newest observer back unless it is disconnected. */
export function stubResizeObserver() {
  const stub = {
    resize: (): void => undefined,
    disconnect: vi.fn(() => {
      stub.resize = () => undefined
    }),
  }
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        stub.resize = changed
      }
      observe = vi.fn()
      disconnect = stub.disconnect
    },
  )
  return stub
}
