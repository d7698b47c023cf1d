import { isRecord } from '../domain/wire.ts'
import { createStored } from '../browser/createStored.ts'
import { storedKeys } from '../browser/storage.ts'
import { consentNames, cookieSettingsOpen, hasCookieSettings } from './cookieSettings.ts'
import { useStore } from '../createStore.ts'

/*
 * Consent to the operator's own code (docs/tags.md). In CUSTOM_HEADER_CODE, scripts of type text/plain and elements in a <template>, both with
 * `data-consent`, run once the customer has consented to that name. The customer answers the shop's dialog, or the operator's consent manager
 * answers for him by `window.tablefront.consent` or the event `tablefront:consent`.
 */

/** The customer's answer for each name. */
export type Consent = Readonly<Record<string, boolean>>

declare module '../events/events.ts' {
  interface TablefrontGlobal {
    /** The answers so far; setting it replaces the shop's dialog. */
    consent?: Consent
  }
}

const stored = createStored<Consent | null>(storedKeys.consent, readConsent)

/** What ran in this page, by name: withdrawing it needs a reload. */
const ran = new Set<string>()
let asked: string[] = []
let dispatching = false

function readConsent(value: unknown): Consent | null {
  if (!isRecord(value)) return null
  return Object.fromEntries(Object.entries(value).map(([name, granted]) => [name, granted === true]))
}

/** The names that the page's code asks for. */
export const askedNames = (): readonly string[] => asked

/** The customer's answers, inside a component; null: none yet. */
export const useConsent = () => useStore(stored)

export const isAnswered = (consent: Consent | null): boolean => asked.every((name) => consent?.[name] !== undefined)

/** Stores the answers; `startConsent` follows them. */
export function decide(consent: Consent): void {
  const all = { ...stored.get(), ...Object.fromEntries(asked.map((name) => [name, false])), ...consent }
  stored.set(all)
  cookieSettingsOpen.set(false)
  dispatching = true
  window.dispatchEvent(new CustomEvent('tablefront:consent', { detail: all }))
  dispatching = false
}

/** Runs what is allowed and has not run. */
function run(): void {
  const consent = stored.get()
  for (const element of document.querySelectorAll<HTMLElement>('[data-consent]')) {
    const name = element.dataset['consent'] ?? ''
    if (consent?.[name] !== true) continue
    ran.add(name)
    const nodes = element instanceof HTMLTemplateElement ? [...element.content.childNodes] : [element]
    element.remove()
    for (const node of nodes) insert(node)
  }
}

/** Inserts a node; scripts are created anew, since those inserted as markup do not run. */
function insert(node: Node): void {
  const isHead = node instanceof Element && /^(script|style|link|meta)$/i.test(node.tagName)
  if (node instanceof Element) {
    const scripts = node instanceof HTMLScriptElement ? [node] : [...node.querySelectorAll('script')]
    for (const script of scripts) {
      const fresh = document.createElement('script')
      for (const { name, value } of script.attributes)
        if (name !== 'data-consent' && !(name === 'type' && value === 'text/plain')) fresh.setAttribute(name, value)
      // A created script is async unless it says otherwise; those of the code run in their order.
      fresh.async = script.hasAttribute('async')
      fresh.text = script.text
      if (script === node) {
        document.head.append(fresh)
        return
      }
      script.replaceWith(fresh)
    }
    node.removeAttribute('data-consent')
  }
  ;(isHead ? document.head : document.body).append(node)
}

/** An answer of the operator's consent manager: the shop's dialog is not shown. An unchanged one does nothing. */
function decideFor(value: unknown): void {
  const consent = readConsent(value)
  if (consent === null) return
  hasCookieSettings.set(false)
  const before = stored.get()
  if (asked.some((name) => before?.[name] !== (consent[name] ?? false))) decide(consent)
}

/** Starts: runs what is allowed already, and follows the operator's consent manager. */
export function startConsent(): void {
  asked = consentNames()
  hasCookieSettings.set(true)
  const shop = (window.tablefront ??= {})
  const given = shop.consent
  Object.defineProperty(shop, 'consent', { configurable: true, enumerable: true, get: () => stored.get() ?? undefined, set: decideFor })
  window.addEventListener('tablefront:consent', (event) => {
    if (!dispatching) decideFor((event as CustomEvent<unknown>).detail)
  })
  if (given !== undefined) decideFor(given)
  run()
  // Answers of this tab and of others: what ran and is not allowed any more ends with a reload.
  stored.subscribe(() => {
    const consent = stored.get()
    if ([...ran].some((name) => consent?.[name] !== true)) window.location.reload()
    else run()
  })
}
