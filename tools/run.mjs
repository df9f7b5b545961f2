// Entry point of every npm script: installs missing dependencies, finds Node 24, runs the task.
//   node tools/run.mjs <task> [arguments …]
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LaunchError, ensureDependencies } from './ensure.mjs'
import { NODE_FLAGS, exitWith, findNode, runNode } from './runtime.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Task name → script and its first arguments; further arguments are appended. */
const TASKS = {
  start: ['apps/cli/src/main.ts', 'up'],
  test: ['tools/suite.ts', 'quick'],
  'test:slow': ['tools/suite.ts', 'slow'],
  'test:full': ['tools/suite.ts', 'full'],
  check: ['tools/check.ts'],
  gen: ['tools/gen.ts'],
  docs: ['tools/docs.ts'],
  new: ['tools/new.ts'],
  fix: ['tools/fix.ts'],
  'bench:guard': ['bench/guard.ts'],
  'bench:gateway': ['bench/gateway.ts'],
  'bench:appsec': ['bench/appsec.ts'],
  'bench:redteam': ['bench/redteam.ts'],
  'bench:redteam:outside': ['bench/redteam/outside.ts'],
  'bench:redteam:families': ['bench/redteam/families.ts'],
  'bench:redteam:harden': ['bench/redteam/harden.ts'],
  'bench:redteam:search': ['bench/redteam/search.ts'],
  'bench:sast': ['bench/sast.ts'],
  'bench:console': ['bench/console.ts'],
  'bench:waits': ['bench/waits.ts'],
  fuzz: ['bench/fuzz.ts'],
  'eval:guard': ['bench/eval-guard.ts'],
  'eval:benign': ['bench/eval-benign.ts'],
  'eval:policies': ['bench/eval-policies.ts'],
  'eval:sast': ['bench/eval-sast.ts'],
  'audit:rules': ['bench/audit-rules.ts'],
  'eval:redteam': ['bench/redteam/accuracy.ts'],
  'conformance:mcp': ['bench/conformance-mcp.ts'],
  'train:injection': ['packages/guards/train/run/injection.ts'],
  'train:pii': ['packages/guards/train/run/pii.ts'],
  'train:grounding': ['packages/guards/train/run/grounding.ts'],
  'train:topic': ['packages/guards/train/run/topic.ts'],
  'train:words': ['packages/guards/train/run/words.ts'],
  'train:documents': ['packages/guards/train/run/documents.ts'],
  'train:policies': ['packages/guards/train/run/policies.ts'],
  'train:toxicity': ['packages/guards/train/run/toxicity.ts'],
}

await exitWith(async () => {
  const [name = '', ...rest] = process.argv.slice(2)
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined
  if (task === undefined) {
    throw new LaunchError(`there is no task "${name}". The tasks are: ${Object.keys(TASKS).join(', ')}.`)
  }
  await ensureDependencies(root, (line) => process.stderr.write(`${line}\n`))
  const [script, ...first] = task
  if (name === 'start') buildDocsBeside()
  return runNode(root, [...NODE_FLAGS, join(root, script), ...first, ...rest])
})

/** The console shows the documentation as soon as it is built, which must not delay the start. */
function buildDocsBeside() {
  if (process.env.CI !== undefined || process.env.VITEST !== undefined) return
  const script = join(root, 'tools/docs.ts')
  const child = spawn(findNode(root), [...NODE_FLAGS, script, '--background'], { cwd: root, stdio: 'ignore' })
  child.on('error', () => {})
  child.unref()
  process.once('exit', () => child.kill())
}
