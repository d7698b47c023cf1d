/** A text without characters that are not seen, such as those of a copy from a PDF: for numbers, e-mail addresses and codes, in which none belongs. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')
}

const outer = String.raw`[\s\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+`
const ends = new RegExp(`^${outer}|${outer}$`, 'g')

/** A text without spaces and unseen characters at its ends. Inside it they may belong to it, such as the joiners of Persian and Hindi. */
export function trimmedText(text: string): string {
  return text.replace(ends, '')
}
