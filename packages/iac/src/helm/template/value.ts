import { Failure } from '@gatehouse/kernel'

/** A template value. Numbers are integers or floats; a map keeps its insertion order, and is iterated by its sorted keys. */
export type GoValue = null | boolean | number | string | GoValue[] | GoMap | Methods

export type GoMap = Map<string, GoValue>

/** Something with functions, as `.Files` is. */
export class Methods {
  readonly functions: Readonly<Record<string, (args: readonly GoValue[]) => GoValue>>
  readonly fields: Readonly<Record<string, GoValue>>

  constructor(functions: Methods['functions'], fields: Methods['fields'] = {}) {
    this.functions = functions
    this.fields = fields
  }
}

/** An error in the evaluation of a template: the action has no output, and the error is reported. */
export class ExecutionProblem extends Error {}

export function isTrue(value: GoValue): boolean {
  if (value === null || value === false || value === 0 || value === '') return false
  if (Array.isArray(value)) return value.length > 0
  return value instanceof Map ? value.size > 0 : true
}

/** Returns a value as it is printed. */
export function printed(value: GoValue): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `[${value.map(printed).join(' ')}]`
  if (value instanceof Map)
    return `map[${sortedKeys(value)
      .map((key) => `${key}:${printed(value.get(key)!)}`)
      .join(' ')}]`
  return ''
}

export function sortedKeys(map: GoMap): readonly string[] {
  return [...map.keys()].toSorted()
}

/** Converts plain objects, as parsed from YAML and JSON, to a template value. */
export function fromPlain(plain: unknown, depth = 0): GoValue {
  if (depth > 100) throw new ExecutionProblem('Values are nested too deeply.')
  if (typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'boolean') return plain
  if (typeof plain === 'bigint') return Number(plain)
  if (Array.isArray(plain)) return plain.map((item) => fromPlain(item, depth + 1))
  if (plain instanceof Date) return plain.toISOString()
  if (typeof plain !== 'object' || plain === null) return null
  return new Map(Object.entries(plain).map(([key, item]) => [key, fromPlain(item, depth + 1)]))
}

export function toPlain(value: GoValue): unknown {
  if (Array.isArray(value)) return value.map(toPlain)
  if (value instanceof Map) return new Map(sortedKeys(value).map((key) => [key, toPlain(value.get(key)!)]))
  return value instanceof Methods ? null : value
}

/** Own limit: size of one value. */
const WEIGHT_MAX = 200_000

/**
 * Returns the printed size of a value.
 * @throws {ExecutionProblem} above the limit: maps may contain each other
 */
export function checkWeight(value: GoValue): number {
  let weight = 0
  const open: GoValue[] = [value]
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    weight += typeof item === 'string' ? 1 + item.length / 64 : 1
    if (weight > WEIGHT_MAX) throw new ExecutionProblem('A value is too large.')
    if (Array.isArray(item)) for (const inner of item) open.push(inner)
    else if (item instanceof Map) for (const inner of item.values()) open.push(inner)
  }
  return weight
}

/** Own limit: steps for one chart, some hundred times the need of a large one. */
const STEPS_MAX = 3_000_000
/** Own limit: templates that include each other. */
const DEPTH_MAX = 60
/** Own limit: characters of arguments and results of functions, per chart. */
const CHARS_MAX = 256 * 1024 * 1024

/** Counts the cost of rendering. Every counter throws `Failure('limit_reached')` at its limit. */
export class RenderBudget {
  #steps = 0
  #chars = 0
  #depth = 0

  step(count = 1): void {
    this.#steps += count
    if (this.#steps > STEPS_MAX) throw new Failure('limit_reached', `Rendering exceeds ${STEPS_MAX} steps.`)
  }

  chars(count: number): void {
    this.#chars += count
    if (this.#chars > CHARS_MAX)
      throw new Failure('limit_reached', `The output exceeds ${CHARS_MAX / 1024 / 1024} MiB.`)
  }

  deeper<T>(run: () => T): T {
    if (this.#depth >= DEPTH_MAX)
      throw new Failure('limit_reached', `Templates include each other more than ${DEPTH_MAX} levels deep.`)
    this.#depth += 1
    try {
      return run()
    } finally {
      this.#depth -= 1
    }
  }
}
