import { isMapping } from './plain.ts'

type Members = Record<string, unknown>

/**
 * Returns the merge patch between two definitions. Omits unchanged fields, so that concurrent changes of others are kept.
 * @param removes whether null removes a field; otherwise removed fields are omitted
 */
export function changesOf(before: unknown, after: Readonly<Members>, removes: boolean): Members {
  const old = isMapping(before) ? before : {}
  const removed = removes ? Object.keys(old).filter((name) => !Object.hasOwn(after, name)) : []
  return Object.fromEntries([
    ...Object.entries(after).flatMap(([name, value]) => {
      const was = Object.hasOwn(old, name) ? old[name] : undefined
      if (!isMapping(value)) return JSON.stringify(value) === JSON.stringify(was) ? [] : [[name, value]]
      const changes = changesOf(was, value, removes)
      // A new object is included even if it is empty.
      return Object.keys(changes).length === 0 && isMapping(was) ? [] : [[name, changes]]
    }),
    // oxlint-disable-next-line unicorn/no-null -- null takes away
    ...removed.map((name) => [name, null]),
  ]) as Members
}
