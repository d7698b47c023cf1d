// The duties of check/law/de.json: each is found where the mock backend violates it, and its main host violates none.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Shop } from './harness.ts'
import { executable, root } from './programs.ts'

interface Remark {
  topic: string
  verdict: string
  source?: string
}

/** The duties that `tablefront check --law de` reports as violated. */
async function violated(shop: Shop, ...names: string[]): Promise<string[]> {
  await shop.upstream.scenario({ names })
  const args = ['check', '--upstream', shop.upstream.url, '--law', 'de', '--json']
  const printed = await new Promise<string>((resolve) => {
    // Its exit code is not 0 where a duty is violated.
    execFile(executable, args, (_, stdout) => resolve(stdout))
  })
  const { remarks } = JSON.parse(printed) as { remarks: Remark[] }
  return remarks.filter(({ source, verdict }) => source !== undefined && verdict !== 'ok' && verdict !== 'ask').map(({ topic }) => topic)
}

test('each duty that is violated is found, and the German restaurant violates none', async ({ shop }) => {
  const rules = JSON.parse(readFileSync(join(root, 'check/law/de.json'), 'utf8')) as { duty: string; test: string }[]
  const duties = rules.filter((rule) => rule.test !== 'ask').map(({ duty }) => duty)
  expect(duties.length).toBeGreaterThan(8)
  expect(await violated(shop, 'unlawful')).toEqual(duties)
  expect(await violated(shop)).toEqual([])
})
