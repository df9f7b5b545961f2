// npm test unit and service tests, and a smoke subset of the slow ones; prints skipped parts npm test -- <path> … every test file whose
// path contains an argument, including slow ones npm run test:slow tests that `npm test` skips npm run test:full everything, in sequential
// shards npm run test:full -- --shard=2/4 one shard With --rerun-failed, files with failures run a second time, alone: a test that passes
// then is reported as UNSTABLE.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leftOutLines } from './suite/left-out.ts'
import {
  addCounts,
  countsLine,
  failureLines,
  type FileOutcome,
  OUTCOME_VARIABLE,
  readOutcome,
  replaceFiles,
  skipLines,
} from './suite/outcome.ts'
import { SERVICE, SLOW, TEST_SET_VARIABLE, type TestSet, UNIT } from './suite/tiers.ts'

const root = join(import.meta.dirname, '..')

/** Each shard is a process of its own, so memory is free again after it. */
const SHARDS = 4

/** More failed files than this are no accident. */
const RERUN_FILES_MAX = 10

const RERUN_OPTION = '--rerun-failed'

const [mode = 'quick', ...values] = process.argv.slice(2)
const args = values.filter((arg) => arg !== RERUN_OPTION)
const paths = args.filter(isTestPath)
const set: TestSet = mode === 'slow' ? 'slow' : mode === 'full' || paths.length > 0 ? 'all' : 'quick'
const runs =
  mode === 'full' && paths.length === 0 && !args.some((arg) => arg.startsWith('--shard'))
    ? Array.from({ length: SHARDS }, (_, index) => [...args, `--shard=${index + 1}/${SHARDS}`])
    : [args]

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-suite-'))
let files: FileOutcome[] = []
let exitCode = 0
/** A requested reporter replaces ours: then there is no total. */
let isCounted = true
try {
  for (const run of runs) {
    const outcome = await runVitest(run)
    exitCode = outcome.exitCode || exitCode
    files.push(...outcome.files)
    isCounted &&= outcome.isCounted
  }
  const unstable = values.includes(RERUN_OPTION) ? await rerunFailed() : []
  const lines = [...failureLines(unstable, 'UNSTABLE'), ...failureLines(files, 'FAILED'), ...skipLines(files)]
  if (set === 'quick') lines.push(...leftOutLines(root))
  if (isCounted) lines.push(countsLine(addCounts(files)))
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = exitCode

/** @returns the first outcomes of files that passed when they ran again */
async function rerunFailed(): Promise<FileOutcome[]> {
  const failed = files.filter((file) => file.failed > 0)
  const failedPaths = failed.map(({ file }) => file)
  if (exitCode === 0 || failed.length === 0 || failed.length > RERUN_FILES_MAX || failedPaths.includes('')) return []
  const vitestRun = await runVitest(failedPaths)
  if (!failedPaths.every((path) => vitestRun.files.some(({ file }) => file === path))) return []
  exitCode = vitestRun.exitCode
  files = replaceFiles(files, vitestRun.files)
  return failed.filter(({ file }) => vitestRun.files.some((item) => item.file === file && item.failed === 0))
}

/** Options have values too (`-t name`): an argument is a path when a test file's path contains it. */
function isTestPath(arg: string): boolean {
  if (arg.startsWith('-')) return false
  const wanted = arg.replace(/^\.\//, '').replace(/:\d+$/, '').replace(`${root}/`, '')
  return globSync([...UNIT, ...SERVICE, ...SLOW], { cwd: root, exclude: ['**/node_modules/**'] }).some((path) =>
    path.replaceAll('\\', '/').includes(wanted),
  )
}

interface VitestRun {
  readonly exitCode: number
  readonly files: readonly FileOutcome[]
  readonly isCounted: boolean
}

function runVitest(vitestArgs: readonly string[]): Promise<VitestRun> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const outcomeFile = join(folder, `${randomUUID()}.json`)
  const child = spawn(process.execPath, [...process.execArgv, vitest, 'run', ...vitestArgs], {
    cwd: root,
    env: { ...process.env, [TEST_SET_VARIABLE]: set, [OUTCOME_VARIABLE]: outcomeFile },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      const isWritten = existsSync(outcomeFile)
      resolve({ exitCode: code ?? 1, files: isWritten ? readOutcome(outcomeFile) : [], isCounted: isWritten })
    })
  })
}
