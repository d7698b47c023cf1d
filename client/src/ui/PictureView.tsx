import { classes } from './classes.ts'
import styles from './Picture.module.css'

/** How soon a picture is loaded: lead is the one picture that the first screen lives from. */
export type PicturePriority = 'lead' | 'eager' | 'lazy'

/** The address of a picture in a width, in pixels, from the operator's image service. */
export type Sized = (width: number) => string

/** The widths that are asked for, in pixels: from a slide on a plain screen to a sheet on a dense one. */
const widths = [160, 320, 480, 640, 960, 1280, 1920]

const srcSetOf = (sized: Sized): string => widths.map((width) => `${sized(width)} ${width}w`).join(', ')

interface PictureViewProps {
  /** The picture's address; empty: the drawn placeholder. */
  src: string
  /** A variant for wide windows (40rem and up). */
  wideSrc?: string
  /** The same pictures in other widths; absent without an image service. */
  sized?: Sized | undefined
  wideSized?: Sized | undefined
  /** How wide the picture is shown, as the attribute `sizes` has it. */
  sizes: string
  /** What is in the picture; empty where the text beside it says it already. */
  alt: string
  /** The letter on the placeholder. */
  letter: string
  /** Width to height; the place is kept before the picture is there. */
  ratio?: '1' | '4/3' | '3/2' | '16/9'
  turn?: PicturePriority
  round?: boolean
  className?: string | undefined
  onError?: () => void
}

/** A picture in its frame, or the tinted plate with a letter. */
export function PictureView({
  src,
  wideSrc = '',
  sized,
  wideSized,
  sizes,
  alt,
  letter,
  ratio = '1',
  turn = 'lazy',
  round = false,
  className,
  onError,
}: PictureViewProps) {
  const image = src !== '' && (
    <img
      loading={turn === 'lazy' ? 'lazy' : undefined}
      decoding={turn === 'lazy' ? undefined : 'sync'}
      fetchPriority={turn === 'lead' ? 'high' : undefined}
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
        <Plate letter={letter} alt={alt} />
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

function Plate({ letter, alt }: { letter: string; alt: string }) {
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
