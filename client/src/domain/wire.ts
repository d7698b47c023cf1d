const off = new Set(['', '0', 'false', 'off', 'no'])

/** Whether the value of a switch is on: it is neither empty nor `0`, `false`, `off` or `no`. */
export function isOn(value: string): boolean {
  return !off.has(value.trim().toLowerCase())
}

/** Whether a value is an object with members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
