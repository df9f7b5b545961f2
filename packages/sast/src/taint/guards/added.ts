import { type Instruction, NONE, type Register } from '../ir.ts'

/** Methods that add to the list, set or map that is their receiver. */
const ADDS =
  /^(?:push|unshift|add|addAll|Add|AddRange|append|extend|insert|update|set|put|putAll|concat!|splice|<<|push_back|emplace|emplace_back|merge|TryAdd|addFirst|addLast|push_front|setdefault|UnionWith)$/

/** Values that an instruction adds to a collection. */
export interface Added {
  readonly object: Register
  /** The key of a map first. */
  readonly values: readonly Register[]
  readonly hasKey: boolean
  readonly key?: string
}

/** Methods with the key as their first argument. */
const KEYED = /^(?:put|set|TryAdd|Add|setdefault|insert|emplace)$/

/** Returns what an instruction adds to a collection. */
export function addedBy(step: Instruction): Added | undefined {
  if (step.op === 'store') {
    const values = step.index === undefined ? [step.from] : [step.index, step.from]
    const hasKey = step.index !== undefined
    return { object: step.object, values, hasKey, ...(step.key === undefined ? {} : { key: step.key }) }
  }
  if (step.op !== 'call' || step.receiver === NONE || !ADDS.test(step.method)) return undefined
  const values = step.arguments.map(({ value }) => value)
  return { object: step.receiver, values, hasKey: values.length > 1 && KEYED.test(step.method) }
}
