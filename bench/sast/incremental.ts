import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { scanTree } from './scan.ts'
import { inFolder, layTree } from './trees.ts'

const CHANGED = 0.01
const TIMES_WANTED = 5
const out = (line: string) => process.stdout.write(`${line}\n`)

/** A scan that knows an earlier one, after one file in a hundred has changed. */
export async function benchIncremental(): Promise<void> {
  await inFolder(async (folder) => {
    const [root, cache] = [join(folder, 'tree'), join(folder, 'cache')]
    mkdirSync(cache)
    const tree = layTree(root, ['java', 'typescript'])
    const full = await scanTree(root)
    const cold = await scanTree(root, '--cache', cache)
    tree.files.forEach((path, at) => {
      if (at % Math.round(1 / CHANGED) === 0) appendFileSync(join(root, path), '\n// One more line.\n')
    })
    const warm = await scanTree(root, '--cache', cache)
    const sastRun = await scanTree(root)
    const same = JSON.stringify(warm.findings) === JSON.stringify(sastRun.findings)
    out(
      `${tree.files.length} files: ${full.seconds.toFixed(1)} s without a cache, ${cold.seconds.toFixed(1)} s filling it, ` +
        `${warm.seconds.toFixed(1)} s with ${(CHANGED * 100).toFixed(0)} % changed: ${(full.seconds / warm.seconds).toFixed(1)} times as fast ` +
        `(${TIMES_WANTED} wanted); of processors ${full.cpu_s.toFixed(1)}, ${cold.cpu_s.toFixed(1)} and ${warm.cpu_s.toFixed(1)} s; ${same ? 'the same findings as without' : 'OTHER FINDINGS than without'}`,
    )
  })
}
