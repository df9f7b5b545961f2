import { isMapping } from '../policies/policy-text.ts'

/** What turns one definition into another where objects merge: what is gone is null, and what stays is said again. */
export function patchOf(before: unknown, after: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const old = isMapping(before) ? before : {}
  return {
    ...Object.fromEntries(
      Object.entries(after).map(([name, value]) => [name, isMapping(value) ? patchOf(old[name], value) : value]),
    ),
    // oxlint-disable-next-line unicorn/no-null -- null takes away
    ...Object.fromEntries(Object.keys(old).flatMap((name) => (Object.hasOwn(after, name) ? [] : [[name, null]]))),
  }
}
