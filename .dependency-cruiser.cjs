/**
 * The storeys of docs/architecture.md section 2: imports go down only, and each library has one room.
 * `scripts/canaries.ts` seeds a forbidden import and expects this file to catch it.
 */
const from = (path, extra = {}) => ({ path, ...extra })
const tests = '\\.test\\.tsx?$'

/** Only the files under `rooms` may import the library. */
const room = (name, library, rooms, comment) => ({
  name: `room-${name}`,
  severity: 'error',
  comment,
  from: { path: '^client/src', pathNot: [...rooms, tests, '^client/src/test-setup'] },
  to: { path: `^node_modules/${library}/`, dependencyTypesNot: ['type-only'] },
})

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'A circle has no storeys. Types may look both ways: nothing of them is left when the program runs.',
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
      name: 'api-sees-domain-only',
      severity: 'error',
      comment: 'The pipe knows no shop.',
      from: from('^client/src/api', { pathNot: tests }),
      to: { path: '^(client/src|mocks)', pathNot: ['^client/src/(api|domain|createStore\\.ts)'] },
    },
    {
      name: 'ui-knows-no-shop',
      severity: 'error',
      comment: 'The kit takes props: no shop, no router, no query, no texts of its own.',
      from: from('^client/src/ui', { pathNot: tests }),
      to: {
        path: ['^client/src', '^mocks', '^node_modules/(react-router|@tanstack|i18next|react-i18next)/'],
        pathNot: ['^client/src/(ui|domain|createStore\\.ts)'],
      },
    },
    {
      name: 'shop-sees-down-only',
      severity: 'error',
      comment: 'What the whole shop knows does not know its screens.',
      from: from('^client/src/shop', { pathNot: tests }),
      to: { path: '^(client/src|mocks)', pathNot: ['^client/src/(shop|api|ui|domain|jsx|createStore\\.ts)'] },
    },
    {
      name: 'features-see-down-only',
      severity: 'error',
      comment: 'A feature does not know the house it is in.',
      from: from('^client/src/features', { pathNot: tests }),
      to: { path: ['^client/src/app', '^mocks'] },
    },
    {
      name: 'features-are-apart',
      severity: 'error',
      comment: 'A feature sees another one only through its queries.ts.',
      from: { path: '^client/src/features/([^/]+)/', pathNot: tests },
      to: { path: '^client/src/features/', pathNot: ['^client/src/features/$1/', '^client/src/features/[^/]+/queries\\.ts$'] },
    },
    {
      name: 'the-worker-stands-alone',
      severity: 'error',
      comment: 'The service worker is a program of its own: the page and it speak by messages.',
      from: { path: '^client/src/(?!worker/)', pathNot: tests },
      to: { path: '^client/src/worker' },
    },
    {
      name: 'the-worker-sees-itself',
      severity: 'error',
      comment: 'What it imports is sent again in its own file, and there is no page in it.',
      from: { path: '^client/src/worker', pathNot: tests },
      to: { pathNot: ['^client/src/worker'] },
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
      comment: 'The mocks are an upstream, not a part of the client.',
      from: from('^mocks'),
      to: { path: '^client/src' },
    },
    {
      name: 'the-agent-loads-later',
      severity: 'error',
      comment: 'What an assistant in the browser needs is loaded only where there is one.',
      from: { path: '^client/src/(?!features/menu/agent/)', pathNot: tests },
      to: { path: '^client/src/features/menu/agent/', dynamic: false },
    },
    room(
      'leaflet',
      'leaflet',
      ['^client/src/features/addresses/map', '^client/src/features/contact/map', '^client/src/shop/map'],
      'One map.',
    ),
    room('i18next', '(i18next)', ['^client/src/shop/restaurant/language'], 'Texts begin in one place; everybody else uses useTranslation.'),
    room('dompurify', 'dompurify', ['^client/src/shop/restaurant/html'], 'Foreign HTML enters in one place.'),
    room('uqr', 'uqr', ['^client/src/features/tableCards/Qr'], 'QR codes are drawn in one place, which loads when it is needed.'),
    room('phone', 'libphonenumber-js', ['^client/src/shop/forms/phone'], 'Telephone numbers are read in one place.'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^client/dist', '^client/dist-mock', '^scripts/node'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
}
