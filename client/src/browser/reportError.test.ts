import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const sent: { url: string; body: Record<string, unknown> }[] = []

beforeEach(() => {
  sent.length = 0
  vi.resetModules()
  vi.stubGlobal('fetch', (url: string, init: { body: string }) => {
    sent.push({ url, body: JSON.parse(init.body) as Record<string, unknown> })
    return Promise.reject(new TypeError('offline'))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('an error is reported once, with its stack and without the parameters of the address', async () => {
  const { reportError } = await import('./reportError.ts')
  window.history.replaceState(null, '', '/me/my-orders/A-1000?mail=ada@example.org')
  const error = new TypeError('x is undefined')
  error.stack =
    'TypeError: x is undefined\n    at a (https://shop.example/assets/shop-abc.js:1:2345)\n    at https://shop.example/assets/react-d.js:9:1'
  reportError('screen', error)
  reportError('uncaught', error)
  expect(sent).toEqual([
    {
      url: '/bff/error',
      body: {
        kind: 'screen',
        name: 'TypeError',
        message: 'x is undefined',
        screen: '/me/my-orders/:id',
        where: ['shop-abc.js:1:2345', 'react-d.js:9:1'],
      },
    },
  ])
})

it('a page reports a limited number of errors, whatever was thrown', async () => {
  const { reportError } = await import('./reportError.ts')
  for (let count = 0; count < 20; count += 1) reportError('part', `failure ${count}`)
  expect(sent).toHaveLength(5)
  expect(sent[0]?.body).toMatchObject({ name: 'Error', message: 'failure 0' })
})
