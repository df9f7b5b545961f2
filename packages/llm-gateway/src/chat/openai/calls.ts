import type { JsonObject, ProposedCall } from '../dialect.ts'
import { outgoingId } from '../ids.ts'
import { isObject, stringOf } from '../json.ts'

/** A call in an answer. */
export interface RawCall {
  readonly call: JsonObject
  /** Whether it is a legacy `function_call`. */
  readonly isOlder: boolean
}

/** Returns a call with a unique key. */
export function callOf({ call, isOlder }: RawCall, choice: number, at: number): ProposedCall {
  const custom = call['custom']
  const created = isObject(custom) ? custom : call['function']
  const about = isObject(created) ? created : {}
  return {
    key: isOlder ? `${choice}:function_call` : `${choice}:${at}`,
    id: stringOf(call['id']),
    tool: stringOf(about['name']) ?? '',
    arguments: argumentText(about[isObject(custom) ? 'input' : 'arguments']),
    ...(isObject(custom) ? { isFreeText: true } : {}),
  }
}

/**
 * Returns the calls of a message, each rebuilt from its screened parts.
 * @returns undefined if a call position contains an invalid call
 */
export function callsOf(message: JsonObject): readonly RawCall[] | undefined {
  const list = message['tool_calls'] ?? []
  if (!Array.isArray(list)) return undefined
  const calls: RawCall[] = []
  for (const item of list) {
    const call = strictCall(item)
    if (call === undefined) return undefined
    calls.push({ call, isOlder: false })
  }
  const older = message['function_call'] ?? undefined
  if (older === undefined) return calls
  const call = strictCall({ function: older })
  return call === undefined ? undefined : [...calls, { call, isOlder: true }]
}

function strictCall(item: unknown): JsonObject | undefined {
  if (!isObject(item)) return undefined
  const created = item['function'] ?? undefined
  const custom = item['custom'] ?? undefined
  // With both fields, one would be screened and the other executed.
  if ((created === undefined) === (custom === undefined)) return undefined
  const about = created ?? custom
  if (!isObject(about) || typeof about['name'] !== 'string') return undefined
  const id = outgoingId(item['id'])
  const { name } = about
  return {
    ...(id === undefined ? {} : { id }),
    ...(custom === undefined
      ? { type: 'function', function: { name, arguments: argumentText(about['arguments']) } }
      : { type: 'custom', custom: { name, input: argumentText(about['input']) } }),
  }
}

/** Returns arguments as text. Some servers send a JSON value instead, which is screened and released as text. */
function argumentText(value: unknown): string {
  return stringOf(value) ?? (value === undefined || value === null ? '' : JSON.stringify(value))
}
