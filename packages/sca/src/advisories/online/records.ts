import { Failure } from '@gatehouse/kernel'
import { OSV_RECORD_BYTES_MAX, OsvRecord } from '../../osv/record.ts'
import type { Reference } from './protocol.ts'
import { type OsvFetch, request } from './request.ts'

/** Cache of fetched records, with its own eviction. */
export interface RecordCache {
  /** The record as it was when the service called it modified at that time; undefined when it is not there. */
  readonly get: (reference: Reference) => Promise<OsvRecord | undefined>
  readonly put: (reference: Reference, record: OsvRecord) => Promise<void>
}

/** Number of records in memory, independent of other caches. */
const KEPT_MAX = 4_000
/** UTF-16 units of them, as JSON. */
const KEPT_UNITS_MAX = 64 * 1_048_576

export interface Records {
  /** Returns a record without a request to the service; undefined when it is not cached. */
  readonly known: (reference: Reference) => Promise<OsvRecord | undefined>
  /**
   * @throws {Failure} `not_found` for a record that the service does not have, or not in a form that can be read; `unavailable`,
   * `egress_refused`; the signal's reason when it fires
   */
  readonly read: (reference: Reference, signal: AbortSignal) => Promise<OsvRecord>
}

/** Records in full: from memory, else from the cache, else from the service. */
export function createRecords(fetch: OsvFetch, cache: RecordCache): Records {
  const remaining = new Map<string, { readonly record: OsvRecord; readonly units: number }>()
  let units = 0
  const keep = (key: string, record: OsvRecord): void => {
    const size = JSON.stringify(record).length
    remaining.set(key, { record, units: size })
    units += size
    for (const [oldest, { units: freed }] of remaining) {
      if (remaining.size <= KEPT_MAX && units <= KEPT_UNITS_MAX) break
      remaining.delete(oldest)
      units -= freed
    }
  }
  const known = async (reference: Reference): Promise<OsvRecord | undefined> => {
    const key = nameOf(reference)
    const found = remaining.get(key)?.record ?? (await cache.get(reference))
    if (found !== undefined && !remaining.has(key)) keep(key, found)
    return found
  }
  return {
    known,
    async read(reference, signal) {
      const found = await known(reference)
      if (found !== undefined) return found
      const record = await fetchRecord(reference.id, fetch, signal)
      await cache.put(reference, record)
      const key = nameOf(reference)
      if (!remaining.has(key)) keep(key, record)
      return record
    },
  }
}

/** Returns a key that changes with the record. */
export function nameOf({ id, modified }: Reference): string {
  return `${id} ${modified}`
}

async function fetchRecord(id: string, fetch: OsvFetch, signal: AbortSignal): Promise<OsvRecord> {
  const path = `/v1/vulns/${encodeURIComponent(id)}`
  const { status, text } = await request({ method: 'GET', path, maxBytes: OSV_RECORD_BYTES_MAX, signal }, fetch)
  if (status !== 200) throw new Failure('not_found', `it returned status ${status} for ${id}`)
  const record = recordIn(text)
  // A different record in the answer must not be stored under this id.
  if (record?.id !== id) throw new Failure('not_found', `its record ${id} is not in OSV format`)
  return record
}

function recordIn(text: string): OsvRecord | undefined {
  try {
    return OsvRecord.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
