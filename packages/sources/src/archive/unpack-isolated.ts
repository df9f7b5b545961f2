import { Failure } from '@gatehouse/kernel'
import { BoundedThread, ThreadEnded } from '@gatehouse/kernel/threads'
import type { UnpackJob } from './unpack-thread.ts'
import type { Unpacked } from './unpacking.ts'

/** Own limit: 4 GiB on a slow disk. */
export const UNPACK_MS_MAX = 15 * 60_000

/** Own limit: the paths of 500,000 entries take about 200 MB. */
export const UNPACK_HEAP_MB_MAX = 512

/** The worker program is next to this file, as source or compiled. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('./unpack-thread.ts', import.meta.url)
  : new URL('./unpack-thread.js', import.meta.url)

export interface UnpackBounds {
  readonly timeout_ms?: number
  readonly heap_mb?: number
  /** The module that the thread runs. */
  readonly program?: URL
}

/**
 * Unpacks an archive like `unpackArchive`, in a separate thread with limits of time and memory, so that a crash fails only this archive.
 * @throws {Failure} `invalid_request` with a sentence that names the entry; `unavailable`; the signal's reason when it fires
 */
export async function unpack(
  path: string,
  into: string,
  signal: AbortSignal,
  { timeout_ms = UNPACK_MS_MAX, heap_mb = UNPACK_HEAP_MB_MAX, program = PROGRAM }: UnpackBounds = {},
): Promise<Unpacked> {
  const thread = new BoundedThread<UnpackJob, Unpacked>(program, { timeout_ms, heap_mb })
  try {
    return await thread.run({ path, into }, { signal })
  } catch (error) {
    throw error instanceof ThreadEnded ? explained(error, { timeout_ms, heap_mb }) : error
  } finally {
    await thread.close()
  }
}

function explained(
  error: ThreadEnded,
  { timeout_ms, heap_mb }: Required<Pick<UnpackBounds, 'timeout_ms' | 'heap_mb'>>,
) {
  const reason = {
    time_exceeded: `unpacking exceeded ${timeout_ms / 1_000} s`,
    memory_exceeded: `unpacking exceeded ${heap_mb} MB of memory`,
    crashed: 'the unpacker crashed',
    closed: 'the unpacker was stopped',
  }[error.reason]
  return new Failure('invalid_request', `The archive cannot be unpacked: ${reason}.`, { cause: error })
}
