import { type HclNode, operatorOf, partOf, partsOf } from '@gatehouse/sast/configuration'
import type { Budget } from './budget.ts'
import { VALUES_MAX } from './budget.ts'
import { chainOf, followChain } from './chain.ts'
import { type ConfigFile, labelOf } from './files.ts'
import { callFunction } from './functions/all.ts'
import { binaryValue, unaryValue } from './operators.ts'
import { templateValue } from './templates.ts'
import {
  bounded,
  EvaluationProblem,
  isList,
  isMap,
  listOfValue,
  textOfValue,
  truthOfValue,
  Unknown,
  type Value,
} from './value.ts'

/** Meaning of names at an expression. */
export interface Scope {
  /** Names of `for` and `dynamic`, `each`, `count`: they hide all others. */
  readonly names: ReadonlyMap<string, Value>
  /**
   * Resolves a path of names such as `var.a` or `local.b` in the module, with the number of names used.
   * @returns undefined for a name that the module does not define
   */
  readonly resolve: (path: readonly Step[]) => { readonly value: Value; readonly used: number } | undefined
  /** Returns the text of a file by its path from the root module; undefined for a missing file. */
  readonly read: (path: string) => string | undefined
  readonly budget: Budget
}

/** One step from a value to a part of it. */
export type Step =
  | { readonly type: 'member'; readonly name: string }
  | { readonly type: 'index'; readonly key: Value }
  | { readonly type: 'splat' }

/** A scope with more names. */
export function withNames(scope: Scope, more: Iterable<readonly [string, Value]>): Scope {
  return { ...scope, names: new Map([...scope.names, ...more]) }
}

/**
 * Evaluates an expression.
 * @throws {EvaluationProblem} for an expression that Terraform rejects
 * @throws {Failure} `limit_reached`
 */
export function evaluate(node: HclNode, file: ConfigFile, scope: Scope): Value {
  scope.budget.step()
  return bounded(scope.budget.deeper(() => valueOf(node, file, scope)))
}

function valueOf(node: HclNode, file: ConfigFile, scope: Scope): Value {
  const inner = (field: Parameters<typeof partOf>[1]): Value => evaluate(partOf(node, field)!, file, scope)
  switch (node.kind) {
    case 'number':
      return Number(sourceOf(node, file))
    case 'bool':
      return sourceOf(node, file) === 'true'
    case 'null':
      return null
    case 'string':
    case 'heredoc':
      return templateValue(node, file, scope)
    case 'parenthesized':
      return inner('value')
    case 'identifier':
    case 'get_attr':
    case 'index':
    case 'splat':
      return followChain(chainOf(node, file, scope), sourceOf(node, file), scope)
    case 'tuple':
      return tupleValue(node, file, scope)
    case 'object':
      return objectValue(node, file, scope)
    case 'for_tuple':
    case 'for_object':
      return forValue(node, file, scope)
    case 'call':
      return callFunction(node, file, scope)
    case 'conditional': {
      const condition = inner('condition')
      if (condition instanceof Unknown) return new Unknown(sourceOf(node, file))
      return truthOfValue(condition) ? inner('then') : inner('else')
    }
    case 'binary':
      return binaryValue(operatorOf(node, file.text), inner('left'), inner('right'), sourceOf(node, file))
    case 'unary':
      return unaryValue(operatorOf(node, file.text), inner('value'), sourceOf(node, file))
    case 'ERROR':
    case 'arguments':
    case 'attribute':
    case 'block':
    case 'body':
    case 'comment':
    case 'config_file':
    case 'directive':
    case 'interpolation':
    case 'missing':
    case 'object_elem':
    case 'operator':
    case 'punctuation':
    case 'string_content':
    default:
      throw new EvaluationProblem('The text is not an expression.')
  }
}

export function sourceOf(node: HclNode, { text }: ConfigFile): string {
  const source = text.slice(node.start, node.end)
  return source.includes('<<') ? 'unknown' : source
}

function tupleValue(node: HclNode, file: ConfigFile, scope: Scope): Value {
  return partsOf(node).map((part) => evaluate(part, file, scope))
}

function objectValue(node: HclNode, file: ConfigFile, scope: Scope): Value {
  const found = new Map<string, Value>()
  for (const element of partsOf(node)) {
    const key = partOf(element, 'key')
    const value = partOf(element, 'value')
    if (key === undefined || value === undefined) continue
    found.set(keyOf(key, file, scope), evaluate(value, file, scope))
  }
  return found
}

/** Returns the key of an element: a bare name is its own key. */
export function keyOf(key: HclNode, file: ConfigFile, scope: Scope): string {
  if (key.kind === 'identifier' || key.kind === 'number' || key.kind === 'bool') return labelOf(file.text, key)
  return textOrSource(evaluate(key, file, scope))
}

function forValue(node: HclNode, file: ConfigFile, scope: Scope): Value {
  const source = new Unknown(sourceOf(node, file))
  const collection = evaluate(partOf(node, 'collection')!, file, scope)
  if (collection instanceof Unknown) return source
  const [first, second] = (['first', 'second'] as const).map((field) => partOf(node, field))
  const list: Value[] = []
  const map = new Map<string, Value>()
  const groups = node.kind === 'for_object' && operatorOf(node, file.text) === '...'
  for (const [key, value] of pairsOf(collection)) {
    const names = new Map<string, Value>()
    if (second === undefined) names.set(labelOf(file.text, first!), value)
    else names.set(labelOf(file.text, first!), key).set(labelOf(file.text, second), value)
    const inner = withNames(scope, names)
    const condition = partOf(node, 'condition')
    const holds = condition === undefined ? true : evaluate(condition, file, inner)
    if (holds instanceof Unknown) return source
    if (!truthOfValue(holds)) continue
    const created = evaluate(partOf(node, 'value')!, file, inner)
    if (node.kind === 'for_tuple') list.push(created)
    else {
      const name = textOrSource(evaluate(partOf(node, 'key')!, file, inner))
      const before = map.get(name)
      map.set(name, groups ? [...(before !== undefined && isList(before) ? before : []), created] : created)
    }
    if (list.length + map.size > VALUES_MAX) throw new EvaluationProblem('The expression produces too many values.')
  }
  return node.kind === 'for_tuple' ? list : map
}

function textOrSource(value: Value): string {
  if (!(value instanceof Unknown)) return textOfValue(value)
  return (value.parts ?? [value]).map((part) => (typeof part === 'string' ? part : `\${${part.source}}`)).join('')
}

/** Returns the keys and values of a collection. */
export function pairsOf(collection: Value): readonly (readonly [Value, Value])[] {
  if (isMap(collection)) return [...collection].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return listOfValue(collection).map((item, at) => [at, item] as const)
}
