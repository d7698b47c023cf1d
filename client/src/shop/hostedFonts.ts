/** The font families that the shop serves itself, by their name in the settings, as font stacks; the BFF reads them from the build (src/first). */
export const hostedFonts = {
  inter: `"Inter Variable","Inter Fallback"`,
  fraunces: `"Fraunces Variable","Fraunces Fallback"`,
  nunito: `"Nunito Variable","Nunito Fallback"`,
  oswald: `"Oswald Variable","Oswald Fallback"`,
  'noto sans arabic': `"Noto Sans Arabic Variable"`,
} as const
