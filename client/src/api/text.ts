/**
 * Marks an English sentence as a text that t() will be given later (a list to pick from, an error's words), so that the check of
 * translations finds it. Answers the sentence itself.
 */
export function text(sentence: string): string {
  return sentence
}
