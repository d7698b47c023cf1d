// @vitest-environment node
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { submissionOf, dish } from './customer.ts'
import { makeMockServer } from './node.ts'
import { contractOperations, deviations, schemaDeviations } from '../backend/schemas.ts'

const { server, world } = makeMockServer({ hangTimeout: 1 })
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => world.reset())
afterAll(() => server.close())

const origin = 'http://shop.example'
const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(origin + path, init)
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
}
const operation = (name: string) => contractOperations().find((each) => each.name === name)!

describe('the BFF’s runtime', () => {
  it('answers without envelope and without an XSRF rule', async () => {
    const settings = await ask('/api/settings')
    expect(deviations(operation('getSettings'), settings.status, settings.body)).toEqual([])
    const translations = await ask('/api/translations?lang=tr')
    expect(deviations(operation('getTranslations'), translations.status, translations.body)).toEqual([])
    expect(translations.body).toHaveProperty('Home', 'Ana sayfa')
    expect(await ask('/api/working-hours')).toHaveProperty('body.meta.isActive', true)
    const contact = { fname: 'A', lname: 'B', email: 'a@example.org', subject: 'S', message: 'M', terms: true }
    expect((await ask('/api/contact', { method: 'POST', body: JSON.stringify(contact) })).status).toBe(201)
  })

  it('answers for the branch that X-Branch names, and for no other', async () => {
    const title = async (branch: string) =>
      ((await ask('/api/settings', { headers: { 'X-Branch': branch } })).body as { key: string; value: string }[]).find(
        ({ key }) => key === 'SITE_TITLE',
      )?.value
    expect(await title(world.shop('kreuzberg').url)).toBe('Glut & Löffel')
    expect(await title(`${world.shop('kreuzberg').url.toUpperCase()}/`)).toBe('Glut & Löffel')
    const unknown = await ask('/api/settings', { headers: { 'X-Branch': 'https://evil.example' } })
    expect([unknown.status, unknown.body]).toEqual([421, expect.objectContaining({ code: 'unknown_branch' })])
    expect(schemaDeviations('openapi.yaml', 'Fault', unknown.body)).toEqual([])
    expect((await ask('/api/branches', { headers: { 'X-Branch': 'https://evil.example' } })).status).toBe(200)
  })

  it('has the look of the settings: colours, fonts and pictures, also those that a scenario sets', async () => {
    const look = async (): Promise<string> => (await fetch(`${origin}/look.css`)).text()
    const font = (family: string): string => `var(--font-${family.toLowerCase()},"${family} Fallback"),var(--font-fallback);`
    expect(await look()).toContain('--accent-fill-light:#b4541f;')
    expect(await look()).toContain(`--font-text:${font('Inter')}--font-heading:${font('Fraunces')}`)
    expect(await look()).toMatch(/--page-picture:url\("[^"]*background-mitte\.svg"\);--screen-picture:url\("[^"]*bread-mitte\.avif"\);/)
    world.setScenario({ names: ['nord'] })
    expect(await look()).toMatch(/--accent-fill-light:#[0-9a-f]{6};.*--font-heading:var\(--font-oswald/)
    world.setScenario({ names: ['bare'] })
    expect(await look()).toBe(':root{--font-text:var(--font-fallback);--font-heading:var(--font-fallback);}')
  })

  it('has the BFF’s own calls and errors', async () => {
    expect(schemaDeviations('bff.yaml', 'BffConfig', (await ask('/bff/config')).body)).toEqual([])
    expect(schemaDeviations('bff.yaml', 'ReverseGeocode', (await ask('/bff/geocode/reverse?lat=52.53&lng=13.4')).body)).toEqual([])
    expect((await ask('/bff/geocode/reverse?lat=0&lng=0')).status).toBe(404)
    expect((await ask('/bff/geocode/reverse')).status).toBe(400)
    expect(await ask('/api/nothing')).toMatchObject({ status: 404, body: { code: 'unknown_call' } })
    const wrong = await ask('/api/settings', { method: 'DELETE' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET'])
  })

  it('turns failures into the BFF’s', async () => {
    world.setScenario({ names: ['upstream-down'] })
    expect(await ask('/api/settings')).toMatchObject({ status: 502, body: { code: 'upstream_unreachable' } })
    world.setScenario({ names: ['html-errors'] })
    expect(await ask('/api/products/menus/999')).toMatchObject({ status: 404, body: { code: 'upstream_invalid' } })
    world.setScenario({})
    const orders = world.state.orders.length
    for (const name of ['hang', 'lost', 'cut']) {
      const order = submissionOf(world, 'main', [dish(701, 0, 1)], { email: `${name}@example.org` })
      expect(await ask('/api/checkout/v2', { method: 'POST', body: JSON.stringify(order) })).toMatchObject({
        status: 504,
        body: { code: 'outcome_unknown' },
      })
    }
    expect(world.state.orders).toHaveLength(orders + 3)
  })

  it('shares nothing between two instances', () => {
    const other = makeMockServer()
    other.world.state.messages.push({ host: 'main', receivedAt: '', body: {} })
    other.world.setScenario({ names: ['closed'] })
    expect(world.state.messages).toEqual([])
    expect(world.scenario.names).toEqual([])
  })
})
