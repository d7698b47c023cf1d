/**
 * Marks an English sentence that is passed to t() later (in a list, an error message), so that the check of translations finds it. Returns the sentence
 * unchanged.
 */
export function text(sentence: string): string {
  return sentence
}
