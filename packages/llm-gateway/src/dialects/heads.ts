import type { JsonObject } from '../chat/dialect.ts'
import { isSecret } from '../chat/ids.ts'
import { isObject } from '../chat/json.ts'

/** Ids and model names: short, printable, without spaces or credentials. */
const ID = /^[\x21-\x7e]{1,256}$/
/** API words, such as reasons, states and tiers. */
const WORD = /^[a-z][a-z0-9_.-]{0,63}$/
/** Maximum number of members in all header objects. APIs have some dozens. */
const MEMBERS_MAX = 256
const DEPTH_MAX = 4

export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value) && !isSecret(value)
}

export function isWord(value: unknown): value is string {
  return typeof value === 'string' && WORD.test(value)
}

/** Returns the members of an object that are ids, by name. */
export function idsOf(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => isId(object[name])).map((name) => [name, object[name]]))
}

/** Returns numbers, booleans and words, in objects of limited size. Drops all other values, because they are not screened. */
export function factsOf(value: unknown): JsonObject {
  const budget = { left: MEMBERS_MAX }
  return isObject(value) ? factsIn(value, budget, DEPTH_MAX) : {}
}

function factsIn(object: JsonObject, budget: { left: number }, depth: number): JsonObject {
  const facts: Record<string, unknown> = {}
  for (const name in object) {
    if (budget.left <= 0) break
    if (!WORD.test(name)) continue
    budget.left -= 1
    const value = object[name]
    if (isFact(value)) facts[name] = value
    else if (isObject(value) && depth > 1) facts[name] = factsIn(value, budget, depth - 1)
    else if (Array.isArray(value) && value.length <= budget.left) facts[name] = value.filter(isFact)
    if (Array.isArray(value)) budget.left -= value.length
  }
  return facts
}

function isFact(value: unknown): boolean {
  return value === null || typeof value === 'boolean' || typeof value === 'number' || isWord(value)
}

/** Adds members to a stored object in place, because a copy per event would take quadratic time. */
export function addMembers(stored: Record<string, unknown>, more: JsonObject): void {
  // An object without a prototype accepts every name as an ordinary member.
  for (const [name, value] of Object.entries(more)) stored[name] = value
}

export function emptyObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>
}
