/** Responses outside the API. */

/** A response outside the API. */
export interface ExtraAnswer {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array
}

/** A plain text answer. */
export const plain = (status: number, body: string): ExtraAnswer => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body,
})

export const asJson = (status: number, body: unknown): ExtraAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})
