import type { Image } from '../../../contracts/types.ts'
import { identity } from '../session/identity.ts'
import { shopConfig } from './config.ts'

/**
 * The absolute URL of an image: relative ones belong to the upstream that sent them (docs/wire.md section 4), which is the branch if one is chosen.
 */
export function pictureUrl(url: string | null | undefined): string {
  if (url === null || url === undefined || url === '') return ''
  const base = identity().branch ?? (shopConfig().pictures || window.location.origin)
  try {
    const resolved = new URL(url, `${base.replace(/\/+$/, '')}/`)
    if (url.startsWith('data:image/')) return resolved.href
    return resolved.protocol === 'https:' || resolved.protocol === 'http:' ? proxied(resolved, base) : ''
  } catch {
    return ''
  }
}

/** With TABLEFRONT_PICTURES=proxied the shop's own origin serves the pictures of the main host and of the branch (docs/operator.md). */
function proxied(address: URL, branch: string): string {
  const { proxyPictures, pictures } = shopConfig()
  const listed = proxyPictures && [branch, pictures].some((host) => host !== '' && new URL(host).origin === address.origin)
  return listed ? `/bff/picture?url=${encodeURIComponent(address.href)}` : address.href
}

/** The URL of an image in the first of these shapes that it has; empty if it has none. */
export function pictureOf(image: Image | null | undefined, ...shapes: readonly ('url' | 'wide' | 'square' | 'circle')[]): string {
  for (const shape of shapes) {
    const url = pictureUrl(image?.[shape])
    if (url !== '') return url
  }
  return ''
}

/** Returns the URL of an image in other widths, from the image service of TABLEFRONT_IMAGES_URL; undefined without a service, and for SVG. */
export function sizedPicture(src: string): ((width: number) => string) | undefined {
  const template = shopConfig().images
  if (template === null || !/^https?:/.test(src) || /\.svg$/i.test(src.split(/[?#]/)[0] ?? '')) return undefined
  return (width) => template.replaceAll('{url}', encodeURIComponent(src)).replaceAll('{width}', String(width))
}
