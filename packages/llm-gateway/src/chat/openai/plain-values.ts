import type { JsonObject } from '../dialect.ts'
import { isSecret } from '../ids.ts'
import { isObject } from '../json.ts'

/** Ids and names of models; no provider's are longer. They are repeated in every frame of a stream. */
const HEAD_CHARS_MAX = 256
/** A role, a reason, a tier: one word. */
const WORD = /^[a-z][a-z0-9_]{0,39}$/
const NAME = /^[A-Za-z0-9_]{1,64}$/
/** Printable, and no sentence. */
const HEAD = /^[\x21-\x7e]*$/
const COUNTS_MAX = 64
const COUNTS_DEPTH_MAX = 3

/** Whether a value is valid in the unscreened header of an answer: an id, a number, a word. */
export function isHeadValue(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= HEAD_CHARS_MAX && HEAD.test(value) && !isSecret(value)
  return value === null || typeof value === 'number' || typeof value === 'boolean'
}

/** Returns a role or a reason; undefined for text in its place. */
export function plainWord(value: unknown): string | undefined {
  return typeof value === 'string' && WORD.test(value) ? value : undefined
}

/** Whether a name may be forwarded unscreened. */
export function isPlainName(name: string): boolean {
  return NAME.test(name)
}

/** Returns the counters of a usage object: only numbers. */
export function countsOf(value: JsonObject, depth = 0): JsonObject {
  const counts: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value).slice(0, COUNTS_MAX)) {
    if (!isPlainName(name)) continue
    if (one === null || typeof one === 'number' || typeof one === 'boolean') counts[name] = one
    else if (isObject(one) && depth < COUNTS_DEPTH_MAX) counts[name] = countsOf(one, depth + 1)
  }
  return counts
}
