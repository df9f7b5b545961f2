import { readFileSync } from 'node:fs'

/** Where a run writes its outcome as JSON, for the script that started it. */
export const OUTCOME_VARIABLE = 'GATEHOUSE_TEST_OUTCOME'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Skipped tests of one file. */
export interface Skip {
  readonly file: string
  readonly count: number
  /** Notes of the tests, or the conditions in the source; never empty. */
  readonly reason: string
}

export interface Outcome extends Counts {
  readonly skips: readonly Skip[]
}

export function addOutcomes(outcomes: readonly Outcome[]): Outcome {
  const sum = (pick: (one: Outcome) => number): number => outcomes.reduce((total, one) => total + pick(one), 0)
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
    skips: outcomes.flatMap(({ skips }) => skips),
  }
}

/** `12 passed, 0 failed, 1 skipped` */
export function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** What was skipped and why, one line per file and reason. */
export function skipLines(skips: readonly Skip[]): string[] {
  if (skips.length === 0) return []
  const total = skips.reduce((sum, { count }) => sum + count, 0)
  const lines = skips.map(({ file, count, reason }) => `  ${String(count).padStart(4)}  ${file}: ${reason}`)
  return [`Skipped tests: ${total}`, ...lines.toSorted((a, b) => (a.slice(8) < b.slice(8) ? -1 : 1))]
}

/** What the conditions of our tests mean, for people. `.ci/install` installs all of it on Debian. */
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

export function readOutcome(path: string): Outcome {
  return JSON.parse(readFileSync(path, 'utf8')) as Outcome
}
