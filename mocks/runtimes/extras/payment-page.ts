/** The payment page of the online providers: shows the amount, asks Pay or Decline, and leads back to the shop (docs/specification.md section 4, Payment return). */
import { languageOf, say, type Lang, type Texts } from '../../data/texts.ts'
import { decidePayment } from '../../backend/orders.ts'
import type { World } from '../../backend/world.ts'
import type { ExtraAnswer } from './answer.ts'

const TEXTS = {
  title: ['Zahlung', 'Payment', 'Ödeme', 'الدفع'],
  order: ['Bestellung {{code}}', 'Order {{code}}', 'Sipariş {{code}}', 'الطلب {{code}}'],
  hint: [
    'Das ist eine Übungsseite. Es fließt kein Geld.',
    'This is a practice page. No money is moved.',
    'Bu bir deneme sayfasıdır. Para aktarılmaz.',
    'هذه صفحة تجريبية ولا يتم تحويل أي أموال.',
  ],
  pay: ['Bezahlen', 'Pay', 'Öde', 'ادفع'],
  decline: ['Ablehnen', 'Decline', 'Reddet', 'ارفض'],
  back: ['Zurück zum Shop', 'Back to the shop', 'Mağazaya dön', 'العودة إلى المتجر'],
  done: [
    'Über diese Zahlung ist schon entschieden.',
    'This payment has already been decided.',
    'Bu ödeme için zaten karar verildi.',
    'تم البت في هذه الدفعة بالفعل.',
  ],
  unknown: ['Diese Zahlung kennen wir nicht.', 'This payment is not known.', 'Bu ödeme bilinmiyor.', 'هذه الدفعة غير معروفة.'],
} as const satisfies Readonly<Record<string, Texts>>

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (status: number, lang: Lang, body: string): ExtraAnswer => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  body: `<!doctype html>
<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(say(TEXTS.title, lang))}</title>
<style>
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:17px/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
main{inline-size:min(24rem,calc(100vw - 3rem));display:grid;gap:1rem;padding:2rem;border:1px solid color-mix(in srgb,CanvasText 20%,transparent);border-radius:16px}
h1{margin:0;font-size:1.25rem}
.sum{font-size:2.25rem;font-weight:650;font-variant-numeric:tabular-nums}
p{margin:0}
.hint{font-size:.875rem;opacity:.75}
form{display:grid;gap:.75rem}
button,a.button{font:inherit;font-weight:600;min-block-size:48px;border-radius:10px;border:1px solid #1f6f43;background:#1f6f43;color:#fff;cursor:pointer;display:grid;place-items:center;text-decoration:none}
button[value=decline]{background:transparent;color:inherit;border-color:currentColor}
:focus-visible{outline:3px solid Highlight;outline-offset:2px}
</style></head>
<body><main>${body}</main></body></html>`,
})

const backTo = (shop: string, payment: string, sess: string): string =>
  `${shop}/?payment=${encodeURIComponent(payment)}&sess=${encodeURIComponent(sess)}`

/** Shows the page of a session, or takes its decision (`decision=pay|decline` in a form) and leads back to the shop. */
export const paymentPage = (world: World, sess: string, query: URLSearchParams, method: string, form: string): ExtraAnswer => {
  const lang = languageOf(query.get('lang'))
  const payment = Object.hasOwn(world.state.payments, sess) ? world.state.payments[sess] : undefined
  const order = world.state.orders.find(({ id }) => id === payment?.orderId)
  if (!payment || !order) return page(404, lang, `<h1>${escaped(say(TEXTS.unknown, lang))}</h1>`)
  const back = backTo(payment.shop, payment.provider, sess)
  if (method === 'POST') {
    const decision = new URLSearchParams(form).get('decision')
    if (decision === 'pay' || decision === 'decline') decidePayment({ world, now: world.clock.now() }, sess, decision === 'pay')
    return { status: 303, headers: { Location: back, 'Cache-Control': 'no-store' }, body: '' }
  }
  const { lines, delivery, discount, tax, tip } = order.amounts
  const sum = new Intl.NumberFormat(lang, { style: 'currency', currency: 'EUR' }).format((lines + delivery - discount + tax + tip) / 100)
  const head = `<h1>${escaped(say(TEXTS.order, lang).replace('{{code}}', order.code))}</h1><p class="sum">${escaped(sum)}</p><p>${escaped(say(order.method, lang))}</p>`
  if (order.payment !== 'open')
    return page(
      200,
      lang,
      `${head}<p>${escaped(say(TEXTS.done, lang))}</p><a class="button" href="${escaped(back)}">${escaped(say(TEXTS.back, lang))}</a>`,
    )
  return page(
    200,
    lang,
    `${head}<form method="post"><button name="decision" value="pay">${escaped(say(TEXTS.pay, lang))}</button><button name="decision" value="decline">${escaped(say(TEXTS.decline, lang))}</button></form><p class="hint">${escaped(say(TEXTS.hint, lang))}</p>`,
  )
}
