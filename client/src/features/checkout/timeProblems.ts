import { text } from '../../api/translatable.ts'
import type { TimeProblem } from '../../domain/slots.ts'

/** The messages for an invalid time, as translation keys. */
export const timeProblems: Record<TimeProblem, string> = {
  past: text('This time has passed. Please choose another one.'),
  closed: text('We are closed at this time. Please choose another one.'),
}
