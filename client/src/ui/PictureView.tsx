import { classes } from './classes.ts'
import styles from './Picture.module.css'

/** The loading priority of an image; lead is the LCP image of the first screen. */
export type PicturePriority = 'lead' | 'eager' | 'lazy'

/** Returns the URL of an image in a width, in pixels, from the operator's image service. */
export type Sized = (width: number) => string

/** The requested widths, in pixels: from a slide at 1x to a sheet at 3x. */
const widths = [160, 320, 480, 640, 960, 1280, 1920]

const srcSetOf = (sized: Sized): string => widths.map((width) => `${sized(width)} ${width}w`).join(', ')

interface PictureViewProps {
  /** The image's URL; empty: the placeholder. */
  src: string
  /** A variant for wide windows (40rem and up). */
  wideSrc?: string
  /** The same images in other widths; absent without an image service. */
  sized?: Sized | undefined
  wideSized?: Sized | undefined
  sizes: string
  /** The alternative text; empty if the text beside the image says it already. */
  alt: string
  letter: string
  /** Width to height; the space is reserved before the image is loaded. */
  ratio?: '1' | '4/3' | '3/2' | '16/9'
  priority?: PicturePriority
  round?: boolean
  className?: string | undefined
  onError?: () => void
}

/** An image in its frame, or the placeholder with an initial. */
export function PictureView({
  src,
  wideSrc = '',
  sized,
  wideSized,
  sizes,
  alt,
  letter,
  ratio = '1',
  priority = 'lazy',
  round = false,
  className,
  onError,
}: PictureViewProps) {
  const image = src !== '' && (
    <img
      loading={priority === 'lazy' ? 'lazy' : undefined}
      decoding={priority === 'lazy' ? undefined : 'sync'}
      fetchPriority={priority === 'lead' ? 'high' : undefined}
      alt={alt}
      sizes={sized && sizes}
      srcSet={sized && srcSetOf(sized)}
      src={src}
      className={styles.image}
      onError={onError}
    />
  )
  return (
    <span className={classes(styles.frame, round && styles.round, className)} data-ratio={ratio}>
      {src === '' ? (
        <Placeholder letter={letter} alt={alt} />
      ) : wideSrc !== '' && wideSrc !== src ? (
        <picture>
          <source media="(width >= 40rem)" sizes={wideSized && sizes} srcSet={wideSized ? srcSetOf(wideSized) : wideSrc} />
          {image}
        </picture>
      ) : (
        image
      )}
    </span>
  )
}

function Placeholder({ letter, alt }: { letter: string; alt: string }) {
  return (
    <svg
      className={styles.plate}
      viewBox="0 0 100 100"
      preserveAspectRatio="xMidYMid meet"
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
    >
      <circle cx="50" cy="50" r="33" className={styles.rim} />
      <circle cx="50" cy="50" r="24" className={styles.well} />
      <text x="50" y="50" dominantBaseline="central" textAnchor="middle" className={styles.letter}>
        {letter}
      </text>
    </svg>
  )
}
