import { createContext, use, useState, type ComponentProps } from 'react'
import { nameStart } from '../domain/text.ts'
import { PictureView, type Sized } from './PictureView.tsx'

/** The operator's image service: returns the URL of an image in other widths; undefined without a service. */
export const ImageServiceContext = createContext<(src: string) => Sized | undefined>(() => undefined)

interface PictureProps extends Omit<ComponentProps<typeof PictureView>, 'letter' | 'priority' | 'onError' | 'sized' | 'wideSized'> {
  /** The placeholder shows its initial. */
  name: string
  /** On the first screen: loaded without lazy loading. */
  eager?: boolean
  /** The LCP image of the first screen: loaded with high priority. */
  lead?: boolean
}

/**
 * An image with a fixed aspect ratio, which shifts no layout. Without a source, or if loading fails, a placeholder with the initial is shown. If the
 * image service fails, the original image is loaded.
 */
export function Picture({ src, wideSrc = '', name, eager = false, lead = false, ...rest }: PictureProps) {
  const service = use(ImageServiceContext)
  const [failed, setFailed] = useState<{ src: string; sized: boolean } | null>(null)
  const failedHere = failed?.src === src
  const sized = failedHere ? undefined : service(src)
  return (
    <PictureView
      {...rest}
      src={failedHere && !failed.sized ? '' : src}
      wideSrc={wideSrc}
      sized={sized}
      wideSized={failedHere ? undefined : service(wideSrc)}
      letter={nameStart.exec(name)?.[0]?.toLocaleUpperCase() ?? ''}
      priority={lead ? 'lead' : eager ? 'eager' : 'lazy'}
      onError={() => setFailed({ src, sized: sized !== undefined })}
    />
  )
}
