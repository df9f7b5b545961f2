import type { ByteReader } from '../process/byte-reader.ts'

/** A content as a commit brought it in. */
export interface Change {
  readonly commit: string
  readonly authoredAt: Date
  /** One of the paths that it has there, up to the first line break in it. */
  readonly path: string
  readonly blobId: string
}

/** Longer than any file system takes: what git would not check out. */
const LINE_BYTES_MAX = 64 * 1024
const LINE_END = 0x0a
const OBJECT = /^([0-9a-f]{40}|[0-9a-f]{64}) ([^]+)$/

/**
 * How `git rev-list` is to tell of commits, ancestors first, each with the objects that it brought in. It looks into every tree
 * once, so trees that name themselves a billion times are as small as they are.
 */
export const LISTING = [
  '--objects',
  '--in-commit-order',
  '--reverse',
  '--topo-order',
  '--missing=print',
  '--format=%at',
] as const

/** Reads such a listing. Folders are listed as well: what is one has to be found out. */
export async function* readChanges(
  reader: ByteReader,
  tell: { readonly commit: () => void; readonly missing: () => void },
): AsyncGenerator<Change> {
  let commit = ''
  let authoredAt = new Date(0)
  for (;;) {
    const line = await reader.until(LINE_END, LINE_BYTES_MAX)
    if (line === undefined) return
    const text = line.toString('utf8')
    if (text.startsWith('commit ')) {
      commit = text.slice('commit '.length)
      authoredAt = dateOf((await reader.until(LINE_END, LINE_BYTES_MAX))?.toString('latin1') ?? '')
      tell.commit()
      continue
    }
    if (text.startsWith('?')) tell.missing()
    const [, blobId, path] = OBJECT.exec(text) ?? []
    if (blobId !== undefined && path !== undefined) yield { commit, authoredAt, path, blobId }
  }
}

/** Dates are whatever a commit says. */
function dateOf(seconds: string): Date {
  const date = new Date(Number(seconds) * 1_000)
  return Number.isNaN(date.getTime()) ? new Date(0) : date
}
