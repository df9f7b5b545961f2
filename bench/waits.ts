import { startVitest } from 'vitest/node'

/**
 * Measures the waiting times that the documentation promises, with the steps of the tests. The tests check the steps and their results;
 * only this benchmark compares them with time.
 *   npm run bench:waits
 */
interface Wait {
  readonly file: string
  /** Start of the test's name. */
  readonly test: string
  readonly promised_ms: number
}

const WAITS: readonly Wait[] = [
  { file: 'apps/cli/test/lifecycle.test.ts', test: 'starts again without the key', promised_ms: 5_000 },
  { file: 'apps/cli/test/guides/gate-a-build.test.ts', test: 'a build is gated', promised_ms: 300_000 },
  { file: 'apps/cli/test/guides/red-team-your-agent.test.ts', test: 'an agent is attacked', promised_ms: 300_000 },
]

/** Prints the median wait of each interaction itself. */
const INTERACTIONS_FILE = 'apps/console/test/appsec-findings.test.ts'
const INTERACTION_MS_MAX = 100
const INTERACTION = /^(.+): [\d.]+ ms of work each; drawn after ([\d.]+) ms/gm

let printed = ''
const vitest = await startVitest('test', [...WAITS.map(({ file }) => file), INTERACTIONS_FILE], {
  run: true,
  watch: false,
  // Sequential: a wait is that of one person.
  fileParallelism: false,
  maxWorkers: 1,
  reporters: ['dot', { onUserConsoleLog: ({ content }: { readonly content: string }) => void (printed += content) }],
})
const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
const rows = [
  ...WAITS.map(({ test, promised_ms }) => {
    const found = tests.find(({ name }) => name.startsWith(test))
    const isMeasured = found?.result().state === 'passed'
    return { what: test, took_ms: isMeasured ? found?.diagnostic()?.duration : undefined, promised_ms }
  }),
  ...[...printed.matchAll(INTERACTION)].map(([, subject = '', drawn]) => {
    return { what: subject, took_ms: Number(drawn), promised_ms: INTERACTION_MS_MAX }
  }),
]
await vitest.close()
for (const { what, took_ms, promised_ms } of rows) {
  const took = took_ms === undefined ? 'not measured' : `${took_ms.toFixed(1)} ms`
  const verdict = took_ms !== undefined && took_ms < promised_ms ? 'holds' : 'MISSED'
  process.stdout.write(`${what.padEnd(40)}${took.padStart(16)}   ${verdict}: below ${promised_ms} ms\n`)
}
