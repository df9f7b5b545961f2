import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { uuidv7 } from '@gatehouse/kernel'
import { osvServiceFolder } from '@gatehouse/sca/advisories'
import type { Store } from '@gatehouse/store'
import { advisoryChoices, isUuid } from '@gatehouse/store/organizations'
import { MIRROR_STATE_FILE } from './mirror-state.ts'

/** Mirror copies, one folder per organization. */
export const MIRRORS = 'advisories-of'
/** Records of online services, one folder per service. */
export const SERVICES = 'advisories-online'

/** Own limit: restoring a setting, or scanning occasionally from the command line, does not require a new download. */
const UNUSED_MS = 7 * 86_400_000
/** Name prefix of a folder that is being removed; if the process is killed, the next cleanup removes it. */
const REMOVING = '.removing-'
const SERVICE_FOLDER = /^[0-9a-f]{32}$/

interface Ports {
  readonly store: Store
  readonly dataDir: string
}

/**
 * Removes unused advisory copies: of organizations that changed their settings or were deleted, and of services without queries. Folders
 * are renamed first, so that no incomplete copy is found.
 * @returns their number
 */
export async function dropUnusedCopies({ store, dataDir }: Ports, now_ms: number): Promise<number> {
  const chosen = await advisoryChoices(store)
  const mirrored = new Set(chosen.flatMap((item) => (item.vulnDbMode === 'mirror' ? item.organizationId : [])))
  const requests = new Set(
    chosen.flatMap((item) => (item.vulnDbMode === 'online' ? (folderOf(item.vulnDbUrl) ?? []) : [])),
  )
  const mirrors = await dropFrom(join(dataDir, MIRRORS), async (name, folder) => {
    return isUuid(name) && !mirrored.has(name) && (await isOld(folder, [MIRROR_STATE_FILE], now_ms))
  })
  const services = await dropFrom(join(dataDir, SERVICES), async (name, folder) => {
    if (!SERVICE_FOLDER.test(name) || requests.has(name)) return false
    return isOld(folder, await readdir(folder).catch(() => []), now_ms)
  })
  return mirrors + services
}

async function dropFrom(parent: string, isUnused: (name: string, folder: string) => Promise<boolean>): Promise<number> {
  let dropped = 0
  for (const entry of await readdir(parent, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory()) continue
    let folder = join(parent, entry.name)
    if (!entry.name.startsWith(REMOVING)) {
      if (!(await isUnused(entry.name, folder))) continue
      const away = join(parent, `${REMOVING}${uuidv7()}`)
      await rename(folder, away)
      folder = away
      dropped += 1
    }
    await rm(folder, { recursive: true, force: true })
  }
  return dropped
}

/** Returns whether nothing in the folder was written recently. The folder's own time covers files moved into it. */
async function isOld(folder: string, names: readonly string[], now_ms: number): Promise<boolean> {
  const found = await Promise.all(
    [folder, ...names.map((name) => join(folder, name))].map((path) => stat(path).catch(() => undefined)),
  )
  return found.every((item) => item === undefined || now_ms - item.mtimeMs > UNUSED_MS)
}

/** Returns undefined for an invalid address, which is never queried. */
function folderOf(address: string): string | undefined {
  try {
    return osvServiceFolder(address)
  } catch {
    return undefined
  }
}
