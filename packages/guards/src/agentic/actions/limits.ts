import { parameterName } from '../parameters/names.ts'

/** Limits of a number in the arguments. */
export interface NumericLimit {
  /** Dotted path. A step into a list selects each of its elements, and `*` any name. */
  readonly path: string
  readonly min?: number | undefined
  readonly max?: number | undefined
}

export interface LimitProblem {
  readonly path: string
  readonly kind: 'below' | 'above' | 'not_a_number'
}

/** Maximum number of values of one path. */
const VALUES_MAX = 10_000

/** Number notation. 1,000.50 and 1000,50 are ambiguous and not accepted. */
const NUMBER = /^\s{0,8}[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:e[+-]?\d{1,3})?\s{0,8}$/i

/** Returns why numbers in the arguments exceed a limit. A value that is not a number violates the limit. */
export function limitProblem(params: Readonly<Record<string, unknown>>, limit: NumericLimit): LimitProblem | undefined {
  for (const value of valuesAt(params, limit.path.split('.'))) {
    if (value === undefined || value === null) continue
    const number = numberOf(value)
    if (number === undefined) return { path: limit.path, kind: 'not_a_number' }
    if (limit.max !== undefined && number > limit.max) return { path: limit.path, kind: 'above' }
    if (limit.min !== undefined && number < limit.min) return { path: limit.path, kind: 'below' }
  }
  return undefined
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !NUMBER.test(value)) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Returns the values for every spelling of a name: a limit for `amount` also applies to `Amount`. */
function valuesAt(params: unknown, steps: readonly string[]): readonly unknown[] {
  let found: unknown[] = [params]
  for (const step of steps) {
    const wanted = parameterName(step)
    const next: unknown[] = []
    for (const value of found.flatMap((item) => (Array.isArray(item) ? (item as unknown[]) : [item]))) {
      if (typeof value !== 'object' || value === null) continue
      for (const [name, inner] of Object.entries(value)) {
        if ((wanted === '*' || parameterName(name) === wanted) && next.length < VALUES_MAX) next.push(inner)
      }
    }
    found = next
  }
  return found.flatMap((item) => (Array.isArray(item) ? (item as unknown[]) : [item]))
}
