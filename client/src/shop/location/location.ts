import { useCallback, useEffect, useRef, useState } from 'react'
import type { Area, Coordinates } from '../../../../contracts/types.ts'
import { ApiError, isPassing } from '../../api/apiError.ts'
import { shopConfig } from '../restaurant/config.ts'
import { addressAt, checkDelivery } from './queries.ts'

/** A picked place: its position and address. */
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

/** The picked place with its delivery check. */
export interface PlaceCheck {
  place: PickedPlace | null
  coverage: Coverage
  /** Picks a place; without an address it is reverse-geocoded, if there is a geocoder. `debounced` waits for further picks first. */
  pick: (coordinates: Coordinates, known?: { address: string; zipcode: string }, debounced?: boolean) => void
  /** Repeats the check. */
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
  const lastPick = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onAddressRef = useRef(onAddress)
  useEffect(() => {
    onAddressRef.current = onAddress
  })
  useEffect(
    () => () => {
      lastPick.current += 1
      clearTimeout(timer.current)
    },
    [],
  )

  const ask = useCallback(
    async (
      coordinates: Coordinates,
      known: { address: string; zipcode: string } | undefined,
      mine: number,
      silent = false,
    ): Promise<void> => {
      const written = known ?? (await reverseGeocode(coordinates))
      if (lastPick.current !== mine) return
      const place = { coordinates, address: written?.address ?? '', zipcode: written?.zipcode ?? '' }
      if (written !== null) {
        setPlace(place)
        if (!silent) onAddressRef.current(place.address)
      }
      const coverage = await coverageOf(place)
      if (lastPick.current === mine) setCoverage(coverage)
    },
    [],
  )

  const pick = useCallback<PlaceCheck['pick']>(
    (coordinates, known, debounced = false) => {
      const mine = ++lastPick.current
      clearTimeout(timer.current)
      setPlace({ coordinates, address: known?.address ?? '', zipcode: known?.zipcode ?? '' })
      setCoverage({ state: 'checking' })
      if (debounced) timer.current = setTimeout(() => void ask(coordinates, known, mine), pickDebounce)
      else void ask(coordinates, known, mine)
    },
    [ask],
  )

  const begin = useRef(start)
  useEffect(() => {
    const { place, area } = begin.current
    if (place === null || area !== null) return
    // A place from a draft, or saved when the delivery areas were others, is checked at once; the form's address stays.
    void ask(place.coordinates, { address: place.address, zipcode: place.zipcode }, ++lastPick.current, true)
  }, [ask])

  const again = (): void => {
    if (place !== null) pick(place.coordinates, place.address === '' ? undefined : { address: place.address, zipcode: place.zipcode })
  }

  return { place, coverage, pick, again }
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
    const outside = error instanceof ApiError && (error.status === 422 || error.status === 404)
    return outside ? { state: 'outside' } : { state: 'failed', message: error instanceof ApiError ? error.message : '' }
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
