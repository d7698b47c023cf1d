import type { Login, Register, ResetPassword, SocialLogin, Token } from '../../../../contracts/types.ts'
import { call } from '../../api/http.ts'

/** Signs in; answers the token. Throws ApiError with the messages of each field. */
export const signIn = (form: Login): Promise<Token> => call('POST /login', { body: form })

/** Creates an account; the body is the upstream's own. Throws ApiError with the messages of each field. */
export const createAccount = (form: Register): Promise<unknown> => call('POST /register', { body: form })

/** Has a new password sent. Throws ApiError with the messages of each field. */
export const sendNewPassword = (form: ResetPassword): Promise<unknown> => call('POST /reset-password', { body: form })

/** Asks the server about a social account; answers the token. Throws ApiError: 404 and 422 mean that it is not known. */
export const signInSocially = (form: SocialLogin): Promise<Token> => call('POST /social', { body: form })
