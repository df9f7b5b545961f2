import { readPath } from './paths.ts'

const USERS: ReadonlySet<unknown> = new Set(['user', 'human'])
const AGENTS: ReadonlySet<unknown> = new Set(['assistant', 'ai', 'model'])
const TOOLS: ReadonlySet<unknown> = new Set(['tool', 'function'])

/**
 * What the messages of a conversation hold: calls, and results in the shape that others have. Only what comes after the last message of the
 * user is of this answer. What is no message stays as it is.
 */
export function unfolded(list: readonly unknown[]): readonly unknown[] {
  const after = list.findLastIndex((one) => isOf(one, USERS) && !holdsResults(one)) + 1
  return list.slice(after).flatMap((one): readonly unknown[] => {
    const content = readPath(one, 'content')
    const id = readPath(one, 'tool_call_id')
    if (isOf(one, TOOLS) && id !== undefined) {
      return [{ type: 'function_call_output', call_id: id, output: content ?? '' }]
    }
    const calls = readPath(one, 'tool_calls')
    const isMessage = content !== undefined || Array.isArray(calls)
    if (!isMessage || !(isOf(one, AGENTS) || isOf(one, USERS))) return [one]
    return [...listOf(calls), ...listOf(content)]
  })
}

/** Some hand results of tools over as the user does. */
function holdsResults(message: unknown): boolean {
  return listOf(readPath(message, 'content')).some((one) => readPath(one, 'type') === 'tool_result')
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isOf(message: unknown, kinds: ReadonlySet<unknown>): boolean {
  return kinds.has(readPath(message, 'role')) || kinds.has(readPath(message, 'type'))
}
