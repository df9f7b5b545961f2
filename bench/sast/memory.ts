import { megabytes } from '../appsec/watched.ts'
import { scanWithin } from './scan.ts'
import { inFolder, layTree } from './trees.ts'

const TREE_BYTES = 1e9
const MEMORY_BYTES_MAX = 1.5e9
/** A gigabyte takes some ten minutes of two processors that have nothing else to do. */
const LIMIT_MS = 3 * 60 * 60_000
const out = (line: string) => process.stdout.write(`${line}\n`)

/** The memory that a scan of a gigabyte of sources takes. Many minutes. */
export async function benchMemory(): Promise<void> {
  await inFolder(async (folder) => {
    const benchTree = layTree(`${folder}/one`, ['java', 'typescript', 'javascript', 'c'])
    const times = Math.ceil(TREE_BYTES / benchTree.bytes)
    const all = layTree(`${folder}/all`, ['java', 'typescript', 'javascript', 'c'], times)
    const run = await scanWithin(LIMIT_MS, all.root)
    out(
      `${all.files.length} files, ${megabytes(all.bytes)}: ${megabytes(run.memory_bytes)} of memory ` +
        `(${megabytes(MEMORY_BYTES_MAX)} allowed), ${run.seconds.toFixed(0)} s, ${run.cpu_s.toFixed(0)} s of processors, ${run.findings.length} findings`,
    )
  })
}
