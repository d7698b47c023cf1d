import { absentCalls, absentKey, type Feature } from '../api/absentCalls.ts'
import { useStore } from '../createStore.ts'
import { useIdentity } from './identity.ts'

/** Whether the branch's backend has optional calls, as far as this visit knows: what needs one that it lacks is not offered. */
export function useHas(): (call: Feature) => boolean {
  const absent = useStore(absentCalls)
  const { branch } = useIdentity()
  return (call) => !absent.has(absentKey(branch, call))
}
