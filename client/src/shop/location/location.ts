import { useCallback, useEffect, useRef, useState } from 'react'
import type { Area, Coordinates } from '../../../../contracts/types.ts'
import { ApiError, isPassing } from '../../api/apiError.ts'
import { shopConfig } from '../config.ts'
import { addressAt, checkDelivery } from './queries.ts'

/** A place that was picked: where, and what is written there. */
export interface PickedPlace {
  coordinates: Coordinates
  /** Empty while it is not known. */
  address: string
  zipcode: string
}

/** What the delivery check said about the picked place. */
export type Coverage =
  | { state: 'none' }
  | { state: 'checking' }
  | { state: 'covered'; area: Area }
  | { state: 'outside' }
  | { state: 'failed'; message: string }

/** The picked place with its check. */
export interface PlaceCheck {
  place: PickedPlace | null
  coverage: Coverage
  /** Takes a place; without an address the geocoder is asked for it, where there is one. `soon` waits for the hand to rest. */
  pick: (coordinates: Coordinates, known?: { address: string; zipcode: string }, soon?: boolean) => void
  /** Checks the same place again. */
  again: () => void
}

/** Milliseconds that the pin has to rest before the place is asked about. */
const rest = 400

/**
 * The picked place: reverse-geocoded, then checked for delivery, which sets the area (docs/specification.md section 4). Only the last pick counts, however the answers come in.
 * `onAddress` hears what is written at a new place.
 */
export function usePlaceCheck(start: { place: PickedPlace | null; area: Area | null }, onAddress: (address: string) => void): PlaceCheck {
  const [place, setPlace] = useState(start.place)
  const [coverage, setCoverage] = useState<Coverage>(() =>
    start.area !== null ? { state: 'covered', area: start.area } : { state: start.place === null ? 'none' : 'checking' },
  )
  const turn = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const heard = useRef(onAddress)
  useEffect(() => {
    heard.current = onAddress
  })
  useEffect(
    () => () => {
      turn.current += 1
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
      if (turn.current !== mine) return
      const place = { coordinates, address: written?.address ?? '', zipcode: written?.zipcode ?? '' }
      if (written !== null) {
        setPlace(place)
        if (!silent) heard.current(place.address)
      }
      const coverage = await coverageOf(place)
      if (turn.current === mine) setCoverage(coverage)
    },
    [],
  )

  const pick = useCallback<PlaceCheck['pick']>(
    (coordinates, known, soon = false) => {
      const mine = ++turn.current
      clearTimeout(timer.current)
      setPlace({ coordinates, address: known?.address ?? '', zipcode: known?.zipcode ?? '' })
      setCoverage({ state: 'checking' })
      if (soon) timer.current = setTimeout(() => void ask(coordinates, known, mine), rest)
      else void ask(coordinates, known, mine)
    },
    [ask],
  )

  const begin = useRef(start)
  useEffect(() => {
    const { place, area } = begin.current
    if (place === null || area !== null) return
    // Kept from before, or saved when the shop delivered elsewhere: asked about at once. What is written in the form stays.
    void ask(place.coordinates, { address: place.address, zipcode: place.zipcode }, ++turn.current, true)
  }, [ask])

  const again = (): void => {
    if (place !== null) pick(place.coordinates, place.address === '' ? undefined : { address: place.address, zipcode: place.zipcode })
  }

  return { place, coverage, pick, again }
}

/** What is written at a point; null without a geocoder, or where it knows nothing. A point without an address is still a place: the customer writes the address. */
export async function reverseGeocode(coordinates: Coordinates): Promise<{ address: string; zipcode: string } | null> {
  if (!shopConfig().geocoder) return null
  const found = await addressAt(coordinates)
    .catch((error: unknown) => (isPassing(error) ? addressAt(coordinates) : null))
    .catch(() => null)
  return found === null ? null : { address: found.address, zipcode: found.zipcode ?? '' }
}

/** What the delivery check says about a place. */
export async function coverageOf({ coordinates, zipcode, address }: PickedPlace): Promise<Coverage> {
  try {
    const area = await checkDelivery({ coordinates, ...(zipcode !== '' && { zipcode }), ...(address !== '' && { address }) })
    return { state: 'covered', area }
  } catch (error) {
    const outside = error instanceof ApiError && (error.status === 422 || error.status === 404)
    return outside ? { state: 'outside' } : { state: 'failed', message: error instanceof ApiError ? error.message : '' }
  }
}

/** Where the customer's device is, to a metre; or why it does not say. */
export function currentPosition(): Promise<Coordinates | 'refused' | 'timeout' | 'unavailable'> {
  return new Promise((resolve) => {
    const { geolocation } = navigator as { geolocation?: Geolocation }
    if (geolocation === undefined) {
      resolve('unavailable')
      return
    }
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: Number(coords.latitude.toFixed(5)), lng: Number(coords.longitude.toFixed(5)) }),
      (error) => resolve(error.code === error.PERMISSION_DENIED ? 'refused' : error.code === error.TIMEOUT ? 'timeout' : 'unavailable'),
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  })
}
