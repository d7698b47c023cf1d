import { useState } from 'react'
import { classes } from './classes.ts'
import styles from './Picture.module.css'

interface PictureProps {
  /** The picture's address; empty: the drawn placeholder. */
  src: string
  /** A variant for wide places, used from 40rem of the window on. */
  wideSrc?: string
  /** What is in the picture; empty where the text beside it says it already. */
  alt: string
  /** The name that the placeholder takes its letter from. */
  name: string
  /** Width to height; the place is kept before the picture is there. */
  ratio?: '1' | '4/3' | '3/2' | '16/9'
  /** One of those on the first screen: loaded at once. */
  eager?: boolean
  /** The one picture that the first screen lives from: loaded before all others. */
  lead?: boolean
  round?: boolean
  className?: string
}

/** A picture with a fixed ratio that never moves the page and never shows a broken icon: where there is none, a tinted plate with the dish's initial. */
export function Picture({ src, wideSrc, alt, name, ratio = '1', eager = false, lead = false, round = false, className }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const shown = src !== '' && failed !== src
  const image = shown && (
    <img
      loading={eager || lead ? undefined : 'lazy'}
      decoding={eager || lead ? 'sync' : undefined}
      fetchPriority={lead ? 'high' : undefined}
      alt={alt}
      src={src}
      className={styles.image}
      onError={() => setFailed(src)}
    />
  )
  return (
    <span className={classes(styles.frame, round && styles.round, className)} data-ratio={ratio}>
      {!shown ? (
        <Plate name={name} alt={alt} />
      ) : wideSrc !== undefined && wideSrc !== '' && wideSrc !== src ? (
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

function Plate({ name, alt }: { name: string; alt: string }) {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toLocaleUpperCase() ?? ''
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
