import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uuidv7 } from '@gatehouse/kernel'
import { OSV_RECORD_BYTES_MAX, OsvRecord } from '../../osv/record.ts'
import type { RecordCache } from './records.ts'
import { z } from 'zod'

/** Records of one service. Ours: more than two hundred large projects need; about 500 MB. */
export const RECORDS_MAX = 100_000
/** The oldest go until so many are left, so that there is room for a while. */
const RECORDS_LEFT = 75_000
/** Records that are written between two looks at how many there are. */
const LOOK_EVERY = 5_000
/** Digits of a name that make the folder, so that none holds too many. */
const FOLDER_DIGITS = 2

const Stored = z.object({ modified: z.string(), record: OsvRecord })

/** Keeps the records of a service in a folder. What is damaged, or cannot be written, is fetched again. */
export function createRecordFolder(folder: string, records_max = RECORDS_MAX): RecordCache {
  let written = 0
  let tidying: Promise<void> | undefined
  return {
    async get({ id, modified }) {
      try {
        const path = pathOf(folder, id)
        const { size } = await stat(path)
        if (size > 2 * OSV_RECORD_BYTES_MAX) return undefined
        const stored = Stored.parse(JSON.parse(await readFile(path, 'utf8')))
        return stored.modified === modified && stored.record.id === id ? stored.record : undefined
      } catch {
        return undefined
      }
    },
    async put({ id, modified }, record) {
      if (written++ % LOOK_EVERY === 0) {
        tidying ??= tidy(folder, records_max).finally(() => {
          tidying = undefined
        })
      }
      const path = pathOf(folder, id)
      const next = `${path}.${uuidv7()}.new`
      try {
        await mkdir(join(path, '..'), { recursive: true })
        await writeFile(next, JSON.stringify({ modified, record }), { flag: 'wx', mode: 0o600 })
        await rename(next, path)
      } catch {
        await rm(next, { force: true }).catch(() => undefined)
      }
    },
  }
}

/** By a digest: ids are the service's words, and no path is made of them. */
function pathOf(folder: string, id: string): string {
  const name = createHash('sha256').update(id).digest('hex').slice(0, 40)
  return join(folder, name.slice(0, FOLDER_DIGITS), `${name.slice(FOLDER_DIGITS)}.json`)
}

async function tidy(folder: string, records_max: number): Promise<void> {
  try {
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.length > FOLDER_DIGITS)
    if (names.length <= records_max) return
    const aged: { readonly path: string; readonly time_ms: number }[] = []
    for (const name of names) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      if (found?.isFile() === true) aged.push({ path, time_ms: found.mtimeMs })
    }
    aged.sort((a, b) => a.time_ms - b.time_ms)
    const left = Math.floor((records_max * RECORDS_LEFT) / RECORDS_MAX)
    for (const { path } of aged.slice(0, Math.max(0, aged.length - left))) await rm(path, { force: true })
  } catch {
    // A folder that is not there has nothing to be tidied.
  }
}
