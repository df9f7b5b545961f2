import type { Problem } from '../lib/problem.ts'
import type { Sized } from './rule.ts'

export const EXCEPTIONS_PATH = 'tools/tidy-exceptions.json'

/** Key of the problem → its size when it was accepted. */
type Exceptions = Readonly<Record<string, number>>

/** Accepts known problems up to their recorded size. The list can only shrink: an unneeded or too large exception is a problem itself. */
export function applyExceptions(found: readonly Sized[], exceptions: Exceptions): Problem[] {
  const largest = new Map<string, number>()
  for (const { key, size } of found) largest.set(key, Math.max(size, largest.get(key) ?? 0))
  const open = found.filter(({ key, size }) => size > (exceptions[key] ?? 0))
  const stale = Object.entries(exceptions).flatMap(([key, size]): Problem[] => {
    const now = largest.get(key)
    if (now === undefined)
      return [{ path: EXCEPTIONS_PATH, message: `"${key}" needs no exception any more: remove it` }]
    return now < size ? [{ path: EXCEPTIONS_PATH, message: `"${key}" has shrunk to ${now}: lower the exception` }] : []
  })
  return [...open, ...stale]
}
