/**
 * The modules that a customer opens next from the menu: sheets of dishes and combos, cart, checkout. AfterPaint.tsx loads them in advance, in this order,
 * and the build makes Chromium compile them then (client/vite.config.ts).
 */
export const prefetched = [
  'features/menu/Sheets.tsx',
  'features/cart/CartPanel.tsx',
  'features/checkout/CheckoutEntry.tsx',
  'app/CheckoutRoute.tsx',
] as const
