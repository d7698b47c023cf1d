/** Tag addresses: saved addresses in both systems, place search and the delivery check. */
import type { Address, Area, Coordinates, PlaceHit } from '../../../contracts/types.ts'
import { findPlaces, placeById } from '../../data/places.ts'
import { fieldsOf } from '../fields.ts'
import { bodyOf, callOf, failure, type Call, type Runtime } from '../runtime.ts'
import type { AddressRecord } from '../state.ts'
import { http } from './http.ts'

/** A point, when the value is one. */
export const pointOf = (value: unknown): Coordinates | null => {
  if (typeof value !== 'object' || value === null) return null
  const { lat, lng } = value as Record<string, unknown>
  return typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null
}

/** The area of a saved address at this branch: the one that covers its point, else the one it names; null when the branch doesn't go there. */
export const areaOf = (call: Call, record: AddressRecord): Area | null => {
  if (record.coordinates) return call.world.areaAt(call.shop, record.coordinates)
  return call.world.areas(call.shop).find(({ id }) => String(id) === String(record.areaId)) ?? null
}

const toAddress = (call: Call, record: AddressRecord): Address => {
  const area = areaOf(call, record)
  const { id, name, address, extras, zipcode, isDefault, coordinates } = record
  return { id, name, address, extras, zipcode, isDefault, areaId: area?.id ?? null, area, coordinates }
}

const ownOf = (call: Call): AddressRecord[] => {
  const { id } = call.customer()
  return call.world.state.addresses.filter(({ accountId }) => accountId === id)
}

const find = (call: Call, id: string): AddressRecord => {
  const found = ownOf(call).find((record) => String(record.id) === id)
  if (!found) throw failure(404, call.say('Not found.'))
  return found
}

/** Validates an address by the rules of the address system in use (docs/specification.md section 5). */
const validate = (call: Call, body: Readonly<Record<string, unknown>>): Omit<AddressRecord, 'id' | 'accountId'> => {
  const fields = fieldsOf(call, body)
  const point = pointOf(body['coordinates'])
  const name = fields.required('name')
  const isNew = call.world.on(call.shop, 'USES_NEW_ADDRESS_SYSTEM')
  const covered = point ? call.world.areaAt(call.shop, point) : null
  let areaId: number | null = null
  if (isNew) {
    fields.required('extras')
    if (!point) fields.add('coordinates', 'Please choose a place on the map.')
    else if (!covered) fields.add('coordinates', 'The location that you have marked is out of our delivery range')
    areaId = covered ? Number(covered.id) : null
  } else {
    fields.required('address')
    const named = call.world.areas(call.shop).find(({ id }) => String(id) === String(body['areaId']))
    if (body['areaId'] === undefined || body['areaId'] === '') fields.add('areaId', 'This field is required.')
    else if (!named) fields.add('areaId', 'We do not deliver to this area.')
    areaId = named ? Number(named.id) : null
  }
  if (name.toLowerCase() === 'fehler') fields.add('name', 'This value is not accepted.')
  fields.check()
  return {
    name,
    address: fields.text('address'),
    extras: fields.text('extras') || null,
    zipcode: fields.text('zipcode') || (covered?.zipcode ?? null),
    isDefault: body['isDefault'] === true,
    areaId,
    coordinates: point,
  }
}

const hits = (query: string, fixed: boolean): PlaceHit[] =>
  findPlaces(query, fixed).map(({ place, name, id }) => ({ id, name, address: `${place.zipcode} Berlin` }))

/** The handlers of the tag, by operation. */
export const addressesHandlers = (runtime: Runtime) => {
  const makeDefault = (call: Call, record: AddressRecord): void => {
    const own = ownOf(call)
    if (record.isDefault) for (const other of own) other.isDefault = other.id === record.id
    else if (!own.some(({ isDefault }) => isDefault) && own[0]) own[0].isDefault = true
    runtime.changed?.()
  }
  const search = async (call: Call, query: string | null, fixed: boolean): Promise<PlaceHit[]> => {
    if (query === 'fail') throw failure(500, call.say('Server error.'))
    if (query === 'hang') throw await runtime.broken('hang')
    return hits(query ?? '', fixed)
  }
  return {
    listAddresses: http.get('/me/addresses', ({ request, response }) => {
      const call = callOf(runtime, request)
      return response(200).json(ownOf(call).map((record) => toAddress(call, record)))
    }),

    createAddress: http.post('/me/addresses', async ({ request, response }) => {
      const call = callOf(runtime, request)
      const { id: accountId } = call.customer()
      const input = validate(call, await bodyOf(request))
      call.world.state.lastId.address += 1
      const record = { ...input, id: call.world.state.lastId.address, accountId }
      call.world.state.addresses.push(record)
      makeDefault(call, record)
      return response(201).json(toAddress(call, record))
    }),

    getAddress: http.get('/me/addresses/{id}/edit', ({ request, params, response }) => {
      const call = callOf(runtime, request)
      return response(200).json(toAddress(call, find(call, params.id)))
    }),

    updateAddress: http.put('/me/addresses/{id}', async ({ request, params, response }) => {
      const call = callOf(runtime, request)
      const record = find(call, params.id)
      Object.assign(record, validate(call, await bodyOf(request)))
      makeDefault(call, record)
      return response(200).json(toAddress(call, record))
    }),

    deleteAddress: http.delete('/me/addresses/{id}', ({ request, params, response }) => {
      const call = callOf(runtime, request)
      const record = find(call, params.id)
      call.world.state.addresses = call.world.state.addresses.filter((other) => other !== record)
      const first = ownOf(call)[0]
      if (first) makeDefault(call, first)
      runtime.changed?.()
      return response(204).empty()
    }),

    searchFixedPlaces: http.get('/me/addresses/search-fixed', async ({ request, query, response }) => {
      const call = callOf(runtime, request)
      call.customer()
      return response(200).json(await search(call, query.get('q'), true))
    }),

    searchPlaces: http.get('/me/addresses/search', async ({ request, query, response }) => {
      const call = callOf(runtime, request)
      call.customer()
      return response(200).json(await search(call, query.get('q'), false))
    }),

    getPlace: http.get('/me/addresses/places/{id}', ({ request, params, response }) => {
      const call = callOf(runtime, request)
      call.customer()
      const found = placeById(params.id)
      if (!found) throw failure(404, call.say('Not found.'))
      return response(200).json({ coordinates: { lat: found.lat, lng: found.lng }, zipcode: found.place.zipcode, address: found.address })
    }),

    checkDelivery: http.post('/me/addresses/check', async ({ request, response }) => {
      const call = callOf(runtime, request)
      call.customer()
      const body = await bodyOf(request)
      const point = pointOf(body['coordinates'])
      const fields = fieldsOf(call, body)
      if (!point) fields.add('coordinates', 'Please choose a place on the map.')
      fields.check()
      const area = point ? call.world.areaAt(call.shop, point) : null
      if (!area) {
        fields.add('coordinates', 'The location that you have marked is out of our delivery range')
        fields.check()
      }
      if (!area) throw failure(404, call.say('Not found.'))
      return response(200).json(area)
    }),
  }
}
