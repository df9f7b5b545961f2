import { readFileSync } from 'node:fs'

/** Path for the JSON outcome of a run, set by the parent script. */
export const OUTCOME_VARIABLE = 'GATEHOUSE_TEST_OUTCOME'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Outcome of one test file. Failures outside of files have the empty path. */
export interface FileOutcome extends Counts {
  readonly file: string
  readonly skips: readonly { readonly count: number; readonly reason: string }[]
  readonly failures: readonly FailedTest[]
}

export interface FailedTest {
  /** Full name; empty when the file itself failed. */
  readonly test: string
  /** First line of the first error. */
  readonly error: string
}

export function addCounts(files: readonly Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number): number => files.reduce((total, counts) => total + pick(counts), 0)
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
  }
}

/** Replaces the outcome of files by that of their second run. */
export function replaceFiles(first: readonly FileOutcome[], fileOutcomes: readonly FileOutcome[]): FileOutcome[] {
  const replaced = new Set(fileOutcomes.map(({ file }) => file))
  return [...first.filter(({ file }) => !replaced.has(file)), ...fileOutcomes]
}

/** `12 passed, 0 failed, 1 skipped` */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** `FAILED a.test.ts > adds: expected 1 to be 2`, one line per failure; `label` is the first word. */
export function failureLines(files: readonly FileOutcome[], label: 'FAILED' | 'UNSTABLE'): string[] {
  return files.flatMap(({ file, failures }) =>
    failures.map(({ test, error }) => `${label} ${[file, test].filter((part) => part !== '').join(' > ')}: ${error}`),
  )
}

/** Returns skipped tests with their reasons, one line per file and reason. */
export function skipLines(files: readonly FileOutcome[]): string[] {
  const { skipped } = addCounts(files)
  const lines = files.flatMap(({ file, skips }) =>
    skips.map(({ count, reason }) => `  ${String(count).padStart(4)}  ${file}: ${reason}`),
  )
  if (lines.length === 0) return []
  return [`Skipped tests: ${skipped}`, ...lines.toSorted((a, b) => (a.slice(8) < b.slice(8) ? -1 : 1))]
}

/** Test conditions with their requirements, for people. `.ci/install` installs all of them on Debian. */
const NEEDS: readonly (readonly [condition: RegExp, need: string])[] = [
  [/^!hasPrograms\((.*)\)$/, 'needs $1 on PATH'],
  [/^!hasBrowser(?:\(\))?$/, 'needs chromium-headless-shell'],
  [/^!HAS_(\w+)$/, 'needs the program $1'],
  [/^(?:skip|redis(?:\.url)? === undefined|server === undefined)$/, 'needs redis-server'],
  [/^target\.absent !== undefined$/, 'needs a PostgreSQL server on localhost:5432 or in TEST_DATABASE_URL'],
  [/^!asRoot$/, 'needs root'],
]

function needOf(condition: string): string {
  const known = NEEDS.find(([pattern]) => pattern.test(condition))
  return known === undefined ? `skipped if ${condition}` : condition.replace(...known)
}

/** Why tests of a file may be skipped: from the conditions of `skipIf` and `runIf` in its source. */
export function skipConditions(source: string): string[] {
  const found = new Set<string>()
  for (const { 0: call, 1: name, index } of source.matchAll(/\.(skipIf|runIf)\(/g)) {
    const condition = argumentAt(source, index + call.length)
    found.add(name === 'skipIf' ? needOf(condition) : `runs only if ${condition}`)
  }
  return [...found]
}

function argumentAt(source: string, from: number): string {
  let depth = 1
  let at = from
  while (at < source.length && depth > 0) {
    if (source[at] === '(') depth += 1
    if (source[at] === ')') depth -= 1
    at += 1
  }
  return source.slice(from, at - 1).replaceAll(/\s+/g, ' ')
}

export function readOutcome(path: string): FileOutcome[] {
  return JSON.parse(readFileSync(path, 'utf8')) as FileOutcome[]
}
