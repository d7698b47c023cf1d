/** Creates handlers with paths, bodies and responses typed by the contract. */
import { createOpenApiHttp } from 'openapi-msw'
import type { paths } from '../../../contracts/types.ts'

/** Handlers under any host's `/api`. */
export const http = createOpenApiHttp<paths>({ baseUrl: '*/api' })
