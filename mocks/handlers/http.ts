/** The typed maker of handlers: paths, bodies and answers are the contract's. */
import { createOpenApiHttp } from 'openapi-msw'
import type { paths } from '../../contracts/types.ts'

/** Handlers under any host's `/api`. */
export const http = createOpenApiHttp<paths>({ baseUrl: '*/api' })
