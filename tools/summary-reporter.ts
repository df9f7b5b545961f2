import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import {
  type Counts,
  countsLine,
  type Outcome,
  OUTCOME_VARIABLE,
  type Skip,
  skipConditions,
  skipLines,
} from './suite/outcome.ts'

/**
 * Ends the output with the skipped tests, their reasons, and one plain line, `120 passed, 0 failed, 3 skipped`. A file that could
 * not be loaded counts as one failed test. When another script started the run, it gets the outcome as JSON and prints instead.
 */
export default class SummaryReporter implements Reporter {
  #outcome: Outcome = { passed: 0, failed: 0, skipped: 0, skips: [] }
  #isFiltered = false

  onInit({ config }: Vitest): void {
    this.#isFiltered = config.testNamePattern !== undefined
    const path = process.env[OUTCOME_VARIABLE]
    // The reporter of vitest writes after its own last hook; only the end of the process is surely later.
    process.once('exit', () => {
      if (path !== undefined && path !== '') return writeFileSync(path, JSON.stringify(this.#outcome))
      writeSync(1, `${[...skipLines(this.#outcome.skips), countsLine(this.#outcome)].join('\n')}\n`)
    })
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = countTests(modules)
    // An error outside any test fails the run, so the line must not say that nothing failed.
    const failed = errors.length > 0 && counts.failed === 0 ? errors.length : counts.failed
    // With a name pattern, every other test counts as skipped.
    const skips = this.#isFiltered ? [] : modules.flatMap((module) => skipsOf(module, module.moduleId))
    this.#outcome = { ...counts, failed, skips }
  }
}

interface CountedTest {
  readonly result: () => { readonly state: string; readonly note?: string | undefined }
}

/** What is read of a test file. */
interface CountedModule {
  readonly state: () => string
  readonly children: { readonly allTests: () => Iterable<CountedTest> }
}

/** Tests by result over all files. */
export function countTests(modules: Iterable<CountedModule>): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 }
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

/** The skipped tests of one file, by reason. */
export function skipsOf(module: CountedModule, path: string): Skip[] {
  const byReason = new Map<string, number>()
  let conditions: string | undefined
  for (const test of module.children.allTests()) {
    const { state, note } = test.result()
    if (state === 'passed' || state === 'failed') continue
    conditions ??= skipConditions(readFileSync(path, 'utf8')).join('; ')
    const reason = note ?? (conditions === '' ? 'the file gives no reason' : conditions)
    byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
  }
  const file = relative(process.cwd(), path)
  return [...byReason].map(([reason, count]) => ({ file, count, reason }))
}
