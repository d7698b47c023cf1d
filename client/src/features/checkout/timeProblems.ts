import { text } from '../../api/text.ts'
import type { TimeProblem } from '../../domain/slots.ts'

/** What is wrong with a chosen time, in words to be translated. */
export const timeProblems: Record<TimeProblem, string> = {
  past: text('This time has passed. Please choose another one.'),
  closed: text('We are closed at this time. Please choose another one.'),
}
