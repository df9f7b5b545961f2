import { escaped } from './quote.ts'

/** A value as Terraform has it. Sets are lists without repeats. */
export type Value = null | boolean | number | string | readonly Value[] | ValueMap | Unknown

export type ValueMap = ReadonlyMap<string, Value>

/** A value that only a plan knows: it stays as written. */
export class Unknown {
  /** The expression, as code. */
  readonly source: string
  /** Of a text: its known and unknown parts, in order. */
  readonly parts: readonly (string | Unknown)[] | undefined

  constructor(source: string, parts?: readonly (string | Unknown)[]) {
    this.source = source
    this.parts = parts
  }
}

/** An expression that Terraform rejects: `try` and `can` handle it, and elsewhere the value is unknown. */
export class EvaluationProblem extends Error {}

/** A value that Terraform would have and that is too large here. */
export class TooLarge extends EvaluationProblem {}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

export function isMap(value: Value): value is ValueMap {
  return value instanceof Map
}

/** Whether nothing in a value is unknown. */
export function isKnown(value: Value): boolean {
  if (value instanceof Unknown) return false
  if (isList(value)) return value.every(isKnown)
  return isMap(value) ? [...value.values()].every(isKnown) : true
}

export function isEqual(a: Value, b: Value): boolean {
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, at) => isEqual(item, b[at]!))
  if (isMap(a) && isMap(b)) {
    return a.size === b.size && [...a].every(([key, item]) => b.has(key) && isEqual(item, b.get(key)!))
  }
  return a === b
}

/** Converts a number or boolean to a text, as Terraform does. @throws {EvaluationProblem} for a value without text form */
export function textOfValue(value: Value): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new EvaluationProblem('The value is not a string.')
}

/** A value as the key of an instance. */
export function keyOfValue(value: Value): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

/** @throws {EvaluationProblem} for a value that is no number */
export function numberOfValue(value: Value): number {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && /^-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?$/.test(value)) return Number(value)
  throw new EvaluationProblem('The value is not a number.')
}

/** @throws {EvaluationProblem} for a value that is neither true nor false */
export function truthOfValue(value: Value): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw new EvaluationProblem('The value is not a boolean.')
}

/** Returns the elements of a list, or the values of a map. @throws {EvaluationProblem} for any other value */
export function listOfValue(value: Value): readonly Value[] {
  if (isList(value)) return value
  if (isMap(value)) return [...value.values()]
  throw new EvaluationProblem('The value is not a list.')
}

/** @throws {EvaluationProblem} for a value that is no map */
export function mapOfValue(value: Value): ValueMap {
  if (isMap(value)) return value
  throw new EvaluationProblem('The value is not a map.')
}

/** Own limit: pieces of one text. */
const PARTS_MAX = 10_000

/** Own limit: weight of one value, by {@link weightOf}. */
const WEIGHT_MAX = 50_000

const weights = new WeakMap<object, number>()

/** Returns the printed size of a value: a part that occurs twice counts twice. */
function weightOf(value: Value): number {
  if (typeof value === 'string') return 1 + value.length / 64
  if (typeof value !== 'object' || value === null) return 1
  const known = weights.get(value)
  if (known !== undefined) return known
  let weight = 1
  if (value instanceof Unknown) for (const part of value.parts ?? [value.source]) weight += weightOf(part)
  else if (isList(value)) for (const item of value) weight += weightOf(item)
  else for (const [key, item] of value) weight += 1 + key.length / 64 + weightOf(item)
  weights.set(value, weight)
  return weight
}

/** Returns the value itself. @throws {EvaluationProblem} for a value that is too large: nested values grow fast */
export function bounded(value: Value): Value {
  if (weightOf(value) > WEIGHT_MAX) throw new TooLarge('The value is too large.')
  return value
}

/** A text of which a part is unknown. */
export function unknownText(parts: readonly (string | Unknown)[]): Unknown {
  const code = parts.map((part) =>
    typeof part === 'string' ? escaped(part) : `\${${part.source.includes('<<') ? 'unknown' : part.source}}`,
  )
  return new Unknown(`"${code.join('')}"`, parts)
}

/** Joins texts and unknown values into one text. */
export function joinedText(parts: readonly Value[]): string | Unknown {
  const joined: (string | Unknown)[] = []
  if (parts.length > PARTS_MAX) throw new TooLarge('The text has too many parts.')
  for (const part of parts.flatMap((item): readonly Value[] =>
    item instanceof Unknown ? (item.parts ?? [item]) : [item],
  )) {
    const last = joined.at(-1)
    if (part instanceof Unknown) joined.push(part)
    else if (typeof last === 'string') joined[joined.length - 1] = last + textOfValue(part)
    else joined.push(textOfValue(part))
  }
  if (joined.every((item) => typeof item === 'string')) return joined.join('')
  return unknownText(joined)
}
