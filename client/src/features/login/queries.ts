import type { Login, Register, ResetPassword, SocialLogin, Token } from '../../../../contracts/types.ts'
import { ApiError, isBackendMessage } from '../../api/apiError.ts'
import { call } from '../../api/http.ts'
import { caller } from '../../session/identity.ts'
import { afterLogout } from '../../session/login.ts'

/** Signs in and returns the token. Throws ApiError with the messages of each field. */
export async function signIn(form: Login): Promise<Token> {
  await afterLogout()
  return call('POST /login', { body: form, identity: caller() }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 401) return mayRepeat(error)
    // Of a login it says that the password is wrong, if anything.
    const said = isBackendMessage(error.message) && !/^unauth/i.test(error.message)
    throw new ApiError({ status: 422, fields: error.fields, ...(said && { message: error.message }) })
  })
}

/** Creates an account; the shape of the response is up to the upstream. Throws ApiError with the messages of each field. */
export async function createAccount(form: Register): Promise<unknown> {
  await afterLogout()
  return call('POST /register', { body: form, identity: caller() })
}

/** Requests a new password by e-mail. Throws ApiError with the messages of each field. */
export const sendNewPassword = (form: ResetPassword): Promise<unknown> =>
  call('POST /reset-password', { body: form, identity: caller() }).catch(mayRepeat)

/** Logs in with a social account and returns the token. Throws ApiError: 404 and 422 mean that the account is unknown. */
export async function signInSocially(form: SocialLogin): Promise<Token> {
  await afterLogout()
  return call('POST /social', { body: form, identity: caller() }).catch(mayRepeat)
}

/** A login or a request for a password may be sent twice: where its answer was lost, nothing warns of that. */
function mayRepeat(error: unknown): never {
  throw error instanceof ApiError && error.code === 'outcome_unknown' ? new ApiError({ status: error.status, code: error.code }) : error
}
