import type { Obstacle } from '../../domain/obstacle.ts'
import { emailShape } from '../../forms/formFields.ts'
import { useLogin, type Login } from '../../session/login.ts'
import type { CheckoutFields } from './fields.ts'

/** The customer of the checkout. */
export interface Customer {
  login: Login
  /** Nobody is signed in, so name, e-mail and phone are required (docs/specification.md section 5). */
  guest: boolean
  /** Signed in with an account, which has addresses, points and orders. */
  account: boolean
  /** Missing or invalid fields, in their order. */
  problems: Omit<Extract<Obstacle, { kind: 'contact' }>, 'kind'>[]
}

export function useCustomer(fields: Pick<CheckoutFields, ContactField>): Customer {
  const login = useLogin()
  const guest = !login.loggedIn
  return { login, guest, account: login.loggedIn && !login.isTable, problems: login.isTable ? [] : problemsOf(fields, guest) }
}

const contact = ['name', 'email', 'phone'] as const
type ContactField = (typeof contact)[number]

/** Guests must enter contact data; signed-in customers may change it (docs/specification.md section 5). */
function problemsOf(fields: Pick<CheckoutFields, ContactField>, guest: boolean): Customer['problems'] {
  return contact.flatMap((field): Customer['problems'] => {
    const value = fields[field].trim()
    if (value === '') return guest ? [{ field, problem: 'missing' }] : []
    return field === 'email' && !emailShape.test(value) ? [{ field, problem: 'invalid' }] : []
  })
}
