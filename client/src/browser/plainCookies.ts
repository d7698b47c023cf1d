/**
 * Mirrors a choice into a cookie, so that the BFF renders the page for it (docs/architecture.md section 4): `branch` and `lang`. An empty value
 * removes it. The cookie only decides which cached responses are in the page.
 */
export function mirrorInCookie(name: 'branch' | 'lang', value: string): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  const life = value === '' ? 0 : 365 * 24 * 60 * 60
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${life}${secure}`
}
