// node scripts/walks.ts [NAME…]: makes the walks of CONTRIBUTING.md as they are printed there (`call`, `screen`, `field`, `setting`), builds, and runs the story of each.
// It edits the files of this folder, which must have no changes that are not committed, and restores them at the end.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

/** An edit: what is inserted after the first line that contains the anchor, with that line's indentation; `instead` replaces the anchor. Without one: a new file. */
interface Edit {
  file: string
  after?: string
  text?: string
  instead?: string
}

interface Walk {
  /** The story that must pass: its file's name, and its title. */
  story: [file: string, title: string]
  edits: Edit[]
}

const story = (file: string, title: string, steps: string): Edit => ({
  file: `client/e2e/${file}.spec.ts`,
  after: "import { expect, test } from './harness.ts'",
  text: `\ntest('${title}', { tag: '@phone' }, async ({ page, shop }) => {\n  ${steps}\n})`,
})

/** The walks, by name. A test compares them with CONTRIBUTING.md. */
export const walks: Record<string, Walk> = {
  call: {
    story: ['contact', 'what the restaurant announces'],
    edits: [
      { file: 'docs/specification.md', after: '`branches`, `working-hours` |', instead: '`branches`, `working-hours`, `news` |' },
      {
        file: 'contracts/openapi.yaml',
        after: '  /branches:',
        instead: `  /news:
    get:
      operationId: listNews
      tags: [shop]
      summary: What the restaurant announces
      x-envelope: data
      x-cache: catalogue
      x-auth: none
      x-without: 'nothing is announced'
      x-absent: '[]'
      parameters: [{ $ref: '#/components/parameters/Lang' }, { $ref: '#/components/parameters/Branch' }]
      responses:
        '200':
          description: The announcements
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/News' } }, example: [{ id: 1, text: We have a terrace }] } }
        default: { $ref: '#/components/responses/Failure' }
  /branches:`,
      },
      {
        file: 'contracts/openapi.yaml',
        after: '    WorkingHours:',
        instead: `    News:
      type: object
      description: 'An announcement'
      required: [id, text]
      properties:
        id: { $ref: '#/components/schemas/Id', description: 'Identifies it' }
        text: { type: string, description: 'What is announced' }
    WorkingHours:`,
      },
      {
        file: 'mocks/backend/handlers/shop.ts',
        after: '  listLanguages: http.get',
        instead:
          "  listNews: http.get('/news', ({ response }) => response(200).json([{ id: 1, text: 'We have a terrace' }])),\n\n  listLanguages: http.get",
      },
      {
        file: 'client/src/features/contact/ContactPage.tsx',
        after: "import { ContactForm } from './ContactForm.tsx'",
        text: `import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/http.ts'
import type { PublicScope } from '../../api/scope.ts'
import { callerIn, publicKey } from '../../session/identity.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'

/** What the restaurant announces. */
const newsQuery = (scope: PublicScope) =>
  queryOptions({
    queryKey: publicKey(scope, 'news'),
    queryFn: ({ signal, queryKey }) => call('GET /news', { signal, identity: callerIn(queryKey[0]) }),
  })
`,
      },
      {
        file: 'client/src/features/contact/ContactPage.tsx',
        after: 'export function ContactPage() {',
        text: '  const { data: news = [] } = useShopQuery(newsQuery)',
      },
      {
        file: 'client/src/features/contact/ContactPage.tsx',
        after: '<ContactDetails />',
        text: '{news.map(({ id, text }) => <p key={id}>{text}</p>)}',
      },
      story(
        'contact',
        'what the restaurant announces',
        "await visit(page, shop, '/contact')\n  await expect(page.getByRole('main').getByText('We have a terrace')).toBeVisible()",
      ),
    ],
  },
  screen: {
    story: ['additives', 'what the additives are'],
    edits: [
      {
        file: 'docs/specification.md',
        after: '| `/unavailable` |',
        instead: '| `/additives` | what the additives are |\n| `/unavailable` |',
      },
      { file: 'docs/specification.md', after: '`branches`, `working-hours` |', instead: '`branches`, `working-hours`, `additives` |' },
      {
        file: 'contracts/openapi.yaml',
        after: '  /branches:',
        instead: `  /additives:
    get:
      operationId: listAdditives
      tags: [shop]
      summary: What the additives are
      x-envelope: data
      x-cache: catalogue
      x-auth: none
      x-without: 'the page says that there is no information'
      x-absent: '[]'
      parameters: [{ $ref: '#/components/parameters/Lang' }, { $ref: '#/components/parameters/Branch' }]
      responses:
        '200':
          description: The additives
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/AdditiveKind' } }, example: [{ id: 1, name: With colouring }] } }
        default: { $ref: '#/components/responses/Failure' }
  /branches:`,
      },
      {
        file: 'contracts/openapi.yaml',
        after: '    WorkingHours:',
        instead: `    AdditiveKind:
      type: object
      description: 'An additive'
      required: [id, name]
      properties:
        id: { $ref: '#/components/schemas/Id', description: 'Identifies it' }
        name: { type: string, description: 'What it is' }
    WorkingHours:`,
      },
      {
        file: 'mocks/backend/handlers/shop.ts',
        after: '  listLanguages: http.get',
        instead:
          "  listAdditives: http.get('/additives', ({ response }) => response(200).json([{ id: 1, name: 'With colouring' }])),\n\n  listLanguages: http.get",
      },
      { file: 'client/src/navigation/paths.ts', after: "  contact: '/contact',", text: "additives: '/additives'," },
      {
        file: 'client/src/app/routes.ts',
        after: '  accessibility: {',
        instead: `  additives: {
    path: paths.additives,
    title: text('Additives'),
    head: {},
    indexed: true,
    load: async () => (await import('../features/additives/AdditivesPage.tsx')).AdditivesPage,
  },
  accessibility: {`,
      },
      {
        file: 'client/src/features/additives/AdditivesPage.tsx',
        text: `import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/http.ts'
import type { PublicScope } from '../../api/scope.ts'
import { Screen } from '../../screen/Screen.tsx'
import { callerIn, publicKey } from '../../session/identity.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { Stack } from '../../ui/Layout.tsx'

const additivesQuery = (scope: PublicScope) =>
  queryOptions({
    queryKey: publicKey(scope, 'additives'),
    queryFn: ({ signal, queryKey }) => call('GET /additives', { signal, identity: callerIn(queryKey[0]) }),
  })

/** /additives: what the additives are. */
export function AdditivesPage() {
  const { t } = useTranslation()
  const { data: additives = [] } = useShopQuery(additivesQuery)
  return (
    <Screen>
      {additives.length === 0 && <p>{t('No information')}</p>}
      <Stack as="ul" gap={2}>
        {additives.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </Stack>
    </Screen>
  )
}
`,
      },
      {
        file: 'client/src/app/useDestinations.ts',
        after: '  const pages = useAccountPages()',
        text: "const additives: Destination = { to: paths.additives, label: t('Additives'), icon: 'page' }",
      },
      {
        file: 'client/src/app/useDestinations.ts',
        after: '    footer: [home, ...reservation,',
        instead: '    footer: [home, additives, ...reservation,',
      },
      {
        file: 'client/e2e/additives.spec.ts',
        text: `// The screen of the additives (docs/specification.md section 2).
import { visit } from './customer.ts'
import { expect, test } from './harness.ts'

test('what the additives are', { tag: '@phone' }, async ({ page, shop }) => {
  await visit(page, shop, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Additives' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Additives' })).toBeVisible()
  await expect(page.getByRole('main').getByText('With colouring')).toBeVisible()
})
`,
      },
    ],
  },
  field: {
    story: ['menu', 'a dish says where it comes from'],
    edits: [
      {
        file: 'contracts/openapi.yaml',
        after: "description: 'What it is; cut to 70 characters on the menu' }",
        text: "origin: { $ref: '#/components/schemas/Text', description: 'Where it comes from' }",
      },
      {
        file: 'mocks/data/dishes.ts',
        after: '  sizes: pizzaSizes(price),',
        text: "texts: { origin: t('Aus Neapel', 'From Naples', 'Napoli', 'نابولي') },",
      },
      {
        file: 'client/src/features/menu/ProductSheet.tsx',
        after: '<VerdictBar product={product} />',
        text: "{typeof product.origin === 'string' && <p>{product.origin}</p>}",
      },
      story(
        'menu',
        'a dish says where it comes from',
        "await visit(page, shop, '/?product=101&category=1')\n  await expect(page.getByRole('dialog').getByText('From Naples')).toBeVisible()",
      ),
    ],
  },
  setting: {
    story: ['contact', 'how to find the restaurant'],
    edits: [
      {
        file: 'contracts/openapi.yaml',
        after: 'PHONE, ADDRESS, CONTACT_EMAIL, MAP_URL,',
        instead: 'PHONE, ADDRESS, DIRECTIONS, CONTACT_EMAIL, MAP_URL,',
      },
      { file: 'contracts/openapi.yaml', after: "        ADDRESS: 'text on one line'", text: "DIRECTIONS: 'text'" },
      { file: 'contracts/openapi.yaml', after: '        ADDRESS: no address is shown', text: 'DIRECTIONS: no directions are shown' },
      {
        file: 'mocks/data/shops.ts',
        after: "      ADDRESS: 'Rosenthaler Straße 40, 10178 Berlin',",
        text: "DIRECTIONS: 'Second courtyard',",
      },
      {
        file: 'client/src/features/contact/ContactPage.tsx',
        after: '<ContactDetails />',
        text: "{settings.text('DIRECTIONS') !== '' && <p>{settings.text('DIRECTIONS')}</p>}",
      },
      {
        file: 'client/src/features/contact/ContactPage.tsx',
        after: 'export function ContactPage() {',
        text: '  const settings = useSettings()',
      },
      story(
        'contact',
        'how to find the restaurant',
        "await visit(page, shop, '/contact')\n  await expect(page.getByRole('main').getByText('Second courtyard')).toBeVisible()",
      ),
    ],
  },
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' })
const make = (...args: string[]): unknown => execFileSync('make', ['--no-print-directory', ...args], { stdio: 'inherit' })

function edit({ file, after, text, instead }: Edit): void {
  if (after === undefined) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text ?? '')
    return
  }
  const lines = readFileSync(file, 'utf8').split('\n')
  const at = lines.findIndex((line) => line.includes(after))
  const line = lines[at]
  if (line === undefined) throw new Error(`${file} has no line with ${after}: change the walk here and in CONTRIBUTING.md`)
  if (instead !== undefined) lines[at] = line.replace(after, () => instead)
  else lines.splice(at + 1, 0, `${/^\s*/.exec(line)?.[0] ?? ''}${text ?? ''}`)
  writeFileSync(file, lines.join('\n'))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (git('status', '--porcelain') !== '') throw new Error('Commit first: the walks edit the files of this folder and restore them.')
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(walks)
  for (const name of names) {
    const walk = walks[name]
    if (walk === undefined) throw new Error(`There is no walk ${name}: ${Object.keys(walks).join(', ')}`)
    try {
      for (const one of walk.edits) edit(one)
      make('gen')
      make('format')
      make('changed')
      make('e2e', `STORIES=${walk.story[0]} -g "${walk.story[1]}"`)
      console.log(`✓ ${name}: ${walk.edits.length} edits in ${new Set(walk.edits.map(({ file }) => file)).size} files`)
    } finally {
      git('checkout', '-q', '--', '.')
      for (const { file, after } of walk.edits) if (after === undefined) rmSync(file, { force: true })
    }
  }
}
