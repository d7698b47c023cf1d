import { useState, type ComponentProps } from 'react'
import { PictureView } from './PictureView.tsx'

interface PictureProps extends Omit<ComponentProps<typeof PictureView>, 'letter' | 'turn' | 'onError'> {
  /** The name that the placeholder takes its letter from. */
  name: string
  /** One of those on the first screen: loaded at once. */
  eager?: boolean
  /** The one picture that the first screen lives from: loaded before all others. */
  lead?: boolean
}

/** A picture with a fixed ratio that never moves the page and never shows a broken icon: where there is none, a tinted plate with the dish's initial. */
export function Picture({ src, name, eager = false, lead = false, ...rest }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <PictureView
      {...rest}
      src={failed === src ? '' : src}
      letter={/[\p{L}\p{N}]/u.exec(name)?.[0]?.toLocaleUpperCase() ?? ''}
      turn={lead ? 'lead' : eager ? 'eager' : 'lazy'}
      onError={() => setFailed(src)}
    />
  )
}
