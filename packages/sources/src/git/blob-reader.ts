import { ByteReader } from '../process/byte-reader.ts'
import type { Started } from '../process/start.ts'
import type { LocalRepository } from './local.ts'

/** Contents of a repository, by id. */
export interface BlobReader {
  /** Returns the size of each object, in order; undefined for missing objects, null for objects other than files. */
  sizes(ids: readonly string[]): Promise<readonly (number | null | undefined)[]>
  /** Yields the contents in order; undefined for unreadable objects. */
  contents(ids: readonly string[]): AsyncGenerator<Buffer | undefined>
  close(): void
}

const LINE_BYTES_MAX = 1_024
const LINE_END = 0x0a

/** Opens two long-running git processes: one returns sizes, the other contents. */
export function openBlobs(repository: LocalRepository): BlobReader {
  const check = repository.start(['cat-file', '--batch-check'])
  const batch = repository.start(['cat-file', '--batch'])
  const [sizes, bodies] = [check, batch].map(({ stdout }) => new ByteReader(stdout)) as [ByteReader, ByteReader]
  return {
    async sizes(ids) {
      requestBlobs(check, ids)
      const found: (number | null | undefined)[] = []
      for (let at = 0; at < ids.length; at += 1) {
        const line = await sizes.until(LINE_END, LINE_BYTES_MAX)
        found.push(/ (?:tree|commit|tag) \d+$/.test(line?.toString('latin1') ?? '') ? null : sizeOf(line))
      }
      return found
    },
    async *contents(ids) {
      requestBlobs(batch, ids)
      for (let at = 0; at < ids.length; at += 1) {
        const size = sizeOf(await bodies.until(LINE_END, LINE_BYTES_MAX))
        if (size === undefined) {
          yield undefined
          continue
        }
        const bytes = await bodies.take(size)
        await bodies.take(1)
        yield bytes
      }
    },
    close() {
      check.kill()
      batch.kill()
    },
  }
}

function requestBlobs({ stdin }: Started, ids: readonly string[]): void {
  if (ids.length > 0) stdin.write(`${ids.join('\n')}\n`)
}

/** Parses `<id> blob <size>`. Other objects are not read. */
function sizeOf(line: Buffer | undefined): number | undefined {
  const size = / blob (\d{1,15})$/.exec(line?.toString('latin1') ?? '')?.[1]
  return size === undefined ? undefined : Number(size)
}
