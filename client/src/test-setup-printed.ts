import { afterEach, expect } from 'vitest'

// A test that expects a message replaces the method; any other message fails its test.
const printed: string[] = []
for (const method of ['error', 'warn'] as const)
  console[method] = (...values: unknown[]) =>
    void printed.push(values.map((value) => (value instanceof Error ? value.message : String(value))).join(' '))
afterEach(() => expect(printed.splice(0), 'printed by the test').toEqual([]))
