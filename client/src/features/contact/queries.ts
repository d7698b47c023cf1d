import type { ContactMessage } from '../../../../contracts/types.ts'
import { call } from '../../api/http.ts'
import { caller } from '../../session/identity.ts'

/** Sends a message to the restaurant. Throws ApiError with the messages of each field. */
export const sendMessage = (message: ContactMessage): Promise<unknown> => call('POST /contact', { body: message, identity: caller() })
