import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import golden from './links.golden.json' with { type: 'json' }
import { externalLink, networkLink, paymentPage, paymentReturn, returnPath, whatsappLink } from './redirect.ts'

const anywhere = { paymentHosts: [], branchUrl: 'https://altstadt.example' }
const listed = { paymentHosts: ['pay.provider.example', 'secure.bank.example:8443'], branchUrl: 'https://altstadt.example' }

/** Addresses that must never be followed, made from schemes, tricks and hosts: several hundred of them. */
const payloads = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://x',
  'ftp://evil.example',
  'about:blank',
  '',
  ' ',
  '/',
  '//',
  '/me',
  '\\\\evil.example',
  '#',
  '?',
  'https:',
  'https:/',
  'https://',
  'https:evil.example',
  'http://evil.example',
  ...['\t', '\n', '\r', '\0', ' ', '\u00a0', '\u2028', '\\', '\u007f'].flatMap((mark) => [
    `https://evil${mark}.example`,
    `java${mark}script:alert(1)`,
    `${mark}https://evil.example`,
    `https://evil.example/${mark}`,
    `https:/${mark}/evil.example`,
    `${mark}//evil.example`,
  ]),
  ...['user', 'user:pass', 'pay.provider.example', 'pay.provider.example:443', '%40', ''].map((user) => `https://${user}@evil.example/`),
  ...['///', '////', '/\\', '\\/', '/%2f', '/%5c', '/.', '/;', '/?'].map((slash) => `https:${slash}evil.example`),
  ...Array.from({ length: 300 }, (_, code) => `${String.fromCharCode(code < 33 ? code : 127 + code)}https://evil.example`).filter(
    (url) => url.charCodeAt(0) !== 104,
  ),
]

describe('the payment page', () => {
  it.each([
    ['https://pay.provider.example/p/1?x=1', anywhere],
    ['https://any.example/', anywhere],
    ['http://127.0.0.1:8090/pay/s-1', anywhere],
    ['http://localhost:8090/pay/s-1', listed],
    ['https://pay.provider.example/p', listed],
    ['https://secure.bank.example:8443/p', listed],
    ['https://pay.altstadt.example/p', listed],
    ['https://altstadt.example/p', listed],
  ])('%s may be followed', (url, places) => {
    expect(paymentPage(url, places)).toBe(url)
  })
  it.each([
    ['https://evil.example', listed],
    ['https://pay.provider.example.evil.example', listed],
    ['https://evilaltstadt.example', listed],
    ['http://pay.provider.example/p', listed],
    ['https://secure.bank.example:9999/p', listed],
  ])('%s is refused when hosts are listed', (url, places) => {
    expect(paymentPage(url, places)).toBeNull()
  })
  it('refuses every trick', () => {
    expect(payloads.length).toBeGreaterThan(350)
    expect(payloads.filter((url) => paymentPage(url, anywhere) !== null && !/^https:\/\/[^/]/.test(url))).toEqual([])
    expect(payloads.filter((url) => paymentPage(url, listed) !== null)).toEqual([])
    expect(payloads.filter((url) => externalLink(url) !== null)).toEqual([])
  })
  it('whatever is answered, the shop goes to https or loopback only', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.webUrl({ validSchemes: ['http', 'ftp'] })), (url) => {
        const page = paymentPage(url, anywhere)
        expect(page === null || page.startsWith('https://') || /^http:\/\/(localhost|127\.|\[::1\])/.test(page)).toBe(true)
      }),
    )
  })
})

describe('other ways out', () => {
  it('links are https', () => {
    expect(externalLink('https://facebook.example/x')).toBe('https://facebook.example/x')
    expect([externalLink('http://facebook.example'), externalLink('javascript:1'), externalLink(null)]).toEqual([null, null, null])
  })
  it('WhatsApp is digits, a leading + becomes 00', () => {
    expect(whatsappLink('+49 (30) 123-456')).toBe('https://wa.me/004930123456')
    expect([whatsappLink('call me'), whatsappLink(''), whatsappLink(null)]).toEqual([null, null, null])
  })
  it('return only ever leads to the checkout', () => {
    expect(returnPath(new URLSearchParams('return=https://evil.example'))).toBe('/checkout')
    expect(returnPath(new URLSearchParams('x=1'))).toBeNull()
  })
  it('a payment return has both parameters, of a sane length', () => {
    expect(paymentReturn(new URLSearchParams('payment=card&sess=s-1'))).toEqual({ payment: 'card', sess: 's-1' })
    expect([
      paymentReturn(new URLSearchParams('payment=card')),
      paymentReturn(new URLSearchParams('payment=&sess=1')),
      paymentReturn(new URLSearchParams(`payment=1&sess=${'x'.repeat(10_000)}`)),
    ]).toEqual([null, null, null])
  })
})

describe('links of social networks', () => {
  it.each(Object.entries(golden.network))('%j leads to %j', (value, link) => {
    expect(networkLink(value)).toBe(link)
  })
  it.each(Object.entries(golden.whatsapp))('WhatsApp %j leads to %j', (value, link) => {
    expect(whatsappLink(value)).toBe(link)
  })
})
