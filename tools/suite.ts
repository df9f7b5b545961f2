// npm test                      unit and service tests, and a smoke subset of the slow ones; prints what it left out
// npm test -- <path> …          every test file whose path contains an argument, slow ones included
// npm run test:slow             what `npm test` leaves out
// npm run test:full             everything, in shards, one after the other
// npm run test:full -- --shard=2/4   one shard
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leftOutLines } from './suite/left-out.ts'
import { addOutcomes, countsLine, type Outcome, OUTCOME_VARIABLE, readOutcome, skipLines } from './suite/outcome.ts'
import { SERVICE, SLOW, TEST_SET_VARIABLE, type TestSet, UNIT } from './suite/tiers.ts'

const root = join(import.meta.dirname, '..')

/** Each shard is a process of its own, so memory is free again after it. */
const SHARDS = 4

const [mode = 'quick', ...args] = process.argv.slice(2)
const paths = args.filter(isTestPath)
const set: TestSet = mode === 'slow' ? 'slow' : mode === 'full' || paths.length > 0 ? 'all' : 'quick'
const runs =
  mode === 'full' && paths.length === 0 && !args.some((arg) => arg.startsWith('--shard'))
    ? Array.from({ length: SHARDS }, (_, index) => [...args, `--shard=${index + 1}/${SHARDS}`])
    : [args]

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-suite-'))
const outcomes: Outcome[] = []
let exitCode = 0
try {
  for (const [index, run] of runs.entries()) {
    const file = join(folder, `${index}.json`)
    exitCode = (await runVitest(run, file)) || exitCode
    if (existsSync(file)) outcomes.push(readOutcome(file))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
report(addOutcomes(outcomes))
process.exitCode = exitCode

function report(outcome: Outcome): void {
  const lines = [...skipLines(outcome.skips), ...(set === 'quick' ? leftOutLines(root) : [])]
  // A reporter that was asked for by name takes the place of ours: then there is nothing to add up.
  if (outcomes.length === runs.length) lines.push(countsLine(outcome))
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
}

/** Options have values too (`-t name`): an argument is a path when a test file's path contains it. */
function isTestPath(arg: string): boolean {
  if (arg.startsWith('-')) return false
  const wanted = arg.replace(/^\.\//, '').replace(/:\d+$/, '').replace(`${root}/`, '')
  return globSync([...UNIT, ...SERVICE, ...SLOW], { cwd: root, exclude: ['**/node_modules/**'] }).some((path) =>
    path.replaceAll('\\', '/').includes(wanted),
  )
}

function runVitest(vitestArgs: readonly string[], outcomeFile: string): Promise<number> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [...process.execArgv, vitest, 'run', ...vitestArgs], {
    cwd: root,
    env: { ...process.env, [TEST_SET_VARIABLE]: set, [OUTCOME_VARIABLE]: outcomeFile },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
