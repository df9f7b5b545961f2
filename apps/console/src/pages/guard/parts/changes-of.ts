import { isMapping } from './plain.ts'

type Members = Record<string, unknown>

/**
 * What turns one definition into another where objects merge: what stays is not said, so that what somebody else has changed of it
 * meanwhile stays too.
 * @param removes  whether null takes away what is gone; otherwise that is not said either
 */
export function changesOf(before: unknown, after: Readonly<Members>, removes: boolean): Members {
  const old = isMapping(before) ? before : {}
  const gone = removes ? Object.keys(old).filter((name) => !Object.hasOwn(after, name)) : []
  return Object.fromEntries([
    ...Object.entries(after).flatMap(([name, value]) => {
      const was = Object.hasOwn(old, name) ? old[name] : undefined
      if (!isMapping(value)) return JSON.stringify(value) === JSON.stringify(was) ? [] : [[name, value]]
      const changes = changesOf(was, value, removes)
      // An object that is new is said even where it is empty.
      return Object.keys(changes).length === 0 && isMapping(was) ? [] : [[name, changes]]
    }),
    // oxlint-disable-next-line unicorn/no-null -- null takes away
    ...gone.map((name) => [name, null]),
  ]) as Members
}
