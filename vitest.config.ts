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
    // The PDF reader may refuse what it began before a broken document was given up, when nobody waits for it any more; in a
    // service that happens in a thread of its own, which ends.
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
        // Many tests wait for processes, browsers and databases: with one thread per core, a quarter of the machine idles.
        maxWorkers: Math.ceil(availableParallelism() * 1.5),
        // One project after the other: a worker serves one project only.
        sequence: { groupOrder: index },
        // Ends a test that hangs. A shared machine may take ten times as long as a quiet one.
        testTimeout: 120_000,
        hookTimeout: 240_000,
        expect: { poll: { timeout: 20_000 } },
      },
    })),
  },
})
