import { useCallback, useEffect, useRef, useState } from 'react'
import type { Area, Coordinates } from '../../../contracts/types.ts'
import { ApiError, isPassing, saysNo } from '../api/apiError.ts'
import { latest } from '../latest.ts'
import { shopConfig } from '../restaurant/config.ts'
import { addressAt, checkDelivery } from './queries.ts'

export interface PickedPlace {
  coordinates: Coordinates
  /** Empty while unknown. */
  address: string
  zipcode: string
}

/** The result of the delivery check for the picked place. */
export type Coverage =
  | { state: 'none' }
  | { state: 'checking' }
  | { state: 'covered'; area: Area }
  | { state: 'outside' }
  | { state: 'failed'; message: string }

/** False: another press was made meanwhile. Null: the press has found no place, so nothing is picked. */
type Pick = (coordinates: Coordinates | null, known?: { address: string; zipcode: string }, debounced?: boolean) => boolean

/** The picked place with its delivery check. */
export interface PlaceCheck {
  place: PickedPlace | null
  coverage: Coverage
  /** Picks a place; without an address it is reverse-geocoded, if there is a geocoder. `debounced` waits for further picks first. */
  pick: Pick
  /** Begins a press whose place comes later, from a search or the device: the returned function picks it, unless another press was made meanwhile. */
  begin: () => Pick
  again: () => void
}

/** The debounce of a moved pin, in milliseconds. */
const pickDebounce = 400

/**
 * The picked place: reverse-geocoded, then checked for delivery, which sets the area (docs/specification.md section 4). Only the last pick counts, in
 * whatever order the responses arrive. `onAddress` is called with the address of a new place.
 */
export function usePlaceCheck(start: { place: PickedPlace | null; area: Area | null }, onAddress: (address: string) => void): PlaceCheck {
  const [place, setPlace] = useState(start.place)
  const [coverage, setCoverage] = useState<Coverage>(() =>
    start.area !== null ? { state: 'covered', area: start.area } : { state: start.place === null ? 'none' : 'checking' },
  )
  const [press] = useState(latest)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onAddressRef = useRef(onAddress)
  useEffect(() => {
    onAddressRef.current = onAddress
  })
  useEffect(
    () => () => {
      press()
      clearTimeout(timer.current)
    },
    [press],
  )

  const ask = useCallback(
    async (
      coordinates: Coordinates,
      known: { address: string; zipcode: string } | undefined,
      isLast: () => boolean,
      silent = false,
    ): Promise<void> => {
      const written = known ?? (await reverseGeocode(coordinates))
      if (!isLast()) return
      const place = { coordinates, address: written?.address ?? '', zipcode: written?.zipcode ?? '' }
      if (written !== null) {
        setPlace(place)
        if (!silent) onAddressRef.current(place.address)
      }
      const coverage = await coverageOf(place)
      if (isLast()) setCoverage(coverage)
    },
    [],
  )

  const begin = useCallback((): Pick => {
    const isLastPress = press()
    return (coordinates, known, debounced = false) => {
      if (!isLastPress()) return false
      if (coordinates === null) return true
      const isLast = press()
      clearTimeout(timer.current)
      setPlace({ coordinates, address: known?.address ?? '', zipcode: known?.zipcode ?? '' })
      setCoverage({ state: 'checking' })
      if (debounced) timer.current = setTimeout(() => void ask(coordinates, known, isLast), pickDebounce)
      else void ask(coordinates, known, isLast)
      return true
    }
  }, [ask, press])
  const pick = useCallback<Pick>((...place) => begin()(...place), [begin])

  const beginning = useRef(start)
  useEffect(() => {
    const { place, area } = beginning.current
    if (place === null || area !== null) return
    // A place from a draft, or saved when the delivery areas were others, is checked at once; the form's address stays.
    void ask(place.coordinates, { address: place.address, zipcode: place.zipcode }, press(), true)
  }, [ask, press])

  const again = (): void => {
    if (place !== null) pick(place.coordinates, place.address === '' ? undefined : { address: place.address, zipcode: place.zipcode })
  }

  return { place, coverage, pick, begin, again }
}

/** The address at a point; null without a geocoder or if it knows none. A point without an address is still valid: the customer types the address. */
export async function reverseGeocode(coordinates: Coordinates): Promise<{ address: string; zipcode: string } | null> {
  if (!shopConfig().geocoder) return null
  const found = await addressAt(coordinates)
    .catch((error: unknown) => (isPassing(error) ? addressAt(coordinates) : null))
    .catch(() => null)
  return found === null ? null : { address: found.address, zipcode: found.zipcode ?? '' }
}

/** Checks whether the shop delivers to a place. */
export async function coverageOf({ coordinates, zipcode, address }: PickedPlace): Promise<Coverage> {
  try {
    const area = await checkDelivery({ coordinates, ...(zipcode !== '' && { zipcode }), ...(address !== '' && { address }) })
    return { state: 'covered', area }
  } catch (error) {
    // Whatever the restaurant itself refuses is out of range (docs/specification.md section 7), but a login that it asks for.
    return saysNo(error, [403, 419, 421])
      ? { state: 'outside' }
      : { state: 'failed', message: error instanceof ApiError ? error.message : '' }
  }
}

/** The device's position, rounded to a metre; null where it is denied, unavailable or late. */
export function currentPosition(): Promise<Coordinates | null> {
  return new Promise((resolve) => {
    const { geolocation } = navigator as { geolocation?: Geolocation }
    if (geolocation === undefined) {
      resolve(null)
      return
    }
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: Number(coords.latitude.toFixed(5)), lng: Number(coords.longitude.toFixed(5)) }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  })
}
