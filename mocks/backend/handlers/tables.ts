/** Tag tables: ordering from a table. */
import { say } from '../../data/texts.ts'
import { callOf, failure, openSession, type Runtime } from '../runtime.ts'
import { http } from './http.ts'

/** The handlers of the tag, by operation. */
export const tablesHandlers = (runtime: Runtime) => ({
  getTable: http.get('/tables/{id}', ({ request, params, response }) => {
    const call = callOf(runtime, request)
    const table = call.shop.data.tables.find(({ code }) => code === params.id)
    if (!table) throw failure(404, call.say('There is no such table.'))
    const token = openSession(runtime, { table: { id: table.id, code: table.code, host: call.shop.host } })
    return response(200).json({ id: table.id, name: say(table.name, call.lang), token })
  }),
})
