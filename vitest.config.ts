import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['gatehouse'] },
  ssr: { resolve: { conditions: ['gatehouse'] } },
  // The global setup resolves its imports here.
  environments: { __vitest__: { resolve: { conditions: ['gatehouse'] } } },
  test: {
    // Threads without isolation: modules load once per worker, and the whole suite stays in seconds.
    pool: 'threads',
    isolate: false,
    // One thread fewer than cores is the default, which is one on a machine of two. Many tests wait for processes, browsers and
    // databases: with one thread for each core a quarter of it would idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    include: [
      '{packages,apps}/*/test/**/*.test.ts',
      'spec/**/*.test.ts',
      'tools/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    globalSetup: ['packages/testkit/src/global-setup.ts'],
    // Its line, `12 passed, 0 failed, 1 skipped`, is the last of the output.
    reporters: ['default', './tools/summary-reporter.ts'],
    // The PDF reader may refuse what it began before a broken document was given up, when nobody waits for it any more; in a
    // service that happens in a thread of its own, which ends.
    onUnhandledError: ({ name, stack }) => !(name === 'ParserEOFException' && stack?.includes('pdfjs') === true),
    // What hangs ends here; what is slow is for benchmarks to say. A machine that is shared may take ten times as long as usual.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
