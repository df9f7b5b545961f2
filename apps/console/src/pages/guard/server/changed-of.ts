import { isMapping } from '../policies/policy-text.ts'

/** What was changed of an entry: a default that nobody touched stays that of the build. */
export function changedOf(before: unknown, after: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const old = isMapping(before) ? before : {}
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      if (JSON.stringify(value) === JSON.stringify(old[name])) return []
      return [[name, isMapping(value) ? changedOf(old[name], value) : value]]
    }),
  )
}
