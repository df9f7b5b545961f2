import type { LineProblem } from '../../../ui/line-problem.ts'
import type { FormSection, Problem, Value } from './form/field-spec.ts'
import type { ReadYaml } from './yaml-text.ts'

interface ProblemList {
  readonly path: string
  readonly message: string
}

interface Sorted {
  /** Problem of the name itself. */
  readonly name: string | undefined
  readonly fields: readonly Problem[]
  readonly lines: readonly LineProblem[]
}

/**
 * Assigns the service's errors to the name, form fields, and lines of the text.
 * @param problemLists paths relative to the definition
 */
export function sortProblems(
  problemLists: readonly ProblemList[],
  { value, lineOf }: Pick<ReadYaml, 'value' | 'lineOf'>,
  sections: readonly FormSection[],
  isNew: boolean,
): Sorted {
  const known = knownOf(value, sections)
  const problems = problemLists.map(({ path, message }) => ({ path: path === '' ? [] : path.split('.'), message }))
  const ofName = isNew ? problems.filter(({ path }) => path.length === 0 || !known.has(path[0]!)) : []
  const fields = problems.filter((problem) => !ofName.includes(problem))
  return {
    name: ofName.length === 0 ? undefined : ofName.map(({ message }) => message).join(' '),
    fields,
    lines: fields.map(({ path, message }) => ({
      line: Math.max(1, lineOf(path)),
      message: path.length === 0 ? message : `${path.join('.')}: ${message}`,
    })),
  }
}

const knownOf = (value: Value, sections: readonly FormSection[]): ReadonlySet<string> =>
  new Set([...Object.keys(value), ...sections.flatMap(({ fields }) => fields.map(({ path }) => path[0]!))])
