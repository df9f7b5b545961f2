// Worker program that extracts one archive.
import { serveThread } from '@gatehouse/kernel/thread'
import { unpackArchive } from './unpack.ts'

/** Path of the archive, and the empty target folder. */
export interface UnpackJob {
  readonly path: string
  readonly into: string
}

/** The owner ends the thread when the result is no longer needed. */
const never = new AbortController().signal

serveThread(({ path, into }: UnpackJob) => unpackArchive(path, into, never))
