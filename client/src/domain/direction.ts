/** The languages that are read from right to left, without their regions. */
export const rightToLeft: readonly string[] = ['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'iw', 'ps', 'sd', 'ug', 'ur', 'yi']

/** The reading direction of a language. */
export function directionOf(language: string): 'rtl' | 'ltr' {
  return rightToLeft.includes(language.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr'
}
