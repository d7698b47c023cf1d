/** What a host serves in addition to the API: pictures, the payment page, the geocoder, map tiles and the login providers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Backend } from '../backend.ts'
import type { Shop } from '../../backend/world.ts'
import { plain, type ExtraAnswer } from './answer.ts'
import { geocode } from './geocoder.ts'
import { paymentPage } from './payment-page.ts'
import { picture, tile } from './pictures.ts'
import { graph, provider } from './providers.ts'

const answerOf = async (backend: Backend, shop: Shop, url: URL, method: string, form: string): Promise<ExtraAnswer> => {
  const { pathname } = url
  if (pathname.startsWith('/media/')) return picture(pathname.slice('/media/'.length))
  if (pathname.startsWith('/pay/')) return paymentPage(backend.world, pathname.slice('/pay/'.length), url.searchParams, method, form)
  if (pathname.startsWith('/tiles/')) return tile(pathname)
  if (pathname.startsWith('/providers/'))
    return provider(backend.world.shop('main').url, pathname.slice('/providers/'.length), url.searchParams)
  if (pathname.startsWith('/graph/')) return graph(pathname.slice('/graph/'.length), url.searchParams)
  if (pathname === '/geocoder/reverse') return geocode(url.searchParams)
  if (pathname === '/')
    return plain(
      200,
      `${shop.data.name}\nThe mock backend. The API is under ${shop.url}/api.\n${backend.world.shops.map(({ url: other, data }) => `${other}  ${data.name}`).join('\n')}\n`,
    )
  return plain(404, 'Not found')
}

/** Answers a request outside `/api`. */
export const answerExtra = async (
  backend: Backend,
  shop: Shop,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  form: Buffer,
): Promise<void> => {
  const { status, headers, body } = await answerOf(backend, shop, url, request.method ?? 'GET', form.toString())
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('Content-Length', Buffer.byteLength(body))
  response.end(request.method === 'HEAD' ? undefined : body)
}
