import type { BffConfig } from '../../../contracts/bff-types.ts'

/** The longest payment parameter that is passed on (docs/threat-model.md T31). */
const LONGEST_PARAMETER = 512

/** What a payment page's URL is checked against. */
export interface PaymentPlaces {
  /** BffConfig.paymentHosts: hosts that a checkout may redirect to; empty: any https host. */
  paymentHosts: BffConfig['paymentHosts']
  /** The url of the branch that the order went to; its own host and registrable domain are trusted. */
  branchUrl: string | null
}

/**
 * The address of the payment page if the shop may go there, else null (docs/threat-model.md T3): https with a host on the operator's
 * list or of the branch's own domain; without a list any https host. http only on loopback. No user info, no control
 * characters, no backslash.
 */
export function paymentPage(url: string | null | undefined, places: PaymentPlaces): string | null {
  const parsed = strictUrl(url)
  if (!parsed) return null
  if (parsed.protocol === 'http:' && !isLoopback(parsed.hostname)) return null
  if (places.paymentHosts.length === 0 || isLoopback(parsed.hostname)) return parsed.href
  const listed = places.paymentHosts.some((host) => host.toLowerCase() === parsed.host || host.toLowerCase() === parsed.hostname)
  return listed || sameDomain(parsed.hostname, strictUrl(places.branchUrl)?.hostname) ? parsed.href : null
}

/** An outside link: https only, else null (docs/threat-model.md T3). */
export function externalLink(url: string | null | undefined): string | null {
  const parsed = strictUrl(url)
  return parsed?.protocol === 'https:' ? parsed.href : null
}

/**
 * The URL of a page outside of the shop, from the settings: a social network, a map, an app store. A missing scheme (`www.facebook.com/x`) and http are corrected. Null for everything else, such as a name alone,
 * which `tablefront check` reports (`x-pattern` of the contract, tested with the same cases: links.golden.json).
 */
export function networkLink(value: string | null | undefined): string | null {
  const written = (value ?? '').trim()
  const bare = written.replace(/^(?:http:)?\/\//i, '')
  return externalLink(/^https:\/\//i.test(written) ? written : /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/|$)/i.test(bare) ? `https://${bare}` : null)
}

/**
 * The chat link of a WhatsApp number: digits only, a leading + becomes 00. A chat address (`wa.me/…`, `api.whatsapp.com/send?phone=…`) is taken as it
 * is. Null without either.
 */
export function whatsappLink(number: string | null | undefined): string | null {
  const chat = networkLink(number)
  if (chat !== null) return /^https:\/\/(wa\.me|(api\.|chat\.|www\.)?whatsapp\.com)\/./i.test(chat) ? chat : null
  const spelled = (number ?? '')
    .trim()
    .replace(/^\+/, '00')
    .replace(/[\s()./-]/g, '')
  return /^\d{5,20}$/.test(spelled) ? `https://wa.me/${spelled}` : null
}

/** Where a form goes back to: a present `return` parameter only ever leads to /checkout (docs/specification.md section 2, docs/architecture.md section 5). */
export function returnPath(search: URLSearchParams): '/checkout' | null {
  return search.has('return') ? '/checkout' : null
}

/** A payment's return to the shop: both parameters of docs/specification.md section 2. */
export interface PaymentReturn {
  payment: string
  sess: string
}

/** The payment return in the URL, or null if a parameter is missing, empty or too long. */
export function paymentReturn(search: URLSearchParams): PaymentReturn | null {
  const payment = search.get('payment') ?? ''
  const sess = search.get('sess') ?? ''
  if (payment === '' || sess === '' || payment.length > LONGEST_PARAMETER || sess.length > LONGEST_PARAMETER) return null
  return { payment, sess }
}

/** Parses an absolute http(s) address without anything that browsers read differently; null for everything else. */
function strictUrl(url: string | null | undefined): URL | null {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (typeof url !== 'string' || !/^https?:\/\/[^/]/i.test(url) || /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/.test(url)) return null
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    return null
  }
  if (parsed.username !== '' || parsed.password !== '' || /^https?:\/\/[^/?#]*@/i.test(url)) return null
  return parsed.hostname === '' ? null : parsed
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/**
 * Same host, or one of the two is a subdomain of the other's parent with at least three labels in common use ("pay.shop.example"
 * and "www.shop.example"). Public suffixes are not known here, so two labels ("co.uk") are never enough unless one host is the other's parent.
 */
function sameDomain(host: string, branch: string | undefined): boolean {
  if (branch === undefined || /^[\d.]+$|^\[/.test(host) || /^[\d.]+$|^\[/.test(branch)) return host === branch
  return host === branch || host.endsWith(`.${branch}`) || branch.endsWith(`.${host}`)
}
