/** A geocoder that answers as Nominatim does (`/reverse?lat&lon&format=jsonv2`), for the BFF's reverse geocoding. */
import { addressAt } from '../../data/places.ts'
import { asJson, type ExtraAnswer } from './answer.ts'

/** The address nearest to a point. */
export const geocode = (query: URLSearchParams): ExtraAnswer => {
  const lat = Number(query.get('lat') ?? NaN)
  const lng = Number(query.get('lon') ?? NaN)
  if (!Number.isFinite(lat) || !Number.isFinite(lng) || Math.abs(lat) > 90 || Math.abs(lng) > 180)
    return asJson(400, { error: { code: 400, message: 'Floating-point number expected for parameter' } })
  const found = addressAt(lat, lng)
  if (!found) return asJson(200, { error: 'Unable to geocode' })
  const { place, houseNumber, address } = found
  return asJson(200, {
    place_id: 1,
    licence: 'Made up by the mock backend',
    osm_type: 'way',
    lat: String(place.lat),
    lon: String(place.lng),
    addresstype: 'place',
    name: place.name,
    display_name: `${address}, ${place.zipcode} Berlin, Deutschland`,
    address: {
      ...(houseNumber === null ? {} : { house_number: String(houseNumber) }),
      road: place.name,
      city: 'Berlin',
      postcode: place.zipcode,
      country: 'Deutschland',
      country_code: 'de',
    },
  })
}
