/**
 * A function that makes the format of a key once. `make` throws where the browser does not know the locale, the zone or the currency: then the format is
 * that of `fallback`.
 */
export function formats<Format>(): (key: string, make: () => Format, fallback: () => Format) => Format {
  const known = new Map<string, Format>()
  return (key, make, fallback) => {
    let format = known.get(key)
    if (format === undefined) {
      try {
        format = make()
      } catch {
        format = fallback()
      }
      known.set(key, format)
    }
    return format
  }
}
