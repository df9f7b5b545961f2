import { holdsMoreValues, JSON_VALUES_MAX } from '@gatehouse/http'

/** Ours: no interface nests nearly so deep, and what walks a value by recursion runs out of stack at some thousands. */
const LEVELS_MAX = 100

/** A text of an upstream as JSON; undefined where it is none, is nested too deep to be worked with, or holds more values than a request may. */
export function parseJson(text: string): unknown {
  if (holdsMoreValues(text, JSON_VALUES_MAX)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return text.length > LEVELS_MAX && isTooDeep(value) ? undefined : value
  } catch {
    // Whatever it is, it is no JSON.
    return undefined
  }
}

function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= LEVELS_MAX) return true
    const next: object[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      for (const member of Object.values(one)) if (typeof member === 'object' && member !== null) next.push(member)
    }
    level = next
  }
  return false
}
