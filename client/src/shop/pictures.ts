import type { Image } from '../../../contracts/types.ts'
import { chosenBranch } from './chosenBranch.ts'
import { shopConfig } from './config.ts'

/** A picture's address for the browser: relative ones belong to the upstream that sent them (WIRE.md section 4), which is the branch where one is chosen. */
export function pictureUrl(url: string | null | undefined): string {
  if (url === null || url === undefined || url === '') return ''
  const base = chosenBranch() ?? (shopConfig().pictures || window.location.origin)
  try {
    const resolved = new URL(url, `${base.replace(/\/+$/, '')}/`)
    return resolved.protocol === 'https:' || resolved.protocol === 'http:' || url.startsWith('data:image/') ? resolved.href : ''
  } catch {
    return ''
  }
}

/** The addresses of an image for the kit's Picture: the plain one and its variants, each empty where there is none. */
export function pictureSources(image: Image | null | undefined): { url: string; wide: string; square: string; circle: string } {
  return {
    url: pictureUrl(image?.url),
    wide: pictureUrl(image?.wide),
    square: pictureUrl(image?.square),
    circle: pictureUrl(image?.circle),
  }
}
