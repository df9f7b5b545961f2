import { exceedsValueCount, JSON_VALUES_MAX } from '@gatehouse/http'

/** Own limit: no API nests as deep, and recursion exhausts the stack at some thousands of levels. */
const LEVELS_MAX = 100

/** Parses JSON from an upstream. Returns undefined for invalid JSON, excessive nesting, or more values than a request may contain. */
export function parseJson(text: string): unknown {
  if (exceedsValueCount(text, JSON_VALUES_MAX)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return text.length > LEVELS_MAX && isTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}

function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= LEVELS_MAX) return true
    const next: object[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      for (const member of Object.values(item)) if (typeof member === 'object' && member !== null) next.push(member)
    }
    level = next
  }
  return false
}
