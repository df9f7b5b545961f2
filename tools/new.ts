// npm run new <kind> …: creates a new unit from a working template, so that the first `npm run check` passes.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { loadFolder } from './lib/load-folder.ts'
import { FORMAT_FLAGS, UsageError, writePlan } from './lib/scaffold.ts'
import type { Scaffold } from './lib/scaffold.ts'

const root = join(import.meta.dirname, '..')
const scaffolds = await loadFolder<Scaffold>(join(root, 'tools/scaffolds'))

try {
  start(process.argv.slice(2))
} catch (cause) {
  // parseArgs throws TypeErrors for unknown options; both are usage errors.
  if (!(cause instanceof UsageError || cause instanceof TypeError)) throw cause
  process.stderr.write(`${cause.message}\n`)
  process.exitCode = 1
}

function start([kind = '', ...args]: readonly string[]): void {
  const scaffold = scaffolds.get(kind)
  if (scaffold === undefined) throw new UsageError(help(kind))
  const plan = scaffold.plan(root, args)
  const paths = writePlan(root, plan)
  for (const path of paths) process.stdout.write(`${path in plan.create ? 'new     ' : 'changed '} ${path}\n`)
  // A decision is a page, which the formatter leaves alone.
  const format = [...FORMAT_FLAGS, ...paths]
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), format, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  execFileSync(process.execPath, ['--conditions=gatehouse', join(root, 'tools/gen.ts')], {
    cwd: root,
    stdio: 'inherit',
  })
  process.stdout.write(`\nNext:\n${plan.next.map((line) => `  ${line}\n`).join('')}`)
}

function help(kind: string): string {
  const width = Math.max(...[...scaffolds].map(([name, { usage }]) => name.length + usage.length))
  const lines = [...scaffolds].map(([name, { usage, about }]) => {
    return `  npm run new ${`${name} ${usage}`.padEnd(width + 1)}  ${about}`
  })
  return [kind === '' ? 'What shall be new?' : `"${kind}" is nothing that can be started.`, '', ...lines].join('\n')
}
