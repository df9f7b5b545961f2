// node --conditions=gatehouse spec/shrink.ts: removes the statements that tests now cite from the list of uncited ones. It never adds: a
// statement without its test needs one.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCitations, readUncited, UNCITED_PATH } from './citations.ts'
import { statements } from './index.ts'

const root = join(import.meta.dirname, '..')
const known = new Set<string>(statements.map(({ id }) => id))
const citations = findCitations(root)
const before = readUncited(root)
const after = before.filter((id) => known.has(id) && !citations.has(id))
writeFileSync(join(root, UNCITED_PATH), `${JSON.stringify(after, null, 2)}\n`)
process.stdout.write(`${UNCITED_PATH}: ${before.length} → ${after.length} of ${known.size} statements\n`)
