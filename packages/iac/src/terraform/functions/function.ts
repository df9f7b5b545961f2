import type { Scope } from '../evaluate.ts'
import { TEXT_CHARS_MAX, VALUES_MAX } from '../budget.ts'
import { EvaluationProblem, Unknown, type Value } from '../value.ts'

/** Context of a function call besides its arguments. */
export interface Call {
  /** Source code, for a result that stays unknown. */
  readonly source: string
  readonly scope: Scope
}

/** A function of the language. Arguments that are not there are undefined to it, and it throws {@link EvaluationProblem}. */
export type LanguageFunction = (args: readonly Value[], call: Call) => Value

export type Functions = Readonly<Record<string, LanguageFunction>>

/** An argument that has to be there. */
export function argument(args: readonly Value[], at: number): Value {
  const found = args[at]
  if (found === undefined) throw new EvaluationProblem('An argument is missing.')
  return found
}

/** @throws {EvaluationProblem} for a text that is too long to go on with */
export function checkedLength(chars: number): void {
  if (chars > TEXT_CHARS_MAX) throw new EvaluationProblem('The text is too long.')
}

export function checkedCount(values: number): void {
  if (values > VALUES_MAX) throw new EvaluationProblem('There are too many values.')
}

export function unknownOf({ source }: Call): Unknown {
  return new Unknown(source)
}
