/** Tag account: who the customer is. */
import { HttpResponse } from 'msw'
import type { User } from '../../../contracts/types.ts'
import { say } from '../../data/texts.ts'
import { bodyOf, callOf, failure, openSession, type Call, type Runtime } from '../runtime.ts'
import { fieldsOf } from '../fields.ts'
import { amount } from '../money.ts'
import { after, before } from '../sentinels.ts'
import { http } from './http.ts'

const SHORTEST_PASSWORD = 8

/** The signed-in user, or the guests at a table. */
const userOf = (call: Call): User => {
  const session = call.signedIn()
  if ('table' in session) {
    const table = call.world.shop(session.table.host).data.tables.find(({ id }) => id === session.table.id)
    return { name: table ? say(table.name, call.lang) : `Table ${session.table.id}`, email: '', phone: '', profit: 0, is_generated: true }
  }
  const { name, email, phone, profit } = call.customer()
  return { name, email, phone, profit: amount(profit), is_generated: false }
}

/** The handlers of the tag, by operation. */
export const accountHandlers = (runtime: Runtime) => ({
  getMe: http.get('/me', ({ request, response }) => response(200).json(userOf(callOf(runtime, request)))),

  updateMe: http.put('/me', async ({ request, response }) => {
    const call = callOf(runtime, request)
    const account = call.customer()
    const body = await bodyOf(request)
    await before(call, body['email'], ['name', 'email', 'phone', 'password'])
    const fields = fieldsOf(call, body)
    const name = fields.required('name')
    const email = fields.email('email')
    const phone = fields.phone('phone')
    const password = fields.text('password')
    if (email === 'taken@example.org' || call.world.state.accounts.some((other) => other.id !== account.id && other.email === email))
      fields.add('email', 'The email has already been taken.')
    if (password !== '' && password.length < SHORTEST_PASSWORD) fields.add('password', 'The password needs at least 8 characters.')
    if (password !== '' && password !== fields.text('password_confirmation')) fields.add('password', 'The passwords do not match.')
    fields.check()
    Object.assign(account, { name, email, phone, ...(password === '' ? {} : { password }) })
    runtime.changed?.()
    await after(runtime, email)
    return response(200).json(userOf(call))
  }),

  logout: http.post('/me/logout', ({ request, response }) => {
    const call = callOf(runtime, request)
    call.signedIn()
    const token = request.headers.get('Authorization')?.slice('Bearer '.length) ?? ''
    Reflect.deleteProperty(call.world.state.sessions, token)
    runtime.changed?.()
    return response(204).empty()
  }),

  login: http.post('/login', async ({ request, response }) => {
    const call = callOf(runtime, request)
    const body = await bodyOf(request)
    await before(call, body['email'], ['email', 'password'])
    const fields = fieldsOf(call, body)
    const email = fields.email('email')
    fields.required('password')
    fields.check()
    if (email === 'locked@example.org') fields.add('login', 'This account is locked. Please reset your password.')
    const account = call.world.state.accounts.find(
      (candidate) => candidate.email === email && candidate.password !== null && candidate.password === body['password'],
    )
    // The same message for an unknown address and a wrong password (docs/threat-model.md T20).
    if (!account && !fields.has('login')) fields.add('email', 'These credentials do not match our records.')
    fields.check()
    if (!account) throw failure(422, call.say('The given data was invalid.'), { data: {} })
    const token = openSession(runtime, { accountId: account.id })
    await after(runtime, email)
    return response(200).json({ token })
  }),

  register: http.post('/register', async ({ request, response }) => {
    const call = callOf(runtime, request)
    const { world, shop } = call
    if (!world.on(shop, 'ALLOW_REGISTRATION')) throw failure(403, call.say('Registration is closed.'))
    const body = await bodyOf(request)
    await before(call, body['email'], ['name', 'email', 'phone', 'password', 'terms'])
    const fields = fieldsOf(call, body)
    const socialId = fields.text('socialId')
    const social = socialId !== ''
    const name = fields.required('name')
    const phone = fields.phone('phone')
    const email = social && fields.text('email') === '' ? '' : fields.email('email')
    const password = social ? fields.text('password') : fields.required('password')
    if (password !== '' && password.length < SHORTEST_PASSWORD) fields.add('password', 'The password needs at least 8 characters.')
    if (!social && password !== fields.text('password_confirmation')) fields.add('password', 'The passwords do not match.')
    if (social) fields.required('socialName')
    if (phone.replace(/\D/g, '') === '49300000000') fields.add('phone', 'This number has already been taken.')
    if (email === 'taken@example.org' || (email !== '' && world.state.accounts.some((other) => other.email === email)))
      fields.add('email', 'The email has already been taken.')
    fields.accepted('terms')
    fields.check()
    world.state.lastId.account += 1
    world.state.accounts.push({
      id: world.state.lastId.account,
      name,
      email,
      phone,
      password: password === '' ? null : password,
      profit: 0,
      socials: social ? [{ provider: fields.text('socialName'), id: socialId }] : [],
    })
    runtime.changed?.()
    await after(runtime, email)
    return response.untyped(HttpResponse.json({}, { status: 201 }))
  }),

  resetPassword: http.post('/reset-password', async ({ request, response }) => {
    const call = callOf(runtime, request)
    const body = await bodyOf(request)
    await before(call, body['email'], ['email'])
    const fields = fieldsOf(call, body)
    const email = fields.email('email')
    fields.check()
    // An unknown address gets the same response (docs/threat-model.md T20). No mail is sent and the password is not changed.
    call.world.state.resets.push(email)
    runtime.changed?.()
    await after(runtime, email)
    return response.untyped(HttpResponse.json({}))
  }),

  socialLogin: http.post('/social', async ({ request, response }) => {
    const call = callOf(runtime, request)
    const { world, shop } = call
    if (!world.on(shop, 'ALLOW_SOCIAL_LOGIN')) throw failure(403, call.say('Social login is closed.'))
    const body = await bodyOf(request)
    await before(call, body['email'], ['email'])
    const fields = fieldsOf(call, body)
    const id = fields.required('socialId')
    const provider = fields.required('socialName').toLowerCase()
    fields.check()
    const account = world.state.accounts.find(({ socials }) =>
      socials.some((social) => social.id === id && social.provider.toLowerCase() === provider),
    )
    if (!account) throw failure(404, call.say('There is no account for this login yet.'))
    const token = openSession(runtime, { accountId: account.id })
    return response(200).json({ token })
  }),
})
