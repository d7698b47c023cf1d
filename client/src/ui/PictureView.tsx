import { classes } from './classes.ts'
import styles from './Picture.module.css'

/** How soon a picture is loaded: lead is the one picture that the first screen lives from. */
export type PictureTurn = 'lead' | 'eager' | 'lazy'

interface PictureViewProps {
  /** The picture's address; empty: the drawn placeholder. */
  src: string
  /** A variant for wide windows (40rem and up). */
  wideSrc?: string
  /** What is in the picture; empty where the text beside it says it already. */
  alt: string
  /** The letter on the placeholder. */
  letter: string
  /** Width to height; the place is kept before the picture is there. */
  ratio?: '1' | '4/3' | '3/2' | '16/9'
  turn?: PictureTurn
  round?: boolean
  className?: string | undefined
  onError?: () => void
}

/** A picture in its frame, or the tinted plate with a letter. */
export function PictureView({
  src,
  wideSrc = '',
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
          <source media="(width >= 40rem)" srcSet={wideSrc} />
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
