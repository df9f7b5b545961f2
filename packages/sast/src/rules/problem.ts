/** Why a rule cannot run; the message is for the rule's author. */
export class RuleProblem extends Error {}

/**
 * Returns the message for an unknown word in a rule, with the most similar known word.
 * @param known all allowed words
 * @param where suffix of the sentence, e.g. ` in paths`
 */
export function notKnown(word: string, known: Iterable<string>, where = ''): RuleProblem {
  const near = [...known].filter((item) => item !== word && isNear(word, item))
  return new RuleProblem(`Unknown key ${word}${where}.${near.length === 1 ? ` Did you mean ${near[0]}?` : ''}`)
}

/** Whether one inserted, deleted, replaced or two swapped letters turn one word into the other. */
function isNear(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1 || long.length < 4) return false
  let from = 0
  while (from < short.length && short[from] === long[from]) from += 1
  const [left, right] = [short.slice(from), long.slice(from)]
  const isTurned = left.length === right.length && left[0] === right[1] && left[1] === right[0]
  return left === right.slice(1) || left.slice(1) === right.slice(1) || (isTurned && left.slice(2) === right.slice(2))
}

/** Something of a rule file that is to be an object. @throws {RuleProblem} */
export function objectAt(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value
  throw new RuleProblem(`${where} must be an object.`)
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a text. Numbers and booleans from YAML are converted. @throws {RuleProblem} */
export function textAt(value: unknown, where: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new RuleProblem(`${where} must be a string.`)
}

export function listAt(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new RuleProblem(`${where} must be a list.`)
}

/** Returns one text or a list of texts. */
export function textsAt(value: unknown, where: string): readonly string[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.map((item) => textAt(item, where)) : [textAt(value, where)]
}
