// npm run fix: everything that a program can repair.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { completeLock } from './lib/lock-file.ts'

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')

const lockPath = join(root, 'package-lock.json')
const lock = readFileSync(lockPath, 'utf8')
const complete = completeLock(lock)
if (complete !== lock) writeFileSync(lockPath, complete)

const steps: readonly (readonly [string, ...string[]])[] = [
  [process.execPath, '--conditions=gatehouse', join(root, 'tools/gen.ts')],
  [process.execPath, '--conditions=gatehouse', join(root, 'tools/tidy.ts'), '--lower'],
  [join(bin, 'oxlint'), '--fix', '--quiet'],
  [join(bin, 'oxfmt')],
]
for (const [program, ...args] of steps) {
  try {
    execFileSync(program, args, { cwd: root, stdio: 'inherit' })
  } catch {
    // The step has reported what it could not fix; the others continue.
    process.exitCode = 1
  }
}
