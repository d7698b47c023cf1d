/** Readings of loosely typed values: backends spell one thing in several ways. */

const off = new Set(['', '0', 'false', 'off', 'no'])

/** Whether a switch is on: it is neither empty nor `0`, `false`, `off` or `no`, spelled as a boolean, a number or a text. `missing` is the answer for a switch that was not sent. */
export function isOn(value: unknown, missing = false): boolean {
  if (value === null || value === undefined) return missing
  return (
    (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') && !off.has(String(value).trim().toLowerCase())
  )
}

/** A text as it is shown: the value itself, or the name of the thing it describes; empty when there is neither. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number') return String(value)
  return isRecord(value) && value['name'] !== value ? textOf(value['name']) : ''
}

/** Whether a value is an object with members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
