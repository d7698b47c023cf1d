import { useSyncExternalStore } from 'react'
import { isOnline, onOnlineChange } from '../api/online.ts'

/** Whether the network can be used, as far as known. */
export function useOnline(): boolean {
  return useSyncExternalStore(onOnlineChange, isOnline)
}
