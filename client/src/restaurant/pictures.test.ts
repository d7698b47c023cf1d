import { afterEach, expect, it } from 'vitest'
import { setConfig, shopConfig } from './config.ts'
import { pictureUrl } from './pictures.ts'

const given = shopConfig()
afterEach(() => setConfig(given))

it('a picture of the backend is requested from the shop where the operator wants it so, any other from its own address', () => {
  setConfig({ ...given, pictures: 'http://backend.example' })
  expect(pictureUrl('/img/a b.avif')).toBe('http://backend.example/img/a%20b.avif')
  setConfig({ ...given, pictures: 'http://backend.example', proxyPictures: true })
  expect(pictureUrl('/img/a b.avif')).toBe('/bff/picture?url=http%3A%2F%2Fbackend.example%2Fimg%2Fa%2520b.avif')
  expect(pictureUrl('https://cdn.example/a.avif')).toBe('https://cdn.example/a.avif')
  expect(pictureUrl('javascript:alert(1)')).toBe('')
})
