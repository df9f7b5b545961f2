import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { BoundedThread, ThreadEnded } from '@gatehouse/kernel/threads'
import { OPEN_HEAP_MB_MAX, OPEN_MS_MAX } from './limits.ts'
import type { ImageContents } from './image.ts'
import { type ReadImageJob, SPOOL_FILE } from './read-image.ts'

/** The worker program is next to this file, as source or compiled. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('./read-thread.ts', import.meta.url)
  : new URL('./read-thread.js', import.meta.url)

export interface OpenImageOptions {
  /** `os/architecture[/variant]`; default: linux on the architecture of this machine, else the first platform. */
  readonly platform?: string
  readonly signal: AbortSignal
  /** Folder for temporary files; default: that of the system. */
  readonly workspace?: string
  readonly timeout_ms?: number
  readonly heap_mb?: number
}

/** Image that is ready to be scanned. */
export interface OpenImage extends ImageContents {
  /** Reference or file name, for reports. */
  readonly name: string
  /** Descriptor of the file with the contents of {@link files}. */
  readonly spool: number
  /** Removes the uncompressed layers. */
  readonly close: () => void
}

/**
 * Opens an archive of `docker save` or an OCI image layout in a thread with limits of time and memory.
 * @throws {Failure} `invalid_request` for an image that cannot be read; the signal's reason when it fires
 */
export async function openImage(
  path: string,
  name: string,
  { platform, signal, workspace = tmpdir(), timeout_ms = OPEN_MS_MAX, heap_mb = OPEN_HEAP_MB_MAX }: OpenImageOptions,
): Promise<OpenImage> {
  const folder = mkdtempSync(join(workspace, 'gatehouse-image-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const thread = new BoundedThread<ReadImageJob, ImageContents>(PROGRAM, { timeout_ms, heap_mb })
  try {
    const contents = await thread.run({ path, folder, ...(platform !== undefined && { platform }) }, { signal })
    const spool = openSync(join(folder, SPOOL_FILE), 'r')
    const close = () => {
      closeSync(spool)
      remove()
    }
    return { ...contents, name, spool, close }
  } catch (error) {
    remove()
    throw error instanceof ThreadEnded ? explained(error, timeout_ms, heap_mb) : error
  } finally {
    await thread.close()
  }
}

function explained(error: ThreadEnded, timeout_ms: number, heap_mb: number): Failure {
  const reason = {
    time_exceeded: `reading exceeded ${timeout_ms / 1_000} s`,
    memory_exceeded: `reading exceeded ${heap_mb} MB of memory`,
    crashed: 'the reader crashed',
    closed: 'the reader was stopped',
  }[error.reason]
  return new Failure('invalid_request', `The image cannot be read: ${reason}.`, { cause: error })
}
