import type { Column, RowShape } from './rows.ts'

export type Value = Readonly<Record<string, unknown>>

interface Common {
  /** Path in the definition. */
  readonly path: readonly string[]
  readonly label: string
  readonly help?: string
  /** Condition for displaying the field. Its text is kept in any case. */
  readonly when?: (value: Value) => boolean
}

/** A field of a definition with its control. */
export type FieldSpec = Common &
  (
    | { readonly kind: 'text' | 'number'; readonly placeholder?: string; readonly wide?: boolean }
    | { readonly kind: 'long' }
    /** One of several options; `standard` is the default. */
    | { readonly kind: 'choice'; readonly options: readonly string[]; readonly standard: string }
    | { readonly kind: 'truth'; readonly standard: boolean | ((value: Value) => boolean) }
    /** List of words, one per line. */
    | { readonly kind: 'lines'; readonly placeholder?: string; readonly wide?: boolean }
    | {
        readonly kind: 'rows'
        readonly columns: readonly Column[]
        readonly shape: RowShape
        readonly add: string
      }
    /** Field without a form control, which is edited as text. */
    | { readonly kind: 'text-only' }
  )

export interface FormSection {
  readonly title: string
  readonly fields: readonly FieldSpec[]
}

/** Problem in a definition, with its path from the root. */
export interface Problem {
  readonly path: readonly string[]
  readonly message: string
}

export function valueAt(value: unknown, path: readonly string[]): unknown {
  let here = value
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined
    here = (here as Value)[step]
  }
  return here
}

/** Returns the problem of a field or of its parts, as a sentence. */
export function wrongOf(problems: readonly Problem[], path: readonly string[]): string | undefined {
  const found = problems.filter((problem) => isAt(problem, path))
  if (found.length === 0) return undefined
  return found
    .map((problem) => {
      const below = problem.path.slice(path.length).map((step) => (/^\d+$/.test(step) ? `${Number(step) + 1}.` : step))
      return below.length === 0 ? problem.message : `${below.join(' ')}: ${problem.message}`
    })
    .join(' ')
}

export const isAt = (problem: Problem, path: readonly string[]): boolean =>
  path.every((step, at) => problem.path[at] === step)
