/** The languages that are read from right to left, without their regions. */
export const rightToLeft: readonly string[] = ['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'iw', 'ps', 'sd', 'ug', 'ur', 'yi']

export function directionOf(language: string): 'rtl' | 'ltr' {
  return rightToLeft.includes(language.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr'
}
