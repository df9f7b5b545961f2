import type { Clock } from '@gatehouse/kernel'
import type { SharedState } from './agentic/engine/ports.ts'

/** Entries remembered at once; the oldest is forgotten first. */
const ENTRIES_MAX = 10_000

interface StateRecord {
  value: unknown
  until: number
}

/** State for use without a server: in memory, for this process alone. */
export function localState(clock: Clock): SharedState {
  const values = new Map<string, StateRecord>()
  const counters = new Map<string, StateRecord>()
  const lists = new Map<string, StateRecord>()

  function live(entries: Map<string, StateRecord>, key: string): StateRecord | undefined {
    const stateRecord = entries.get(key)
    if (stateRecord === undefined || stateRecord.until > clock.now()) return stateRecord
    entries.delete(key)
    return undefined
  }

  function put(entries: Map<string, StateRecord>, key: string, value: unknown, until: number): void {
    entries.delete(key)
    entries.set(key, { value, until })
    if (entries.size > ENTRIES_MAX) entries.delete(entries.keys().next().value!)
  }

  return {
    get: (key) => Promise.resolve(live(values, key)?.value),
    set(key, value, ttl_ms) {
      put(values, key, value, clock.now() + ttl_ms)
      return Promise.resolve()
    },
    putIfAbsent(key, ttl_ms, value = true) {
      const isNew = live(values, key) === undefined
      if (isNew) put(values, key, value, clock.now() + ttl_ms)
      return Promise.resolve(isNew)
    },
    take(key) {
      const stateRecord = live(values, key)
      values.delete(key)
      return Promise.resolve(stateRecord?.value)
    },
    delete(key) {
      for (const entries of [values, counters, lists]) entries.delete(key)
      return Promise.resolve()
    },
    increment(key, by, ttl_ms) {
      const stateRecord = live(counters, key)
      const next = (typeof stateRecord?.value === 'number' ? stateRecord.value : 0) + by
      put(counters, key, next, stateRecord?.until ?? clock.now() + ttl_ms)
      return Promise.resolve(next)
    },
    appendList(key, value, max, ttl_ms) {
      const before = live(lists, key)?.value
      const list = [...(Array.isArray(before) ? (before as unknown[]) : []), value].slice(-max)
      put(lists, key, list, clock.now() + ttl_ms)
      return Promise.resolve(list.length)
    },
    readList(key) {
      const list = live(lists, key)?.value
      return Promise.resolve(Array.isArray(list) ? (list as unknown[]) : [])
    },
  }
}
