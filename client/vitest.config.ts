import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Pure code needs neither a DOM nor process isolation, which take longer than most of these tests.
const pure = [
  'client/src/domain/**/*.test.ts',
  'client/src/worker/*.test.ts',
  'client/src/{createStore,latest}.test.ts',
  'client/src/{api/errorWords,app/guards,forms/phone,i18n/language,restaurant/settings,ui/tokens}.test.ts',
  'client/src/features/{account/balance,login/afterLogin,menu/search}.test.ts',
  'client/src/features/checkout/{sending,step}.test.ts',
  'client/src/features/menu/agent/choices.test.ts',
  'client/tools/**/*.test.ts',
  'mocks/**/*.test.ts',
  'contracts/**/*.test.ts',
  'scripts/*.test.ts',
]

// Unit and component tests of the client and the mocks; the contract's own tests lie beside it.
export default defineConfig({
  root: `${import.meta.dirname}/..`,
  plugins: [react({ jsxImportSource: '#jsx' })],
  define: { __MOCK__: 'false' },
  test: {
    maxWorkers: 2,
    // Long enough for a machine that is busy with something else; no test waits for time.
    testTimeout: 600_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    css: { modules: { classNameStrategy: 'non-scoped' } },
    projects: [
      {
        extends: true,
        test: { name: 'pure', environment: 'node', isolate: false, include: pure, setupFiles: ['client/src/test-setup-printed.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          environment: 'happy-dom',
          // A style sheet or script that is not loaded here is no error.
          environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
          include: ['client/{src,tools}/**/*.test.{ts,tsx}'],
          exclude: pure,
          setupFiles: ['client/src/test-setup.ts'],
        },
      },
    ],
  },
})
