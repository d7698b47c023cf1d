/**
 * Mirrors a choice into a plain cookie, so that the BFF makes the page ready for it (docs/architecture.md section 4): `branch` and `lang`.
 * An empty value removes it. The cookie is no secret and decides nothing but which cached responses the page starts with.
 */
export function mirrorInCookie(name: 'branch' | 'lang', value: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  const life = value === '' ? 0 : 365 * 24 * 60 * 60
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${life}${secure}`
}
