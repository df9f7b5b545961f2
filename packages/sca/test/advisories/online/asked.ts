import { createOnlineAdvisories, type OnlineOptions } from '../../../src/advisories/online/online.ts'
import type { RecordCache } from '../../../src/advisories/online/records.ts'
import type { OsvRecord } from '../../../src/osv/record.ts'
import { type OsvServer } from './osv-server.ts'

export const npm = (name: string, version = '1.0.0') => ({ ecosystem: 'npm', name, version })

/** Creates a record cache in memory. */
export function cacheOf(): RecordCache & { readonly held: Map<string, OsvRecord> } {
  const entries = new Map<string, OsvRecord>()
  return {
    held: entries,
    get: ({ id, modified }) => Promise.resolve(entries.get(`${id} ${modified}`)),
    put: ({ id, modified }, record) => {
      entries.set(`${id} ${modified}`, record)
      return Promise.resolve()
    },
  }
}

export function online(server: Pick<OsvServer, 'fetch'>, more: Partial<OnlineOptions> = {}) {
  const clock = { time_ms: 1_000_000, now: () => clock.time_ms }
  const source = createOnlineAdvisories({ fetch: server.fetch, cache: cacheOf(), clock, ...more })
  return { clock, source }
}
