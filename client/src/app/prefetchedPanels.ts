import { lazyPart } from '../loading/lazyPart.tsx'

/** The panels that a customer opens next: their code is prefetched (AfterPaint.tsx). */
export const CartPanel = lazyPart(async () => (await import('../features/cart/CartPanel.tsx')).CartPanel)
export const CheckoutEntry = lazyPart(async () => (await import('../features/checkout/CheckoutEntry.tsx')).CheckoutEntry)
