import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uuidv7 } from '@gatehouse/kernel'
import { OSV_RECORD_BYTES_MAX, OsvRecord } from '../../osv/record.ts'
import type { RecordCache } from './records.ts'
import { z } from 'zod'

/** Maximum number of records per service. Own limit: more than two hundred large projects need; about 500 MB. */
export const RECORDS_MAX = 100_000
/** The oldest go until so much is left, so that there is room for a while. */
const SHARE_LEFT = 0.75
/** Maximum size of these records. Own limit: larger than everything that OSV publishes. */
export const RECORDS_BYTES_MAX = 2 * 1024 ** 3
/** Numbers of records and bytes that are written between two size checks. */
const LOOK_EVERY = 5_000
const LOOK_EVERY_BYTES = 256 * 1024 ** 2
/** Number of name characters that form the subfolder, so that no folder has too many files. */
const FOLDER_DIGITS = 2

const Stored = z.object({ modified: z.string(), record: OsvRecord })

/** Stores the records of a service in a folder. Damaged or missing records are fetched again. */
export function createRecordFolder(
  folder: string,
  records_max = RECORDS_MAX,
  bytes_max = RECORDS_BYTES_MAX,
): RecordCache {
  let written = 0
  let bytes = 0
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
      const text = JSON.stringify({ modified, record })
      bytes += text.length
      if (written++ % LOOK_EVERY === 0 || bytes > Math.min(LOOK_EVERY_BYTES, bytes_max)) {
        bytes = 0
        tidying ??= tidy(folder, records_max, bytes_max).finally(() => {
          tidying = undefined
        })
      }
      const path = pathOf(folder, id)
      const next = `${path}.${uuidv7()}.new`
      try {
        await mkdir(join(path, '..'), { recursive: true })
        await writeFile(next, text, { flag: 'wx', mode: 0o600 })
        await rename(next, path)
      } catch {
        await rm(next, { force: true }).catch(() => undefined)
      }
    },
  }
}

/** Uses a digest: ids are untrusted and must not form paths. */
function pathOf(folder: string, id: string): string {
  const name = createHash('sha256').update(id).digest('hex').slice(0, 40)
  return join(folder, name.slice(0, FOLDER_DIGITS), `${name.slice(FOLDER_DIGITS)}.json`)
}

async function tidy(folder: string, records_max: number, bytes_max: number): Promise<void> {
  try {
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.length > FOLDER_DIGITS)
    const aged: { readonly path: string; readonly time_ms: number; readonly bytes: number }[] = []
    for (const name of names) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      if (found?.isFile() === true) aged.push({ path, time_ms: found.mtimeMs, bytes: found.size })
    }
    let [records, bytes] = [aged.length, aged.reduce((sum, item) => sum + item.bytes, 0)]
    if (records <= records_max && bytes <= bytes_max) return
    aged.sort((a, b) => a.time_ms - b.time_ms)
    for (const item of aged) {
      if (records <= records_max * SHARE_LEFT && bytes <= bytes_max * SHARE_LEFT) return
      await rm(item.path, { force: true })
      records -= 1
      bytes -= item.bytes
    }
  } catch {
    // A folder that is not there has nothing to be tidied.
  }
}
