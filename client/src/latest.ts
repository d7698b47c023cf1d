/**
 * Tells whether a press is still the last one: its answer may come after that of a later press. A call begins a press, and makes every earlier one
 * outdated; the returned function says whether this one is the last.
 */
export function latest(): () => () => boolean {
  let last = 0
  return () => {
    last += 1
    const mine = last
    return () => last === mine
  }
}
