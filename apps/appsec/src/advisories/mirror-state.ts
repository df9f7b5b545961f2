import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uuidv7 } from '@gatehouse/kernel'
import { z } from 'zod'

/** Written at each try to bring a copy. */
export const MIRROR_STATE_FILE = 'mirror.json'

const MirrorState = z.object({
  /** The address that the data came from. */
  address: z.string(),
  /** When somebody last began to bring them. */
  tried_ms: z.number(),
  /** When they were last as the mirror had them. */
  fresh_ms: z.number().optional(),
  /** What was wrong at the last try. */
  failure: z.string().optional(),
})
export type MirrorState = z.infer<typeof MirrorState>

/** Undefined where there is none, or none that can be read: then everything is brought again. */
export async function readMirrorState(folder: string): Promise<MirrorState | undefined> {
  try {
    return MirrorState.parse(JSON.parse(await readFile(join(folder, MIRROR_STATE_FILE), 'utf8')))
  } catch {
    return undefined
  }
}

/** Replaces it at once. Only its owner may read it: the address of a mirror may hold a token. */
export async function writeMirrorState(folder: string, state: MirrorState): Promise<void> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, MIRROR_STATE_FILE)
  const next = `${path}.${uuidv7()}.new`
  await writeFile(next, `${JSON.stringify(state)}\n`, { mode: 0o600 })
  await rename(next, path)
}
