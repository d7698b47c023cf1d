import { absentCalls, absentKey, type Feature } from '../api/absentCalls.ts'
import { useStore } from '../createStore.ts'
import { shopConfig } from '../restaurant/config.ts'
import { useSettings } from '../restaurant/settings.ts'
import { useIdentity } from './identity.ts'

/** Whether the branch's backend has optional calls, as far as this visit knows: what needs one that it lacks is not offered. */
export function useHas(): (call: Feature) => boolean {
  const absent = useStore(absentCalls)
  const { branch } = useIdentity()
  return (call) => !absent.has(absentKey(branch, call))
}

/** Whether customers can log in and register: where the operator has accounts (TABLEFRONT_ACCOUNTS) and the backend has the calls. */
export function useAccounts(): { login: boolean; registration: boolean } {
  const settings = useSettings()
  const has = useHas()
  const login = shopConfig().accounts && has('POST /login')
  return { login, registration: login && settings.on('ALLOW_REGISTRATION') && has('POST /register') }
}
