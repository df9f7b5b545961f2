import type { ByteReader } from '../process/byte-reader.ts'

/** A version of a file as a commit brought it in. */
export interface Change {
  readonly commit: string
  readonly authoredAt: Date
  readonly path: string
  readonly blobId: string
}

/** Marks the line of a commit: no path is read where it stands. */
export const COMMIT_MARK = '\u0001'
/** How `git diff-tree` is to write a commit. */
export const COMMIT_FORMAT = `--format=%x01%H %at`

/** Longer than any file system takes: what git would not check out. */
const TOKEN_BYTES_MAX = 64 * 1024
/** Plain and executable files; links hold no text and submodules no content. */
const FILE_MODES = new Set(['100644', '100755', '100664'])

/** Reads the output of `git diff-tree -z --raw -c`: every file that a commit brought in, a merge only what it made itself. */
export async function* readChanges(reader: ByteReader, onCommit: () => void): AsyncGenerator<Change> {
  let commit = ''
  let authoredAt = new Date(0)
  for (;;) {
    const token = await reader.until(0, TOKEN_BYTES_MAX)
    if (token === undefined) return
    for (const part of token.toString('latin1').split('\n')) {
      if (part.startsWith(COMMIT_MARK)) {
        const [id = '', seconds = ''] = part.slice(1).split(' ')
        commit = id
        authoredAt = dateOf(seconds)
        onCommit()
      } else if (part.startsWith(':')) {
        const path = await reader.until(0, TOKEN_BYTES_MAX)
        if (path === undefined) return
        const blobId = fileOf(part)
        if (blobId !== undefined) yield { commit, authoredAt, path: path.toString('utf8'), blobId }
      }
    }
  }
}

/** `:old new oldId newId status`, with one colon, mode and id more for each further parent. */
function fileOf(raw: string): string | undefined {
  const parents = /^:+/.exec(raw)![0].length
  const fields = raw.slice(parents).split(' ')
  const mode = fields[parents] ?? ''
  const blobId = fields[parents + 1 + parents] ?? ''
  return FILE_MODES.has(mode) && /^[0-9a-f]{40,64}$/.test(blobId) ? blobId : undefined
}

/** Dates are whatever a commit says. */
function dateOf(seconds: string): Date {
  const date = new Date(Number(seconds) * 1_000)
  return Number.isNaN(date.getTime()) ? new Date(0) : date
}
