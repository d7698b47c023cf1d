import type { Login, Register, ResetPassword, SocialLogin, Token } from '../../../../contracts/types.ts'
import { call } from '../../api/http.ts'
import { caller } from '../../shop/identity.ts'
import { afterLogout } from '../../shop/login.ts'

/** Signs in; answers the token. Throws ApiError with the messages of each field. */
export async function signIn(form: Login): Promise<Token> {
  await afterLogout()
  return call('POST /login', { body: form, identity: caller() })
}

/** Creates an account; the body is the upstream's own. Throws ApiError with the messages of each field. */
export async function createAccount(form: Register): Promise<unknown> {
  await afterLogout()
  return call('POST /register', { body: form, identity: caller() })
}

/** Has a new password sent. Throws ApiError with the messages of each field. */
export const sendNewPassword = (form: ResetPassword): Promise<unknown> => call('POST /reset-password', { body: form, identity: caller() })

/** Asks the server about a social account; answers the token. Throws ApiError: 404 and 422 mean that it is not known. */
export async function signInSocially(form: SocialLogin): Promise<Token> {
  await afterLogout()
  return call('POST /social', { body: form, identity: caller() })
}
