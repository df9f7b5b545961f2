// npm run gen: writes all generated files. `--check` writes nothing and fails on a difference.
import { join } from 'node:path'
import { generateAll, loadGenerators } from './lib/generate.ts'

const root = join(import.meta.dirname, '..')
const checking = process.argv.includes('--check')
const generators = await loadGenerators(join(root, 'tools/generators'))
const { drifts, failures } = await generateAll(root, generators, !checking)

for (const { path, state } of drifts) {
  const text = checking ? state : state === 'left over' ? 'removed' : 'written'
  process.stdout.write(`${path}  ${text}\n`)
}
for (const failure of failures) process.stdout.write(`failed  ${failure}\n`)
process.stdout.write(`${generators.length} generators, ${drifts.length} ${checking ? 'out of date' : 'changed'}\n`)
if (failures.length > 0 || (checking && drifts.length > 0)) process.exitCode = 1
