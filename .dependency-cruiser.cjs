/**
 * The layers of docs/architecture.md section 2: imports go down only, and each library is imported in one folder.
 * `scripts/canaries.ts` seeds a forbidden import and expects this file to catch it.
 */
const from = (path, extra = {}) => ({ path, ...extra })
/** What every screen needs: state, hooks and parts. They may import each other. */
const shared =
  '(browser|cart|consent|events|forms|i18n|loading|location|map|navigation|notices|orderState|overlays|restaurant|screen|session)/|boot\\.ts'
const tests = '\\.test\\.tsx?$'

/** Only the files under `folders` may import the library. */
const only = (name, library, folders, comment) => ({
  name: `only-${name}`,
  severity: 'error',
  comment,
  from: { path: '^client/(src|tools)', pathNot: [...folders, tests, '^client/src/test-setup'] },
  to: { path: `^node_modules/${library}/`, dependencyTypesNot: ['type-only'] },
})

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Types may be imported both ways: nothing of them is left when the program runs.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      comment: 'An import that leads nowhere.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|vite/client)' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'domain takes contract types and nothing else.',
      from: from('^client/src/domain', { pathNot: tests }),
      to: { pathNot: ['^client/src/domain', '^contracts/.*types\\.ts$'] },
    },
    {
      name: 'api-imports-domain-only',
      severity: 'error',
      comment: 'The HTTP client knows nothing of the shop.',
      from: from('^client/src/api', { pathNot: tests }),
      to: { path: '^(client/src|mocks)', pathNot: ['^client/src/(api|domain|(createStore|latest)\\.ts)'] },
    },
    {
      name: 'ui-knows-no-shop',
      severity: 'error',
      comment: 'Components take props: no shop, no router, no query, no texts of their own.',
      from: from('^client/src/ui', { pathNot: tests }),
      to: {
        path: ['^client/src', '^mocks', '^node_modules/(react-router|@tanstack|i18next|react-i18next)/'],
        pathNot: ['^client/src/(ui|domain|(createStore|latest)\\.ts)'],
      },
    },
    {
      name: 'shared-imports-down-only',
      severity: 'error',
      comment: 'What all screens share imports none of them.',
      from: from(`^client/src/(${shared})`, { pathNot: tests }),
      to: { path: '^(client/src|mocks)', pathNot: [`^client/src/(${shared}|(api|ui|domain|jsx)/|(createStore|latest)\\.ts)`] },
    },
    {
      name: 'features-import-down-only',
      severity: 'error',
      comment: 'A feature imports neither the application around it nor the mocks.',
      from: from('^client/src/features', { pathNot: tests }),
      to: { path: ['^client/src/app', '^client/tools', '^mocks'] },
    },
    {
      name: 'features-are-apart',
      severity: 'error',
      comment: 'A feature imports another one only through its queries.ts.',
      from: { path: '^client/src/features/([^/]+)/', pathNot: tests },
      to: { path: '^client/src/features/', pathNot: ['^client/src/features/$1/', '^client/src/features/[^/]+/queries\\.ts$'] },
    },
    {
      name: 'tools-load-later',
      severity: 'error',
      comment: 'Pages for developers: nothing of them is in what a customer loads.',
      from: { path: '^client/src', pathNot: tests },
      to: { path: '^client/tools', dynamic: false },
    },
    {
      name: 'the-worker-stands-alone',
      severity: 'error',
      comment: 'The service worker is a program of its own: the page and it speak by messages.',
      from: { path: '^client/src/(?!worker/)', pathNot: [tests, '^client/src/test-setup'] },
      to: { path: '^client/src/worker' },
    },
    {
      name: 'the-worker-imports-itself-only',
      severity: 'error',
      comment: 'It is bundled into a file of its own and has no document.',
      from: { path: '^client/src/worker', pathNot: tests },
      to: { pathNot: ['^client/src/worker', '^contracts/calls\\.ts$'] },
    },
    {
      name: 'the-product-knows-no-brand',
      severity: 'error',
      comment: 'A brand replaces views of the product (docs/brand.md); the product is built without it.',
      from: { path: '^client/src' },
      to: { path: '^(client/brand|examples)/' },
    },
    {
      name: 'mocks-only-dynamically',
      severity: 'error',
      comment: 'A static import of the mocks ends up in the production bundle.',
      from: from('^client/src', { pathNot: [tests, '^client/src/test-setup'] }),
      to: { path: '^mocks', dynamic: false },
    },
    {
      name: 'mocks-never-import-the-client',
      severity: 'error',
      comment: 'The mock backend is not a part of the client.',
      from: from('^mocks'),
      to: { path: '^client/src' },
    },
    {
      name: 'mocks-import-down-only',
      severity: 'error',
      comment: 'runtimes → backend → data.',
      from: from('^mocks/(data|backend)/', { pathNot: tests }),
      to: { path: '^mocks/runtimes/' },
    },
    {
      name: 'mocks-data-is-data',
      severity: 'error',
      comment: 'The restaurant group knows nothing of the backend that serves it.',
      from: from('^mocks/data/', { pathNot: tests }),
      to: { path: '^mocks/backend/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-agent-loads-later',
      severity: 'error',
      comment: 'What an assistant in the browser needs is loaded only where there is one.',
      from: { path: '^client/src/(?!features/menu/agent/)', pathNot: tests },
      to: { path: '^client/src/features/menu/agent/', dynamic: false },
    },
    only('leaflet', 'leaflet', ['^client/src/map'], 'One map.'),
    only('i18next', '(i18next)', ['^client/src/i18n/language'], 'Texts begin in one place; everybody else uses useTranslation.'),
    only('dompurify', 'dompurify', ['^client/src/restaurant/html'], 'Foreign HTML enters in one place.'),
    only('phone', 'libphonenumber-js', ['^client/src/forms/phone'], 'Telephone numbers are read in one place.'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^client/dist', '^client/dist-mock', '^scripts/node'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
}
