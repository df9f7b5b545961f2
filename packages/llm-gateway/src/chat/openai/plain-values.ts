import type { JsonObject } from '../dialect.ts'
import { isSecret } from '../ids.ts'
import { isObject } from '../json.ts'

/** Maximum length of ids and model names, which every frame repeats. */
const HEAD_CHARS_MAX = 256
/** One word, such as a role, a reason or a tier. */
const WORD = /^[a-z][a-z0-9_]{0,39}$/
const NAME = /^[A-Za-z0-9_]{1,64}$/
/** Printable characters without spaces. */
const HEAD = /^[\x21-\x7e]*$/
const COUNTS_MAX = 64
const COUNTS_DEPTH_MAX = 3

/** Returns whether a value is valid in an unscreened header: an id, a number or a word. */
export function isHeadValue(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= HEAD_CHARS_MAX && HEAD.test(value) && !isSecret(value)
  return value === null || typeof value === 'number' || typeof value === 'boolean'
}

/** Returns a role or reason; undefined for other text. */
export function plainWord(value: unknown): string | undefined {
  return typeof value === 'string' && WORD.test(value) ? value : undefined
}

/** Whether a name may be forwarded unscreened. */
export function isPlainName(name: string): boolean {
  return NAME.test(name)
}

/** Returns the numeric counters of a usage object. */
export function countsOf(value: JsonObject, depth = 0): JsonObject {
  const counts: Record<string, unknown> = {}
  for (const [name, item] of Object.entries(value).slice(0, COUNTS_MAX)) {
    if (!isPlainName(name)) continue
    if (item === null || typeof item === 'number' || typeof item === 'boolean') counts[name] = item
    else if (isObject(item) && depth < COUNTS_DEPTH_MAX) counts[name] = countsOf(item, depth + 1)
  }
  return counts
}
