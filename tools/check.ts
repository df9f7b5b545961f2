// npm run check: all checks that must pass before a change is merged. Reports failures with the command that fixes them.
//   npm run check            all steps
//   npm run check -- quick   all except the tests
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { NOTE_PREFIX } from './lib/problem.ts'

const root = join(import.meta.dirname, '..')

interface Step {
  readonly name: string
  readonly run: readonly string[]
  readonly repair: string
}

const tool = (name: string): string => join(root, 'node_modules', '.bin', name)
const script = (path: string, ...args: string[]): string[] => [
  process.execPath,
  '--conditions=gatehouse',
  '--disable-warning=ExperimentalWarning',
  join(root, path),
  ...args,
]

/** Independent steps, the slowest first, so that the total time is about that of the slowest. */
const QUICK: readonly Step[] = [
  { name: 'lint', run: [tool('oxlint'), '--type-aware'], repair: 'npm run fix, and what it leaves by hand' },
  { name: 'types', run: [tool('tsc'), '--noEmit'], repair: 'correct the types' },
  { name: 'console types', run: [tool('tsc'), '--noEmit', '-p', 'apps/console'], repair: 'correct the types' },
  { name: 'gen', run: script('tools/gen.ts', '--check'), repair: 'npm run gen' },
  {
    name: 'knip',
    run: [tool('knip'), '--no-progress', '--no-config-hints'],
    repair: 'delete what nothing uses, or export it where it is used',
  },
  { name: 'tidy', run: script('tools/tidy.ts'), repair: 'as each line says' },
  {
    name: 'boundaries',
    run: script('tools/boundaries.ts'),
    repair: 'as each line says; the table is tools/boundaries/table.ts',
  },
  { name: 'prose', run: script('tools/prose.ts'), repair: 'as each line says; CONTRIBUTING.md has the style' },
  {
    name: 'commits',
    run: script('tools/commits.ts'),
    repair: 'git rebase -i, and reword; CONTRIBUTING.md has the rules',
  },
  { name: 'format', run: [tool('oxfmt'), '--check'], repair: 'npm run fix' },
]

/** Alone: it uses every core itself. */
const SLOW: readonly Step[] = [
  { name: 'tests', run: script('tools/suite.ts', 'full'), repair: 'npm test -- <file> runs one file' },
]

interface Outcome {
  readonly step: Step
  readonly ok: boolean
  readonly output: string
}

const started = performance.now()
const only = process.argv[2]
const outcomes = await inParallel(QUICK, Math.max(2, availableParallelism()))
if (only !== 'quick') for (const step of SLOW) outcomes.push(await runStep(step))

for (const { output } of outcomes) {
  for (const line of output.split('\n')) if (line.startsWith(NOTE_PREFIX)) process.stdout.write(`${line}\n`)
}
const failed = outcomes.filter(({ ok }) => !ok)
for (const { step, output } of failed) {
  process.stdout.write(`\n── ${step.name} ──\n${output.trim()}\n\nTo repair ${step.name}: ${step.repair}\n`)
}
const summary = failed.length === 0 ? 'all hold' : `failed: ${failed.map(({ step }) => step.name).join(', ')}`
process.stdout.write(`\n${outcomes.length} steps, ${seconds(started)}, ${summary}\n`)
if (failed.length > 0) process.exitCode = 1

async function inParallel(steps: readonly Step[], width: number): Promise<Outcome[]> {
  const queue = [...steps]
  const done: Outcome[] = []
  const work = async (): Promise<void> => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) done.push(await runStep(step))
  }
  await Promise.all(Array.from({ length: width }, work))
  return done
}

function runStep(step: Step): Promise<Outcome> {
  const begun = performance.now()
  const [program = '', ...args] = step.run
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', reject)
    child.once('close', (code) => {
      process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name.padEnd(13)} ${seconds(begun)}\n`)
      resolve({ step, ok: code === 0, output })
    })
  })
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`
}
