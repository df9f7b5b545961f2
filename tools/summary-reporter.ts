import { writeSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

/**
 * Ends the output with one plain line, `120 passed, 0 failed, 3 skipped`, for people and programs that read only that.
 * A file that could not be loaded counts as one failed test, so that the line never looks better than the run.
 */
export default class SummaryReporter implements Reporter {
  readonly #counts: Counts = { passed: 0, failed: 0, skipped: 0 }

  onInit(): void {
    // The reporter of vitest writes after its own last hook; only the end of the process is surely later.
    process.once('exit', () => {
      const { passed, failed, skipped } = this.#counts
      writeSync(1, `${passed} passed, ${failed} failed, ${skipped} skipped\n`)
    })
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = countTests(modules)
    // An error outside any test fails the run, so the line must not say that nothing failed.
    if (errors.length > 0 && counts.failed === 0) counts.failed = errors.length
    Object.assign(this.#counts, counts)
  }
}

/** What is read of a test file. */
interface CountedModule {
  readonly state: () => string
  readonly children: { readonly allTests: () => Iterable<{ readonly result: () => { readonly state: string } }> }
}

/** Tests by result over all files. */
export function countTests(modules: Iterable<CountedModule>): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  for (const module of modules) {
    let failedTests = 0
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') counts.passed += 1
      else if (state === 'failed') failedTests += 1
      else counts.skipped += 1
    }
    counts.failed += failedTests
    if (failedTests === 0 && module.state() === 'failed') counts.failed += 1
  }
  return counts
}
