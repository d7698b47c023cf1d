import { createContext, use, useState, type ComponentProps } from 'react'
import { nameStart } from '../domain/text.ts'
import { PictureView, type Sized } from './PictureView.tsx'

/** The operator's image service: a picture's address in other widths, undefined where there is none. */
export const ImageServiceContext = createContext<(src: string) => Sized | undefined>(() => undefined)

interface PictureProps extends Omit<ComponentProps<typeof PictureView>, 'letter' | 'turn' | 'onError' | 'sized' | 'wideSized'> {
  /** The name that the placeholder takes its letter from. */
  name: string
  /** One of those on the first screen: loaded at once. */
  eager?: boolean
  /** The one picture that the first screen lives from: loaded before all others. */
  lead?: boolean
}

/**
 * A picture with a fixed ratio that never moves the page and never shows a broken icon: where there is none, a tinted plate with the dish's initial.
 * What the image service can't give is shown as the restaurant has it.
 */
export function Picture({ src, wideSrc = '', name, eager = false, lead = false, ...rest }: PictureProps) {
  const service = use(ImageServiceContext)
  const [failed, setFailed] = useState<{ src: string; sized: boolean } | null>(null)
  const gone = failed?.src === src
  const sized = gone ? undefined : service(src)
  return (
    <PictureView
      {...rest}
      src={gone && !failed.sized ? '' : src}
      wideSrc={wideSrc}
      sized={sized}
      wideSized={gone ? undefined : service(wideSrc)}
      letter={nameStart.exec(name)?.[0]?.toLocaleUpperCase() ?? ''}
      turn={lead ? 'lead' : eager ? 'eager' : 'lazy'}
      onError={() => setFailed({ src, sized: sized !== undefined })}
    />
  )
}
