/** Idempotency-Key on the upstream's side: the same key and body give the same answer, another body is refused. */
import { failure, type Call, type Runtime } from './runtime.ts'

/** Runs the work once per Idempotency-Key; without a key, each time. Throws 422 if the key was used with another body. */
export const once = async <Answer>(runtime: Runtime, call: Call, request: Request, work: () => Answer): Promise<Answer> => {
  const key = request.headers.get('Idempotency-Key')
  const scope = key === null ? null : `${call.shop.branch} ${new URL(request.url).pathname} ${key}`
  const body = await request.clone().text()
  if (scope !== null) {
    const kept = call.world.state.answers[scope]
    if (kept && kept.body !== body) {
      throw failure(422, call.say('This order key was used for another order.'), {
        data: { cart: [call.say('This order key was used for another order.')] },
      })
    }
    if (kept) return JSON.parse(kept.answer) as Answer
  }
  const answer = work()
  if (scope !== null) call.world.state.answers[scope] = { body, status: 201, answer: JSON.stringify(answer) }
  runtime.changed?.()
  return answer
}
