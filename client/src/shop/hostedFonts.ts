/** The families that the shop hosts itself, by the name that a setting gives them, as they stand in a font stack; the BFF has them from the build (src/first). */
export const hostedFonts = {
  inter: `"Inter Variable","Inter Fallback"`,
  fraunces: `"Fraunces Variable","Fraunces Fallback"`,
  nunito: `"Nunito Variable","Nunito Fallback"`,
  oswald: `"Oswald Variable","Oswald Fallback"`,
  'noto sans arabic': `"Noto Sans Arabic Variable"`,
} as const
