import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uuidv7 } from '@gatehouse/kernel'
import { z } from 'zod'

/** Written after each update of a copy. */
export const MIRROR_STATE_FILE = 'mirror.json'

const MirrorState = z.object({
  /** Address from which the data was downloaded. */
  address: z.string(),
  /** Start of the last update. */
  tried_ms: z.number(),
  /** Time at which the data last matched the mirror. */
  fresh_ms: z.number().optional(),
  /** Error of the last update. */
  failure: z.string().optional(),
})
export type MirrorState = z.infer<typeof MirrorState>

/** Returns undefined if the file is missing or unreadable. All data is then downloaded again. */
export async function readMirrorState(folder: string): Promise<MirrorState | undefined> {
  try {
    return MirrorState.parse(JSON.parse(await readFile(join(folder, MIRROR_STATE_FILE), 'utf8')))
  } catch {
    return undefined
  }
}

/** Replaces it atomically. Readable by the owner only: a mirror's address may contain a token. */
export async function writeMirrorState(folder: string, state: MirrorState): Promise<void> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, MIRROR_STATE_FILE)
  const next = `${path}.${uuidv7()}.new`
  await writeFile(next, `${JSON.stringify(state)}\n`, { mode: 0o600 })
  await rename(next, path)
}
