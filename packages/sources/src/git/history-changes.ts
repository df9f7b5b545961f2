import type { ByteReader } from '../process/byte-reader.ts'

/** File content as a commit introduced it. */
export interface Change {
  readonly commit: string
  readonly authoredAt: Date
  /** One of its paths, up to the first line break. */
  readonly path: string
  readonly blobId: string
}

/** Own limit: git could not check out a longer path. */
const LINE_BYTES_MAX = 64 * 1024
const LINE_END = 0x0a
const OBJECT = /^([0-9a-f]{40}|[0-9a-f]{64}) ([^]+)$/

/**
 * Arguments of `git rev-list`: commits, ancestors first, each with its new objects. Every tree is visited once, so that trees that
 * reference themselves a billion times stay small.
 */
export const LISTING = [
  '--objects',
  '--in-commit-order',
  '--reverse',
  '--topo-order',
  '--missing=print',
  '--format=%at',
] as const

/** Parses such a listing. It also contains folders, because object types are checked later. */
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

/** Commit dates are untrusted. */
function dateOf(seconds: string): Date {
  const date = new Date(Number(seconds) * 1_000)
  return Number.isNaN(date.getTime()) ? new Date(0) : date
}
