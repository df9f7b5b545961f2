import type { JsonObject, ProposedCall } from '../dialect.ts'
import { isObject, stringOf } from '../json.ts'

/** A call as an answer holds it. */
export interface RawCall {
  readonly call: JsonObject
  /** Whether it is a `function_call`, from before there were lists of calls. */
  readonly isOlder: boolean
}

/** A call with the name that it has within its answer. */
export function callOf({ call, isOlder }: RawCall, choice: number, at: number): ProposedCall {
  const custom = call['custom']
  const made = isObject(custom) ? custom : call['function']
  const about = isObject(made) ? made : {}
  return {
    key: isOlder ? `${choice}:function_call` : `${choice}:${at}`,
    id: stringOf(call['id']),
    tool: stringOf(about['name']) ?? '',
    arguments: stringOf(about[isObject(custom) ? 'input' : 'arguments']) ?? '',
    ...(isObject(custom) ? { isFreeText: true } : {}),
  }
}
