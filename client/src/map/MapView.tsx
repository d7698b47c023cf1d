import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Coordinates } from '../../../contracts/types.ts'
import { Announced } from '../ui/Announced.tsx'
import { shopConfig } from '../restaurant/config.ts'
import { useSettings } from '../restaurant/settings.ts'
import type { DrawnMap } from './leafletMap.ts'
import styles from './map.module.css'

/** The initial centre without a pin or coordinates of the restaurant: the middle of Europe. */
const defaultCentre: Coordinates = { lat: 50.5, lng: 10 }

interface MapViewProps {
  /** The map's name for screen readers, translated. */
  label: string
  /** The pin's position; null: no pin yet. */
  pin: Coordinates | null
  /** The pin's name for screen readers, translated; required with `onPin`. */
  pinLabel?: string
  /** Called when the customer has moved the pin. Without it the map is read-only. */
  onPin?: (coordinates: Coordinates) => void
}

/**
 * The map component. Rendering it loads Leaflet and the tiles, so screens render it on request (docs/specification.md section 10). It is centred on
 * the pin, else on RESTAURANT_COORDINATES. If it can't be loaded, a message is shown in its place.
 */
export function MapView({ label, pin, pinLabel, onPin }: MapViewProps) {
  const { t } = useTranslation()
  const settings = useSettings()
  const hint = useId()
  const box = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<DrawnMap | null>(null)
  const [failed, setFailed] = useState(false)
  const here = useRef({ pin, onPin })
  const restaurant = settings.coordinates()
  const name = settings.text('SITE_TITLE')
  const words = { map: label, pin: pinLabel ?? label, zoomIn: t('Zoom in'), zoomOut: t('Zoom out') }
  const options = useRef({ restaurant, name, words })
  const movable = onPin !== undefined

  useEffect(() => {
    here.current = { pin, onPin }
    options.current = { restaurant, name, words }
  })

  useEffect(() => {
    let unmounted = false
    let map: DrawnMap | undefined
    import('./leafletMap.ts').then(
      ({ drawMap }) => {
        const element = box.current
        if (unmounted || element === null) return
        const { restaurant, name, words } = options.current
        const start = here.current.pin ?? restaurant
        map = drawMap(element, {
          center: start ?? defaultCentre,
          zoom: start === null ? 4 : 15,
          tiles: shopConfig().tiles,
          words,
          restaurant: restaurant === null || name === '' ? null : { coordinates: restaurant, name },
          pin: here.current.pin,
          ...(movable ? { pinHint: hint, onPin: (coordinates: Coordinates) => here.current.onPin?.(coordinates) } : {}),
        })
        setDrawn(map)
      },
      () => {
        if (!unmounted) setFailed(true)
      },
    )
    return () => {
      unmounted = true
      map?.remove()
    }
  }, [hint, movable])

  useEffect(() => drawn?.setPin(pin), [drawn, pin])

  return (
    <div>
      {/* Maps are laid out from the left in every language. */}
      <div className={styles['frame']} dir="ltr">
        <div ref={box} className={styles['canvas']} />
        {drawn === null && (
          <Announced className={styles['message']}>
            {failed ? t('The map could not be loaded. Everything on this page works without it.') : t('The map is loading …')}
          </Announced>
        )}
      </div>
      {movable && (
        <p id={hint} className={styles['hint']}>
          {t('Drag the pin, or press on the map.')}{' '}
          <span className={styles['byKeys']}>
            {t('By keyboard: the arrow keys move the pin, with Shift in longer steps, and Enter takes the place.')}
          </span>
        </p>
      )}
    </div>
  )
}
