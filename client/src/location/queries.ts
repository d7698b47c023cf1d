import type { Area, Coordinates, DeliveryCheck } from '../../../contracts/types.ts'
import { call, callBff } from '../api/http.ts'
import { caller } from '../session/identity.ts'

/** The area that covers a point. Throws ApiError: 422 and 404 mean out of the delivery range, anything else that it could not be checked. */
export function checkDelivery(point: DeliveryCheck): Promise<Area> {
  return call('POST /me/addresses/check', { body: point, identity: caller() })
}

/** The address nearest to a point, if a geocoder is configured; the point is rounded to eleven metres. Throws ApiError. */
export function addressAt({ lat, lng }: Coordinates): Promise<{ address: string; zipcode?: string | null }> {
  return callBff('/bff/geocode/reverse', { query: { lat: Number(lat.toFixed(4)), lng: Number(lng.toFixed(4)) }, identity: caller() })
}
