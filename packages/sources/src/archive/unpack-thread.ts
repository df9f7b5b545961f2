// The program of a thread that unpacks one archive.
import { serveThread } from '@gatehouse/kernel/thread'
import { unpackArchive } from './unpack.ts'

/** Where the archive lies, and the empty folder that it is unpacked to. */
export interface UnpackJob {
  readonly path: string
  readonly into: string
}

/** The thread is ended when nobody waits any more. */
const never = new AbortController().signal

serveThread(({ path, into }: UnpackJob) => unpackArchive(path, into, never))
