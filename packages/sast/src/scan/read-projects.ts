import type { SourceTree } from '@gatehouse/scan-engine'
import { foreignBy } from '../report/selection.ts'
import type { ProjectFile } from '../taint/index.ts'

const NAMES = /(?:^|\/)(?:(?:ts|js)config(?:\.[\w-]{1,40})?\.json|package\.json|go\.mod)$/
/** Own limit: more projects than a tree has. */
const FILES_MAX = 2_000
const BYTES_MAX = 256 * 1024

/** Project files, which map module names, whether or not they are scanned. */
export interface ReadProjects {
  readonly files: readonly ProjectFile[]
  /** Whether there were more of them than are read. */
  readonly isCut: boolean
}

/** Reads the project files of a tree. A removed or too large file is skipped: its modules are resolved by path only. */
export async function readProjects(
  { files, beside = [], read }: SourceTree,
  signal: AbortSignal,
): Promise<ReadProjects> {
  const all = [...files, ...beside].filter(
    ({ path, size_bytes }) => NAMES.test(path) && size_bytes <= BYTES_MAX && foreignBy(path) === undefined,
  )
  const found: ProjectFile[] = []
  for (const { path } of all.slice(0, FILES_MAX)) {
    try {
      found.push({ path, text: new TextDecoder().decode(await read(path, BYTES_MAX)) })
    } catch {
      signal.throwIfAborted()
    }
  }
  return { files: found, isCut: all.length > FILES_MAX }
}
