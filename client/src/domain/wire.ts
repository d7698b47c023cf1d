const off = new Set(['', '0', 'false', 'off', 'no'])

/** Whether the value of a switch is on: it is neither empty nor `0`, `false`, `off` or `no`. */
export function isOn(value: string): boolean {
  return !off.has(value.trim().toLowerCase())
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
