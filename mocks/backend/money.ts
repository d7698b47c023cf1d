/** Money as integer cents inside the mock backend, decimal numbers on the wire (docs/wire.md section 4). */

/** Cents of a decimal amount; NaN for anything that is not a finite number with at most two decimals. */
export const cents = (amount: unknown): number => {
  if (typeof amount !== 'number' || !Number.isFinite(amount)) return NaN
  const rounded = Math.round(amount * 100)
  return Math.abs(amount * 100 - rounded) < 1e-6 ? rounded : NaN
}

/** The decimal amount of cents. */
export const amount = (value: number): number => value / 100

/** A percentage of cents, rounded half up to a cent; the percentage may have two decimals. */
export const percentOf = (value: number, percent: number): number => Math.floor((value * Math.round(percent * 100) + 5000) / 10000)
