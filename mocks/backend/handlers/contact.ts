/** Tag contact: messages and reservations. */
import { HttpResponse } from 'msw'
import { isoWithOffset } from '../clock.ts'
import { fieldsOf } from '../fields.ts'
import { isOpen } from '../hours.ts'
import { once } from '../once.ts'
import { bodyOf, callOf, failure, type Runtime } from '../runtime.ts'
import { after, before } from '../sentinels.ts'
import { http } from './http.ts'

const GUESTS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10+']

/** The handlers of the tag, by operation. */
export const contactHandlers = (runtime: Runtime) => ({
  createReservation: http.post('/reservations', async ({ request, response }) => {
    const call = callOf(runtime, request)
    const { world, shop, now } = call
    if (!world.on(shop, 'RESERVATION_ENABLED')) throw failure(403, call.say('Reservations are closed.'))
    const body = await bodyOf(request)
    await before(call, body['email'], ['reservedAt', 'guests', 'name', 'email', 'phone', 'terms'])
    const fields = fieldsOf(call, body)
    const reservedAt = fields.required('reservedAt')
    const guests = fields.required('guests')
    fields.required('name')
    const email = fields.email('email')
    fields.phone('phone')
    fields.accepted('terms')
    const at = new Date(reservedAt)
    if (reservedAt !== '' && (Number.isNaN(at.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(reservedAt)))
      fields.add('reservedAt', 'This is not a date.')
    else if (reservedAt !== '' && at <= now) fields.add('reservedAt', 'This time is in the past.')
    else if (reservedAt !== '' && !isOpen(world.week(shop), at)) fields.add('reservedAt', 'We are closed at this time.')
    if (guests !== '' && !GUESTS.includes(guests)) fields.add('guests', 'This is not a number of guests.')
    if (email === 'full@example.org') fields.add('reservedAt', 'There is no free table at this time.')
    fields.check()
    const id = await once(runtime, call, request, () => {
      world.state.reservations.push({ host: shop.host, receivedAt: isoWithOffset(now), body })
      return { id: world.state.reservations.length }
    })
    await after(runtime, email)
    return response.untyped(HttpResponse.json(id, { status: 201 }))
  }),

  sendContact: http.post('/contact', async ({ request, response }) => {
    const call = callOf(runtime, request)
    const body = await bodyOf(request)
    await before(call, body['email'], ['fname', 'lname', 'email', 'subject', 'message', 'terms'])
    const fields = fieldsOf(call, body)
    fields.required('fname')
    fields.required('lname')
    const email = fields.email('email')
    fields.required('subject')
    fields.required('message', 5000)
    fields.accepted('terms')
    fields.check()
    call.world.state.messages.push({ host: call.shop.host, receivedAt: isoWithOffset(call.now), body })
    runtime.changed?.()
    await after(runtime, email)
    return response.untyped(HttpResponse.json({ id: call.world.state.messages.length }, { status: 201 }))
  }),
})
