/** Joins class names, leaving out what does not apply. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter((name): name is string => typeof name === 'string' && name !== '').join(' ')
}
