import { evaluate, pairsOf, type Scope, withNames } from './evaluate.ts'
import { attributesIn, type Block, blocksIn, type ConfigFile, labelOf } from './files.ts'
import type { HclNode } from '@gatehouse/sast/configuration'
import { EvaluationProblem, isList, isMap, keyOfValue, numberOfValue, Unknown, type Value } from './value.ts'

/** Own limit: instances of one block. They differ only in their keys. */
export const INSTANCES_MAX = 200

/** One instance of a block. */
export interface Instance {
  /** Index or key; undefined for a single instance, and for an unknown key. */
  readonly key: number | string | undefined
  readonly scope: Scope
}

/**
 * Returns the instances of a block by `count` and `for_each`.
 * @param told is called with each part that is left out
 */
export function instancesOf(block: Block, scope: Scope, told: (detail: string) => void): readonly Instance[] {
  const attributes = attributesIn(block.file, block.body)
  const count = attributes.get('count')
  if (count !== undefined) return counted(valueOrUnknown(count, block.file, scope), scope, told)
  const each = attributes.get('for_each')
  if (each === undefined) return [{ key: undefined, scope }]
  const value = valueOrUnknown(each, block.file, scope)
  if (value instanceof Unknown || !(isList(value) || isMap(value))) {
    const names = new Map<string, Value>([
      ['key', new Unknown('each.key')],
      ['value', new Unknown('each.value')],
    ])
    return [{ key: undefined, scope: withNames(scope, [['each', names]]) }]
  }
  const pairs = pairsOf(value)
  if (pairs.length > INSTANCES_MAX)
    told(`for_each creates ${pairs.length} instances; only the first ${INSTANCES_MAX} were read.`)
  return pairs.slice(0, INSTANCES_MAX).map(([key, one]) => {
    const name = isList(value) ? one : key
    const names = new Map<string, Value>([
      ['key', name],
      ['value', one],
    ])
    return { key: keyOfValue(name), scope: withNames(scope, [['each', names]]) }
  })
}

function counted(count: Value, scope: Scope, told: (detail: string) => void): readonly Instance[] {
  const at = (index: Value): Scope => withNames(scope, [['count', new Map([['index', index]])]])
  let number: number
  try {
    number =
      count instanceof Unknown || count === null
        ? Number.NaN
        : typeof count === 'boolean'
          ? Number(count)
          : numberOfValue(count)
  } catch (thrown) {
    if (!(thrown instanceof EvaluationProblem)) throw thrown
    number = Number.NaN
  }
  if (Number.isNaN(number)) return [{ key: undefined, scope: at(new Unknown('count.index')) }]
  if (number > INSTANCES_MAX) told(`count creates ${number} instances; only the first ${INSTANCES_MAX} were read.`)
  const made = Math.max(0, Math.min(INSTANCES_MAX, Math.floor(number)))
  return Array.from({ length: made }, (_, index) => ({ key: index, scope: at(index) }))
}

/** Returns the value of an expression; an expression that Terraform rejects is unknown. */
export function valueOrUnknown(node: HclNode, file: ConfigFile, scope: Scope): Value {
  try {
    return evaluate(node, file, scope)
  } catch (thrown) {
    if (!(thrown instanceof EvaluationProblem)) throw thrown
    const source = file.text.slice(node.start, node.end)
    return new Unknown(source.includes('<<') ? 'unknown' : source)
  }
}

/** A nested block with its scope. */
export interface Nested {
  readonly block: Block
  /** Block type; of a dynamic block, the type that it generates. */
  readonly type: string
  readonly body: HclNode
  readonly scope: Scope
}

/** Returns the blocks that a nested block generates: several for a dynamic block. */
export function nestedOf(block: Block, scope: Scope, told: (detail: string) => void): readonly Nested[] {
  const { file, body } = block
  if (block.type !== 'dynamic') return [{ block, type: block.type, body, scope }]
  const type = block.labels[0] ?? ''
  const content = blocksIn(file, body).find((item) => item.type === 'content')
  if (content === undefined) return []
  const attributes = attributesIn(file, body)
  const named = attributes.get('iterator')
  const iterator = named === undefined ? type : labelOf(file.text, named)
  const each = attributes.get('for_each')
  const value = each === undefined ? new Unknown('unknown') : valueOrUnknown(each, file, scope)
  const make = (key: Value, one: Value): Nested => {
    const names = new Map([
      ['key', key],
      ['value', one],
    ])
    return { block: content, type, body: content.body, scope: withNames(scope, [[iterator, names]]) }
  }
  if (value instanceof Unknown || !(isList(value) || isMap(value))) {
    return [make(new Unknown(`${iterator}.key`), new Unknown(`${iterator}.value`))]
  }
  const pairs = pairsOf(value)
  if (pairs.length > INSTANCES_MAX)
    told(`A dynamic block creates ${pairs.length} blocks; only the first ${INSTANCES_MAX} were read.`)
  return pairs.slice(0, INSTANCES_MAX).map(([key, one]) => make(key, one))
}
