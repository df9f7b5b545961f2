import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { readTestSet, SERVICE, SLOW, SMOKE, TEST_SET_VARIABLE, UNIT } from './tools/suite/tiers.ts'

const set = readTestSet(process.env[TEST_SET_VARIABLE])

interface Tier {
  readonly name: string
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
}

const quickTiers: Tier[] = [
  { name: 'service', include: SERVICE, exclude: SLOW },
  { name: 'unit', include: UNIT, exclude: SLOW },
]
const slowTier: Tier = {
  name: 'slow',
  include: set === 'quick' ? SMOKE : SLOW,
  ...(set === 'slow' ? { exclude: SMOKE } : {}),
}
const tiers = set === 'slow' ? [slowTier] : [slowTier, ...quickTiers]

const conditions = ['gatehouse']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // The global setup resolves its imports here.
  environments: { __vitest__: { resolve: { conditions } } },
  test: {
    globalSetup: ['packages/testkit/src/global-setup.ts'],
    // Its line, `12 passed, 0 failed, 1 skipped`, is the last of the output.
    reporters: ['default', './tools/summary-reporter.ts'],
    // After a broken document is abandoned, the PDF reader may reject pending promises without a handler; in a service this happens in a
    // separate thread, which ends.
    onUnhandledError: ({ name, stack }) => !(name === 'ParserEOFException' && stack?.includes('pdfjs') === true),
    projects: tiers.map(({ name, include, exclude = [] }, index) => ({
      extends: true,
      test: {
        name,
        include: [...include],
        exclude: ['**/node_modules/**', ...exclude],
        // Threads without isolation: modules load once per worker.
        pool: 'threads',
        isolate: false,
        // Many tests wait for processes, browsers and databases: with one thread per core, a quarter of the CPU is idle.
        maxWorkers: Math.ceil(availableParallelism() * 1.5),
        // Projects run sequentially: a worker serves one project only.
        sequence: { groupOrder: index },
        // Ends a hanging test. A shared machine may take ten times as long as an idle one.
        testTimeout: 120_000,
        hookTimeout: 240_000,
        expect: { poll: { timeout: 20_000 } },
      },
    })),
  },
})
