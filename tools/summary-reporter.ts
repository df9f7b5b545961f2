import { readFileSync, writeFileSync, writeSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import {
  addCounts,
  countsLine,
  type FailedTest,
  failureLines,
  type FileOutcome,
  OUTCOME_VARIABLE,
  skipConditions,
  skipLines,
} from './suite/outcome.ts'

/**
 * Ends the output with the failures, the skipped tests with their reasons, and one plain line, `120 passed, 0 failed, 3 skipped`. When
 * another script started the run, it gets the outcome as JSON and prints instead.
 */
export default class SummaryReporter implements Reporter {
  #files: FileOutcome[] = []
  #isFiltered = false

  onInit({ config }: Vitest): void {
    this.#isFiltered = config.testNamePattern !== undefined
    const path = process.env[OUTCOME_VARIABLE]
    // Vitest's reporter writes after its own last hook; only the end of the process is reliably later.
    process.once('exit', () => {
      if (path !== undefined && path !== '') return writeFileSync(path, JSON.stringify(this.#files))
      const files = this.#files
      writeSync(
        1,
        `${[...failureLines(files, 'FAILED'), ...skipLines(files), countsLine(addCounts(files))].join('\n')}\n`,
      )
    })
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { readonly message: string }[]): void {
    this.#files = modules.map((module) => outcomeOf(module, module.moduleId, this.#isFiltered))
    // An error outside of tests fails the run, so that the line must not report success.
    if (errors.length === 0 || addCounts(this.#files).failed > 0) return
    const failures = errors.map((error) => ({ test: '', error: firstLine([error]) }))
    this.#files.push({ file: '', passed: 0, failed: errors.length, skipped: 0, skips: [], failures })
  }
}

type Errors = readonly { readonly message: string }[] | undefined

interface CountedTest {
  readonly fullName: string
  readonly result: () => {
    readonly state: string
    readonly note?: string | undefined
    readonly errors?: Errors
  }
}

/** Used parts of a test module. */
interface CountedModule {
  readonly state: () => string
  readonly errors: () => Errors
  readonly children: { readonly allTests: () => Iterable<CountedTest> }
}

/**
 * Returns counts, failures and skips of one file. A file that failed without a failed test counts as one failed test.
 *
 * @param path absolute; the source is read for the conditions of skipped tests
 * @param isFiltered whether tests were selected by name: then every other test counts as skipped, without a reason
 */
export function outcomeOf(module: CountedModule, path: string, isFiltered: boolean): FileOutcome {
  const tests = [...module.children.allTests()].map((test) => ({ fullName: test.fullName, ...test.result() }))
  const failures: FailedTest[] = tests
    .filter(({ state }) => state === 'failed')
    .map(({ fullName, errors }) => ({ test: fullName, error: firstLine(errors) }))
  if (failures.length === 0 && module.state() === 'failed')
    failures.push({ test: '', error: firstLine(module.errors()) })
  const skipped = tests.filter(({ state }) => state !== 'passed' && state !== 'failed')
  return {
    file: relative(process.cwd(), path),
    passed: tests.filter(({ state }) => state === 'passed').length,
    failed: failures.length,
    skipped: skipped.length,
    skips: isFiltered ? [] : skipsOf(skipped, path),
    failures,
  }
}

function firstLine(errors: Errors): string {
  return errors?.[0]?.message.split('\n', 1)[0] ?? 'no error was given'
}

function skipsOf(skipped: readonly { readonly note?: string | undefined }[], path: string): FileOutcome['skips'] {
  if (skipped.length === 0) return []
  const byReason = new Map<string, number>()
  const conditions = skipConditions(readFileSync(path, 'utf8')).join('; ')
  for (const { note } of skipped) {
    const reason = note ?? (conditions === '' ? 'the file gives no reason' : conditions)
    byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
  }
  return [...byReason].map(([reason, count]) => ({ count, reason }))
}
