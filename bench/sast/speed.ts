import { megabytes } from '../appsec/watched.ts'
import { fastest, scanTree } from './scan.ts'
import { inFolder, isHere, layTree, type TreeKind } from './trees.ts'

const ROUNDS = 2
const FILES_PER_SECOND_WANTED = 150
const out = (line: string) => process.stdout.write(`${line}\n`)

/** A scan of each language's sources with all rules, from the start of the process to its end. */
export async function benchSpeed(): Promise<void> {
  for (const kind of ['java', 'typescript', 'javascript', 'python', 'c'] satisfies readonly TreeKind[]) {
    if (!isHere(kind)) {
      out(`${kind}: its sources are not here.`)
      continue
    }
    await inFolder(async (folder) => {
      const tree = layTree(folder, [kind])
      const [two, one] = [
        await fastest(ROUNDS, () => scanTree(folder)),
        await fastest(1, () => scanTree(folder, '--threads', '1')),
      ]
      const rate = tree.files.length / two.seconds
      out(
        `${kind.padEnd(11)} ${tree.files.length} files, ${megabytes(tree.bytes)}: ${two.seconds.toFixed(1)} s, ` +
          `${rate.toFixed(0)} files/s (${FILES_PER_SECOND_WANTED} wanted), ${(tree.bytes / 1e6 / two.seconds).toFixed(1)} MB/s, ` +
          `${megabytes(two.memory_bytes)}; one thread takes ${(one.seconds / two.seconds).toFixed(2)} times as long; ` +
          `${two.findings.length} findings`,
      )
    })
  }
}
