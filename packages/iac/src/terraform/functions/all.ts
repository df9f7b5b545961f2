import { type HclNode, partOf, partsOf } from '@gatehouse/sast/configuration'
import { evaluate, type Scope, sourceOf } from '../evaluate.ts'
import { type ConfigFile, labelOf } from '../files.ts'
import { EvaluationProblem, isKnown, isList, isMap, joinedText, listOfValue, Unknown, type Value } from '../value.ts'
import { COLLECTION_FUNCTIONS, SET_FUNCTIONS } from './collections.ts'
import { ENCODING_FUNCTIONS, WRITING_FUNCTIONS } from './encoding.ts'
import { FILE_FUNCTIONS, TEMPLATE_FUNCTIONS } from './file-functions.ts'
import type { Functions, LanguageFunction } from './function.ts'
import { NUMBER_FUNCTIONS } from './numbers.ts'
import { formatted, STRING_FUNCTIONS } from './strings.ts'

/** Functions that require fully known arguments. */
const KNOWING: Functions = {
  ...STRING_FUNCTIONS,
  ...SET_FUNCTIONS,
  ...ENCODING_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...FILE_FUNCTIONS,
}

/** Functions that accept arguments with unknown parts, but no unknown argument. */
const MOVING: Functions = COLLECTION_FUNCTIONS

/** Functions that accept any argument. */
const ANY: Functions = { ...WRITING_FUNCTIONS, ...TEMPLATE_FUNCTIONS, format }

/** Functions that try their arguments one by one. */
const TRYING = ['try', 'can'] as const

/** The names of all functions that are evaluated. */
export const FUNCTION_NAMES: readonly string[] = [
  ...TRYING,
  ...[KNOWING, MOVING, ANY].flatMap((table) => Object.keys(table)),
].toSorted()

/** Returns the value of a call. A call of an unsupported function is unknown. */
export function callFunction(node: HclNode, file: ConfigFile, scope: Scope): Value {
  const name = labelOf(file.text, partOf(node, 'function')!).replace(/^core::/, '')
  const list = partOf(node, 'arguments')!
  if (name === 'try' || name === 'can') return tried(name, partsOf(list), file, scope)
  const source = sourceOf(node, file)
  const call = { source, scope }
  const args = argumentsOf(list, file, scope)
  if (args === undefined) return new Unknown(source)
  scope.budget.step(costOf(args, Object.hasOwn(SET_FUNCTIONS, name)))
  const any = own(ANY, name)
  if (any !== undefined) return any(args, call)
  const moving = own(MOVING, name)
  if (moving !== undefined) {
    const isOpen = args.some((arg) => arg instanceof Unknown) && name !== 'coalesce' && name !== 'coalescelist'
    return isOpen && name !== 'list' && name !== 'sensitive' ? new Unknown(source) : moving(args, call)
  }
  const knowing = own(KNOWING, name)
  return knowing === undefined || !args.every(isKnown) ? new Unknown(source) : knowing(args, call)
}

/** Returns the cost of a call in steps. @param isCrossed whether each value is compared with each other value */
function costOf(args: readonly Value[], isCrossed: boolean): number {
  const sizes = args.map((arg) =>
    typeof arg === 'string' ? arg.length / 64 : isList(arg) ? arg.length : isMap(arg) ? arg.size : 0,
  )
  const sum = sizes.reduce((all, size) => all + size, 0)
  const largest = Math.max(0, ...sizes)
  return Math.ceil(sum / 8 + (isCrossed ? (largest * Math.max(1, sum - largest)) / 8 : 0))
}

function own(table: Functions, name: string): LanguageFunction | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** @returns undefined where the last argument is an unknown list */
function argumentsOf(list: HclNode, file: ConfigFile, scope: Scope): readonly Value[] | undefined {
  const args = partsOf(list).map((part) => evaluate(part, file, scope))
  if (!list.children.some(({ kind }) => kind === 'operator')) return args
  const last = args.at(-1)
  if (last === undefined || last instanceof Unknown) return undefined
  return [...args.slice(0, -1), ...listOfValue(last)]
}

function tried(name: (typeof TRYING)[number], args: readonly HclNode[], file: ConfigFile, scope: Scope): Value {
  for (const arg of args) {
    try {
      const value = evaluate(arg, file, scope)
      if (name === 'try') return value
      return value instanceof Unknown ? new Unknown(`can(${sourceOf(arg, file)})`) : true
    } catch (thrown) {
      if (!(thrown instanceof EvaluationProblem)) throw thrown
    }
  }
  if (name === 'can') return false
  throw new EvaluationProblem('None of the arguments has a value.')
}

/** With an unknown among its arguments, `%s` alone is followed. */
function format(args: readonly Value[], { source }: { readonly source: string }): Value {
  const [pattern, ...rest] = args
  if (typeof pattern !== 'string') return new Unknown(source)
  if (rest.every(isKnown)) return formatted(pattern, rest)
  const pieces = pattern.split('%s')
  if (pieces.length !== rest.length + 1 || pieces.some((piece) => piece.includes('%'))) return new Unknown(source)
  const parts = pieces.flatMap((piece, at): Value[] => (at === 0 ? [piece] : [rest[at - 1]!, piece]))
  return joinedText(parts)
}
